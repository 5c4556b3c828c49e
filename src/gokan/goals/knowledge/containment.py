"""A rule must not be a problem in disguise: does a map or an example contain a whole position?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from gokan.goals.knowledge.rule import ENEMY_KINDS, OFF_BOARD, OWN_KINDS, Rule

__all__ = ["contained", "stones_of"]

SMALLEST = 6
Stones = frozenset[tuple[int, int, int]]
"""(column, row, 1 own or 2 enemy)"""


def contained(rule: Rule, positions: Iterable[tuple[str, Stones]]) -> list[str]:
    """The names of positions all of whose stones stand in a map or an example of the rule.

    Shifted, turned, mirrored and with the colours changed counts as well. Positions of fewer than
    six stones are too small to be anybody's.
    """
    boards = [(_few_and_many(board), board) for board in stones_of(rule)]
    found = []
    for name, stones in positions:
        if len(stones) < SMALLEST:
            continue
        few, many = _few_and_many(stones)
        large = [board for (a, b), board in boards if a >= few and b >= many]
        if large and any(_inside(form, board) for form in _forms(stones) for board in large):
            found.append(name)
    return found


@lru_cache(maxsize=1 << 16)
def _few_and_many(stones: Stones) -> tuple[int, int]:
    """How many stones the side with fewer has, and the other."""
    own = sum(color == 1 for _, _, color in stones)
    return min(own, len(stones) - own), max(own, len(stones) - own)


def stones_of(rule: Rule) -> Iterator[Stones]:
    """The stones of each map and example."""
    for one in rule.maps:
        found = set()
        for cell in one.cells:
            if cell.kinds == OFF_BOARD:
                continue
            if cell.kinds & ~OWN_KINDS == 0:
                found.add((cell.x, cell.y, 1))
            elif cell.kinds & ~ENEMY_KINDS == 0:
                found.add((cell.x, cell.y, 2))
        yield frozenset(found)
    for example in (*rule.matches, *rule.misses):
        yield frozenset(
            (i % example.width, i // example.width, color)
            for i, color in enumerate(example.board)
            if color
        )


def _forms(stones: Stones) -> Iterator[list[tuple[int, int, int]]]:
    for swap in (False, True):
        for fx in (1, -1):
            for fy in (1, -1):
                for colors in ((0, 1, 2), (0, 2, 1)):
                    yield sorted(
                        (fx * (y if swap else x), fy * (x if swap else y), colors[c])
                        for x, y, c in stones
                    )


def _inside(form: list[tuple[int, int, int]], board: Stones) -> bool:
    x, y, color = form[0]
    for bx, by, other in board:
        if other == color and all((c + bx - x, r + by - y, k) in board for c, r, k in form):
            return True
    return False
