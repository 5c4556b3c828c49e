"""The region of a race between two groups: where it is read, and what lies around it.

A race region holds both groups with their liberties, the eye spaces that touch them, and the other
blocks that may fall in the course of the race. What lies outside is summed up as in
`gokan.reading.regions.region`: stones there are safe, and open space is a refuge for the side that
is nearer. Outside liberties beyond what can matter are left out in pairs: a move on one side's is
answered on the other's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gokan.go import EMPTY, Color, Position
from gokan.reading.regions.region import (
    ATTACKER,
    ATTACKER_ANCHOR,
    DEFENDER,
    DEFENDER_ANCHOR,
    FREE,
    TARGET,
    Region,
)

__all__ = ["Arena", "core_of", "race_arena"]

_POOL = 14  # empty points that hang together are taken in as a whole up to this number
_THIN = 2  # a block around with no more liberties outside may be captured
_SPARE = 3  # exclusive outside liberties that are kept on both sides
_MOST = 48  # empty points of a region


@dataclass(frozen=True, slots=True)
class Arena:
    """Both groups of a race, the points to be read, and what is safe outside."""

    position: Position
    first: frozenset[int]
    """The stones of the side that moves first."""
    second: frozenset[int]
    points: frozenset[int]
    dropped: dict[int, int]
    """Outside liberties left out in pairs: the point, and whose stone it counts as."""
    judged: bool
    """Something about the edge was judged, or liberties were left out."""
    refuge: dict[int, tuple[Color, ...]]
    """Points at the edge of open space: who is safe there."""

    def region(self, target: Iterable[int]) -> Region:
        """The same points as a question about the life of these stones."""
        stones = frozenset(target)
        position, board = self.position, self.position.board
        color = board[next(iter(stones))]
        width = position.width
        rows = [p // width for p in self.points]
        columns = [p % width for p in self.points]
        left, top = min(columns), min(rows)
        wide, high = max(columns) - left + 1, max(rows) - top + 1
        cells = bytearray(wide * high)
        for p in self.points:
            kind = FREE
            if board[p]:
                kind = DEFENDER if board[p] == color else ATTACKER
            if p in stones:
                kind |= TARGET
            for q in position.neighbors(p):
                if q in self.points:
                    continue
                owner = self.dropped.get(q, board[q])
                if owner:
                    kind |= DEFENDER_ANCHOR if owner == color else ATTACKER_ANCHOR
            for owner in self.refuge.get(p, ()):
                kind |= DEFENDER_ANCHOR if owner == color else ATTACKER_ANCHOR
            cells[(p // width - top) * wide + p % width - left] = kind
        made = bytes(cells)
        return Region(
            position,
            Color(color),
            tuple(sorted(stones)),
            self.points,
            left,
            top,
            wide,
            high,
            made,
            made,
            made,
            not self.judged,
            (),
        )


def core_of(position: Position, stone: int) -> frozenset[int]:
    """The core of a stone's group: what hangs together with it by shape, whatever is captured.

    `gokan.reading.groups.gathering` completes it to a group by reading. A race is between cores:
    stones that would be joined by taking the other side are at stake in the race itself.

    Blocks hang together when they share two liberties, or one that no enemy can enter safely.

    >>> position = Position.from_diagram('''
    ... . . . . .
    ... . X X . .
    ... . X . X .
    ... . . X X .
    ... . . . . .
    ... ''')
    >>> len(core_of(position, position.point("B4")))
    6
    """
    board = position.board
    color = board[stone]
    blocks = {b.stones[0]: b for b in position.blocks() if b.color == color}
    name = {p: head for head, b in blocks.items() for p in b.stones}
    todo = [name[stone]]
    found = set(todo)
    while todo:
        block = blocks[todo.pop()]
        shared: dict[int, int] = {}
        for p in block.liberties:
            near = {name[q] for q in position.neighbors(p) if board[q] == color}
            enemies = sum(board[q] == 3 - color for q in position.neighbors(p))
            empties = sum(board[q] == EMPTY for q in position.neighbors(p))
            weight = 1
            if enemies == 0 and empties <= 1:
                weight = 2  # whoever enters has one liberty at most
            for head in near - found:
                shared[head] = shared.get(head, 0) + weight
        for head, weight in shared.items():
            if weight >= 2 and head not in found:
                found.add(head)
                todo.append(head)
    return frozenset(p for head in found for p in blocks[head].stones)


def race_arena(position: Position, first: frozenset[int], second: frozenset[int]) -> Arena:
    """The arena of the race between two groups of different colours."""
    return _Builder(position, first, second).arena()


class _Builder:
    def __init__(self, position: Position, first: frozenset[int], second: frozenset[int]) -> None:
        self.position = position
        self.board = position.board
        self.near = [position.neighbors(p) for p in range(len(self.board))]
        self.first, self.second = first, second

    def arena(self) -> Arena:
        points = set(self.first | self.second)
        for p in self._liberties(points):
            points |= self._pool(p)
        for _ in range(3):
            more = self._weak_around(points)
            if more <= points or self._room(points | more) > _MOST:
                break
            points |= more
        dropped = self._spare(points)
        points -= set(dropped)
        refuge: dict[int, tuple[Color, ...]] = {}
        for p in points:
            if any(
                q not in points and q not in dropped and not self.board[q] for q in self.near[p]
            ):
                refuge[p] = self._safe_at(p, points)
        return Arena(
            self.position,
            self.first,
            self.second,
            frozenset(points),
            dropped,
            bool(dropped or refuge),
            refuge,
        )

    def _liberties(self, stones: Iterable[int]) -> set[int]:
        return {q for p in stones for q in self.near[p] if not self.board[q]}

    def _block(self, point: int) -> set[int]:
        color = self.board[point]
        found, todo = {point}, [point]
        while todo:
            for q in self.near[todo.pop()]:
                if self.board[q] == color and q not in found:
                    found.add(q)
                    todo.append(q)
        return found

    def _room(self, points: set[int]) -> int:
        return sum(1 for p in points if not self.board[p])

    def _pool(self, point: int) -> set[int]:
        """The empty points around, all of them if they are few, else the nearest."""
        pool = self._block(point)
        return pool if len(pool) <= _POOL else {point}

    def _weak_around(self, points: set[int]) -> set[int]:
        """Other blocks that may fall, with their liberties."""
        more: set[int] = set()
        seen: set[int] = set()
        core = self.first | self.second
        edge = {q for p in points for q in self.near[p]} - points
        for p in sorted(edge):
            if not self.board[p] or p in seen:
                continue
            block = self._block(p)
            seen |= block
            liberties = self._liberties(block)
            outside = liberties - points
            touches = any(
                q in core and self.board[q] != self.board[p] for s in block for q in self.near[s]
            )
            if not outside or (touches and len(outside) <= _THIN and len(liberties) <= 4):
                more |= block | liberties
        return more

    def _spare(self, points: set[int]) -> dict[int, int]:
        """Outside liberties to leave out, the same number on both sides."""
        spare = [list(self._exclusive(own, points)) for own in (self.first, self.second)]
        count = min(len(one) for one in spare) - _SPARE
        if count <= 0:
            return {}
        dropped: dict[int, int] = {}
        for own, some in ((self.first, spare[0]), (self.second, spare[1])):
            enemy = 3 - self.board[next(iter(own))]
            dropped.update(dict.fromkeys(some[:count], enemy))
        return dropped

    def _exclusive(self, own: frozenset[int], points: set[int]) -> Iterator[int]:
        """Liberties that touch nothing but this group and safe enemy stones."""
        color = self.board[next(iter(own))]
        for p in sorted(self._liberties(own)):
            others = [q for q in self.near[p] if q not in own]
            if others and all(self.board[q] == 3 - color and q not in points for q in others):
                yield p

    def _safe_at(self, point: int, points: set[int]) -> tuple[Color, ...]:
        """Who is at home in the open space next to the point: the side whose stones are nearer."""
        found, layer = {point}, [point]
        for _ in range(4):
            counts = [0, 0, 0]
            following = []
            for p in layer:
                for q in self.near[p]:
                    if q in found or q in points:
                        continue
                    found.add(q)
                    counts[self.board[q]] += 1
                    if not self.board[q]:
                        following.append(q)
            if counts[1] or counts[2]:
                if counts[1] and counts[2]:
                    return (Color(1), Color(2))
                return (Color(1),) if counts[1] else (Color(2),)
            layer = following
        return (Color(1), Color(2))
