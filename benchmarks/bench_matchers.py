"""Matching templates: the matcher of sight beside those of Goliath and GNU Go.

All templates, all eight orientations, both colours, the whole 19x19 board. Times are medians of
processor time over repeats; "arrays" is the internal representation, "classes" the bit planes made
of it. A second book of plain stone patterns, drawn at random, shows how the same matchers do on the
kind of pattern a rule base uses. Zobrist's paper gives 3 s for the internal representation and 2 s
for the templates (one colour) on a Burroughs B5500.

    python benchmarks/bench_matchers.py [--repeats 200]
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from statistics import mean
from typing import Any

from gokan import sight
from gokan.go import BLACK, WHITE, Game, Position
from gokan.sight.template import parse
from gokan_lab.study.matchers import MATCHERS, Matcher

GAME = Path(__file__).resolve().parent.parent / "examples" / "zobrist-cowan.sgf"
MOMENTS = (10, 50, 106, 150, 200, 232)


def main() -> None:
    """Print the tables and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=200)
    repeats = parser.parse_args().repeats
    game = Game.load(GAME)
    positions = [game.position(n) for n in MOMENTS]
    figures: dict[str, Any] = {"benchmark": "matchers"}
    figures["templates"] = matchers("templates of sight", sight.load(), positions, repeats)
    figures["stone_patterns"] = matchers("stone patterns", stone_book(), positions, repeats)
    print(json.dumps(figures))


def matchers(
    title: str, library: sight.Library, positions: list[Position], repeats: int
) -> dict[str, Any]:
    """Microseconds of each matcher per look at the board, both colours."""
    out: dict[str, Any] = {"patterns": len(library.templates)}
    planes = Matcher(library, "planes")
    hits = [sum(len(planes.hits(p, c)) for c in (BLACK, WHITE)) for p in positions]
    print(f"\n{title}: {len(library.templates)} patterns, {mean(hits):.0f} matches on average")
    print(f"{'matcher':10}{'arrays µs':>11}{'classes µs':>12}{'match µs':>11}{'x naive':>9}")
    for name in MATCHERS:
        matcher = Matcher(library, name)
        n = repeats if name == "planes" else max(5, repeats // 10)
        matcher.seconds(positions[0], 2)
        parts = [matcher.seconds(p, n) for p in positions]
        row = [1e6 * mean(part[k] for part in parts) for k in range(3)]
        out[name] = {"arrays": row[0], "classes": row[1], "match": row[2]}
        ratio = out["naive"]["match"] / row[2]
        print(f"{name:10}{row[0]:11.1f}{row[1]:12.1f}{row[2]:11.1f}{ratio:9.1f}")
        if matcher.states:
            out["dfa_states"] = matcher.states
    return out


def stone_book(count: int = 300) -> sight.Library:
    """Patterns of stones alone, of six to twelve cells around an empty point."""
    chance = random.Random(1969)
    entries = []
    for number in range(count):
        rows = [["?"] * 5 for _ in range(5)]
        rows[2][2] = "*"
        around = [(x, y) for x in range(5) for y in range(5) if (x, y) != (2, 2)]
        around.sort(key=lambda at: ((at[0] - 2) ** 2 + (at[1] - 2) ** 2, chance.random()))
        for x, y in around[: chance.randint(6, 12)]:
            rows[y][x] = chance.choice("XXOO....")
        shape = "\n".join("    " + "".join(row) for row in rows)
        entries.append(f"template p{number}\nreason: Chance.\nshape:\n{shape}\nweight: 1\n")
    return sight.Library(parse("\n".join(entries)))


if __name__ == "__main__":
    main()
