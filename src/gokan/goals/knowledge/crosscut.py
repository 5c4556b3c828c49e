"""The test of 3.4: stones that a connection rule calls connected must at least reach a crosscut.

Taken alone, with no enemy near, two such stones must be able to join, or to come to stand
diagonally so that a cut leads to a crosscut, even if the opponent moves first and then alternately.
"""

from __future__ import annotations

from functools import lru_cache

from gokan.goals.knowledge.purposes import PURPOSES
from gokan.goals.knowledge.rule import Rule

__all__ = ["can_crosscut", "crosscut_failures"]

DEEPEST = 6
"""Plies; two stones three steps apart need fewer."""
Cell = tuple[int, int]
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def crosscut_failures(rule: Rule) -> list[str]:
    """What is wrong with a rule about two connected stones; nothing for other rules."""
    if PURPOSES[rule.purpose].goal not in ("connect", "sever") or len(rule.objects) != 2:
        return []
    first, second = rule.objects
    for one in rule.maps:
        cells = {cell.symbol: (cell.x, cell.y) for cell in one.cells}
        if first in cells and second in cells:
            (ax, ay), (bx, by) = cells[first], cells[second]
            if not can_crosscut(abs(ax - bx), abs(ay - by)):
                sentence = f"alone on the board the stones {first} and {second}"
                where = f"{rule.file}, rule {rule.name}"
                return [f"{where}: {sentence} cannot even reach a crosscut (3.4)."]
    return []


@lru_cache(maxsize=256)
def can_crosscut(dx: int, dy: int) -> bool:
    """Whether two stones this far apart can join or stand diagonally, the opponent first.

    >>> can_crosscut(2, 0), can_crosscut(2, 1), can_crosscut(5, 0)
    (True, True, False)
    """
    if max(dx, dy) > 4:
        return False
    area = frozenset((x, y) for x in range(-1, dx + 2) for y in range(-1, dy + 2))
    search = _Search((dx, dy), area)
    stones = frozenset({(0, 0), (dx, dy)})
    return any(
        search.holds(stones, frozenset(), enemy_moves=True, plies=plies)
        for plies in range(2, DEEPEST + 1, 2)
    )


class _Search:
    def __init__(self, goal: Cell, area: frozenset[Cell]) -> None:
        self.goal, self.area = goal, area
        self.seen: dict[tuple[frozenset[Cell], frozenset[Cell], bool, int], bool] = {}

    def holds(
        self, own: frozenset[Cell], enemy: frozenset[Cell], *, enemy_moves: bool, plies: int
    ) -> bool:
        if self.goal in _linked(own, (0, 0)):
            return True
        if plies == 0:
            return False
        key = (own, enemy, enemy_moves, plies)
        if key not in self.seen:
            moves = _worth(own, enemy, self.area)
            if enemy_moves:
                self.seen[key] = all(
                    self.holds(own, enemy | {m}, enemy_moves=False, plies=plies - 1) for m in moves
                )
            else:
                self.seen[key] = any(
                    self.holds(own | {m}, enemy, enemy_moves=True, plies=plies - 1) for m in moves
                )
        return self.seen[key]


def _worth(own: frozenset[Cell], enemy: frozenset[Cell], area: frozenset[Cell]) -> list[Cell]:
    """Empty cells beside a stone: the only ones that bear on it at once."""
    stones = own | enemy
    return sorted(
        cell
        for cell in area - stones
        if any((cell[0] + dx, cell[1] + dy) in stones for dx, dy in (*_STEPS, *_DIAGONALS))
    )


def _linked(own: frozenset[Cell], start: Cell) -> set[Cell]:
    """What is joined to a cell side by side or corner by corner."""
    found, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for dx, dy in (*_STEPS, *_DIAGONALS):
            cell = (x + dx, y + dy)
            if cell in own and cell not in found:
                found.add(cell)
                edge.append(cell)
    return found
