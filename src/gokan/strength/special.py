"""What the relations cannot see by themselves: a ko just taken, and the liberties of a seki.

Both are switches; without them the system is the paper's own.

*Ko.* A stone that has just taken a ko has one liberty, and the block beside it is the enemy's, so
equation (5) gives it a strength near 0: the system sees a lost stone, where the rule forbids to
take it at once. Of the captures that it ranks worst nearly all are of this kind. With the switch
the banned liberty is not the enemy's (its factor in equation (5) is 0), so that the stone stands
for now; who wins the ko is not known here.

*Seki* (section IV-C). Where a point is "one of the shared liberties that is not accessible to
either one side … we should have b = w = 0", and "could conclude … that both blocks are safe". The
relations cannot find this; the points are found separately, here those that can be seen without
reading, or handed in.
"""

from __future__ import annotations

from collections.abc import Iterable

from gokan.go import BLACK, PASS, Position
from gokan.go.position import Block
from gokan.strength.options import point_on

__all__ = [
    "KO_STRENGTH",
    "ko_stone",
    "shared_liberties",
    "shared_verdicts",
    "special_verdicts",
    "takes_ko",
]

KO_STRENGTH = 1.0
"""The strength of a stone that has just taken a ko, where the switch `ko` is on: by equation (5),
as nobody may take it now."""


def ko_stone(position: Position) -> int | None:
    """The stone that has just taken a ko, if the last move did.

    >>> position = Position.from_diagram('''
    ...     . X O .
    ...     X O . O
    ...     . X O .
    ...     . . . .''')
    >>> taken = position.play("C3")
    >>> position.vertex(ko_stone(taken)), ko_stone(position)
    ('C3', None)
    """
    last, banned = position.last_move, position.ko
    if last is None or last == PASS or banned is None:
        return None
    block = position.block(last)
    return last if set(block.liberties) == {banned} else None


def shared_liberties(position: Position) -> tuple[int, ...]:
    """Liberties that neither side may fill: two blocks with the same two liberties and no others.

    Whoever plays on one of them can be taken on the other. It is what can be seen without reading,
    and no more: where the stones that would be given up make a killing shape, or where something
    else around is weak, reading may know better.

    >>> position = Position.from_diagram('''
    ...     O X . O X .
    ...     O X . O X .
    ...     O X X O X .
    ...     O O O O X .
    ...     X X X X X .
    ...     . . . . . .''')
    >>> [position.vertex(p) for p in shared_liberties(position)]
    ['C6', 'C5']
    """
    found: set[int] = set()
    for block in position.blocks():
        if block.color != BLACK or len(block.liberties) != 2:
            continue
        one, other = block.liberties
        beside = [_blocks_at(position, point) for point in (one, other)]
        blocks = {b.stones: b for b in (*beside[0], *beside[1])}
        if {b.color for b in blocks.values()} != {BLACK, BLACK.opponent} or len(blocks) != 2:
            continue
        if all(set(b.liberties) == {one, other} for b in blocks.values()):
            found |= {one, other}
    return tuple(sorted(found))


def shared_verdicts(position: Position, shared: Iterable[int | str]) -> dict[int, float]:
    """By equation (5) with b = w = 0 at those points: a block with two such liberties is safe."""
    points = {point_on(position, named) for named in shared}
    return {
        block.stones[0]: 1.0
        for block in position.blocks()
        if len(points.intersection(block.liberties)) >= 2
    }


def special_verdicts(
    position: Position, *, ko: bool = False, shared: Iterable[int | str] = ()
) -> list[tuple[int, float]]:
    """What both switches say of blocks, as the core takes verdicts."""
    stone = ko_stone(position) if ko else None
    known = shared_verdicts(position, shared)
    return [*([] if stone is None else [(stone, KO_STRENGTH)]), *known.items()]


def takes_ko(position: Position, move: int) -> bool:
    """Does the side to move take a ko there? Decided before anything is played, where it can be."""
    enemy = position.to_play.opponent
    beside = [position.board[q] for q in position.neighbors(move)]
    if any(color != enemy for color in beside):
        return False
    return ko_stone(position.play(move)) is not None


def _blocks_at(position: Position, point: int) -> list[Block]:
    return [position.block(q) for q in position.neighbors(point) if position.board[q]]
