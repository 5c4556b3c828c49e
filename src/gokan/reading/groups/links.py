"""How far apart two blocks are, in moves, by the shapes between them.

A distance for judging connections where reading does not come to an end: to place a stone costs
one, to pass from stone to stone over one of the shapes of `links.txt` costs what is written there,
and stones of one block are together. Enemy stones that cannot be saved are as good as empty. It is
a judgement and never a proof.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cache
from importlib import resources

from gokan.errors import InvalidInput
from gokan.go import EMPTY, Position
from gokan.reading.tactics.questions import capture

__all__ = ["Link", "link"]

_FARTHEST = 3.0
_ROUNDING = 1e-6  # of sums of costs, which are told to three places
_CAPTIVE = 3  # liberties of an enemy block that may be worth a capture
_MOST_CAPTURES = 8
_CAPTURE_NODES = 4000


@dataclass(frozen=True, slots=True)
class Shape:
    """One entry of `links.txt`, turned in one way."""

    name: str
    cost: float
    end: tuple[int, int]
    empty: tuple[tuple[int, int], ...]
    clear: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Link:
    """The cheapest way between two blocks."""

    cost: float
    placed: tuple[int, ...]
    """The points on it where a stone must be placed, from the first block on."""
    shapes: tuple[str, ...]


def link(position: Position, start: int, end: int, *, within: float = _FARTHEST) -> Link | None:
    """The cheapest way from the block at `start` to the block (or point) at `end`; None if it costs
    more than `within`.

    >>> position = Position.from_diagram('''
    ... . . . . . .
    ... . X . X . .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> link(position, position.point("B3"), position.point("D3"))
    Link(cost=0.3, placed=(), shapes=('one-space jump',))
    """
    return _Search(position, start, end, within).best()


class _Search:
    def __init__(self, position: Position, start: int, end: int, within: float) -> None:
        self.position = position
        self.within = within + _ROUNDING
        self.board = position.board
        self.width, self.height = position.width, position.height
        self.own = self.board[start]
        if self.own == EMPTY:
            raise InvalidInput("A link starts at a stone.")
        self.start, self.end = start, end
        self.taken: dict[int, float] = {}
        self.tried = 0

    def best(self) -> Link | None:
        heap: list[tuple[float, int, tuple[int, ...], tuple[str, ...]]]
        heap = [(0.0, self.start, (), ())]
        done: set[int] = set()
        while heap:
            cost, point, placed, shapes = heapq.heappop(heap)
            if point in done:
                continue
            if point == self.end:
                return Link(round(cost, 3), placed, shapes)
            stones = (
                self.position.block(point).stones if self.board[point] == self.own else (point,)
            )
            done.update(stones)
            if self.end in stones:
                return Link(round(cost, 3), placed, shapes)
            for stone in stones:
                for following, price, used in self._steps(stone):
                    if following in done or cost + price > self.within:
                        continue
                    new = placed if self.board[following] == self.own else (*placed, following)
                    names = shapes if used is None else (*shapes, used)
                    heapq.heappush(heap, (cost + price, following, new, names))
        return None

    def _steps(self, point: int) -> list[tuple[int, float, str | None]]:
        """Where one can go from here, at what cost, by which shape."""
        found: list[tuple[int, float, str | None]] = []
        row, column = divmod(point, self.width)
        for q in self.position.neighbors(point):
            entry = self._entry(q)
            if entry is not None:
                found.append((q, entry, None))
        for shape in shapes():
            end = self._at(row, column, shape.end)
            entry = None if end is None else self._entry(end)
            if end is None or entry is None or (entry and self.board[end] != EMPTY):
                continue
            if all(self._is_empty(row, column, o) for o in shape.empty) and not any(
                self._is_enemy(row, column, o) for o in shape.clear
            ):
                found.append((end, entry + shape.cost, shape.name))
        return found

    def _entry(self, point: int) -> float | None:
        """What it costs to have a stone there: nothing, one move, or what a capture takes."""
        if self.board[point] == self.own:
            return 0.0
        if self.board[point] == EMPTY:
            return 1.0
        return self._capture_cost(point)

    def _capture_cost(self, point: int) -> float | None:
        block = self.position.block(point)
        head = block.stones[0]
        if head not in self.taken:
            self.taken[head] = 0.0
            if len(block.liberties) <= _CAPTIVE and self.tried < _MOST_CAPTURES:
                self.tried += 1
                self.taken[head] = self._read_capture(head)
        cost = self.taken[head]
        return cost or None

    def _read_capture(self, head: int) -> float:
        """0.2 for a block that is lost already, 1 where a move captures it, 0 for a safe one."""
        attack = capture(self.position, head, nodes=_CAPTURE_NODES, order=2)
        if attack.captured is not True:
            return 0.0
        lost = capture(self.position, head, first="defend", nodes=_CAPTURE_NODES, order=2)
        return 0.2 if lost.captured is True and lost.grade == "proved" else 1.0

    def _at(self, row: int, column: int, offset: tuple[int, int]) -> int | None:
        r, c = row + offset[0], column + offset[1]
        if 0 <= r < self.height and 0 <= c < self.width:
            return r * self.width + c
        return None

    def _is_empty(self, row: int, column: int, offset: tuple[int, int]) -> bool:
        point = self._at(row, column, offset)
        return point is not None and self.board[point] == EMPTY

    def _is_enemy(self, row: int, column: int, offset: tuple[int, int]) -> bool:
        point = self._at(row, column, offset)
        return point is not None and self.board[point] == 3 - self.own


@cache
def shapes() -> tuple[Shape, ...]:
    """The shapes of `links.txt` in all their turns.

    >>> sorted({shape.name for shape in shapes()})[0]
    'diagonal'
    """
    text = resources.files("gokan.reading.groups").joinpath("links.txt").read_text(encoding="utf-8")
    found: dict[tuple[object, ...], Shape] = {}
    for entry in text.split("\n\n"):
        lines = [line for line in entry.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        name, _, cost = lines[0].rpartition(" ")
        marks = {
            (r, c): mark for r, line in enumerate(lines[1:]) for c, mark in enumerate(line.split())
        }
        origin = next(at for at, mark in marks.items() if mark == "A")
        offsets = {(r - origin[0], c - origin[1]): m for (r, c), m in marks.items()}
        for turned in _turns(offsets):
            end = next(at for at, mark in turned.items() if mark == "B")
            empty = tuple(sorted(at for at, mark in turned.items() if mark == "."))
            clear = tuple(sorted(at for at, mark in turned.items() if mark == "-"))
            found[end, empty, clear] = Shape(name, float(cost), end, empty, clear)
    return tuple(found.values())


def _turns(offsets: dict[tuple[int, int], str]) -> list[dict[tuple[int, int], str]]:
    all_turns = []
    for flip in (1, -1):
        for turn in range(4):
            turned = {}
            for (r, c), mark in offsets.items():
                r, c = r, c * flip
                for _ in range(turn):
                    r, c = c, -r
                turned[r, c] = mark
            all_turns.append(turned)
    return all_turns
