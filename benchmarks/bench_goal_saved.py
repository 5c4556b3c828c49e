"""What the goals call saved in real games, against reading's proofs.

    python benchmarks/bench_goal_saved.py [--answers 100] [--seed 1] [--nodes 60] [--check 60000]
        [--alone] [--out answers.jsonl]

Blocks of professional games whose capture reading proves if their owner plays elsewhere; the owner
moves. Where the goals (with the network as cross-check) say that a move saves them, reading is
asked whether the block is captured all the same. *Contradicts*: it proves so. *Savable*: reading
finds that a move saves the block. In the open this is hardly ever proved, since what gets away is
read; both are counted. An answer takes seconds, as every position of a whole board is shown to two
networks: with `--out` a run that was stopped goes on with the next game.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file
from rows import append_row, read_rows  # type: ignore[import-not-found]

from gokan.errors import GokanError
from gokan.go import PASS, Game, Position
from gokan.goals import solve
from gokan.intuition import glance
from gokan.play.matches.statistics import wilson
from gokan.reading import Budget, Problem
from gokan.reading import solve as read

FEW = 6
"""Liberties of a block that may be in danger."""
Row = dict[str, Any]


def main() -> None:
    """Ask, compare and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--answers", type=int, default=100)
    options.add_argument("--most", type=int, default=1000, help="blocks that are asked about")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--nodes", type=int, default=60)
    options.add_argument("--check", type=int, default=60_000)
    options.add_argument("--alone", action="store_true")
    options.add_argument("--out", default="", help="answers so far; a run goes on from there")
    chosen = options.parse_args()
    rows: list[Row] = read_rows(chosen.out)
    lines = (DATA / "pro_games.jsonl").read_text("utf-8").splitlines()
    random.Random(chosen.seed).shuffle(lines)
    for number in count(1 + max((row["game"] for row in rows), default=-1)):
        saved = sum(row.get("saved", False) for row in rows)
        if saved >= chosen.answers or len(rows) >= chosen.most or number >= len(lines):
            break
        asked = [
            {"game": number, **ask(position, stone, chosen)}
            for position, stone in blocks(lines[number], number, chosen)
        ]
        for row in asked or [{"game": number}]:
            append_row(chosen.out, row)
        rows += asked
    report([row for row in rows if "savable" in row])


def ask(position: Position, stone: int, chosen: argparse.Namespace) -> Row:
    """What the goals and reading say of one block with its owner to move."""
    problem = Problem.make(position, target=[stone])
    said = read(problem, budget=Budget(nodes=chosen.check), all_moves=False, details=False)
    second = None if chosen.alone else glance
    found = solve(position, stone, nodes=chosen.nodes, second=second, alone=chosen.alone)
    row: Row = {
        "move": position.move_number,
        "stone": position.vertex(stone),
        "savable": said.result == "win",
        "proved": said.result == "win" and said.proved,
        "lost": said.result == "loss" and said.proved,
        "saved": found.result == "reached" and found.move is not None,
    }
    if row["saved"] and found.move is not None:
        row["by"] = position.vertex(found.move)
        row["contradicts"] = dead(position.play(found.move), stone, chosen.check)
    return row


def report(rows: list[Row]) -> None:
    """How many answers a proof contradicts, and how many savable blocks are said to be saved."""
    saved = [row for row in rows if row["saved"]]
    told: Counter[str] = Counter(blocks=len(rows), saved=len(saved))
    told["contradicts"] = sum(row["contradicts"] for row in saved)
    print(f"{len(rows)} blocks, {sum(row['lost'] for row in rows)} lost by proof whoever moves")
    print(f"said to be saved: {len(saved)}; contradicted by a proof: {told['contradicts']}")
    for word in ("savable", "proved"):
        some = [row for row in rows if row[word]]
        told[word] = len(some)
        told[f"{word}, saved"] = good = sum(row["saved"] for row in some)
        low, high = wilson(good, len(some))
        print(f"{word} by reading: {len(some)}, said to be saved {good} ({low:.0%} to {high:.0%})")
    print(json.dumps({"benchmark": "goal_saved", **told}))


def blocks(line: str, number: int, chosen: argparse.Namespace) -> Iterator[tuple[Position, int]]:
    """Blocks of a game that are captured if their owner plays elsewhere, by proof."""
    dice = random.Random(f"{chosen.seed} {number}")
    try:
        position = Game.parse(json.loads(line)["sgf"]).position(dice.randint(60, 200))
    except GokanError:
        return
    mine = [b for b in position.blocks() if b.color == position.to_play]
    near = [b for b in mine if 2 <= len(b.liberties) <= FEW and len(b.stones) > 1]
    dice.shuffle(near)
    for block in near[:4]:
        if dead(position.play(PASS), block.stones[0], chosen.check // 4):
            yield position, block.stones[0]


def dead(position: Position, stone: int, nodes: int) -> bool:
    """Whether reading proves that the attacker, to move, captures the stone."""
    if not position.board[stone]:
        return True
    problem = Problem.make(position, target=[stone])
    said = read(problem, budget=Budget(nodes=nodes), all_moves=False, details=False, trials=False)
    return said.result == "win" and said.proved


if __name__ == "__main__":
    main()
