"""Which search answers a tactical question, and how sure the answer is.

The search by threats comes first: it knows every winning move and settles most questions in
milliseconds. Where it does not come to an end, the search by proof numbers
(`core/reading/tactics/skirmish.h`) goes on: first with an answer to every reply that could matter,
so that a success is proved; then, beyond the first moves, with the replies that come to a player's
mind. What is still open goes back to the search by threats for the rest of the budget.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Position

__all__ = ["ORDER", "Grade", "Opinion", "Question", "read"]

Grade = Literal["proved", "read", "unknown"]

ORDER = 6
"""Quiet moves of the prover, at most."""
LEAST_ORDER = 1
"""A failure of the prover that was read less deeply than this is not an answer."""
TABLE_BITS = 18
"""The table of the search by threats holds two to this many positions, about 200 bytes each."""
SKIRMISH_BITS = 18
"""And that of the search by proof numbers; about 100 bytes each."""
FIRST_NODES = 20_000
"""For the search by threats before the other one is asked."""
EVERY_REPLY = -1
STAGES = ((EVERY_REPLY, 60_000), (6, 200_000), (2, 600_000))
"""The searches by proof numbers, for captures: the plies up to which every reply that could matter
is answered, and how many positions may be looked at."""
JOINING_STAGES = ((8, 60_000), (2, 600_000))
"""The same for connections, which seldom end under every reply."""


@dataclass(frozen=True, slots=True)
class Question:
    """Can the blocks be joined (or one of them captured), and who moves first?"""

    position: Position
    connecting: bool
    first: int
    second: int
    """A point, or PASS for none."""
    prover_first: bool


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a search said. See `gokan.reading.tactics` for the fields."""

    code: int
    exact: bool
    complete: bool
    order: int
    moves: tuple[int, ...]
    line: tuple[int, ...]
    zone: tuple[int, ...]
    nodes: int
    proved: tuple[int, ...] = ()
    """The moves that are proved to do it."""
    grade: Grade = "read"
    seconds: float = 0.0


class _Budget:
    def __init__(self, nodes: int, seconds: float | None) -> None:
        self.begin = time.perf_counter()
        self.nodes = nodes
        self.used = 0
        self.end = None if seconds is None else self.begin + seconds

    @property
    def spent(self) -> bool:
        return self.used >= self.nodes or (self.end is not None and self._left() <= 0)

    def share(self, most: int) -> tuple[int, float]:
        """Nodes and seconds (0: any number) for the next search."""
        seconds = 0.0 if self.end is None else max(self._left(), 1e-3)
        return min(most, self.nodes - self.used), seconds

    def _left(self) -> float:
        assert self.end is not None
        return self.end - time.perf_counter()


def read(
    question: Question,
    *,
    nodes: int,
    seconds: float | None,
    order: int,
    cancel: _core.Cancel | None,
) -> Opinion:
    """The first opinion that settles the question, or the best there is."""
    if nodes < 1 or order < 0 or (seconds is not None and seconds <= 0):
        raise InvalidInput("nodes and seconds must be above zero, and order not below it")
    budget = _Budget(nodes, seconds)
    deep = order == ORDER  # who asks for another order gets the search by threats alone
    found = _threats(question, budget, FIRST_NODES if deep else nodes, order, cancel)
    sure = found.exact and (found.complete or found.code == 1)
    if not deep or sure or (found.complete and not question.connecting):
        return _graded(found, question, budget)
    for wide, most in JOINING_STAGES if question.connecting else STAGES:
        if budget.spent:
            break
        opinion = _skirmish(question, budget, most, wide, found.order, cancel)
        if opinion.complete or opinion.exact:
            return _graded(opinion, question, budget)
        if question.connecting:
            found = opinion
    if not budget.spent and not question.connecting:
        found = _threats(question, budget, nodes, order, cancel)
    return _graded(found, question, budget)


def _threats(
    question: Question, budget: _Budget, most: int, order: int, cancel: _core.Cancel | None
) -> Opinion:
    nodes, seconds = budget.share(most)
    code, exact, complete, depth, moves, line, zone, visited, proved = _core.read_tactics(
        question.position.core,
        question.connecting,
        question.first,
        question.second,
        question.prover_first,
        nodes,
        seconds,
        min(order, 60),
        TABLE_BITS,
        cancel,
    )
    budget.used += visited
    found = tuple(moves), tuple(line), tuple(zone), visited, tuple(proved)
    return Opinion(code, exact, complete, depth, *found)


def _skirmish(
    question: Question,
    budget: _Budget,
    most: int,
    wide: int,
    order: int,
    cancel: _core.Cancel | None,
) -> Opinion:
    nodes, seconds = budget.share(most)
    code, exact, complete, _, moves, line, zone, visited, proved = _core.read_skirmish(
        question.position.core,
        question.connecting,
        question.first,
        question.second,
        question.prover_first,
        nodes,
        seconds,
        wide,
        SKIRMISH_BITS,
        cancel,
    )
    budget.used += visited
    found = tuple(moves), tuple(line), tuple(zone), visited, tuple(proved)
    return Opinion(code, exact, complete, order, *found)


def _graded(opinion: Opinion, question: Question, budget: _Budget) -> Opinion:
    prover_fails = (opinion.code == 0) == question.prover_first
    grade: Grade = "read"
    if opinion.exact:
        grade = "proved"
    elif not opinion.complete and (
        (prover_fails and opinion.order < LEAST_ORDER)
        or (not question.prover_first and opinion.code == 0)
    ):
        grade = "unknown"
    return Opinion(
        opinion.code,
        opinion.exact,
        opinion.complete,
        opinion.order,
        opinion.moves,
        opinion.line,
        opinion.zone,
        budget.used,
        opinion.proved,
        grade,
        time.perf_counter() - budget.begin,
    )
