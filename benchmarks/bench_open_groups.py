"""How many groups of professional games get no word, and do the words come true?

    python benchmarks/bench_open_groups.py GAMES.jsonl [--games 20] [--first 0] [--nodes 100000]
                                           [--final KGS_SCORED.jsonl] [--oracle COMMAND]

GAMES are records with an `sgf`. Positions after 50, 100, 150 and 200 moves are put to `statuses`,
with so many nodes for each group and the network's ownership from eight sides, as `gokan status`
does it. With `--final`, the same is asked about games whose dead stones at the end are known, and
each word is held against the fate of the group's stones. With `--oracle`, a program that speaks
KataGo's analysis protocol judges the same groups by the ownership of their points; it is sure of
those whose owner it gives four fifths. Where it is sure, words are held against it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from gokan import intuition
from gokan.go import Color, Game, Position
from gokan.play.tree.oracle import OracleEvaluator
from gokan.reading import Budget, Status, statuses
from gokan.reading.groups.gathering import gather

MOVES = (50, 100, 150, 200)
SURE = 0.6  # of ownership from -1 to 1: a chance of four fifths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--games", type=int, default=20, dest="most")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--final", type=Path)
    parser.add_argument("--oracle", default="")
    parser.add_argument("--oracle-visits", type=int, default=40)
    options = parser.parse_args()
    open_: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    oracle = (
        OracleEvaluator(options.oracle, visits=options.oracle_visits) if options.oracle else None
    )
    for row in _some(options.games, options.first, options.most):
        game = Game.parse(row["sgf"])
        for number in (n for n in MOVES if n < len(game.moves())):
            position = game.position(number)
            owners = oracle.evaluate([position])[0].ownership if oracle else None
            for found in _statuses(position, options.nodes):
                open_[_kind(found)] += 1
                if owners is not None:
                    said = _judged(found, owners, position.to_play)
                    judged.update(said)
                    if "against" in said[-1]:
                        print(f"  {row['id']} {number} {position.vertex(min(found.target))}")
    for name, count in sorted(judged.items()):
        print(f"  {name:50} {count}")
    groups = open_.total()
    print(f"{groups} groups: " + ", ".join(f"{n} {kind}" for kind, n in open_.most_common()))
    print(f"left open: {100 * open_['open'] / max(1, groups):.1f} %")
    told: dict[str, Any] = {"groups": groups, **open_}
    if options.final:
        told["final"] = _final(options)
    print(json.dumps({"benchmark": "open_groups", **told}))


def _judged(found: Status, owners: Any, to_play: Color) -> list[str]:
    """How a word agrees with what the judge says of the group's points for the side to move."""
    sign = 1 if found.color == to_play else -1
    own = sign * sum(owners[p] for p in found.target) / len(found.target)
    told = ["judge: sure" if abs(own) >= SURE else "judge: open"]
    said = found.likely if found.word == "unknown" else found.word
    kind = _kind(found)
    if kind == "open" or ("alive" not in said and "dead" not in said):
        return [*told, f"{told[0]}; no word or another"]
    agree = (own > 0) == ("dead" not in said)
    if abs(own) < SURE:
        return [*told, f"judge: open; {kind}"]
    return [*told, f"judge: sure; {kind}: {'with' if agree else 'against'} it"]


def _some(path: Path, first: int, most: int) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return rows[first :: max(1, len(rows) // most)][:most]


def _statuses(position: Position, nodes: int) -> tuple[Status, ...]:
    ownership = intuition.judge(position, ways=range(8)).ownership
    budget = Budget(nodes=nodes * max(1, len(gather(position))))
    return statuses(position, budget=budget, details=False, ownership=ownership)


def _kind(found: Status) -> str:
    if found.word != "unknown":
        return "proved" if found.proved else "read or judged"
    return found.likely.split(" (")[0] or "open"


def _final(options: argparse.Namespace) -> dict[str, int]:
    """Words about groups in the middle of a game, and how many came true at its end."""
    counts: Counter[str] = Counter()
    for row in _some(options.final, options.first, options.most):
        game = Game.parse(row["sgf"])
        width = game.position().width
        dead = {width * y + x for x, y in row["dead_black"] + row["dead_white"]}
        end = game.position().board
        for number in MOVES:
            if number >= len(game.moves()):
                continue
            for found in _statuses(game.position(number), options.nodes):
                kind = _kind(found)
                said = found.likely if found.word == "unknown" else found.word
                if ("alive" not in said and "dead" not in said) or kind == "open":
                    counts[f"{kind}: not alive or dead"] += 1
                    continue
                stand = [p for p in found.target if end[p] == found.color and p not in dead]
                lives = 2 * len(stand) > len(found.target)
                counts[f"{kind}: words"] += 1
                counts[f"{kind}: came true"] += lives == ("dead" not in said)
    for name, number in sorted(counts.items()):
        print(f"  {name:40} {number}")
    return dict(counts)


if __name__ == "__main__":
    main()
