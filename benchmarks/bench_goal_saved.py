"""What the goals call saved in real games, against reading's proofs.

    python benchmarks/bench_goal_saved.py [--answers 100] [--seed 1] [--nodes 60] [--check 60000]

Blocks of professional games whose capture reading proves if their owner plays elsewhere; the owner
moves. Where the goals (with the network as cross-check) say that a move saves them, reading is
asked whether the block is captured all the same. *Contradicts*: it proves so. Of the blocks that
reading proves can be saved, how many are said to be.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.errors import GokanError
from gokan.go import PASS, Game, Position
from gokan.goals import solve
from gokan.intuition import glance
from gokan.reading import Budget, Problem
from gokan.reading import solve as read

FEW = 6
"""Liberties of a block that may be in danger."""


def main() -> None:
    """Ask, compare and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--answers", type=int, default=100)
    options.add_argument("--most", type=int, default=1000, help="blocks that are asked about")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--nodes", type=int, default=60)
    options.add_argument("--check", type=int, default=60_000)
    options.add_argument("--alone", action="store_true")
    chosen = options.parse_args()
    counted: Counter[str] = Counter()
    for position, stone, savable in blocks(chosen.seed, chosen.check):
        second = None if chosen.alone else glance
        found = solve(position, stone, nodes=chosen.nodes, second=second, alone=chosen.alone)
        counted["blocks"] += 1
        counted["savable"] += savable
        if found.result == "reached" and found.move is not None:
            counted["saved"] += 1
            counted["savable, saved"] += savable
            wrong = dead(position.play(found.move), stone, chosen.check)
            counted["contradicts"] += wrong
            where = position.vertex(stone), position.vertex(found.move)
            print(position.move_number, *where, "contradicts" if wrong else "", flush=True)
            print(json.dumps(counted), flush=True)
        if counted["saved"] >= chosen.answers or counted["blocks"] >= chosen.most:
            break
    print(json.dumps(counted))


def blocks(seed: int, nodes: int) -> Iterator[tuple[Position, int, bool]]:
    """Blocks of games that are captured if their owner plays elsewhere, by proof."""
    dice = random.Random(seed)
    lines = (DATA / "pro_games.jsonl").read_text("utf-8").splitlines()
    dice.shuffle(lines)
    for line in lines:
        try:
            position = Game.parse(json.loads(line)["sgf"]).position(dice.randint(60, 200))
        except GokanError:
            continue
        mine = [b for b in position.blocks() if b.color == position.to_play]
        near = [b for b in mine if 2 <= len(b.liberties) <= FEW and len(b.stones) > 1]
        dice.shuffle(near)
        for block in near[:4]:
            stone = block.stones[0]
            if dead(position.play(PASS), stone, nodes // 4):
                problem = Problem.make(position, target=[stone])
                said = read(problem, budget=Budget(nodes=nodes), all_moves=False, details=False)
                yield position, stone, said.result == "win" and said.proved


def dead(position: Position, stone: int, nodes: int) -> bool:
    """Whether reading proves that the attacker, to move, captures the stone."""
    if not position.board[stone]:
        return True
    problem = Problem.make(position, target=[stone])
    said = read(problem, budget=Budget(nodes=nodes), all_moves=False, details=False, trials=False)
    return said.result == "win" and said.proved


if __name__ == "__main__":
    main()
