"""Is it certain that the side to move fails? One question, of which only a proof counts.

`solve` says as much of a problem as it can: the verdict over all numbers of ko threats, the first
moves, a judgement where there is no proof. Who needs a proof and nothing else asks this. The side
to move gets every threat from the start, and the edge of the region speaks for it from the start:
all open space is the defender's where a kill is to be shown, the attacker's where it is life. One
search answers that, in a fraction of the time.

The answer names everything that it rests on. While the points of its `zone` are as they were and
its walls can still breathe, it holds, whatever happens elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gokan.go import Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.grades import grade_verdict
from gokan.reading.life.ko import certain_loss
from gokan.reading.problem import Problem
from gokan.reading.regions.played_by import left_out
from gokan.reading.regions.reader import FINITE, MANY, Reader
from gokan.reading.regions.region import Region, find_region
from gokan.reading.regions.walls import living_outside, thinnest_wall

__all__ = ["Failure", "fails"]

USUAL = Budget(nodes=100_000)
"""If none is given."""
_MEMORY = 8 << 20


@dataclass(frozen=True, slots=True)
class Failure:
    """Whether the side to move is proved to fail, and on what that depends."""

    problem: Problem
    proved: bool
    nodes: int
    zone: tuple[int, ...] = ()
    """Points that must stay as they are."""
    walls: tuple[int, ...] = ()
    """A stone of each wall that must not be captured,"""
    breath: int = 0
    """and the liberties outside the region that each of them needs."""
    region: frozenset[int] = frozenset()
    """Where it was read; part of the zone."""
    eyes: bool = False
    """Of a group that is not killed: it has two eyes; otherwise it lives in seki."""

    def holds(self, position: Position) -> bool:
        """Is all that it depends on the same there? A ko that is open in the zone is not.

        >>> corner = Position.from_diagram('''
        ...     . . O X . .
        ...     O O O X . .
        ...     X X X X . .
        ...     . . . . . .
        ...     . . . . . .''')
        >>> black = corner.setup(to_play=corner.to_play.opponent)
        >>> failure = fails(Problem.make(black, target=[black.point("C5")]))
        >>> failure.proved, failure.holds(black.play("E1")), failure.holds(black.play("A5"))
        (True, True, False)
        """
        board, before = position.board, self.problem.position.board
        if any(board[point] != before[point] for point in self.zone):
            return False
        if position.ko is not None and position.ko in self.zone:
            return False
        return all(
            sum(point not in self.region for point in position.block(wall).liberties) >= self.breath
            for wall in self.walls
        )


def fails(
    problem: Problem, *, budget: Budget | Meter | None = None, nodes: int | None = None
) -> Failure:
    """Is it proved that the side to move misses its goal, whatever the ko threats?

    >>> position = Position.from_diagram('''
    ...     . . O X . .
    ...     O O O X . .
    ...     X X X X . .
    ...     . . . . . .
    ...     . . . . . .''')
    >>> white = position.setup(to_play=position.to_play.opponent)
    >>> fails(Problem.make(white, target=[white.point("A4")]), nodes=5000).proved
    True
    >>> fails(Problem.make(position, target=[white.point("A4")]), nodes=5000).proved
    False
    """
    meter = started(budget, nodes=nodes, usual=USUAL)
    for region in () if left_out(problem.position.rules) else _regions(problem):
        reader = _shown(problem, region, meter)
        if reader is not None:
            zone, walls, breath = _rests_on(reader, killed=problem.goal == "live")
            eyes = problem.goal == "kill" and _two_eyes(reader)
            rests = tuple(sorted(zone)), walls, breath, region.points, eyes
            return Failure(problem, True, meter.nodes, *rests)
        if meter.over:
            break
    return Failure(problem, False, meter.nodes)


def _regions(problem: Problem) -> Iterator[Region]:
    """A kill must work in the usual region; life that is found in the core is enough."""
    position, target = problem.position, problem.target
    usual = find_region(position, target)
    if problem.goal == "kill" and not usual.sealed:
        core = find_region(position, target, layer=0, thin=0)
        if core.points != usual.points:
            yield core
    yield usual


def _shown(problem: Problem, region: Region, meter: Meter) -> Reader | None:
    """The reader that has shown it, if one has."""
    position, killed = problem.position, problem.goal == "live"
    try:
        reader = Reader(
            region,
            first=position.to_play,
            ko=position.ko,
            meter=meter,
            memory=_MEMORY,
            cells=region.kill_cells if killed else region.stand_cells,
        )
    except ValueError:  # such an edge makes no position
        return None
    verdict = certain_loss(reader)
    if verdict.result != "loss" or verdict.endless or not (killed or _ends(reader)):
        return None
    proved, _, up_to = grade_verdict(reader, verdict)
    return reader if proved and up_to is None else None


def _ends(reader: Reader) -> bool:
    """Does the target live by two eyes or in a seki, and not by going in circles?"""
    return _two_eyes(reader) or reader.forces_life(MANY, 0, end=True) is True


def _two_eyes(reader: Reader) -> bool:
    return reader.forces_life(MANY, 0) is True


def _rests_on(reader: Reader, *, killed: bool) -> tuple[set[int], tuple[int, ...], int]:
    """The zone, the walls, and the liberties that these need.

    Life was shown with everything outside the region the attacker's. A kill needs the walls: those
    that live by eyes of their own with these eyes, the others with more liberties outside than the
    defender can play elsewhere.
    """
    region = reader.region
    zone = set(region.points)
    if not killed:
        return zone, (), 0
    position, attacker = region.position, region.color.opponent
    around = {q for p in zone for q in position.neighbors(p) if position.board[q] == attacker}
    stones, eyes = living_outside(position, attacker, region.points)
    breathing = {min(position.block(q).stones) for q in around - zone - stones}
    if around & stones:
        zone |= stones | eyes
    return zone | around, tuple(sorted(breathing)), _breath(reader) if breathing else 0


def _breath(reader: Reader) -> int:
    least = thinnest_wall(reader.region)
    kill = reader.write_kill((0, FINITE), MANY)
    return min(least, kill.passes + 1) if kill and kill.written else least
