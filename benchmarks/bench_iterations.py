"""How Wolf's system iterates: his queue against whole sweeps, and where the plain system is open.

    python benchmarks/bench_iterations.py [GAMES [MORE]]

Positions are taken from professional games ($GOKAN_DATA or ../shared/data), the first GAMES (100)
for the queue and the first MORE (60) for instability.

- The queue: five updates of each unit in his order, undamped, against five damped sweeps. How far
  apart the units are, how many places the played move shifts, how often another move is first, and
  how often the queue gives the same board turned by half a circle another answer somewhere.
- Instability: in how many iterations of the plain system a point still changes by 1e-5, as shares.
"""

from __future__ import annotations

import json
import statistics
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.go import Position
from gokan.strength import instability, weigh
from gokan.strength.options import K_MAX
from gokan_lab.study.parameters import positions
from gokan_lab.study.predict import row_of
from gokan_lab.study.rankers import ranker

TURNED = 0.1  # a unit that differs by so much has another answer


def main() -> None:
    """Print both tables and the JSON line."""
    count, more = (int(text) for text in (*sys.argv[1:3], *("100", "60")[len(sys.argv) - 1 :]))
    games = DATA / "pro_games.jsonl"
    if not games.exists():
        print(f"no games at {games}: set GOKAN_DATA to a folder with pro_games.jsonl")
        return
    figures: dict[str, Any] = {
        "benchmark": "iterations",
        "queue": [queue_row(games, move, count) for move in (50, 100, 150, 200)],
        "instability": [open_row(games, move, more) for move in (30, 50, 100, 150, 200)],
    }
    print(json.dumps(figures))


def queue_row(games: Path, move: int, count: int) -> dict[str, float]:
    """Sweeps and queue in the positions before one move number."""
    sweeps, queue = ranker("seds").make(), ranker("seds-queue").make()
    means, largest, shifts = [], [], []
    first = turned = 0
    found = positions(games, move=move, limit=None)[:count]
    for position, played in found:
        swept = weigh(position, max_iter=K_MAX).white
        queued = weigh(position, max_iter=K_MAX, queue=True).white
        apart = [abs(a - b) for a, b in zip(swept, queued, strict=True)]
        means.append(statistics.mean(apart))
        largest.append(max(apart))
        ranked = [rank(position, []) for rank in (sweeps, queue)]
        rows = [row_of(position, scores, move, played, 0) for scores in ranked]
        shifts.append(abs(rows[0].rank - rows[1].rank) if rows[0] and rows[1] else 0.0)
        best = [max(scores, key=lambda pair: pair[1])[0] for scores in ranked]
        first += best[0] != best[1]
        around = weigh(half_turn(position), max_iter=K_MAX, queue=True).white[::-1]
        turned += max(abs(a - b) for a, b in zip(queued, around, strict=True)) >= TURNED
    row = {
        "move": move,
        "positions": len(found),
        "mean": statistics.mean(means),
        "largest_median": statistics.median(largest),
        "shift_median": statistics.median(shifts),
        "shift_mean": statistics.mean(shifts),
        "another_first": first,
        "turned": turned,
    }
    print("queue", *(f"{name} {value:.4g}" for name, value in row.items()))
    return row


def half_turn(position: Position) -> Position:
    """The board turned by half a circle."""
    board = position.board[::-1]
    return Position.from_board(board, position.width).with_to_play(position.to_play)


def open_row(games: Path, move: int, count: int) -> dict[str, float]:
    """Shares of all points by the iterations of the plain system."""
    counts: list[int] = []
    for position, _ in positions(games, move=move, limit=None)[:count]:
        counts.extend(instability(position).iterations)
    bounds = (0, 10, 100, 1000, max(counts) + 1)
    row: dict[str, float] = {"move": move}
    for low, high in pairwise(bounds):
        row[f"from_{low}"] = 100 * sum(low <= n < high for n in counts) / len(counts)
    print("instability", *(f"{name} {value:.4g}" for name, value in row.items()))
    return row


if __name__ == "__main__":
    main()
