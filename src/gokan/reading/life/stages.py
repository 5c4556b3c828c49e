"""The stages in which an open region is read: from the points a group holds to the space around.

What is small is read quickly, and what it says stays useful. In a smaller region the defender has
less: no way around the walls, no thin wall to capture. So a target that stands in one stage stands
for good, a first move that the attacker could not make work fails for good, and the attacker's
moves that did work are the first to be tried again. Only what speaks against the defender must be
read once more with more room.

First comes the *core*: what the target reaches before the attacker. Then every *gap* in the walls,
and every wall with few liberties, is opened alone and read some steps deep: together they would be
far too much. Then the usual region with all of them one step deep, a wider one, and one with all of
them two steps deep: a group is called dead only if it dies in every one. (If its enemy moves first
the last one is a check, with as many nodes as were spent before.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gokan.go import EMPTY, Position
from gokan.reading.problem import Problem
from gokan.reading.regions.region import DEFENDER_ANCHOR, Region, find_region

__all__ = ["Stage", "gaps", "regions_besides", "small_regions", "stages"]

Kind = Literal["core", "gap", "deep", "usual", "wide", "far"]

_DEEP = 2, 6  # steps into a gap, and points of it
_DEEPER = 4, 10
_THIN = 2  # liberties outside of a wall that may be captured


@dataclass(frozen=True, slots=True)
class Stage:
    """A region, its kind, and the part of the time that may be over when it is left."""

    region: Region
    kind: Kind
    until: float
    left: int = 1
    """Stages of the kind that share this time, this one included."""
    whole: bool = True
    """Every gap will be read; otherwise one leads to the target's friends, and only the usual
    region can tell whether that helps."""


def stages(problem: Problem, *, deep_last: bool = False) -> Iterator[Stage]:
    """Regions for a problem, each made when it is asked for; a sealed one is all there is."""
    position, target = problem.position, problem.target
    usual = find_region(position, target)
    if usual.sealed:
        yield Stage(usual, "usual", 1.0)
        return
    seen = {usual.points}
    small, whole = small_regions(problem, usual)
    deep: Iterator[Stage] = iter(())
    if small:
        core, *openings = small
        seen.add(core.points)
        yield Stage(core, "core", 0.9, whole=whole)
        for i, region in enumerate(openings):
            yield Stage(region, "gap", 0.7, len(openings) - i)
            seen.add(region.points)
        if problem.goal == "live":
            deep = _deeper(problem, core, seen)
    if not deep_last:
        yield from deep
    # A group that moves first may still find its life farther away.
    yield Stage(usual, "usual", 0.8 if problem.goal == "live" else 1.0)
    wide = _wide(problem)
    if wide.points not in seen:
        seen.add(wide.points)
        yield Stage(wide, "wide", 0.9)
    far = find_region(position, target, layer=2)
    if far.points not in seen:
        yield Stage(far, "far", 1.0)
    yield from deep


def small_regions(problem: Problem, usual: Region) -> tuple[list[Region], bool]:
    """The core and, each opened alone, the gaps in its walls; and whether these are all the gaps.
    None where the target may run away: there more room would give it less.
    """
    position, target = problem.position, problem.target
    core = find_region(position, target, layer=0, thin=0)
    if core.points == usual.points or _ways_out(core):
        return [], False
    opened = [find_region(position, target, layer=0, thin=0, extra=extra) for extra in gaps(core)]
    openings = [region for region in opened if not _ways_out(region)]
    return [core, *openings], len(openings) == len(opened)


def regions_besides(problem: Problem, usual: Region) -> list[Region]:
    """The other regions in which an attack must work as it does in the usual one."""
    wide = _wide(problem)
    small, _ = small_regions(problem, usual)
    return [*small, wide] if wide.points != usual.points else small


def _wide(problem: Problem) -> Region:
    return find_region(problem.position, problem.target, room=20, wide=True)


def _deeper(problem: Problem, core: Region, seen: set[frozenset[int]]) -> Iterator[Stage]:
    """The core with one gap, read deeper: room along the edge under a high wall."""
    opened = [
        find_region(problem.position, problem.target, layer=0, thin=0, extra=extra)
        for extra in gaps(core, deeper=True)
    ]
    new = [r for r in opened if r.points not in seen and not _ways_out(r)]
    for i, region in enumerate(new):
        seen.add(region.points)
        yield Stage(region, "deep", 0.5, len(new) - i)


def _ways_out(region: Region) -> bool:
    return any(cell & DEFENDER_ANCHOR for cell in region.cells)


def gaps(region: Region, *, deeper: bool = False) -> list[frozenset[int]]:
    """The points behind each gap in the walls of a region, and the liberties of each thin wall."""
    position = region.position
    found: list[frozenset[int]] = []
    edge = {
        q
        for p in region.points
        for q in position.neighbors(p)
        if q not in region.points and position.board[q] == EMPTY
    }
    while edge:
        start = min(edge)
        mouth = {start}
        todo = [start]
        while todo:  # what lies side by side, round corners too, is one gap
            near = _around(position, todo.pop()) & edge
            todo += near - mouth
            mouth |= near
        edge -= mouth
        found.append(frozenset(_behind(region, mouth, *(_DEEPER if deeper else _DEEP))))
    for stone, outside in region.walls:
        if outside <= _THIN:
            liberties = position.block(stone).liberties
            found.append(frozenset(q for q in liberties if q not in region.points))
    return sorted(set(found), key=lambda points: (len(points), sorted(points)))


def _around(position: Position, point: int) -> set[int]:
    near = position.neighbors(point)
    return {*near, *(r for q in near for r in position.neighbors(q))}


def _behind(region: Region, mouth: set[int], steps: int, most: int) -> list[int]:
    """The points of a gap, nearest first, as many as are read."""
    position = region.position
    order = sorted(mouth)
    seen = set(order)
    layer = order
    for _ in range(steps - 1):
        layer = sorted(
            {
                q
                for p in layer
                for q in position.neighbors(p)
                if q not in seen and q not in region.points and position.board[q] == EMPTY
            }
        )
        seen.update(layer)
        order = order + layer
    return order[: max(most, len(mouth))]
