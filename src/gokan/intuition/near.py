"""Where a first move about a group is looked for: one answer for training and for use."""

from __future__ import annotations

from collections.abc import Iterable

from gokan.go import Position

__all__ = ["first_moves_near"]

NEAR = 2
"""So near to a stone of the group, diagonals counted as one."""


def first_moves_near(position: Position, stones: Iterable[int]) -> list[int]:
    """The empty points near these stones where the side to move may play.

    >>> position = Position.empty(5)
    >>> len(first_moves_near(position, [0])), len(first_moves_near(position, [12]))
    (9, 25)
    """
    width, board = position.width, position.board
    near = set()
    for stone in stones:
        row, column = divmod(stone, width)
        for y in range(max(0, row - NEAR), min(position.height, row + NEAR + 1)):
            for x in range(max(0, column - NEAR), min(width, column + NEAR + 1)):
                near.add(y * width + x)
    return sorted(p for p in near if not board[p] and position.is_legal(p))
