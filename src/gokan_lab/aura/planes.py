"""What the aura sees: a square of the board around the target, from the target's side."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from gokan.go import Color, Position

__all__ = ["PLANES", "SIDE", "View", "look", "spread"]

SIDE = 15
"""Points along each side of the square."""
PLANES = 16
"""Planes that `spread` makes of a view."""
OFF, EMPTY, FRIEND, ENEMY, TARGET, KO = range(6)

View = NDArray[np.uint8]
"""Shape (2, SIDE, SIDE): what stands on each point, and the liberties of its block (at most 5)."""


def look(position: Position, target: Collection[int], owner: Color) -> tuple[View, int, int]:
    """The view of a target and the row and column of the board where the square begins.

    >>> position = Position.from_diagram('''
    ...     . . O X .
    ...     O O O X .
    ...     X X X X .
    ... ''')
    >>> view, top, left = look(position, [2], Color.WHITE)
    >>> view.shape, top, left
    ((2, 15, 15), -7, -5)
    """
    width, height = position.width, position.height
    board = np.frombuffer(position.board, dtype=np.uint8).reshape(height, width)
    what = np.where(board == 0, EMPTY, np.where(board == int(owner), FRIEND, ENEMY))
    what = what.astype(np.uint8)
    liberties = np.zeros((height, width), dtype=np.uint8)
    flat, marks = liberties.reshape(-1), what.reshape(-1)
    wanted = set(target)
    rows = [p // width for p in wanted]
    columns = [p % width for p in wanted]
    top = (min(rows) + max(rows)) // 2 - SIDE // 2
    left = (min(columns) + max(columns)) // 2 - SIDE // 2
    for block in position.core.blocks():
        stones = list(block.stones)
        flat[stones] = min(len(block.liberties), 5)
        if not wanted.isdisjoint(stones):
            marks[stones] = TARGET
    if position.ko is not None:
        marks[position.ko] = KO
    view = np.zeros((2, SIDE, SIDE), dtype=np.uint8)
    y0, y1 = max(0, top), min(height, top + SIDE)
    x0, x1 = max(0, left), min(width, left + SIDE)
    view[0, y0 - top : y1 - top, x0 - left : x1 - left] = what[y0:y1, x0:x1]
    view[1, y0 - top : y1 - top, x0 - left : x1 - left] = liberties[y0:y1, x0:x1]
    return view, top, left


def spread(views: NDArray[np.uint8], defends: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Planes of views, shape (n, PLANES, SIDE, SIDE); `defends` says where the target's side moves.

    >>> spread(np.ones((2, 2, SIDE, SIDE), np.uint8), np.array([True, False])).shape
    (2, 16, 15, 15)
    """
    what, breath = views[:, 0], views[:, 1]
    own = (what == FRIEND) | (what == TARGET)
    enemy = what == ENEMY
    planes = [what != OFF, (what == EMPTY) | (what == KO), own, enemy, what == TARGET]
    for stones in (own, enemy):
        planes += [stones & (breath == n) for n in (1, 2, 3, 4)]
    planes += [what == KO]
    turn = np.broadcast_to(defends[:, None, None], what.shape)
    planes += [turn, ~turn]
    return np.stack(planes, axis=1).astype(np.float32)
