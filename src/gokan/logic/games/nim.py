"""Nim: take one or more stones from one heap; who takes the last stone wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gokan.checks import whole
from gokan.logic.game import Vocabulary
from gokan.logic.games import MOST_HEAPS
from gokan.logic.language.formula import Value

__all__ = ["Nim"]

State = tuple[tuple[int, ...], int]


@dataclass(frozen=True)
class Nim:
    """A state is the heaps and whose turn it is. Move `h2t3` takes three from the second heap.

    >>> Nim((1, 2)).show(((1, 2), 0))
    '1 2, First to play'
    """

    heaps: tuple[int, ...] = (1, 2, 3)
    players = ("First", "Second")

    def __post_init__(self) -> None:
        whole("number of heaps", len(self.heaps), 1, MOST_HEAPS)
        for heap in self.heaps:
            whole("size of a heap", heap, 0, 30)

    @property
    def vocabulary(self) -> Vocabulary[State]:
        """Heap(h, n): heap h has n stones; Balanced: the heaps' nim-sum is zero."""
        numbers = tuple(range(max(self.heaps) + 1))

        def balanced(state: State) -> bool:
            total = 0
            for heap in state[0]:
                total ^= heap
            return total == 0

        return Vocabulary(
            sorts={"heap": tuple(f"h{i + 1}" for i in range(len(self.heaps))), "size": numbers},
            predicates={
                "Heap": (("heap", "size"), lambda s, h, n: s[0][int(h[1:]) - 1] == n),
                "Balanced": ((), balanced),
            },
        )

    def starts(self) -> Iterable[State]:
        """The full heaps, the first player to move."""
        return [(self.heaps, 0)]

    def to_play(self, state: State) -> Value:
        """Whose turn it is."""
        return self.players[state[1]]

    def possible(self, state: State) -> Iterable[tuple[Value, State]]:
        """Any number of stones from any one heap."""
        heaps, turn = state
        for i, heap in enumerate(heaps):
            for take in range(1, heap + 1):
                rest = (*heaps[:i], heap - take, *heaps[i + 1 :])
                yield f"h{i + 1}t{take}", (rest, 1 - turn)

    def legal(self, state: State) -> Iterable[Value]:
        """Every possible move is legal."""
        return [move for move, _ in self.possible(state)]

    def wins(self, state: State) -> Collection[Value]:
        """Who took the last stone."""
        return [] if any(state[0]) else [self.players[1 - state[1]]]

    def show(self, state: State) -> str:
        """The heaps and the turn."""
        return f"{' '.join(map(str, state[0]))}, {self.to_play(state)} to play"
