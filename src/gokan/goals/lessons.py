"""Learning within one problem (Klinger's chapter 7): what worked in one line is tried in others.

A move that was seen to work is a lesson: it refuted a move of the player, or answered a reply. Its
map is what the line that proves it rests on: the points that are played there and those beside
them. Where another position is at least as good for the side that moves on all points of the map,
the same move is expected to work again, and it is tried earlier than the aura alone would have it.
A map shrinks as the search goes on: a point that was worse, and the move worked all the same, does
not matter and is dropped. A lesson that fails where its map fits counts for less.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gokan.go import PASS, Color, Position
from gokan.goals.static import Look
from gokan.goals.tried import Branch, Tried

__all__ = ["Lesson", "Lessons"]

_WORKS = 0.5
"""From this belief on, on the side of the one who moved, a move is said to work."""
_FAILS = 0.25


@dataclass(slots=True)
class Lesson:
    """A move that worked in a position, and the points on which that rests."""

    side: Color
    move: int
    position: Position
    map: set[int]
    belief: float
    """That it works, for the side that made it."""
    held: int = 1
    """Positions that the map fits and in which the move worked."""
    failed: int = 0

    @property
    def weight(self) -> float:
        """How far the move is expected to work where the map fits."""
        return self.belief * self.held / (self.held + self.failed)

    def fits(self, position: Position) -> bool:
        """Whether a position is as good for the side on every point of the map."""
        return not self.worse(position)

    def worse(self, position: Position) -> set[int]:
        """The points of the map on which a position is worse for the side."""
        now, then, side = position.board, self.position.board, self.side
        return {p for p in self.map if _good(now[p], side) < _good(then[p], side)}


class Lessons:
    """What the tree of a search has taught so far."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.at = 0
        """Positions of the tree when the lessons were drawn."""
        self._known: dict[tuple[Color, int], list[Lesson]] = {}

    def learn(self, nodes: Iterable[Tried]) -> None:
        """Draws the lessons of a tree anew."""
        self._known = {}
        worked: list[tuple[Tried, Branch, float]] = []
        failed: list[tuple[Tried, Branch]] = []
        for node in nodes:
            own = node.position.to_play == self.look.player
            for branch in node.branches:
                if branch.move == PASS:
                    continue
                good = branch.to.belief if own else 1 - branch.to.belief
                if good >= _WORKS and branch.to.branches:
                    worked.append((node, branch, good))
                elif good <= _FAILS:
                    failed.append((node, branch))
        for node, branch, good in worked:
            self._draw(node, branch, good)
        for node, branch in failed:
            for lesson in self._known.get((node.position.to_play, branch.move), ()):
                if lesson.position is not node.position and lesson.fits(node.position):
                    lesson.failed += 1

    def taught(self, position: Position) -> dict[int, float]:
        """The moves that are expected to work for the side to move, and how far."""
        found: dict[int, float] = {}
        for (side, move), lessons in self._known.items():
            if side != position.to_play or position.board[move] or not position.is_legal(move):
                continue
            fitting = [x.weight for x in lessons if x.fits(position)]
            if fitting:
                found[move] = max(fitting)
        return found

    def _draw(self, node: Tried, branch: Branch, good: float) -> None:
        """Adds a lesson, and shrinks the maps of those that taught the same move."""
        side, position = node.position.to_play, node.position
        lesson = Lesson(side, branch.move, position, self._map(node, branch), good)
        same = self._known.setdefault((side, branch.move), [])
        for other in same:
            other.map -= other.worse(position)
            lesson.map -= lesson.worse(other.position)
            other.held += 1
            lesson.held += 1
        same.append(lesson)

    def _map(self, node: Tried, branch: Branch) -> set[int]:
        """The points of the lines that show that a move works, and those beside them."""
        side, points, seen = node.position.to_play, {branch.move}, {id(node)}
        todo = [branch.to]
        while todo:
            at = todo.pop()
            if id(at) in seen:
                continue
            seen.add(id(at))
            mine = at.position.to_play == side
            below = ([at.by] if at.by is not None else []) if mine else at.branches
            points |= {b.move for b in below if b.move != PASS}
            todo += [b.to for b in below]
        beside = {n for p in points for n in node.position.neighbors(p)}
        return points | beside


def _good(content: int, side: Color) -> int:
    return 1 if not content else 2 if content == side else 0
