"""Random games from a position: many in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go.position import Position
from gokan.go.score import area_komi


@dataclass(frozen=True, slots=True)
class Playouts:
    """What happened in the random games.

    `owner` has one number per point: the share of games in which Black owned it minus the share
    in which White did.
    """

    games: int
    moves: int
    black_wins: int
    draws: int
    mean_score: float
    owner: tuple[float, ...]


def run(
    position: Position,
    games: int,
    *,
    seed: int = 0,
    policy: Literal["sensible", "all"] = "sensible",
    max_moves: int | None = None,
) -> Playouts:
    """Play `games` random games to two passes and count area.

    "sensible" draws evenly among legal points that do not fill an own eye and passes when there
    is none; "all" draws evenly among every legal point and the pass. Inside a game simple ko
    holds, whatever the ko rule of the position; `max_moves` (default: three times the points of the
    board) ends games that would not. The same seed gives the same games. Who wins is told with
    `area_komi`, so that it fits rules of territory as well.

    >>> run(Position.empty(9), 100, seed=1).games
    100
    """
    if games < 1:
        raise InvalidInput(f"{games} games: play at least one")
    if policy not in ("sensible", "all"):
        raise InvalidInput(f"unknown policy {policy!r}: say sensible or all")
    points = position.width * position.height
    limit = 3 * points if max_moves is None else max_moves
    result = _core.run_playouts(
        position.core,
        games,
        int(seed) & (2**64 - 1),
        policy == "all",
        max(0, min(limit, 1_000_000)),
        area_komi(position),
        True,
    )
    owner = tuple((b - w) / games for b, w in zip(result.black, result.white, strict=True))
    return Playouts(
        games=result.games,
        moves=result.moves,
        black_wins=result.black_wins,
        draws=result.draws,
        mean_score=result.score_sum / games,
        owner=owner,
    )
