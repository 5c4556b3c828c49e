"""Othello as a second domain of ETS (Section 6.2), to show that the formalism is not tied to Go."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from gokan.errors import IllegalMove
from gokan.shape.ets import Setting, parse
from gokan.shape.go.observe import Round, View

SIDE = 8
START = {27: 2, 28: 1, 35: 1, 36: 2}
_WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


@lru_cache(maxsize=1)
def classes() -> Setting:
    """The classes of Othello: level 0 as in Go, with discs turned over, and a first level 1."""
    here = files("gokan.shape")
    low = (here / "go" / "level0.txt").read_text("utf-8").replace("domain go", "domain othello", 1)
    return parse(low + (here / "othello.txt").read_text("utf-8"), file="the classes of Othello")


def play(board: bytes, square: int, color: int) -> bytes:
    """The board after a move; raises IllegalMove if it turns nothing over.

    >>> board = start()
    >>> play(board, 19, 1).count(1), play(board, 19, 1).count(2)
    (4, 1)
    """
    turned = [] if board[square] else _turned(board, square, color)
    if not turned:
        raise IllegalMove(f"a disc on square {square} would turn nothing over")
    after = bytearray(board)
    for point in (square, *turned):
        after[point] = color
    return bytes(after)


def start() -> bytes:
    """The four discs of the beginning; 1 is black and moves first."""
    return bytes(START.get(point, 0) for point in range(SIDE * SIDE))


def observe(moves: list[int]) -> View:
    """A game seen whole, a round for each position; who cannot move passes."""
    board, color = start(), 1
    boards = [board]
    for square in moves:
        if not any(not board[p] and _turned(board, p, color) for p in range(SIDE * SIDE)):
            color = 3 - color
        board = play(board, square, color)
        boards.append(board)
        color = 3 - color
    everything = frozenset(range(SIDE * SIDE))
    return View(SIDE, SIDE, tuple(Round(b, everything) for b in boards))


def _turned(board: bytes, square: int, color: int) -> list[int]:
    turned = []
    row, column = divmod(square, SIDE)
    for dx, dy in _WAYS:
        run = []
        x, y = column + dx, row + dy
        while 0 <= x < SIDE and 0 <= y < SIDE and board[y * SIDE + x] == 3 - color:
            run.append(y * SIDE + x)
            x, y = x + dx, y + dy
        if run and 0 <= x < SIDE and 0 <= y < SIDE and board[y * SIDE + x] == color:
            turned += run
    return turned
