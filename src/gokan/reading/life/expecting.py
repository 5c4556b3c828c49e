"""Reading a verdict that is expected: straight for what would show it.

Without a hint, regions are read from small to large, each to its end, because what is small is
cheap and any of them may decide (`gokan.reading.life.stages`). Where it is expected that the side
to move reaches its goal, much of that can be left out:

- A group that moves first lives if it lives in one region. So all of them are read in turns, each a
  little longer every time, until it stands in one; none in which it dies is read to its end first.
- A kill must hold with all the room there is. So the usual region is read first, and the move found
  there is put to the others: it must work in each. If the usual region is not settled, a move is
  looked for that works in the core and behind each gap; the usual region may then refute it, but it
  is not read for longer than all of these.

What is settled sooner than anybody could be asked is read without asking. If nothing is found the
regions are read as ever, each from where it was left. So an expectation that is wrong costs
something. What is proved never rests on it, nor does what is read in one region; but a kill
that was read behind each gap may be believed where the usual region, read for longer, would refute
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gokan.go import PASS
from gokan.reading.budget import Meter
from gokan.reading.life.ko import Verdict, find_verdict
from gokan.reading.life.stages import Kind, Stage, regions_besides, small_regions, stages
from gokan.reading.life.verdict import Reading
from gokan.reading.problem import Problem
from gokan.reading.regions.reader import ENDLESS, FINITE, KILLED, MANY, STANDS, Reader
from gokan.reading.regions.region import Region, find_region

__all__ = ["Readers", "at_a_glance", "expected_kill", "expected_life"]

Make = Callable[[Region, Meter], Reader]

_GLANCE = 15_000  # nodes: about as long as a look takes
_FIRST, _GROWS = 30_000, 2  # nodes for a region in the first turn; times as many in the next
_TURNS: dict[Kind, float] = {"core": 4, "gap": 2, "usual": 2, "wide": 1, "far": 1, "deep": 0.5}
"""Times as long: small regions are settled sooner, and what is deep is seldom needed."""
_FOR_LIFE = 0.5  # of the budget
_LEAST, _EACH = 5_000, 20_000  # nodes to doubt one move that was found, and each of a list
_FOR_A_KILL, _FOR_SMALL = 0.25, 0.5


class Readers:
    """The readers of a problem's regions; where they are kept, one that is asked for again goes on
    where it was left.
    """

    def __init__(self, make: Make, *, keep: bool) -> None:
        self._make = make
        self._keep = keep
        self._kept: dict[tuple[frozenset[int], bytes], Reader] = {}

    def of(self, region: Region, meter: Meter) -> Reader:
        """The reader of a region, with this budget from now on."""
        if not self._keep:
            return self._make(region, meter)
        key = region.points, region.cells
        if key not in self._kept:
            self._kept[key] = self._make(region, meter)
        reader = self._kept[key]
        reader.meter = meter
        return reader


def at_a_glance(problem: Problem, readers: Readers, meter: Meter) -> bool:
    """Whether the goal is seen to be reached in the region that is read first, in less time than a
    look takes.
    """
    live = problem.goal == "live"
    region = next(stages(problem)).region if live else find_region(problem.position, problem.target)
    reader = readers.of(region, meter)
    return bool(reader.wins(0, ENDLESS if live else MANY, most=_GLANCE))


def expected_life(
    problem: Problem, readers: Readers, whole: Meter, *, all_moves: bool, endless: bool
) -> Reading | None:
    """The reading of a region in which the target, which moves first, stands; None if none was
    found. If all moves are asked for and it is a small region, larger ones are to be asked, too.
    """
    meter = whole.until(_FOR_LIFE)
    turn: Iterable[Stage] = stages(problem, deep_last=True)
    most = _FIRST
    while turn and not meter.over:
        left = []
        for stage in turn:
            left.append(stage)
            reader = readers.of(stage.region, meter)
            verdict = reader.ask(0, ENDLESS, [], most=int(most * _TURNS[stage.kind])).verdict
            if verdict == STANDS:
                reader.meter = whole
                reading = Reading(reader, stage.kind, complete=stage.whole)
                reading.read(None, all_moves=all_moves and not reading.small, endless=endless)
                return reading
            if verdict == KILLED:
                left.pop()
        turn = left
        most *= _GROWS
    return None


def expected_kill(
    problem: Problem,
    readers: Readers,
    meter: Meter,
    *,
    all_moves: bool,
    endless: bool,
    doubtful: bool = False,
    order: tuple[int, ...] = (),
) -> Reading | None:
    """The reading of the usual region if the target falls there, if need be by a ko, and a first
    move is left that works in every other region as well.
    """
    usual = find_region(problem.position, problem.target)
    small, _ = small_regions(problem, usual)
    if small and doubtful and _stands(readers.of(small[0], meter.part(_FOR_A_KILL))):
        return None  # nor would more room help the attacker
    reading = Reading(readers.of(usual, meter.part(_FOR_A_KILL)), "usual")
    reading.read(None, all_moves=False, endless=endless, order=order)
    if reading.verdict.result == "unknown" and not all_moves:
        return _killed_in_small(problem, reading.reader, readers, meter.part(_FOR_SMALL))
    if reading.verdict.result not in ("win", "ko"):
        return None
    others = [
        readers.of(region, meter)
        for region in regions_besides(problem, usual)
        if all_moves or not region.points <= usual.points
    ]
    if not all_moves and _one_is_enough(reading, others):
        return reading
    reading.reader.meter = meter
    before: Reading | None = None
    for reader in others:  # what fails in a small region need not be read in a larger one
        if reader.region in small:
            now = Reading(reader, "gap")
            now.verdict = reading.verdict
            now.first_moves(before)
            before = now
    reading.first_moves(before)
    for reader in others:
        reading.keep_what_works(reader, max(_EACH, reading.reader.nodes_used))
    return reading if reading.good else None


def _killed_in_small(
    problem: Problem, usual: Reader, readers: Readers, meter: Meter
) -> Reading | None:
    """The reading of a small region, with a first move that works in each of them. The usual one,
    which was read first, is not read for longer than all of these.
    """
    small, whole = small_regions(problem, usual.region)
    threats, spent = (0, MANY), meter.nodes
    asked = [readers.of(region, meter) for region in small]
    if not whole or not all(reader.wins(*threats) for reader in asked):
        return None
    for reader in reversed(asked):
        reading = Reading(reader, "gap")
        every = reader.holds_up_to.get(threats, 0) >= FINITE
        reading.verdict = Verdict("win", threats, every=every)
        reading.good = [reader.region.point(reader.found[threats][0])]
        if all(reading.works_in(other) for other in asked):
            usual.meter = meter
            reading.keep_what_works(usual, max(meter.nodes - spent - usual.nodes_used, _LEAST))
            if reading.good:
                return reading
    return None


def _stands(core: Reader) -> bool:
    """Whether the target stands in the core: then no more room is needed."""
    return find_verdict(core, endless=False).result == "loss"


def _one_is_enough(reading: Reading, others: list[Reader]) -> bool:
    """Whether the move that was found works in the other regions, too."""
    cell, _ = reading.reader.found.get(reading.verdict.threats, (PASS, 0))
    if cell < PASS:
        return False
    reading.good = [reading.reader.region.point(cell)]
    most = max(_LEAST, reading.reader.nodes_used)
    for reader in others:
        reading.keep_what_works(reader, most)
        if not reading.good:
            reading.refuted.clear()
            return False
    reading.good = []  # no list was asked for
    return True
