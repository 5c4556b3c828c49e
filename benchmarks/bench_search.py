"""How many positions a second a search looks at, against the evaluator alone.

The cost of the tree itself is measured with an evaluator that answers at once; the network, where
its weights are there, alone and inside a search. The ratio says what the search adds to its time.

    python benchmarks/bench_search.py [--visits 200]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from array import array
from collections.abc import Sequence

from gokan.go import Position
from gokan.play.tree.evaluation import Evaluator, Opinion
from gokan.play.tree.evaluators import has_network, make_evaluator
from gokan.play.tree.searching import Searcher


class Instant:
    """Says the same of every position, without looking."""

    def __init__(self, points: int) -> None:
        dice = random.Random(1)
        policy = array("f", [dice.random() ** 6 for _ in range(points + 1)])
        self._said = Opinion(policy, 0.5, 0.0, 5.0, array("f", [0.0] * points))

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        """One answer for all."""
        return [self._said for _ in positions]


def main() -> None:
    """Print the table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=200)
    visits = parser.parse_args().visits
    figures: dict[str, dict[str, float]] = {}
    print(f"{'board':8}{'tree alone/s':>14}{'network/s':>12}{'search/s':>12}{'ratio':>8}")
    for size in (9, 13, 19):
        position = Position.empty(size)
        row = {"tree": rate(Instant(size * size), position, 20 * visits)}
        if has_network():
            network = make_evaluator("network")
            network.evaluate([position])
            began = time.perf_counter()
            for move in range(visits // 2):
                network.evaluate([position.play(move % (size * size))])
            row["network"] = visits // 2 / (time.perf_counter() - began)
            row["search"] = rate(network, position, visits)
        figures[f"{size}x{size}"] = row
        net, whole = row.get("network", 0.0), row.get("search", 0.0)
        ratio = f"{whole / net:.2f}" if net else "-"
        print(f"{size}x{size:<6}{row['tree']:>12.0f}{net:>12.0f}{whole:>12.0f}{ratio:>8}")
    print(json.dumps({"benchmark": "search", "positions_per_second": figures}))


def rate(evaluator: Evaluator, position: Position, visits: int) -> float:
    """Visits a second of a fresh search."""
    began = time.perf_counter()
    found = Searcher(evaluator).think(position, visits=visits)
    return found.visits / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
