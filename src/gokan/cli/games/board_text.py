"""A board as text with something on every point: stones, numbers, coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gokan.go import Position

__all__ = ["board_text"]


def board_text(position: Position, texts: Mapping[int, str]) -> str:
    """The board with coordinates; stones are X and O, and what is told of a point stands on it.

    >>> from gokan.go import Position
    >>> print(board_text(Position.empty(3).play("B2"), {0: "+7", 4: "12", 8: "-1"}))
        A   B   C
    3  +7   .   .  3
    2   . X12   .  2
    1   .   .  -1  1
        A   B   C
    """
    from gokan.go.vertex import COLUMNS

    width, height, board = position.width, position.height, position.board
    cells = [
        (".XO"[board[p]] if board[p] or not texts.get(p) else "") + texts.get(p, "")
        for p in range(width * height)
    ]
    room = max(len(cell) for cell in cells)
    letters = " " * 3 + " ".join(f"{COLUMNS[x]:>{room}}" for x in range(width))
    rows = [letters.rstrip()]
    for y in range(height):
        row = " ".join(f"{cell:>{room}}" for cell in cells[y * width : (y + 1) * width])
        rows.append(f"{height - y:>2} {row} {height - y:>2}")
    return "\n".join([*rows, letters.rstrip()])
