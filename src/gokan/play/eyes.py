"""Eyes and suicide by the look of the points around: what hardly any player should fill."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gokan.go import Color, Position

__all__ = ["is_own_eye", "is_suicide", "shut_in"]

_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_EMPTY = b"100" + bytes(253)  # of a point's colour: 1 where it is empty
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def is_own_eye(position: Position, point: int, color: Color) -> bool:
    """Is the empty `point` an eye of `color` that one should not fill?

    All neighbours are stones of that colour, and the opponent holds at most one of the four
    diagonal points, or none where the edge leaves fewer than four.

    >>> position = Position.from_diagram('''
    ...     . X . O
    ...     X X . .
    ...     . . . .''')
    >>> is_own_eye(position, position.point("A3"), Color.BLACK)
    True
    >>> is_own_eye(position, position.point("C3"), Color.BLACK)
    False
    """
    board = position.board
    sides, corners = _around(position.width, position.height)[point]
    for next_to in sides:
        if board[next_to] != color:
            return False
    lost = sum(board[diagonal] == color.opponent for diagonal in corners)
    return lost <= (1 if len(corners) == 4 else 0)


@cache
def _around(width: int, height: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """For each point those beside it and those diagonally next to it."""

    def near(point: int, steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        row, col = divmod(point, width)
        return tuple(
            (row + down) * width + col + right
            for down, right in steps
            if 0 <= row + down < height and 0 <= col + right < width
        )

    return tuple((near(point, _SIDES), near(point, _CORNERS)) for point in range(width * height))


def shut_in(position: Position) -> list[int]:
    """The empty points with stones on every side: only there is an eye or a suicide.

    >>> position = Position.from_diagram('''
    ...     . X . O
    ...     X X . .
    ...     . . . .''')
    >>> [position.vertex(point) for point in shut_in(position)]
    ['A3']
    """
    width, count = position.width, len(position.board)
    inner, outer = _columns(width, position.height)
    empty = int(position.board.translate(_EMPTY), 2)  # a bit for each point, the first one highest
    beside = empty >> width | empty << width | empty >> 1 & inner | empty << 1 & outer
    left, found = empty & ~beside, []
    while left:
        bit = left.bit_length()
        found.append(count - bit)
        left ^= 1 << bit - 1
    return found


@cache
def _columns(width: int, height: int) -> tuple[int, int]:
    """The points that have one to their left, and those that have one to their right."""
    most = "1" * (width - 1)
    return int(("0" + most) * height, 2), int((most + "0") * height, 2)


def is_suicide(position: Position, point: int) -> bool:
    """Does a stone of the side to play take only itself and its own off the board there?

    >>> position = Position.from_diagram('''
    ...     . O X
    ...     O O X
    ...     X X .''', rules="tromp-taylor")
    >>> is_suicide(position, position.point("A3")), is_suicide(position, position.point("C1"))
    (False, True)
    """
    if not position.rules.suicide or position.color_at(point) or not position.is_legal(point):
        return False
    if any(not position.color_at(next_to) for next_to in position.neighbors(point)):
        return False
    return not position.play(point).color_at(point)
