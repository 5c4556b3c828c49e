"""Corner groups from finished games: living and dead ones that both players agreed on.

A record says who won by how much, but not which stones were dead. They are found as the thesis
found them (section 5.1): by trying until the count agrees with the result. Random games say which
blocks are doubtful; if exactly one choice among them gives the recorded count, it is taken.

A group that fits into the corner is kept with the stones around it. One that sticks out is
*collapsed*: a stone outside is left out if each of the eight points around it is a stone, the
margin, or an empty point that belongs to the outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, EMPTY, WHITE, Color, Game, Position
from gokan.go import playouts as random_games
from gokan_lab.corners.pattern import SIDE, Corner

__all__ = ["FinalCorner", "corners_of", "dead_stones", "final_corners"]

_INSIDE = SIDE - 1  # the group keeps to 7×7, so that the stones around it are seen
_LEAST = 3  # stones of a group
_GAMES = 200
_DOUBTFUL = 8  # blocks that are tried both ways
_TRIES = 3  # so many of them at once, at most
_MARGIN = re.compile(r"\s*([BW])\+(\d+(?:\.\d+)?)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FinalCorner:
    """A group at the end of a game, and whether it lived; `corner` counts as in `Corner.of`."""

    pattern: Corner
    alive: bool
    corner: int
    collapsed: bool


def final_corners(game: Game) -> list[FinalCorner]:
    """The corner groups at the end of a game, or a sentence why there is no telling."""
    position = game.position()
    return list(corners_of(position, dead_stones(position, game.result)))


def dead_stones(position: Position, result: str) -> frozenset[int]:
    """The dead stones of a final position whose count is the recorded result.

    >>> position = Position.from_diagram('''
    ...     . X . X O O .
    ...     X X X X O . O
    ...     . O . X O O .
    ...     X X X X O . O
    ... ''', rules="tromp-taylor")
    >>> sorted(position.vertex(p) for p in dead_stones(position, "W+3.5"))
    ['B2']
    >>> dead_stones(position, "B+R")
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: The result 'B+R' is no count; only counted games can be used.
    """
    margin = _margin(result)
    owner = _likely_owner(position)
    doubt: list[tuple[float, tuple[int, ...]]] = []
    likely: set[int] = set()
    for block in position.blocks():
        side = 1 if block.color == BLACK else -1
        hold = side * sum(owner[p] for p in block.stones) / len(block.stones)
        if hold < 0:
            likely.update(block.stones)
        doubt.append((abs(hold), tuple(block.stones)))
    doubt.sort()
    found: set[frozenset[int]] = set()
    for many in range(_TRIES + 1):
        for picked in combinations(doubt[:_DOUBTFUL], many):
            dead = set(likely)
            for _, stones in picked:
                dead ^= set(stones)
            if abs(position.score(dead).margin - margin) < 0.25 and _sensible(position, dead):
                found.add(frozenset(dead))
        if len(found) == 1:
            return next(iter(found))
        if found:
            raise InvalidInput(f"Several choices of dead stones give the recorded result {result}.")
    raise InvalidInput(f"No choice of dead stones gives the recorded result {result}.")


def _likely_owner(position: Position) -> list[float]:
    """Who owns each point, from 1 for Black to -1: by random games, and by the network if it is
    there.
    """
    from gokan.intuition import network

    going_on = Position(position.core.with_passes(0), position.rules)  # else the games were over
    owner = list(random_games.run(going_on, _GAMES, seed=1).owner)
    if network.available():
        from gokan.intuition.judgement import judge

        learned = judge(going_on).ownership
        owner = [(a + b) / 2 for a, b in zip(owner, learned, strict=True)]
    return owner


def corners_of(position: Position, dead: Collection[int]) -> Iterator[FinalCorner]:
    """The groups that lie in a corner of a final position, living and dead."""
    if min(position.width, position.height) < 2 * SIDE:
        raise InvalidInput(
            f"Corners of {SIDE}×{SIDE} need a board of 16×16 or more, not"
            f" {position.width}×{position.height}."
        )
    gone = frozenset(dead)
    owner = position.with_rules("chinese").score(gone).owner
    for number in range(4):
        view = _View(position, owner, gone, number)
        for points, color, alive in view.groups():
            pattern, collapsed = view.pattern(points, color)
            if pattern is not None:
                yield FinalCorner(pattern, alive, number, collapsed)


class _View:
    """A position seen from one corner: the whole board, its point (0, 0) in that corner."""

    def __init__(self, position: Position, owner: bytes, dead: frozenset[int], corner: int) -> None:
        self.width, self.height = position.width, position.height
        self.stone: dict[tuple[int, int], int] = {}
        self.owner: dict[tuple[int, int], int] = {}
        self.dead: set[tuple[int, int]] = set()
        for index, stone in enumerate(position.board):
            y, x = divmod(index, self.width)
            at = (self.height - 1 - y if corner & 2 else y, self.width - 1 - x if corner & 1 else x)
            self.stone[at] = stone
            self.owner[at] = owner[index]
            if index in dead:
                self.dead.add(at)

    def groups(self) -> Iterator[tuple[set[tuple[int, int]], Color, bool]]:
        """The points of each group that begins in this corner, its colour, and whether it lives."""
        seen: set[tuple[int, int]] = set()
        for start in ((r, c) for r in range(_INSIDE) for c in range(_INSIDE)):
            if start in seen or not self.owner[start]:
                continue
            side = self.owner[start]
            area = self._flood(start, self._owned_by(side))
            seen |= area
            living = [at for at in area if self.stone[at] == side and at not in self.dead]
            if len(living) >= _LEAST:
                yield area, Color(side), True
        seen.clear()
        for start in sorted(self.dead):
            if start in seen or max(start) >= _INSIDE:
                continue
            color = Color(self.stone[start])
            room = self._flood(start, lambda at: not self.stone[at] or at in self.dead)
            seen |= room
            if sum(self.stone[at] == color for at in room) >= _LEAST:
                yield room, color, False

    def pattern(self, points: set[tuple[int, int]], color: Color) -> tuple[Corner | None, bool]:
        """The group with the stones around it in 8×8, and whether it was collapsed to fit."""
        outside = {at for at in points if max(at) >= _INSIDE}
        if any(not self._may_go(at, points, color) for at in outside):
            return None, False
        kept = points - outside
        enemy = int(color.opponent)
        rim = {at for point in kept for at in self._around(point, 1)} - points
        if not all(self.stone[at] == enemy or self._is_dame(at) for at in rim):
            return None, False
        cells = [[0] * SIDE for _ in range(SIDE)]
        for row, column in kept:
            cells[row][column] = self.stone[row, column]
        for row in range(SIDE):
            for column in range(SIDE):
                if (row, column) in kept:
                    continue
                beside = self._around((row, column), 1)
                if (row, column) in outside:  # where the tail was, the enemy closes the gap
                    if any(at in kept for at in beside):
                        cells[row][column] = enemy
                elif self.stone[row, column] == enemy and any(
                    at in kept for at in self._around((row, column), 2)
                ):
                    cells[row][column] = enemy
        flat = Corner(bytes(cell for line in cells for cell in line))
        pattern = flat if color == BLACK else flat.swapped()
        try:
            good = pattern.normalised() == pattern
            pattern.position()  # what is left of a tail may have no liberty
        except GokanError:
            return None, False
        joined = {at for at in kept if self.stone[at] == color}
        return (pattern if good and len(joined) >= _LEAST else None), bool(outside)

    def _owned_by(self, side: int) -> Callable[[tuple[int, int]], bool]:
        return lambda at: self.owner[at] == side

    def _is_dame(self, at: tuple[int, int]) -> bool:
        return self.stone[at] == EMPTY and not self.owner[at]

    def _may_go(self, at: tuple[int, int], points: set[tuple[int, int]], color: Color) -> bool:
        """May this point outside the corner be left out? The thesis's rule for collapsing."""
        if self.stone[at] != color:
            return False
        return all(self.stone[near] or near not in points for near in self._around(at, 2))

    def _around(self, at: tuple[int, int], steps: int) -> list[tuple[int, int]]:
        """The four neighbours, or with two steps all eight."""
        row, column = at
        return [
            (row + down, column + right)
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 < abs(down) + abs(right) <= steps
            and 0 <= row + down < self.height
            and 0 <= column + right < self.width
        ]

    def _flood(
        self, start: tuple[int, int], admits: Callable[[tuple[int, int]], bool]
    ) -> set[tuple[int, int]]:
        found, todo = {start}, [start]
        while todo:
            for near in self._around(todo.pop(), 1):
                if near not in found and admits(near):
                    found.add(near)
                    todo.append(near)
        return found


def _margin(result: str) -> float:
    match = _MARGIN.match(result)
    if not match:
        raise InvalidInput(f"The result {result!r} is no count; only counted games can be used.")
    return float(match[2]) * (1 if match[1].upper() == "B" else -1)


def _sensible(position: Position, dead: Iterable[int]) -> bool:
    """No empty region may touch dead stones of both colours: one of them would live."""
    gone = set(dead)
    for region in position.regions():
        colors = {
            position.board[near]
            for p in region.points
            for near in position.neighbors(p)
            if near in gone
        }
        if colors == {BLACK, WHITE}:
            return False
    return True
