"""Sight: how fast it chooses, and how it agrees, beside the figures of Zobrist's paper.

The paper gives 5 to 8 s a move on a Burroughs B5500. `bench_matchers.py` times the matching alone.

    python benchmarks/bench_sight.py
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

from gokan import _core, sight
from gokan.go import WHITE, Game
from gokan.sight.judge import ranked

GAME = Path(__file__).resolve().parent.parent / "examples" / "zobrist-cowan.sgf"
PAPER_SECONDS = 6.5
REPEATS = 5


def main() -> None:
    """Print the tables and the JSON line."""
    game = Game.load(GAME)
    figures: dict[str, Any] = {"benchmark": "sight"}
    figures["move"] = moves(game)
    figures["split"] = split(game)
    figures["agreement"] = agreement(game)
    print(json.dumps(figures))


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
    ratio = PAPER_SECONDS * 1e3 / median(spent)
    print(
        f"\na move on 19x19: median {median(spent):.2f} ms, mean {mean(spent):.2f}, worst "
        f"{max(spent):.1f}; with all its reasons median {median(searched):.2f} ms; "
        f"{ratio:.0f} times the paper's machine"
    )
    return {"median_ms": median(spent), "mean_ms": mean(spent), "worst_ms": max(spent)}


def split(game: Game) -> dict[str, Any]:
    """Milliseconds for the internal representation, the templates and the search, as he has it."""
    out: dict[str, Any] = {}
    for name, library in (("all", sight.load()), ("seven", sight.book("seven"))):
        seen, matched, searched = [], [], []
        for number in range(len(game)):
            position = game.position(number)
            begin = time.process_time()
            for _ in range(REPEATS):
                _core.sight_see(position.core, sight.ROUNDS, sight.SEED, name == "all")
            looked = time.process_time()
            for _ in range(REPEATS):
                _, marks = library.scan(position)
            scanned = time.process_time()
            for _ in range(REPEATS):
                sight.look_ahead(position, marks)
            end = time.process_time()
            seen.append(1e3 * (looked - begin) / REPEATS)
            matched.append(1e3 * max(0.0, (scanned - looked) - (looked - begin)) / REPEATS)
            searched.append(1e3 * (end - scanned) / REPEATS)
        row = {
            "see_ms": mean(seen),
            "match_ms": mean(matched),
            "search_ms": mean(searched),
            "search_least_ms": min(searched),
            "search_most_ms": max(searched),
        }
        out[name] = row
        print(
            f"arrays {name}: representation {row['see_ms']:.3f} ms, templates "
            f"{row['match_ms']:.3f}, search {row['search_ms']:.3f} (from "
            f"{row['search_least_ms']:.3f} to {row['search_most_ms']:.2f}); the paper: 3 s, 2 s, "
            "0.1 to 4 s"
        )
    return out


def agreement(game: Game) -> dict[str, Any]:
    """How often the sums put the paper's program's own moves first, and among the first ten."""
    out: dict[str, Any] = {}
    for name, library in (
        ("zobrist", sight.load()),
        ("zobrist:arrays=seven", sight.book("seven")),
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
