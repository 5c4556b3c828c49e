"""The walls around a region: how much they bear while the attacker answers elsewhere.

A wall falls only when all its liberties outside the region are filled. One that lives there
unconditionally never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from gokan.go import Color, Position

if TYPE_CHECKING:
    from gokan.reading.regions.region import Region

__all__ = ["UNLIMITED", "alive_outside", "living_outside", "thinnest_wall"]

UNLIMITED = 1 << 20


def thinnest_wall(region: Region) -> int:
    r"""The fewest liberties outside of a wall that might be captured.

    >>> from gokan.reading.regions.region import find_region
    >>> rows = [". . O X . X", "O O O X X X", "X X X X . X", "X X X X X X"]
    >>> position = Position.from_diagram("\n".join(rows))
    >>> thinnest_wall(find_region(position, [position.point("A3")])) == UNLIMITED
    True
    """
    position, attacker = region.position, region.color.opponent
    seen = alive_outside(position, attacker, region.points) | region.points
    fewest = UNLIMITED
    for q in (q for p in region.points for q in position.neighbors(p)):
        if q not in seen and position.board[q] == attacker:
            block = position.block(q)
            seen |= set(block.stones)
            fewest = min(fewest, len(set(block.liberties) - region.points))
    return fewest


def alive_outside(position: Position, color: Color, region: Set[int]) -> set[int]:
    """Stones that live unconditionally by eyes apart from the region."""
    return living_outside(position, color, region)[0]


def living_outside(position: Position, color: Color, region: Set[int]) -> tuple[set[int], set[int]]:
    """The same stones, and the points of the eyes they live by (Benson's theorem).

    An eye must consist of liberties only: then suicide is no way to break it.
    """
    near = position.neighbors
    stones = set(position.stones(color)) - region
    beside = {q for p in stones for q in near(p)} - stones
    # What reaches a point away from the stones, or the region, is no eye.
    eyes = [
        part
        for part in _parts(position, beside - region)
        if all(q in part or q in stones for p in part for q in near(p))
    ]
    if len(eyes) < 2:
        return set(), set()
    blocks = _parts(position, stones)
    while True:
        edges = [{q for p in block for q in near(p)} for block in blocks]
        weak = [edge for edge in edges if sum(eye <= edge for eye in eyes) < 2]
        if not weak:
            return set().union(*blocks), set().union(*eyes) if blocks else set()
        blocks = [b for b, edge in zip(blocks, edges, strict=True) if edge not in weak]
        eyes = [eye for eye in eyes if all(eye.isdisjoint(edge) for edge in weak)]


def _parts(position: Position, points: Iterable[int]) -> list[set[int]]:
    left, parts = set(points), list[set[int]]()
    while left:
        part, todo = set[int](), [left.pop()]
        for p in todo:
            part.add(p)
            found = left.intersection(position.neighbors(p))
            left -= found
            todo += found
        parts.append(part)
    return parts
