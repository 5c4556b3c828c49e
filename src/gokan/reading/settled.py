"""What is settled for good, stones inside the walls included.

Three steps, each for one side and the region of a point between its unconditionally live stones:

1. Unconditional life and territory (Benson), which hold even if the owner always passes.
2. *Room*: the enemy plays there without end while the owner passes. His own stones never leave the
   board, so he can make an eye only on an empty point that touches no stone of the owner (a point
   that does would have to be filled to capture that stone), or where he captures one. Two eyes
   need two such points that are not neighbours. Where there is no such pair, he cannot live
   with two eyes unless the owner helps. Seki, and life by capturing what the owner must throw
   in, are still open.
3. *Reading*: every enemy block in the region is proved to fall although the enemy moves first.
   And more, since "for good" should mean that the owner need not answer: the enemy first fills
   the points along the walls, then any of the other points, all without an answer, and still
   every block of his is proved to fall, whatever ko threats he has.

A region that passes is the owner's: empty points are territory, enemy stones dead, the owner's own
stones there alive in the sense that nothing else can live in their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal

from gokan.go import BLACK, EMPTY, WHITE, Color, Position, Rules
from gokan.go.life import unconditional
from gokan.reading.tactics import capture

__all__ = ["settled"]

ORDER = 14
NODES = 2_000_000
MOST_INNER = 8
"""Points away from the walls; more are not tried out."""

_known: dict[tuple[bytes, Rules, Color, int], bool] = {}


def settled(position: Position, point: int) -> Color:
    """The side the point belongs to for good, or EMPTY.

    >>> position = Position.from_diagram('''
    ...     . X . X .
    ...     X X X X X
    ...     O O O O O
    ...     . O . O .
    ...     O . O O O
    ... ''')
    >>> str(settled(position, position.point("A5"))), str(settled(position, position.point("A1")))
    ('black', 'white')
    """
    life = unconditional(position)
    owner = life.owner(point)
    if owner != EMPTY:
        return owner
    for color, alive in ((BLACK, life.alive_black), (WHITE, life.alive_white)):
        if not alive:
            continue
        if _settled_for(position, point, color, frozenset(alive)):
            return color
    return EMPTY


def _settled_for(position: Position, point: int, owner: Color, wall: frozenset[int]) -> bool:
    region = _region(position, point, wall)
    asked = (position.board, position.rules, owner, min(region))
    if asked not in _known:
        if len(_known) > 1000:
            _known.clear()
        _known[asked] = not _room_for_two_eyes(position, region, owner) and _enemy_falls(
            position, region, owner.opponent, wall
        )
    return _known[asked]


def _region(position: Position, start: int, wall: frozenset[int]) -> list[int]:
    region, seen = [start], {start} | wall
    for point in region:
        for near in position.neighbors(point):
            if near not in seen:
                seen.add(near)
                region.append(near)
    return region


def _room_for_two_eyes(position: Position, region: list[int], owner: Color) -> bool:
    board, possible = position.board, list[int]()
    for point in region:
        if board[point] == owner.opponent and not position.rules.suicide:
            continue
        if board[point] != owner and any(board[n] == owner for n in position.neighbors(point)):
            continue
        possible.append(point)
        if len(possible) > 2:
            return True
    return len(possible) == 2 and possible[1] not in position.neighbors(possible[0])


def _enemy_falls(position: Position, region: list[int], enemy: Color, wall: frozenset[int]) -> bool:
    if not _all_captured(position, region, enemy, "defend"):
        return False
    full = position
    for point in region:
        if any(near in wall for near in position.neighbors(point)) and full.is_legal(point, enemy):
            full = full.play(point, enemy)
    inner = [point for point in region if full.color_at(point) == EMPTY]
    if len(inner) > MOST_INNER:
        return False
    return all(
        _all_captured(variant, region, enemy, "attack") for variant in _fillings(full, inner, enemy)
    )


def _fillings(position: Position, points: list[int], enemy: Color) -> Iterator[Position]:
    """The position after the enemy has played on each choice of the points, unanswered."""
    for count in range(len(points) + 1):
        for chosen in combinations(points, count):
            after = position
            for point in chosen:
                if not after.is_legal(point, enemy):
                    break
                after = after.play(point, enemy)
            else:
                yield after


def _all_captured(
    position: Position, region: list[int], enemy: Color, first: Literal["attack", "defend"]
) -> bool:
    done = set[int]()
    for point in region:
        if position.color_at(point) != enemy or point in done:
            continue
        done.update(position.block(point).stones)
        answer = capture(position, point, first=first, order=ORDER, nodes=NODES)
        if answer.captured is not True or answer.grade != "proved":
            return False
    return True
