"""Whether two groups meet at all, and what one plan brings about for both of them.

That a side can save its group, and that it can take the other, does not mean that it can do both:
each may need the first move. So whoever is said to win a race has a plan that ends with the
second group off the board and the first one alive; the search looks for just that
(`core/reading/arena/life_proof.h`). And neither group falls may mean that both have two eyes, so
a seki is told only where neither gets them.
"""

from __future__ import annotations

from collections.abc import Set

from gokan import _core
from gokan.go import EMPTY, Color, Position
from gokan.reading.budget import Meter
from gokan.reading.regions.race_arena import Arena
from gokan.reading.regions.region import Region

__all__ = ["gets_two_eyes", "meet", "wins_both"]

MANY = 6
MEMORY = 64 << 20
_DEFENDER = 1


def meet(position: Position, first: Set[int], second: Set[int]) -> bool:
    """Whether two groups touch, or have a liberty in common. If not, neither is in the other's way.

    >>> position = Position.from_diagram('''
    ... X . O . X
    ... X . O . X
    ... ''')
    >>> meet(position, {0, 5}, {2, 7}), meet(position, {0, 5}, {4, 9})
    (True, False)
    """
    beside = [{q for p in stones for q in position.neighbors(p)} for stones in (first, second)]
    shared = (q for q in beside[0] & beside[1] if position.board[q] == EMPTY)
    return not beside[0].isdisjoint(second) or any(True for _ in shared)


def wins_both(arena: Arena, mover: Color, meter: Meter) -> tuple[bool | None, int | None, int]:
    """Whether the side that moves first takes the second group and saves the first by one plan,
    however many threats its opponent has; its first move; and the nodes searched.
    """
    region = arena.region(arena.first)
    marks = [region.cell(p) for p in sorted(arena.second)]
    return _forced(_core.LifeGoal.WON, region, marks, arena.position, mover, meter)


def gets_two_eyes(arena: Arena, stones: frozenset[int], mover: Color, meter: Meter) -> bool | None:
    """Whether one of the groups gets two eyes, or gets out, with this side moving first."""
    region = arena.region(stones)
    return _forced(_core.LifeGoal.TWO_EYES, region, [], arena.position, mover, meter)[0]


def _forced(
    goal: _core.LifeGoal,
    region: Region,
    marks: list[int],
    position: Position,
    mover: Color,
    meter: Meter,
) -> tuple[bool | None, int | None, int]:
    limits = meter.limits()
    if limits is None:
        return None, None, 0
    solver = _core.LifeSolver(region.width, region.height, region.cells, MEMORY, marks)
    ko = position.ko if position.to_play == mover else None
    banned = region.cell(ko) if ko is not None and ko in region.points else -1
    turn = _DEFENDER if region.color == mover else 1 - _DEFENDER
    found = solver.solve(goal, turn, banned, _core.KoThreats(MANY, 0), [], limits)
    meter.spend(nodes=found.nodes)
    if found.verdict == _core.Forced.UNKNOWN:
        return None, None, found.nodes
    move = region.point(found.best) if found.best != -2 else None
    return found.verdict == _core.Forced.FORCED, move, found.nodes
