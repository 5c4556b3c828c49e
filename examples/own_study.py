"""A ranker and a study of one's own: copy this file, change it, and run it where it stands.

    gokan study predict GAMES --ranker own_study:nearest
    gokan study own own_study:first_corner --out CORNERS GAMES
    gokan study sql CORNERS "SELECT corner, count(*) AS games FROM rows GROUP BY corner"

A package may offer both under a name of its own, in its pyproject.toml:

    [project.entry-points."gokan.rankers"]
    nearest = "own_study:nearest"
    [project.entry-points."gokan.studies"]
    first-corner = "own_study:first_corner"
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gokan.batch import Job
from gokan.go import Position
from gokan.go.collection import Record


def nearest() -> Callable[[Position, Sequence[int]], list[tuple[int, float]]]:
    """Moves near the last one come first."""  # `gokan study rankers` shows this line

    def rank(position: Position, before: Sequence[int]) -> list[tuple[int, float]]:
        last = before[-1] if before else -1
        if last < 0:
            return [(move, 0.0) for move in position.legal_moves()]
        y, x = divmod(last, position.width)
        return [
            (move, -float(abs(move // position.width - y) + abs(move % position.width - x)))
            for move in position.legal_moves()
        ]

    return rank


def first_corner() -> Job:
    """Where the first move of every game stands."""
    return Job("first corner", _make, {"vertex": "text", "corner": "text"})


def _make() -> Callable[[Record], list[dict[str, Any]]]:
    """Called once in each process: load here what every game needs."""
    return _corner


def _corner(record: Record) -> list[dict[str, Any]]:
    """One game. It hangs on the record alone; a record that cannot be read costs only itself."""
    replay = record.replay()
    for _, move in replay.moves:
        if move >= 0:
            y, x = divmod(move, replay.start.width)
            side = "left" if x < replay.start.width / 2 else "right"
            end = "upper" if y < replay.start.height / 2 else "lower"
            return [{"vertex": replay.start.vertex(move), "corner": f"{end} {side}"}]
    return []
