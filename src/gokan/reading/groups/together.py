"""Stones that are each other's only refuge.

A region counts stones of the defender beyond its edge as safe. Two blocks that are shut in together
would then both live, each because it reaches the other. So the question is about both of them.
"""

from __future__ import annotations

from gokan.go import Position
from gokan.reading.regions.region import DEFENDER_ANCHOR, find_region

__all__ = ["shut_in_together"]

_BESIDE = 2  # steps to a block that may be a refuge
_ROUNDS = 3


def shut_in_together(position: Position, target: tuple[int, ...]) -> tuple[int, ...] | None:
    """A stone of each block of the target and of those beside it, if all of them have no refuge
    elsewhere; None if there is one, or if the target needs nobody for that.

    >>> position = Position.from_diagram('''
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... X X X X . X . . .
    ... . . . . . . . . .
    ... O . O X O X . . .
    ... . O O . . X . . .
    ... ''')
    >>> all_of_them = shut_in_together(position, (position.point("C2"),))
    >>> [position.vertex(p) for p in all_of_them or ()]
    ['A2', 'C2', 'E2']
    """
    found = {min(position.block(p).stones) for p in target}
    if _shut_in(position, found):
        return None
    for _ in range(_ROUNDS):
        more = found | _beside(position, found)
        if more == found:
            return None
        found = more
        if _shut_in(position, found):
            return tuple(sorted(found))
    return None


def _shut_in(position: Position, stones: set[int]) -> bool:
    return not any(cell & DEFENDER_ANCHOR for cell in find_region(position, sorted(stones)).cells)


def _beside(position: Position, stones: set[int]) -> set[int]:
    """The friends within a few steps along the lines of the board."""
    own = position.color_at(min(stones))
    reached = {q for p in stones for q in position.block(p).stones}
    for _ in range(_BESIDE):
        reached |= {q for p in reached for q in position.neighbors(p)}
    return {min(position.block(p).stones) for p in reached if position.color_at(p) == own}
