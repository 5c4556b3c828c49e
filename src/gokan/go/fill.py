"""Points of a territory that its owner has still to fill, where territory is counted.

The rules of territory take it that neutral points are filled before the count, and that stones
which come into atari by that are connected: such a point is no territory. Records often end
before; then the same is worked out here. Of a block with one liberty in its own territory it is
asked: if the opponent takes its neutral liberties, and the owner answers on others of them, does it
come into atari? A stone that could not be played, or be captured at once, is no threat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gokan.go.color import BLACK, WHITE

if TYPE_CHECKING:
    from gokan.go.position import Position

__all__ = ["to_fill"]

Near = Sequence[Sequence[int]]
_MOST = 4  # neutral liberties: with more the owner finds a way
_DEEP = 6  # stones of the opponent one after the other


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
        todo = [
            point
            for point, stone in enumerate(stands)
            if stone == own and any(stands[q] != own and owner[q] != own for q in near[point])
        ]
        while todo:  # a block that has grown or lost a liberty is looked at again
            point = todo.pop()
            if board[point] != own:
                continue
            block, liberties = _block(board, near, point)
            inside = [q for q in liberties if owner[q] == own]
            neutral = [q for q in liberties if owner[q] != own]
            filled = inside[0] if _threatened(board, near, owner, point) else -1
            if filled >= 0 and _lives_on(board, near, filled, own):
                found.add(filled)
                for q in neutral:
                    board[q] = BLACK + WHITE - own
                todo += [filled, *(q for p in neutral for q in near[p] if board[q] == own)]
            else:
                todo = [q for q in todo if q not in block]
    return frozenset(found)


def _threatened(
    board: bytearray, near: Near, owner: Sequence[int], point: int, stones: int = _DEEP
) -> bool:
    """Whether the opponent, playing first, leaves the block but one liberty, in its territory.

    With so many `stones` at the most: an answer may open new liberties, and where nothing is
    settled yet there is no end to them.
    """
    own = board[point]
    _, liberties = _block(board, near, point)
    neutral = [q for q in liberties if owner[q] != own]
    if len(liberties) - len(neutral) != 1 or len(neutral) > _MOST:
        return False
    if not neutral:
        return True
    if not stones:
        return False
    for taken in neutral:
        after = bytearray(board)
        after[taken] = BLACK + WHITE - own
        breath = _block(after, near, taken)[1]
        captures = any(after[q] == own and not _block(after, near, q)[1] for q in near[taken])
        if (not breath and not captures) or (len(breath) == 1 and owner[min(breath)] != own):
            continue
        left = [q for q in neutral if q != taken]
        if not any(_saved(after, near, owner, point, reply, stones - 1) for reply in left):
            return True
    return False


def _saved(
    board: bytearray, near: Near, owner: Sequence[int], point: int, reply: int, stones: int
) -> bool:
    after = bytearray(board)
    after[reply] = board[point]
    return not _threatened(after, near, owner, point, stones)


def _lives_on(board: bytearray, near: Near, point: int, own: int) -> bool:
    """Fills a point; false, and nothing done, if that takes a last eye."""
    board[point] = own
    if _block(board, near, point)[1]:
        return True
    board[point] = 0
    return False


def _block(board: bytearray, near: Near, start: int) -> tuple[set[int], set[int]]:
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
