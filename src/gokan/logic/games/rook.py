"""A chess ending on a small board: king and rook against king.

Here possible and legal moves differ: a king may be put beside a king or into check, but the rules
forbid it. Checkmate is `ach[White] Check`: Black is in check and has no legal move out of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gokan.checks import whole
from gokan.logic.game import Vocabulary
from gokan.logic.language.formula import Value

__all__ = ["RookEnding"]

State = tuple[int, int, int, int]
"""White king, white rook (-1: taken), black king, turn."""


@dataclass(frozen=True)
class RookEnding:
    """King and rook against king; every placing in which the side not to move is not in check.

    >>> game = RookEnding()
    >>> game.show((0, 5, 15, 0))
    'Ka4 Rb3 kd1, White to play'
    """

    side: int = 4
    players = ("White", "Black")

    def __post_init__(self) -> None:
        whole("side of the board", self.side, 3, 5)

    @property
    def vocabulary(self) -> Vocabulary[State]:
        """Check: Black's king is attacked; RookTaken; King(c, i): i's king stands on c."""
        cells = tuple(self._cell(k) for k in range(self.side**2))
        return Vocabulary(
            sorts={"cell": cells},
            predicates={
                "Check": ((), lambda s: self._attacked(s[2], s)),
                "RookTaken": ((), lambda s: s[1] < 0),
                "King": (
                    ("cell", "player"),
                    lambda s, c, i: s[0 if i == "White" else 2] == cells.index(c),
                ),
            },
        )

    def starts(self) -> Iterable[State]:
        """All placings, either side to move."""
        cells = range(self.side**2)
        for king in cells:
            for rook in cells:
                for lone in cells:
                    if len({king, rook, lone}) == 3 and lone not in self._steps[king]:
                        yield (king, rook, lone, 1)
                        if not self._attacked(lone, (king, rook, lone, 0)):
                            yield (king, rook, lone, 0)

    def to_play(self, state: State) -> Value:
        """Whose turn it is."""
        return self.players[state[3]]

    def possible(self, state: State) -> Iterable[tuple[Value, State]]:
        """Moves of the pieces, also into check."""
        king, rook, lone, turn = state
        if king == lone:  # a king was taken, which no legal move does
            return
        if turn == 0:
            for to in self._steps[king]:
                if to != rook:
                    yield f"K{self._cell(to)}", (to, rook, lone, 1)
            if rook >= 0:
                for to in self._reach(rook, {king, lone}):
                    if to not in (king, lone):
                        yield f"R{self._cell(to)}", (king, to, lone, 1)
        else:
            for to in self._steps[lone]:
                left = -1 if to == rook else rook
                yield f"k{self._cell(to)}", (king, left, to, 0)

    def legal(self, state: State) -> Iterable[Value]:
        """No king stays or goes where it can be taken."""
        king, _, lone, turn = state
        if king == lone:
            return []
        found = []
        for move, (after, rook, other, _) in self.possible(state):
            if turn == 0:
                fine = other not in self._steps[after] and after != other
            else:
                fine = not self._attacked(other, (after, rook, other, 0)) and other != king
            if fine:
                found.append(move)
        return found

    def wins(self, state: State) -> Collection[Value]:
        """White, if Black is mated."""
        mated = state[3] == 1 and self._attacked(state[2], state) and not self.legal(state)
        return ["White"] if mated else []

    def _attacked(self, lone: int, state: State) -> bool:
        king, rook = state[0], state[1]
        return lone in self._steps[king] or (rook >= 0 and lone in self._reach(rook, {king, lone}))

    def _reach(self, rook: int, stones: set[int]) -> Iterator[int]:
        row, column = divmod(rook, self.side)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = row + down, column + right
            while 0 <= r < self.side and 0 <= c < self.side:
                yield r * self.side + c
                if r * self.side + c in stones:
                    break
                r, c = r + down, c + right

    @cached_property
    def _steps(self) -> tuple[tuple[int, ...], ...]:
        n = self.side
        return tuple(
            tuple(
                k
                for k in range(n * n)
                if k != here and max(abs(k // n - here // n), abs(k % n - here % n)) == 1
            )
            for here in range(n * n)
        )

    def _cell(self, k: int) -> str:
        return f"{'abcde'[k % self.side]}{self.side - k // self.side}"

    def show(self, state: State) -> str:
        """Where the pieces stand; the lone king is a small k."""
        king, rook, lone, _ = state
        tower = f" R{self._cell(rook)}" if rook >= 0 else ""
        return f"K{self._cell(king)}{tower} k{self._cell(lone)}, {self.to_play(state)} to play"
