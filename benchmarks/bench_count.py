"""Is the count of a finished game right when the dead stones are estimated?

    python benchmarks/bench_count.py KGS_SCORED.jsonl [--part 0/1] [--nodes 200000] [--alone]

Of every game: the count with the players' own dead stones, with those of a single look of the
network, with random games and the network from eight sides together, and with reading besides where
these are in doubt (what `final_score` takes off, unless a player has an opinion of its own), each
against the recorded result. With `--alone` as if there were no network: random games, and reading.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from gokan import intuition
from gokan.effort import QUICK
from gokan.go import Color, Game, Position
from gokan.play.ending import likely_dead


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--part", default="0/1", help="every n-th game, beginning with the k-th")
    parser.add_argument("--nodes", type=int, default=QUICK.nodes)
    parser.add_argument("--alone", action="store_true", help="without the network")
    options = parser.parse_args()
    if options.alone:
        sys.modules["numpy"] = None  # type: ignore[assignment]
    first, step = map(int, options.part.split("/"))
    rows = [json.loads(line) for line in options.games.read_text("utf-8").splitlines()]
    right: Counter[str] = Counter()
    missed = []
    for row in rows[first::step]:
        position = Game.parse(row["sgf"]).position()
        width = position.width
        agreed = frozenset(width * y + x for x, y in row["dead_black"] + row["dead_white"])
        for name, dead in (
            ("the players", agreed),
            *([] if options.alone else [("one look", _one_look(position))]),
            ("without reading", likely_dead(position, nodes=0)),
            ("the assessment", likely_dead(position, nodes=options.nodes)),
        ):
            fits = abs(position.score(dead=sorted(dead), fill=True).margin - row["score"]) < 0.01
            right[name] += fits
            if name == "the assessment" and not fits:
                missed.append(row["id"] + ("" if dead != agreed else " (same dead stones)"))
    total = len(rows[first::step])
    for name, number in right.items():
        print(f"dead stones by {name:16} {number:4} of {total} counts right")
    print("not right:", ", ".join(missed))
    print(json.dumps({"benchmark": "count", "games": total, **right}))


def _one_look(position: Position) -> frozenset[int]:
    owner = intuition.judge(Position(position.core.with_passes(0), position.rules)).ownership
    dead: set[int] = set()
    for block in position.blocks():
        sign = 1 if block.color == Color.BLACK else -1
        if sign * sum(owner[point] for point in block.stones) < 0:
            dead.update(block.stones)
    return frozenset(dead)


if __name__ == "__main__":
    main()
