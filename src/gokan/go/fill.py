"""Points of a territory that its owner has still to fill, where territory is counted.

The rules of territory take it that neutral points are filled before the count, and that stones
which come into atari by that are connected: such a point is no territory. Records often end
before; then the same is worked out here. A block with one liberty in its own territory and at most
one neutral liberty must be connected as soon as the opponent takes that one, unless he may not
play there or his stone could be captured at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gokan.go.color import BLACK, WHITE

if TYPE_CHECKING:
    from gokan.go.position import Position

__all__ = ["to_fill"]


def to_fill(position: Position, owner: Sequence[int], stands: bytes) -> frozenset[int]:
    """The points, given the owner of each point and the stones that stand at the end.

    >>> from gokan.go.position import Position
    >>> position = Position.from_diagram('''
    ...     . X . X .
    ...     X X X O O
    ...     O O O O .
    ...     . O . O .''', rules="japanese")
    >>> owner = bytes([1, 1, 1, 1, 0, 1, 1, 1] + 12 * [2])
    >>> [position.vertex(p) for p in to_fill(position, owner, position.board)]
    ['C4']
    """
    near = [position.neighbors(point) for point in range(len(stands))]
    found: set[int] = set()
    for own in (BLACK, WHITE):
        board = bytearray(stands)
        todo = [point for point, stone in enumerate(stands) if stone == own]
        while todo:  # a block that has grown or lost a liberty is looked at again
            point = todo.pop()
            if board[point] != own:
                continue
            block, liberties = _block(board, near, point)
            inside = [q for q in liberties if owner[q] == own]
            neutral = [q for q in liberties if owner[q] != own]
            if len(inside) == 1 and len(neutral) <= 1 and _taken(board, near, own, neutral, inside):
                board[inside[0]] = own
                if _block(board, near, inside[0])[1]:
                    found.add(inside[0])
                    todo += [inside[0], *(q for p in neutral for q in near[p] if board[q] == own)]
                else:  # a last eye
                    board[inside[0]] = 0
            else:
                todo = [q for q in todo if q not in block]
    return frozenset(found)


def _taken(
    board: bytearray, near: Sequence[Sequence[int]], own: int, neutral: list[int], inside: list[int]
) -> bool:
    """Fills the neutral liberty for the opponent; false, and nothing done, if he cannot."""
    for point in neutral:
        board[point] = BLACK + WHITE - own
        _, liberties = _block(board, near, point)
        captures = any(board[q] == own and not _block(board, near, q)[1] for q in near[point])
        suicide = not liberties and not captures
        # In atari elsewhere the owner takes it off the board instead.
        if suicide or (len(liberties) == 1 and not liberties <= set(inside)):
            board[point] = 0
            return False
    return True


def _block(
    board: bytearray, near: Sequence[Sequence[int]], start: int
) -> tuple[set[int], set[int]]:
    block, liberties, todo = {start}, set[int](), [start]
    color = board[start]
    for point in todo:
        for q in near[point]:
            if not board[q]:
                liberties.add(q)
            elif board[q] == color and q not in block:
                block.add(q)
                todo.append(q)
    return block, liberties
