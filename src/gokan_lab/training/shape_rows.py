"""Positions that the proof search has settled, to learn shapes from (`gokan train shapes`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from gokan.batch import Item, outcomes
from gokan.errors import GokanError
from gokan.reading.budget import Budget
from gokan.reading.life.stages import stages
from gokan.reading.posing import pose_record
from gokan.reading.problem import Problem
from gokan.reading.regions.reader import ENDLESS, MANY, Reader

__all__ = ["COUNTS", "POINTS", "ROW", "Effort", "settled", "settled_positions"]

COUNTS, POINTS = 13, 64
ROW = 3 + COUNTS + POINTS
"""Numbers of 32 bits for a position: who moves, whether it is killed, the nodes that took, the
counts of the first guess, and the shapes around its points."""

_MEMORY = 64 << 20


@dataclass(frozen=True, slots=True)
class Effort:
    """How much of each problem is read and kept."""

    nodes: int = 200_000
    """For a question about a region."""
    every: int = 3
    most: int = 4_000
    """Positions of a region: one in so many, and no more than this."""


def settled_positions(
    records: Iterable[Mapping[str, Any]], effort: Effort, *, jobs: int = 1
) -> Iterator[bytes]:
    """The rows of each problem that can be read, in order; one that crashes is left out."""
    items = (Item(n, str(record.get("id", n)), record) for n, record in enumerate(records))
    for one in outcomes(items, partial(_settling, effort), workers=jobs, in_order=True):
        if one.error is not None:
            print(f"gokan: {one.id} is left out: {one.error}", file=sys.stderr)
        elif one.value:
            yield one.value


def _settling(effort: Effort) -> Callable[[Mapping[str, Any]], bytes]:
    return partial(settled, effort=effort)


def settled(record: Mapping[str, Any], effort: Effort) -> bytes:
    """The rows of one problem: of every region in which it would be read, with either ko."""
    try:
        problem = pose_record(dict(record))
    except GokanError:
        return b""
    return b"".join(_of_region(problem, stage.region, effort) for stage in stages(problem))


def _of_region(problem: Problem, region: Any, effort: Effort) -> bytes:
    meter = Budget(nodes=4 * effort.nodes).start()
    first = problem.position.to_play
    reader = Reader(region, first=first, ko=problem.position.ko, meter=meter, memory=_MEMORY)
    reader.solver.keep_samples(effort.every, effort.most)
    for theirs in (MANY if reader.mover_attacks else ENDLESS, 0):
        if reader.ask(0, theirs, [], most=effort.nodes).verdict:
            break
    return reader.solver.samples()
