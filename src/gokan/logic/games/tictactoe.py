"""Tic-tac-toe: three in a row on three by three."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gokan.logic.game import Vocabulary
from gokan.logic.language.formula import Value

__all__ = ["TicTacToe"]

CELLS = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
LINES = {
    "row3": (0, 1, 2),
    "row2": (3, 4, 5),
    "row1": (6, 7, 8),
    "columnA": (0, 3, 6),
    "columnB": (1, 4, 7),
    "columnC": (2, 5, 8),
    "falling": (0, 4, 8),
    "rising": (6, 4, 2),
}


@dataclass(frozen=True)
class TicTacToe:
    """A state is a text of nine signs, row 3 first; X begins.

    >>> game = TicTacToe()
    >>> game.wins("XXX.OO...")
    ['X']
    """

    players = ("X", "O")

    @property
    def vocabulary(self) -> Vocabulary[str]:
        """Mark(c, i), Free(c), Line(l, i): all three cells of a line are i's."""
        return Vocabulary(
            sorts={"cell": CELLS, "line": tuple(LINES)},
            predicates={
                "Mark": (("cell", "player"), lambda s, c, i: s[CELLS.index(c)] == i),
                "Free": (("cell",), lambda s, c: s[CELLS.index(c)] == "."),
                "Line": (("line", "player"), lambda s, n, i: all(s[k] == i for k in LINES[n])),
            },
        )

    def starts(self) -> Iterable[str]:
        """The empty board."""
        return ["." * 9]

    def to_play(self, state: str) -> Value:
        """X while both have made as many marks."""
        return self.players[state.count("X") > state.count("O")]

    def possible(self, state: str) -> Iterable[tuple[Value, str]]:
        """A mark on any free cell, until somebody has won."""
        if not self.wins(state):
            for k, mark in enumerate(state):
                if mark == ".":
                    yield CELLS[k], f"{state[:k]}{self.to_play(state)}{state[k + 1 :]}"

    def legal(self, state: str) -> Iterable[Value]:
        """Every possible move is legal."""
        return [move for move, _ in self.possible(state)]

    def wins(self, state: str) -> Collection[Value]:
        """Who has three in a row."""
        return [i for i in self.players if any(all(state[k] == i for k in c) for c in _ROWS)]

    def show(self, state: str) -> str:
        """The rows from the top."""
        return f"{state[:3]}/{state[3:6]}/{state[6:]}"


_ROWS = tuple(LINES.values())
