"""What the parts of the engine cost: processor time of a move with a part, against one without.

Both think about the same positions, one right after the other and each from an empty tree, so that
neither a game's length nor another job on the machine tips the scales. The positions come from
games whose moves are drawn from the policy. Games with and without a part say what it is worth
(`bench_duels.py`).

    python benchmarks/bench_parts.py [--size 19] [--visits 8] [PART ...]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator

from bench_duels import opening  # type: ignore[import-not-found]  # beside this file

from gokan.go import Position, Rules
from gokan.play.clock import Clock
from gokan.play.players import make_player

PARTS = (
    "values=network+playouts*0.15",
    "values=network+strength*0.15",
    "priors=own+expect*0.2",
    "priors=own+sight*0.1",
    "ways=8",
    "priors=own+classes*0.1",
    "priors=own+goals*0.1",
)


def main() -> None:
    """Print a line for each part, and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=PARTS)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--visits", type=int, default=16)
    parser.add_argument("--games", type=int, default=4, help="that positions are taken from")
    options = parser.parse_args()
    asked = [p for game in range(options.games) for p in positions(options.size, game)]
    plain = f"gokan:visits={options.visits}"
    figures = {}
    for part in options.parts:
        spent = {plain: 0.0, f"{plain},{part}": 0.0}
        for number, position in enumerate([asked[0], *asked]):
            for spec in spent:
                took = seconds(spec, position)
                if number:  # the first time something is loaded
                    spent[spec] += took
        without, along = (1000 * s / len(asked) for s in spent.values())
        figures[part] = {"without": round(without, 2), "with": round(along, 2)}
        print(f"{part:32}{without:8.1f} ms{along:8.1f} ms   x {along / without:.2f}", flush=True)
    print(json.dumps({"benchmark": "parts", "positions": len(asked), "ms": figures}))


def positions(size: int, game: int) -> Iterator[Position]:
    """Six from a game, over its first two thirds."""
    position = Position.empty(size, rules=Rules.named("chinese"))
    step = size * size // 9
    for number in range(6):
        position = opening(position, 100 * game + number, moves=step)
        yield position


def seconds(spec: str, position: Position) -> float:
    """Of processor time that a player takes for a move."""
    player = make_player(spec, seed=1)
    position = Position(position.core, position.rules)  # which remembers nothing
    began = time.process_time()
    player.choose(position, clock=Clock())
    return time.process_time() - began


if __name__ == "__main__":
    main()
