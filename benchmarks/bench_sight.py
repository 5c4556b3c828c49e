"""Sight: how fast it sees, matches and chooses, beside the figures of Zobrist's paper.

Matchers: all templates, all eight orientations, both colours, the whole 19x19 board. Times are
medians of processor time over repeats; "arrays" is the internal representation, "classes" the bit
planes made of it. A second book of plain stone patterns, drawn at random, shows how the same
matchers do on the kind of pattern a rule base uses. The paper gives 3 s for the internal
representation and 2 s for the templates (one colour), and 5 to 8 s a move, on a Burroughs B5500.

    python benchmarks/bench_sight.py [--repeats 200]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

from gokan import sight
from gokan.go import WHITE, Game, Position
from gokan.sight.judge import ranked
from gokan.sight.template import parse

GAME = Path(__file__).resolve().parent.parent / "examples" / "zobrist-cowan.sgf"
MOMENTS = (10, 50, 106, 150, 200, 232)
MATCHERS = ("naive", "goliath", "dfa", "planes")
PAPER_SECONDS = {"arrays": 3.0, "templates": 2.0, "move": 6.5}


def main() -> None:
    """Print the tables and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=200)
    repeats = parser.parse_args().repeats
    game = Game.load(GAME)
    positions = [game.position(n) for n in MOMENTS]
    figures: dict[str, Any] = {"benchmark": "sight"}
    library = sight.load()
    figures["templates"] = matchers("templates of sight", library, positions, repeats)
    figures["stone_patterns"] = matchers("stone patterns", stone_book(), positions, repeats)
    figures["move"] = moves(game)
    figures["agreement"] = agreement(game)
    print(json.dumps(figures))


def matchers(
    title: str, library: sight.Library, positions: list[Position], repeats: int
) -> dict[str, Any]:
    """Microseconds of each matcher per look at the board, both colours."""
    out: dict[str, Any] = {"patterns": len(library.templates)}
    hits = [sum(len(library.eye.hits(p.core, c, "planes")) for c in (1, 2)) for p in positions]
    print(f"\n{title}: {len(library.templates)} patterns, {mean(hits):.0f} matches on average")
    print(f"{'matcher':10}{'arrays µs':>11}{'classes µs':>12}{'match µs':>11}{'x naive':>9}")
    for matcher in MATCHERS:
        n = repeats if matcher == "planes" else max(5, repeats // 10)
        library.eye.seconds(positions[0].core, matcher, 2)
        parts = [library.eye.seconds(p.core, matcher, n) for p in positions]
        row = [1e6 * mean(part[k] for part in parts) for k in range(3)]
        out[matcher] = {"arrays": row[0], "classes": row[1], "match": row[2]}
        ratio = out["naive"]["match"] / row[2]
        print(f"{matcher:10}{row[0]:11.1f}{row[1]:12.1f}{row[2]:11.1f}{ratio:9.1f}")
    out["dfa_states"] = library.eye.dfa_states
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


def moves(game: Game) -> dict[str, float]:
    """Milliseconds of processor time for a choice, over the game of the paper."""
    spent, searched = [], []
    for number in range(len(game)):
        position = game.position(number)
        begin = time.process_time()
        sight.choose(position)
        spent.append(1e3 * (time.process_time() - begin))
        begin = time.process_time()
        sight.reasons(position)
        searched.append(1e3 * (time.process_time() - begin))
    ratio = PAPER_SECONDS["move"] * 1e3 / median(spent)
    print(
        f"\na move on 19x19: median {median(spent):.2f} ms, mean {mean(spent):.2f}, worst "
        f"{max(spent):.1f}; with all its reasons median {median(searched):.2f} ms; "
        f"{ratio:.0f} times the paper's machine"
    )
    return {"median_ms": median(spent), "mean_ms": mean(spent), "worst_ms": max(spent)}


def agreement(game: Game) -> dict[str, Any]:
    """How often the sums put the paper's program's own moves first, and among the first ten."""
    out: dict[str, Any] = {}
    for name, library in (
        ("zobrist", sight.load()),
        ("zobrist-last", sight.load(sight.WITH_LAST_MOVE)),
    ):
        first = ten = count = 0
        for number, (color, move) in enumerate(game.moves()):
            if color != WHITE:
                continue
            position = game.position(number)
            order = ranked(position, sight.judge(position, library=library).weights)
            best = [p for p, _ in order]
            count += 1
            first += best[0] == move
            ten += move in best[:10]
        out[name] = {"moves": count, "first": first, "first_ten": ten}
        print(f"{name}: of the {count} moves of the paper's program {first} first, {ten} in ten")
    return out


if __name__ == "__main__":
    main()
