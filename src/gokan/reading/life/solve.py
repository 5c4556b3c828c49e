"""Life and death: does the side to move reach its goal, by which moves, and how certain is that?

The answer is assembled from yes-or-no questions to the proof search: is the target killed if each
side has a given number of ko threats? "win" means that the goal is reached however many threats the
opponent has; "loss" that it is missed however many the mover has; "ko" is anything in between, with
the number of threats that tips the balance (`gokan.reading.life.ko`). About a target that survives
there is one more question: can the defender force two eyes? If not, it lives in seki.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gokan.checks import whole
from gokan.go import PASS, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.answer import put_together
from gokan.reading.life.contradictions import upheld
from gokan.reading.life.expecting import Readers, at_a_glance, expected_kill, expected_life
from gokan.reading.life.ko import Ko
from gokan.reading.life.later import Later
from gokan.reading.life.other_targets import (
    also_asked,
    solve_another,
    solve_in_parts,
    solve_together,
)
from gokan.reading.life.second_opinion import (
    doubted,
    kills_in_the_open,
    left_out,
    may_ask,
    second_opinion,
    share_of_time,
)
from gokan.reading.life.solution import Refutation, Solution, Why
from gokan.reading.life.stages import stages
from gokan.reading.life.verdict import Reading
from gokan.reading.problem import Problem
from gokan.reading.regions.advice import Expected, Guesses
from gokan.reading.regions.reader import Reader
from gokan.reading.regions.region import Region, find_region
from gokan.reading.weights import LIMITS

__all__ = ["Ko", "Refutation", "Solution", "Why", "solve", "solve_in", "unread"]

USUAL = Budget(seconds=10.0)
"""If none is given."""

_FOR_MOVES = 0.8  # of the time: then the first moves are left alone and the answer put together
_LIKELY = 0.5
_POSSIBLE = 0.2  # enough to try for it, where the core agrees
_ENOUGH = 0.1  # of the time: after more than this no larger region is begun


def solve(
    problem: Problem,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = 256 << 20,
    all_moves: bool = True,
    details: bool | None = None,
    trials: bool = True,
    order: Sequence[int] = (),
    expected: Expected | None = None,
    guesses: Guesses | None = None,
) -> Solution:
    """Solve a problem within a budget; `seconds` and `nodes` are shorthands for one. By default it
    is ten seconds.

    Without `all_moves` the search stops at one winning move. By default the result and the winning
    first moves come at once, and what is said besides (lines of play, refutations and how sure they
    are, the kind of ko, how often an attack may be ignored) is read when it is first looked at,
    within as much again (`gokan.reading.life.later`). With `details` all of it is read at once;
    with `details=False` the kind of ko, how refutations continue and how often an attack may be
    ignored are left out.

    With `trials`, trial games are consulted about a group in the open that moves first
    (`gokan.reading.life.second_opinion`). First moves in `order` are tried before all others, and
    `guesses` are what a search thinks of a position that it meets; neither changes what is true,
    only what it costs to find out. Where it is `expected` that the side to move reaches its goal,
    what would show that is read first (`gokan.reading.life.expecting`).

    >>> from gokan.go import Position
    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> answer = solve(Problem.make(position, target=[position.point("A4")]))
    >>> answer.result, [position.vertex(p) for p in answer.winning_moves], answer.proved
    ('win', ['B5'], True)
    """
    for move in order:
        whole("point to try first", move, PASS, len(problem.position.board) - 1)
    how = _How(memory, all_moves, details, trials, tuple(order), expected, guesses)
    if isinstance(budget, Meter):  # a part of another question
        return _solve(problem, budget, replace(how, details=details is not False))
    given = budget or Budget(seconds=seconds, nodes=nodes)
    given = USUAL if budget is None and seconds is None and nodes is None else given
    answer = _solve(problem, given.start(), how)
    if details is None:
        return Later.of(answer, lambda: _solve(problem, given.start(), replace(how, details=True)))
    return answer


def _solve(problem: Problem, meter: Meter, how: _How) -> Solution:
    """All that is asked about a problem, one after the other."""
    work, trials = _Work(meter, how), how.trials
    answer = work.read(problem)
    if trials and may_ask(answer):
        answer = second_opinion(answer, meter)
    if problem.guessed:
        answer = solve_in_parts(answer, meter, work.again)
    patient = trials and meter.worth >= LIMITS.patient
    if patient and kills_in_the_open(answer) and not work.likely(answer.problem):
        answer = answer.taken_back("trials") if left_out(answer, meter) else answer
    if doubted(answer):
        answer = answer.taken_back("target unclear")
    answer = upheld(answer, meter, work.for_a_proof)
    if trials:
        answer = solve_together(answer, meter, work.again)
    answer = solve_another(answer, meter, work.again)
    if how.details:
        answer = replace(answer, also=also_asked(answer, meter, work.again))
    return replace(answer, nodes=meter.nodes, seconds=meter.seconds)


def unread(problem: Problem) -> Solution:
    """The answer of a reading for which there was no time: unknown."""
    region = find_region(problem.position, problem.target)
    return Solution(problem=problem, region=region, why="budget")


def solve_in(
    problem: Problem, region: Region, *, budget: Budget | Meter = USUAL, memory: int = 256 << 20
) -> Solution:
    """Solve a problem in a region that is given: one winning move is enough."""
    meter = started(budget, usual=USUAL)
    reading = Reading(_reader(problem, region, meter, memory), "usual")
    reading.read(None, all_moves=False, endless=True)
    answer = put_together(problem, reading, details=False)
    return replace(answer, nodes=reading.reader.nodes_used, seconds=meter.seconds)


@dataclass(frozen=True, slots=True)
class _How:
    """How a question is read, and how much is to be said about it."""

    memory: int
    all_moves: bool
    details: bool | None
    """None: only what comes at once."""
    trials: bool
    order: tuple[int, ...] = ()
    """First moves that somebody expects to work, the likeliest first."""
    expected: Expected | None = None
    guesses: Guesses | None = None


@dataclass(frozen=True, slots=True)
class _Work:
    """A question that is read within a budget."""

    meter: Meter
    how: _How
    _chances: dict[tuple[Position, tuple[int, ...]], float] = field(default_factory=dict)

    def again(self, problem: Problem, meter: Meter) -> Solution:
        """Another problem, asked about as the first was."""
        return _solve(problem, meter, replace(self.how, order=()))

    def for_a_proof(self, problem: Problem, meter: Meter) -> Solution:
        """Another problem, of which only a proof counts: nobody doubts what is merely read."""
        how = replace(
            self.how, all_moves=False, details=False, trials=False, order=(), expected=None
        )
        return _Work(meter, how).read(problem)

    def read(self, problem: Problem) -> Solution:
        """What the proof search says, before anything else is asked."""
        meter = self.meter
        reading, limit = self._in_stages(problem)
        found_after = meter.nodes
        if reading.unsettled and not reading.stands:
            reading.doubt()
        reading.reader.meter = meter.until(_FOR_MOVES * limit)
        # Where nothing works, moves are asked about only for what refutes them.
        if reading.verdict.result == "loss" and self.how.all_moves and self.how.details is not None:
            reading.first_moves()
        reading.ask_again()
        reading.reader.meter = meter.until(limit)
        answer = put_together(problem, reading, details=self.how.details)
        if answer.result == "unknown":
            short = reading.cut_short or meter.until(limit).over
            answer = replace(answer, why="budget" if short else "open edge")
        return replace(answer, found_after=found_after)

    def _in_stages(self, problem: Problem) -> tuple[Reading, float]:
        """What to believe after all stages, and the share of the budget that is for reading: the
        rest is kept for a second opinion where one may be needed.
        """
        meter = self.meter
        live = problem.goal == "live"
        kept = share_of_time(meter.worth) if self.how.trials and live else 0.0
        readers = Readers(
            lambda region, part: _reader(problem, region, part, self.how.memory, self.how.guesses),
            keep=self.how.expected is not None,
        )
        best = found = self._expected(problem, readers)
        if found is not None and not (live and found.small and self.how.all_moves):
            return found, 1.0
        limit, cut_short = 1.0, False
        for stage in stages(problem):
            if found is not None and found.reader.region.points != stage.region.points:
                continue  # it dies here, or that was left open
            found = None
            limit = 1 - kept * (not stage.region.sealed)
            part = meter.until(stage.until * limit).part(1 / stage.left)
            if stage.kind == "wide" and not live and self.likely(problem):  # it seldom helps
                part = part.part(nodes=meter.nodes)
            if stage.kind == "far" and not live:
                part = part.part(nodes=meter.nodes)
            reader = readers.of(stage.region, part)
            if stage.kind == "usual" and not live and self._has_had_its_turn(reader, best, problem):
                reader.meter = part.part(nodes=max(meter.nodes - 2 * reader.nodes_used, 0))
            now = Reading(reader, stage.kind, complete=stage.whole)
            now.read(
                best,
                all_moves=self.how.all_moves,
                endless=bool(self.how.details),
                order=self.how.order,
            )
            cut_short |= now.verdict.result == "unknown" and reader.meter.over
            best = now.after(best)
            if best.stands and not self.how.all_moves:
                break
            if best.lasts(stage.kind, meter.used > _ENOUGH * limit):
                break
        assert best is not None
        best.cut_short = cut_short
        return best, 1.0 if best.stands else limit

    def _has_had_its_turn(self, usual: Reader, small: Reading | None, problem: Problem) -> bool:
        """Whether a kill was looked for in the usual region first, in vain, and then found in the
        small ones, as expected: then it is not read for longer than these were.
        """
        if small is None or not small.complete or small.verdict.result not in ("win", "ko"):
            return False
        return not usual.found and self.chance(problem) >= _POSSIBLE

    def _expected(self, problem: Problem, readers: Readers) -> Reading | None:
        """What is found where the side to move is expected to reach its goal."""
        if self.how.expected is None or find_region(problem.position, problem.target).sealed:
            return None  # what is sealed is soon read; a look may take longer
        meter = self.meter.until(_FOR_MOVES)
        chance = 1.0 if at_a_glance(problem, readers, meter) else self.chance(problem)
        if chance < _POSSIBLE:
            return None
        if problem.goal == "live":
            return expected_life(
                problem,
                readers,
                meter,
                all_moves=self.how.all_moves,
                endless=bool(self.how.details),
            )
        return expected_kill(
            problem,
            readers,
            meter,
            all_moves=self.how.all_moves,
            endless=bool(self.how.details),
            doubtful=chance < _LIKELY,
            order=self.how.order,
        )

    def likely(self, problem: Problem) -> bool:
        """Whether it is expected that the side to move reaches its goal."""
        return self.chance(problem) >= _LIKELY

    def chance(self, problem: Problem) -> float:
        """What is expected of the side to move, asked once; 0 if nobody has said."""
        if self.how.expected is None:
            return 0.0
        asked = problem.position, problem.target
        if asked not in self._chances:
            self._chances[asked] = self.how.expected(*asked)
        return self._chances[asked]


def _reader(
    problem: Problem,
    region: Region,
    meter: Meter,
    memory: int,
    guesses: Guesses | None = None,
) -> Reader:
    position = problem.position
    return Reader(
        region,
        first=position.to_play,
        ko=position.ko,
        meter=meter,
        memory=memory,
        guesses=guesses,
    )
