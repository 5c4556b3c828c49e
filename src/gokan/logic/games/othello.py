"""Othello on a small board: enclose enemy discs in a line, and they turn over."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gokan.checks import whole
from gokan.logic.game import Vocabulary
from gokan.logic.language.formula import Value

__all__ = ["Othello"]

State = tuple[str, int]
_AROUND = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c)


@dataclass(frozen=True)
class Othello:
    """A state is the board, top row first, and whose turn it is; Black (`X`) begins.

    Who cannot turn a disc passes; when neither can, the game is over and more discs win.

    >>> Othello().show(next(iter(Othello().starts())))
    '..../.OX./.XO./...., Black to play'
    """

    side: int = 4
    players = ("Black", "White")

    def __post_init__(self) -> None:
        whole("side of the board", self.side, 2, 4)

    @property
    def vocabulary(self) -> Vocabulary[State]:
        """Disc(c, i): a disc of i lies on cell c."""
        cells = tuple(self._cell(k) for k in range(self.side**2))
        return Vocabulary(
            sorts={"cell": cells},
            predicates={
                "Disc": (
                    ("cell", "player"),
                    lambda s, c, i: s[0][cells.index(c)] == ("X" if i == "Black" else "O"),
                )
            },
        )

    def starts(self) -> Iterable[State]:
        """Four discs in the middle; on an odd board a little to the top left."""
        n, board = self.side, ["."] * self.side**2
        k = (n // 2 - 1) * n + n // 2 - 1
        board[k], board[k + 1], board[k + n], board[k + n + 1] = "O", "X", "X", "O"
        return [("".join(board), 0)]

    def to_play(self, state: State) -> Value:
        """Whose turn it is."""
        return self.players[state[1]]

    def possible(self, state: State) -> Iterable[tuple[Value, State]]:
        """A disc that turns others; otherwise a pass, if the opponent can move."""
        moves = list(self._moves(*state))
        if not moves and any(True for _ in self._moves(state[0], 1 - state[1])):
            moves = [("pass", (state[0], 1 - state[1]))]
        return moves

    def _moves(self, board: str, turn: int) -> Iterable[tuple[Value, State]]:
        own, enemy = "XO"[turn], "OX"[turn]
        for k, disc in enumerate(board):
            if disc != ".":
                continue
            turned = [t for step in _AROUND for t in self._run(board, k, step, own, enemy)]
            if turned:
                after = list(board)
                for t in (k, *turned):
                    after[t] = own
                yield self._cell(k), ("".join(after), 1 - turn)

    def _run(self, board: str, k: int, step: tuple[int, int], own: str, enemy: str) -> list[int]:
        n = self.side
        row, column = k // n + step[0], k % n + step[1]
        found: list[int] = []
        while 0 <= row < n and 0 <= column < n:
            here = row * n + column
            if board[here] == own:
                return found
            if board[here] != enemy:
                break
            found.append(here)
            row, column = row + step[0], column + step[1]
        return []

    def legal(self, state: State) -> Iterable[Value]:
        """Every possible move is legal."""
        return [move for move, _ in self.possible(state)]

    def wins(self, state: State) -> Collection[Value]:
        """Who has more discs once neither can move."""
        if any(True for _ in self.possible(state)):
            return []
        black, white = state[0].count("X"), state[0].count("O")
        return [] if black == white else [self.players[white > black]]

    def _cell(self, k: int) -> str:
        return f"{'abcd'[k % self.side]}{self.side - k // self.side}"

    def show(self, state: State) -> str:
        """The rows from the top, and the turn."""
        board, n = state[0], self.side
        rows = "/".join(board[k : k + n] for k in range(0, len(board), n))
        return f"{rows}, {self.to_play(state)} to play"
