"""Advice for the proof search: which moves somebody who does not read would look at first.

Whoever has a network hands in an `Adviser`. A position is put to it once the search below it has
grown long enough to pay for the answer; then moves that are unlikely count as so much harder
than the likeliest. That changes what a search costs, never what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.reading.regions.region import Region

__all__ = ["Adviser", "Expected", "Guesses", "advice_for"]

Expected = Callable[[Position, Sequence[int]], float]
"""Of a position and the stones in question: the chance, by the look of it, that the side to move
takes them, if need be by a ko, or saves them."""

Guesses = _core.ShapeWeights
"""What was learned of shapes, for the search's first guess of every position that it meets
(`core/reading/arena/shape_guess.h`). Like advice it changes what a search costs, never what it
says."""

_FREE, _ATTACKER, _DEFENDER = 1, 2, 3  # cells, as the search knows them
_POWER = 0.5  # of how much likelier the likeliest move is
_MOST = 8.0  # times as hard as the likeliest


@dataclass(frozen=True, slots=True)
class Adviser:
    """A source of likely moves, and when it pays to ask it.

    >>> Adviser(lambda position, points: {points[0]: 1.0}).after
    5000
    """

    likely: Callable[[Position, Sequence[int]], Mapping[int, float]]
    """Of a position and the points that may be played: the chance that each is the right one."""
    after: int = 5_000
    """Nodes searched below a position before it is asked about."""
    power: float = _POWER
    most: float = _MOST

    def __post_init__(self) -> None:
        if self.after < 0 or self.power < 0 or self.most < 1:
            raise InvalidInput("An adviser is asked after some nodes, and weighs moves from 1 up.")


def advice_for(region: Region, adviser: Adviser) -> Callable[[bytes, int, int], Sequence[float]]:
    """What the search asks: cells of the region, who moves, and where he may not retake."""
    start, points = region.position, [region.point(c) for c in range(len(region.cells))]
    sides = region.color.opponent, region.color
    stones = {_FREE: 0, _ATTACKER: int(sides[0]), _DEFENDER: int(sides[1])}

    def advise(cells: bytes, turn: int, ko: int) -> Sequence[float]:
        board = bytearray(start.board)
        for point, kind in zip(points, cells, strict=True):
            if kind:
                board[point] = stones[kind]
        try:
            position = Position.from_board(
                bytes(board), start.width, to_play=sides[turn], rules=start.rules
            )
        except InvalidInput:  # the outside, which is safe for the search, has no liberty left
            return ()
        free = [c for c, kind in enumerate(cells) if kind == _FREE and c != ko]
        chances = adviser.likely(position, [points[c] for c in free]) if free else {}
        best = max(chances.values(), default=0.0)
        if best <= 0:
            return ()
        least = best * adviser.most ** (-1 / adviser.power) if adviser.power else best
        harder = [1.0] * len(cells)
        for cell in free:
            chance = max(least, chances.get(points[cell], 0.0))
            harder[cell] = float((best / chance) ** adviser.power)
        return harder

    return advise
