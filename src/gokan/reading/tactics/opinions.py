"""Which search answers a tactical question, and how sure the answer is.

The search by threats comes first: it knows every winning move and settles most questions in
milliseconds. Where it does not come to an end, the search by proof numbers
(`core/reading/tactics/skirmish.h`) goes on: first with an answer to every reply that could matter,
so that a success is proved; then, beyond the first moves, with the replies that come to a player's
mind. What is still open goes back to the search by threats for the rest of the budget.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.reading.budget import Meter
from gokan.reading.regions.played_by import left_out

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
_NOTHING_LEFT = _core.SearchLimits(nodes=1)
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
    """What a search said. See `gokan.reading.tactics.questions` for the fields."""

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


def read(question: Question, meter: Meter, *, order: int) -> Opinion:
    """The first opinion that settles the question, or the best there is."""
    if order < 0:
        raise InvalidInput("The order of a tactical reading must not be below zero.")
    deep = order == ORDER  # who asks for another order gets the search by threats alone
    found = _threats(question, meter, FIRST_NODES if deep else 0, order)
    sure = found.exact and (found.complete or found.code == 1)
    if not deep or sure or (found.complete and not question.connecting):
        return _graded(found, question, meter)
    if question.connecting and found.complete and found.code == int(question.prover_first):
        # They are joined if a block between them counts as captured. Perhaps without that, too?
        strict = _threats(question, meter, FIRST_NODES, order, bridges=False)
        if strict.exact and strict.code == found.code:
            return _graded(strict, question, meter)
    for wide, most in JOINING_STAGES if question.connecting else STAGES:
        if meter.over:
            break
        opinion = _skirmish(question, meter, most, wide, found.order)
        if opinion.complete or opinion.exact:
            return _graded(opinion, question, meter)
        if question.connecting:
            found = opinion
    if not meter.over and not question.connecting:
        found = _threats(question, meter, 0, order)
    return _graded(found, question, meter)


def _threats(
    question: Question, meter: Meter, most: int, order: int, *, bridges: bool = True
) -> Opinion:
    answer = _core.read_tactics(
        question.position.core,
        question.connecting,
        question.first,
        question.second,
        question.prover_first,
        meter.limits(most) or _NOTHING_LEFT,
        min(order, 60),
        TABLE_BITS,
        bridges,
    )
    return _opinion(answer, meter, answer.depth)


def _skirmish(question: Question, meter: Meter, most: int, wide: int, order: int) -> Opinion:
    answer = _core.read_skirmish(
        question.position.core,
        question.connecting,
        question.first,
        question.second,
        question.prover_first,
        meter.limits(most) or _NOTHING_LEFT,
        wide,
        SKIRMISH_BITS,
    )
    return _opinion(answer, meter, order)


def _opinion(answer: _core.TacticalAnswer, meter: Meter, order: int) -> Opinion:
    meter.spend(nodes=answer.nodes)
    return Opinion(
        code=answer.code,
        exact=answer.exact,
        complete=answer.complete,
        order=order,
        moves=tuple(answer.moves),
        line=tuple(answer.line),
        zone=tuple(answer.zone),
        nodes=answer.nodes,
        proved=tuple(answer.proved),
    )


def _graded(opinion: Opinion, question: Question, meter: Meter) -> Opinion:
    prover_fails = (opinion.code == 0) == question.prover_first
    grade: Grade = "read"
    other = left_out(question.position.rules)
    if opinion.exact and not other:
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
        meter.nodes,
        () if other else opinion.proved,
        grade,
        meter.seconds,
    )
