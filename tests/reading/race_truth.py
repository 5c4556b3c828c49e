"""The truth about a race on a small board: every position is written down, for both groups at once.

The slow twin of the races. It shares nothing with them: boards are tuples, both groups are followed
at the same time, and what a side can force is the least fixed point over the whole graph. Nobody
has ko threats; a repetition is nobody's goal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["RaceTruth", "State"]


class State(NamedTuple):
    board: tuple[int, ...]
    first: frozenset[int]
    """Stones of the first group that were never captured,"""
    second: frozenset[int]
    """and of the second."""
    turn: int
    ko: int


class RaceTruth:
    """A race from a position on, the owner of the first group to move."""

    def __init__(
        self, width: int, board: Iterable[int], first: Iterable[int], second: Iterable[int]
    ) -> None:
        cells = tuple(board)
        height = len(cells) // width
        self.near = [
            [
                q
                for q, there in (
                    (p - 1, p % width > 0),
                    (p + 1, p % width < width - 1),
                    (p - width, p >= width),
                    (p + width, p + width < width * height),
                )
                if there
            ]
            for p in range(len(cells))
        ]
        one, other = frozenset(first), frozenset(second)
        self.mover = cells[min(one)]
        self.root = State(cells, one, other, self.mover, -1)
        self.after: dict[State, list[State]] = {}
        self.before: dict[State, list[State]] = {}

    def explore(self, most: int) -> bool:
        """Write all positions down; False if there are more than so many."""
        todo = deque([self.root])
        while todo:
            s = todo.popleft()
            if s in self.after:
                continue
            if len(self.after) >= most:
                return False
            self.after[s] = []
            if not s.first and not s.second:
                continue
            for move in range(-1, len(s.board)):
                t = self._play(s, move)
                if t is not None:
                    self.after[s].append(t)
                    self.before.setdefault(t, []).append(s)
                    todo.append(t)
        return True

    def wins(self) -> bool:
        """The mover forces that the second group is off the board and the first is never taken."""
        enemy = 3 - self.mover
        lost = self._forced({s for s in self.after if not s.first}, enemy)
        done = {s for s in self.after if not s.second and s not in lost}
        # After the capture he must stay where the first cannot be taken: that is all of `done`.
        return self.root in self._forced(done, self.mover)

    def saves(self) -> bool:
        """The mover never lets the first group be taken."""
        gone = {s for s in self.after if not s.first}
        return self.root not in self._forced(gone, 3 - self.mover)

    def takes(self) -> bool:
        """The mover forces that the second group is taken."""
        return self.root in self._forced({s for s in self.after if not s.second}, self.mover)

    def _forced(self, goal: set[State], side: int) -> set[State]:
        won = set(goal)
        missing = {s: len(found) for s, found in self.after.items()}
        queue = deque(won)
        while queue:
            for s in self.before.get(queue.popleft(), []):
                if s in won:
                    continue
                missing[s] -= 1
                if s.turn == side or missing[s] == 0:
                    won.add(s)
                    queue.append(s)
        return won

    def _block(self, board: list[int], point: int) -> tuple[set[int], set[int]]:
        stones, liberties, todo = {point}, set[int](), [point]
        for p in todo:
            for q in self.near[p]:
                if board[q] == 0:
                    liberties.add(q)
                elif board[q] == board[point] and q not in stones:
                    stones.add(q)
                    todo.append(q)
        return stones, liberties

    def _play(self, s: State, move: int) -> State | None:
        them = 3 - s.turn
        if move < 0:
            return s._replace(turn=them, ko=-1)
        if s.board[move] or move == s.ko:
            return None
        board = list(s.board)
        board[move] = s.turn
        taken: set[int] = set()
        for q in self.near[move]:
            if board[q] == them and q not in taken:
                stones, liberties = self._block(board, q)
                if not liberties:
                    taken |= stones
        for q in taken:
            board[q] = 0
        stones, liberties = self._block(board, move)
        if not liberties:
            return None
        ko = min(taken) if len(taken) == 1 and len(stones) == 1 and liberties == taken else -1
        return State(tuple(board), s.first - taken, s.second - taken, them, ko)
