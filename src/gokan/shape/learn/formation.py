"""A formation: the stone just played, stones that were there before, and what joins them.

The core names formations by a number (core/shape/mining.h). Ties know no direction and colours are
seen from the mover, so one formation stands for all its orientations and both colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

TIES = ("side", "diagonal", "one-point-jump", "knight-jump", "two-point-jump", "large-knight-jump")
"""What can join two stones, nearest first; `side` is a block or, between colours, an interface."""
EDGE_WORDS = ("", "one", "two", "three", "four")
ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


@dataclass(frozen=True, slots=True)
class Member:
    """A stone of a formation: whose it is, and how many empty points lie up to the edge."""

    enemy: bool
    edges: tuple[int, ...] = ()


@dataclass(frozen=True)
class Formation:
    """Stones, the new one last, and the ties among them by pairs of numbers.

    >>> stones = [Member(False, (2, 3)), Member(False, (2,))]
    >>> enclosure = Formation.decode(code_of(stones, {(0, 1): 3}))
    >>> enclosure.ties, enclosure.stones[0].edges
    ({(0, 1): 3}, (2, 3))
    """

    code: int
    stones: tuple[Member, ...]
    ties: dict[tuple[int, int], int]

    @staticmethod
    def decode(code: int) -> Formation:
        """The formation that a number stands for."""
        count, at = (code & 3) + 1, 2
        stones = []
        for _ in range(count):
            bits = code >> at & 127
            edges = tuple(d for d in (bits >> 1 & 7, bits >> 4 & 7) if d)
            stones.append(Member(bool(bits & 1), edges))
            at += 7
        ties = {}
        for pair in combinations(range(count), 2):
            kind = code >> at & 7
            if kind:
                ties[pair] = kind - 1
            at += 3
        return Formation(code, tuple(stones), ties)

    @property
    def new(self) -> int:
        """The number of the stone just played."""
        return len(self.stones) - 1

    def tie(self, one: int, two: int) -> int | None:
        """The kind of tie between two stones, if there is one."""
        return self.ties.get((min(one, two), max(one, two)))

    @cached_property
    def is_loose(self) -> bool:
        """Whether two diagonals meet in a stone while their other ends are not joined.

        Such a formation cannot be told from one diagonal with both its points empty.
        """
        for a, b in combinations(self.ties, 2):
            shared = {*a} & {*b}
            if self.ties[a] == self.ties[b] == 1 and shared:
                (one, two) = {*a, *b} - shared
                if self.tie(one, two) is None and self.stones[one].enemy == self.stones[two].enemy:
                    return True
        return False

    def between(self, points: Sequence[int], width: int) -> list[int]:
        """The points between its stones, where its ties pass, if they stand on these points."""
        found: dict[int, None] = {}
        for i, j in self.ties:
            (y, x), (v, u) = divmod(points[i], width), divmod(points[j], width)
            for row in range(min(y, v), max(y, v) + 1):
                for column in range(min(x, u), max(x, u) + 1):
                    found[row * width + column] = None
        return [p for p in found if p not in points]

    def without(self, stone: int) -> Formation:
        """The same without one of the stones that were there before."""
        keep = [i for i in range(len(self.stones)) if i != stone]
        ties = {
            (keep.index(a), keep.index(b)): kind
            for (a, b), kind in self.ties.items()
            if stone not in (a, b)
        }
        return Formation.decode(code_of([self.stones[i] for i in keep], ties))

    def without_edges(self) -> Formation:
        """The same anywhere on the board."""
        return Formation.decode(code_of([Member(s.enemy) for s in self.stones], self.ties))


def code_of(stones: list[Member], ties: dict[tuple[int, int], int]) -> int:
    """The number of a formation; its stones that were there before may come in any order."""
    from itertools import permutations

    last = len(stones) - 1
    best = None
    for order in permutations(range(last)):
        places = (*order, last)
        code, at = last, 2
        for i in places:
            near, far = (*sorted(stones[i].edges), 0, 0)[:2]
            code |= (stones[i].enemy | near << 1 | far << 4) << at
            at += 7
        for i, j in combinations(range(last + 1), 2):
            a, b = sorted((places[i], places[j]))
            code |= (ties[a, b] + 1 if (a, b) in ties else 0) << at
            at += 3
        best = code if best is None else min(best, code)
    assert best is not None
    return best
