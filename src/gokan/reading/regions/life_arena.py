"""Where a group's life is judged on an open board.

Every empty point is nearer to the group or to its enemies, in moves. The points on the group's
side that hang together with it are its space. A small space is the arena, with one row of the
enemy's points around it; from a large one the group is taken to escape where it reaches points
that are still on its side.
"""

from __future__ import annotations

from collections.abc import Iterable

from gokan.go import EMPTY, Color, Position
from gokan.reading.regions.race_arena import Arena

__all__ = ["life_arena"]

ROOM = 26
"""Empty points of a space that counts as closed."""
_STEPS = 3  # how far an open space is read
_OPEN = 2  # an enemy nearer than this keeps a point from being a refuge
_FAR = 99


def life_arena(position: Position, target: Iterable[int]) -> Arena:
    """The arena for the life of the target stones.

    >>> position = Position.from_diagram('''
    ... . . . O X . .
    ... O O O O X . .
    ... X X X X X . .
    ... . . . . . . .
    ... . . . . . . .
    ... ''')
    >>> arena = life_arena(position, [position.point("A4")])
    >>> sorted(position.vertex(p) for p in arena.points if position.board[p] == 0)
    ['A5', 'B5', 'C5']
    """
    return _Builder(position, target).arena()


class _Builder:
    def __init__(self, position: Position, target: Iterable[int]) -> None:
        self.position = position
        self.board = position.board
        self.near = [position.neighbors(p) for p in range(len(self.board))]
        stones = set(target)
        self.own = self.board[next(iter(stones))]
        self.target = set().union(*(self._block(p) for p in stones))
        self.ours = self._distances(self.target, self.own)
        self.theirs = self._distances(self._enemies(), 3 - self.own)

    def arena(self) -> Arena:
        points, closed = self._space()
        for _ in range(3):
            more = self._weak(points)
            if more <= points:
                break
            points |= more
        refuge: dict[int, tuple[Color, ...]] = {}
        own, enemy = Color(self.own), Color(3 - self.own)
        for p in points:
            outside = [q for q in self.near[p] if q not in points and not self.board[q]]
            if not outside:
                continue
            safe = not closed and any(
                self.ours[q] <= self.theirs[q] and self.theirs[q] >= _OPEN for q in outside
            )
            refuge[p] = (own, enemy) if safe else (enemy,)
        return Arena(
            self.position,
            frozenset(self.target),
            frozenset(),
            frozenset(points),
            {},
            True,
            refuge,
        )

    def _block(self, point: int) -> set[int]:
        return set(self.position.block(point).stones)

    def _liberties(self, stones: Iterable[int]) -> set[int]:
        return {q for p in stones for q in self.near[p] if not self.board[q]}

    def _enemies(self) -> set[int]:
        """Enemy stones that are not about to be captured."""
        found: set[int] = set()
        for block in self.position.blocks():
            small = len(block.liberties) <= 2 and len(block.stones) <= 3
            if block.color == 3 - self.own and not small:
                found.update(block.stones)
        return found

    def _distances(self, sources: set[int], color: int) -> list[int]:
        """Moves from the sources over empty points; friends on the way cost nothing."""
        far = [_FAR] * len(self.board)
        layer = list(sources)
        for p in layer:
            far[p] = 0
        step = 0
        while layer:
            following: list[int] = []
            for p in layer:
                for q in self.near[p]:
                    if far[q] <= step or self.board[q] == 3 - color:
                        continue
                    if self.board[q] == color:
                        far[q] = step
                        layer.append(q)
                    elif far[q] > step + 1:
                        far[q] = step + 1
                        following.append(q)
            layer = following
            step += 1
        return far

    def _space(self) -> tuple[set[int], bool]:
        """The group's side of the board, and whether it is small enough to be read as a whole."""
        space: set[int] = set()
        todo = list(self.target)
        seen = set(todo)
        while todo:
            for q in self.near[todo.pop()]:
                if q in seen or self.board[q] == 3 - self.own:
                    continue
                if not self.board[q] and self.ours[q] > self.theirs[q]:
                    continue
                seen.add(q)
                todo.append(q)
                if not self.board[q]:
                    space.add(q)
        closed = len(space) <= ROOM
        if not closed:
            space = {p for p in space if self.ours[p] <= _STEPS}
            for steps in range(_STEPS - 1, 0, -1):
                if len(space) <= ROOM:
                    break
                space = {p for p in space if self.ours[p] <= steps}
        points = self.target | space | self._liberties(self.target)
        if closed:
            points |= {q for p in space for q in self.near[p] if not self.board[q]}
        return points, closed

    def _weak(self, points: set[int]) -> set[int]:
        """Friends that are no help from outside, and enemies that may be captured."""
        more: set[int] = set()
        seen: set[int] = set()
        around = {q for s in points for q in self.near[s]}
        for p in sorted(around - points):
            if self.board[p] == EMPTY or p in seen:
                continue
            block = self._block(p)
            seen |= block
            liberties = self._liberties(block)
            outside = liberties - points
            if self.board[p] == self.own:
                take = len(outside) <= 2
            else:
                touches = any(q in self.target for s in block for q in self.near[s])
                take = not outside or (touches and len(outside) <= 2 and len(liberties) <= 4)
            if take:
                more |= block | liberties
        return more
