"""Hexapawn (Gardner, 1962): pawns only; get one across, take all, or leave no move."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gokan.checks import whole
from gokan.logic.game import Vocabulary
from gokan.logic.language.formula import Value

__all__ = ["Hexapawn"]

State = tuple[str, int]


@dataclass(frozen=True)
class Hexapawn:
    """A state is the board, top row first (White's pawns `W` move up), and whose turn it is.

    >>> Hexapawn().show(next(iter(Hexapawn().starts())))
    'BBB/.../WWW, White to play'
    """

    width: int = 3
    height: int = 3
    players = ("White", "Black")

    def __post_init__(self) -> None:
        whole("width of the board", self.width, 1, 4)
        whole("height of the board", self.height, 3, 4)

    @property
    def vocabulary(self) -> Vocabulary[State]:
        """Pawn(c, i): a pawn of i stands on cell c."""
        cells = tuple(self._cell(k) for k in range(self.width * self.height))
        return Vocabulary(
            sorts={"cell": cells},
            predicates={
                "Pawn": (
                    ("cell", "player"),
                    lambda s, c, i: s[0][cells.index(c)] == str(i)[0],
                )
            },
        )

    def starts(self) -> Iterable[State]:
        """A row of pawns each, White to move."""
        between = "." * (self.width * (self.height - 2))
        return [("B" * self.width + between + "W" * self.width, 0)]

    def to_play(self, state: State) -> Value:
        """Whose turn it is."""
        return self.players[state[1]]

    def possible(self, state: State) -> Iterable[tuple[Value, State]]:
        """One step forward to a free cell, or take diagonally forward."""
        board, turn = state
        if self._across(state):
            return
        own, enemy, ahead = ("W", "B", -1) if turn == 0 else ("B", "W", 1)
        for k, pawn in enumerate(board):
            if pawn != own:
                continue
            row, column = divmod(k, self.width)
            for aside in (-1, 0, 1):
                to = (row + ahead) * self.width + column + aside
                if not 0 <= column + aside < self.width:
                    continue
                if board[to] == (enemy if aside else "."):
                    after = list(board)
                    after[k], after[to] = ".", own
                    yield f"{self._cell(k)}-{self._cell(to)}", ("".join(after), 1 - turn)

    def legal(self, state: State) -> Iterable[Value]:
        """Every possible move is legal."""
        return [move for move, _ in self.possible(state)]

    def wins(self, state: State) -> Collection[Value]:
        """Who just moved, if that got a pawn across or leaves the other without a move."""
        stuck = next(iter(self.possible(state)), None) is None
        return [self.players[1 - state[1]]] if stuck else []

    def _across(self, state: State) -> bool:
        board = state[0]
        return "W" in board[: self.width] or "B" in board[-self.width :]

    def _cell(self, k: int) -> str:
        row, column = divmod(k, self.width)
        return f"{'abcd'[column]}{self.height - row}"

    def show(self, state: State) -> str:
        """The rows from the top, and the turn."""
        board, w = state[0], self.width
        rows = "/".join(board[k : k + w] for k in range(0, len(board), w))
        return f"{rows}, {self.to_play(state)} to play"
