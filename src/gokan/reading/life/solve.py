"""Life and death: does the side to move reach its goal, by which moves, and how sure is that?

Everything is put together from yes-or-no questions to the proof search: is the target killed, with
so many ko threats for each side? "win" means that the goal is reached whatever finite number of
threats the opponent has; "loss" that it is missed whatever number the mover has; "ko" is what lies
between, with the number that tips the balance (`gokan.reading.life.ko`). Of a target that stands it
is asked once more: can the defender force two eyes? If not, it stands in seki.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from gokan.go import PASS
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.ko import Judged, Ko, Result, judge
from gokan.reading.life.ko_kind import kind_of_ko
from gokan.reading.life.move_grades import grade_moves
from gokan.reading.life.other_targets import solve_another, solve_in_parts
from gokan.reading.life.second_opinion import (
    PATIENT,
    doubted,
    left_out,
    may_ask,
    open_question,
    second_opinion,
    share_of_time,
)
from gokan.reading.life.stages import stages
from gokan.reading.life.verdict import Reading
from gokan.reading.problem import Problem
from gokan.reading.regions.reader import ENDLESS, FINITE, KILLED, MANY, STANDS, Reader
from gokan.reading.regions.region import Region, find_region
from gokan.reading.regions.walls import UNLIMITED, thinnest_wall

if TYPE_CHECKING:
    from gokan.reading.tactics.questions import Capture

__all__ = ["Ko", "Refutation", "Solution", "solve", "solve_in", "unread"]

USUAL = Budget(seconds=10.0)
"""For those who say nothing."""
Grade = Literal["proved", "read", "unknown"]
Why = Literal["", "budget", "open edge", "target unclear", "trials", "contradicted"]
"""Why something is unknown: the budget ended; beyond the edge of the region there is too much to
read; nobody named the target, and as it was guessed it hardly can be meant; trial games speak
against what was read; or tactics proves the opposite."""

_LONGEST_LINE = 12
_LONGEST_REFUTATION = 4
_PLAIN = 60_000  # nodes to see what the walls must bear
_FOR_MOVES = 0.8  # of the time: then the first moves are left alone and the answer put together
_ENOUGH = 0.1  # of the time: after more than this no larger region is begun


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a first move fails: the opponent's answer, and how it goes on."""

    move: int
    line: tuple[int, ...]
    """From the answer on; empty where nothing needs to be answered."""
    grade: Grade = "read"
    """Whether it is proved that the move fails."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer, from the mover's side. Moves are points; PASS means no move is needed."""

    problem: Problem
    result: Result
    winning_moves: tuple[int, ...]
    ko_moves: tuple[int, ...]
    undecided_moves: tuple[int, ...]
    refutations: tuple[Refutation, ...]
    """One for each first move of the region that fails."""
    ko: Ko | None
    seki: bool | None
    """Best play ends in seki; None when the budget ended before that was known."""
    repetition: bool
    """The target stands only because play goes round in a circle."""
    endless: bool
    """Only endless threats elsewhere would change the verdict: a double ko."""
    up_to: int | None
    """The number of the loser's threats up to which a win or a loss was shown; None: any number."""
    ignores: int | None
    """How often the defender may leave an attack unanswered: 0, 1, or 2 for twice or more. None if
    that was not asked or not settled."""
    pv: tuple[int, ...]
    proved: bool
    """Every end was rigorous; otherwise something at the edge of the region was judged."""
    judged: tuple[str, ...]
    """What was judged, in words."""
    nodes: int
    seconds: float
    region: Region = field(repr=False)
    shown: Mapping[int, int | None] = field(default_factory=dict)
    """The first moves of which it is proved what they do, with the number of the loser's threats up
    to which that was shown (None: any number). What others do was read."""
    how_proved: bool = False
    """Of a target that stands: how it does, with two eyes, in seki or by repetition, is proved."""
    why: Why = ""
    """Why the result is unknown; empty if it is not."""
    tactics: Capture | None = field(default=None, repr=False)
    """The capture on which a verdict rests that no region shows."""

    @property
    def killed(self) -> bool | None:
        """Whether the target falls, whatever the threats; None for a ko or an open question."""
        if self.result not in ("win", "loss"):
            return None
        return (self.result == "win") == (self.problem.goal == "kill")

    @property
    def grade(self) -> Grade:
        """How sure the verdict is."""
        return "unknown" if self.result == "unknown" else "proved" if self.proved else "read"

    def grade_of(self, move: int) -> Grade:
        """How sure it is what a first move does: the verdict may be proved, and a move read."""
        return "proved" if move in self.shown else "read"

    def to_dict(self) -> dict[str, Any]:
        """One line of `gokan solve --json`."""
        position = self.problem.position

        def names(points: tuple[int, ...]) -> list[str]:
            return [position.vertex(p) for p in points]

        return {
            "id": self.problem.id,
            "to_play": position.to_play.letter,
            "goal": self.problem.goal,
            "target": position.vertex(self.problem.target[0]),
            "targets": names(self.problem.target),
            "result": self.result,
            "why_unknown": self.why or None,
            "seki": self.seki is True,
            "seki_settled": self.seki is not None,
            "how_proved": self.how_proved,
            "winning_moves": names(self.winning_moves),
            "ko_moves": names(self.ko_moves),
            "undecided_moves": names(self.undecided_moves),
            "refutations": [
                {"move": position.vertex(r.move), "line": names(r.line), "grade": r.grade}
                for r in self.refutations
            ],
            "moves": [self._first_move(*one) for one in self._first_moves()],
            "ko": {**self.ko.to_dict(), "line": names(self.ko.line)} if self.ko else None,
            "only_endless_threats": self.endless,
            "shown_up_to": self.up_to,
            "repetition": self.repetition,
            "may_ignore": self.ignores,
            "pv": names(self.pv),
            "proved": self.proved,
            "grade": self.grade,
            "judged": list(self.judged),
            "how": self.problem.how,
            "nodes": self.nodes,
            "seconds": round(self.problem.spent + self.seconds, 4),
        }

    def _first_moves(self) -> Iterator[tuple[int, str]]:
        """Every first move that something is said about, and what."""
        yield from ((p, "works") for p in self.winning_moves)
        yield from ((p, "ko") for p in self.ko_moves)
        yield from ((r.move, "fails") for r in self.refutations)
        yield from ((p, "unknown") for p in self.undecided_moves)

    def _first_move(self, move: int, what: str) -> dict[str, Any]:
        return {
            "move": self.problem.position.vertex(move),
            "result": what,
            "grade": "unknown" if what == "unknown" else self.grade_of(move),
            "shown_up_to": self.shown.get(move),
        }

    def explain(self) -> str:
        """The answer in sentences."""
        from gokan.reading.life.words import explain

        return explain(self)


def solve(
    problem: Problem,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = 256 << 20,
    all_moves: bool = True,
    details: bool = True,
    trials: bool = True,
) -> Solution:
    """Solve a problem within a budget: `seconds`, `nodes` or both say the same in short; the usual
    one is ten seconds.

    Without `all_moves` one winning move is enough; without `details` the kind of a ko, how the
    refutations go on and how often an attack may be ignored are left out. With `trials`,
    trial games have a say about a group in the open that moves first
    (`gokan.reading.life.second_opinion`).

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
    from gokan.reading.life.contradictions import upheld

    meter = started(budget, seconds=seconds, nodes=nodes, usual=USUAL)
    best: Reading | None = None
    kept = share_of_time(meter.worth) if trials and problem.goal == "live" else 0.0
    for stage in stages(problem):
        limit = 1 - kept * (not stage.region.sealed)
        reader = Reader(
            stage.region,
            first=problem.position.to_play,
            ko=problem.position.ko,
            meter=meter.until(stage.until * limit).part(1 / stage.left),
            memory=memory,
        )
        now = Reading(reader, stage.kind, complete=stage.whole)
        now.read(best, all_moves=all_moves, endless=details)
        best = now.after(best)
        if best.stands and not all_moves:
            break
        if best.lasts(stage.kind, meter.used > _ENOUGH * limit):
            break
    assert best is not None
    if best.unsettled and not best.stands and (best.small or best.judged.result == "loss"):
        best.judged = Judged("unknown")
        best.good, best.undecided, best.refuted = [], [], {}
    reader = best.reader
    limit = 1.0 if best.stands else limit  # no second opinion is needed
    reader.meter = meter.until(_FOR_MOVES * limit)
    if best.judged.result == "loss" and all_moves:
        best.first_moves()
    best.ask_again()
    reader.meter = meter.until(limit)
    answer = _answer(problem, best, details=details)
    if answer.result == "unknown":
        answer = replace(answer, why="budget" if meter.until(limit).over else "open edge")
    if trials and may_ask(answer):
        answer = second_opinion(answer, meter)
    options: dict[str, Any] = {"memory": memory, "all_moves": all_moves, "details": details}
    options |= {"trials": trials}
    if problem.guessed:
        answer = solve_in_parts(answer, meter, options)
    if trials and meter.worth >= PATIENT and left_out(answer, meter):
        answer = open_question(answer, "trials")
    if doubted(answer):
        answer = open_question(answer, "target unclear")
    answer = solve_another(upheld(answer, meter), meter, options)
    return replace(answer, nodes=meter.nodes, seconds=meter.seconds)


def unread(problem: Problem) -> Solution:
    """The answer of a reading for which there was no time: unknown."""
    region = find_region(problem.position, problem.target)
    nothing: tuple[int, ...] = ()
    return Solution(
        problem=problem,
        result="unknown",
        winning_moves=nothing,
        ko_moves=nothing,
        undecided_moves=nothing,
        refutations=(),
        ko=None,
        seki=None,
        repetition=False,
        endless=False,
        up_to=None,
        ignores=None,
        pv=nothing,
        proved=False,
        judged=(),
        nodes=0,
        seconds=0.0,
        region=region,
        why="budget",
    )


def solve_in(
    problem: Problem, region: Region, *, budget: Budget | Meter = USUAL, memory: int = 256 << 20
) -> Solution:
    """Solve a problem in a region that is given: one winning move is enough."""
    meter = started(budget, usual=USUAL)
    position = problem.position
    reader = Reader(
        region,
        first=position.to_play,
        ko=position.ko,
        meter=meter,
        memory=memory,
    )
    reading = Reading(reader, "usual")
    reading.read(None, all_moves=False, endless=True)
    answer = _answer(problem, reading, details=False)
    return replace(answer, nodes=reader.nodes_used, seconds=meter.seconds)


def _answer(problem: Problem, reading: Reading, *, details: bool) -> Solution:
    """The verdict with everything that is said about it."""
    reader, judged = reading.reader, reading.judged
    region = reader.region
    if details and reading.small and judged.result in ("win", "loss"):
        judged = judge(reader)
        if judged.result != reading.judged.result:
            judged = reading.judged
    result = judged.result
    proved, reasons, up_to = _grade(reader, judged)
    shown = grade_moves(reading) if proved else {}
    if not proved:
        reasons += reading.doubts()
    ko = None
    pv: list[int] = []
    if result == "ko":
        ko = Ko(judged.threats[0] == 0, judged.number)
        ko = kind_of_ko(reader, judged) if details else ko
        pv = list(ko.line)
        ko = replace(ko, line=tuple(region.point(c) for c in ko.line))
    reading.good.sort(key=lambda p: p not in shown)  # what is proved comes first
    if result == "win" or (result == "ko" and not pv):
        pv = reader.line(judged.threats, _first(reading, shown), _LONGEST_LINE)
    seki, repetition, how = None if result == "unknown" else False, False, False
    if reading.stands:
        seki, repetition, how = _seki(reader)
    return Solution(
        problem=problem,
        result=result,
        winning_moves=tuple(reading.good) if result == "win" else (),
        ko_moves=tuple(reading.good) if result == "ko" else (),
        undecided_moves=tuple(reading.undecided),
        refutations=tuple(
            Refutation(
                move,
                _refutation(where, judged.threats, cell, reply, longer=details),
                "proved" if move in shown else "read",
            )
            for move, (where, cell, reply) in reading.refuted.items()
        ),
        ko=ko,
        seki=seki,
        repetition=repetition,
        endless=judged.endless,
        up_to=up_to,
        ignores=_ignores(reader, judged) if details else None,
        pv=tuple(region.point(c) for c in pv),
        proved=proved,
        judged=reasons,
        nodes=0,
        seconds=0.0,
        region=region,
        shown=shown,
        how_proved=proved and how,
    )


def _first(reading: Reading, shown: Mapping[int, int | None]) -> list[int]:
    """With which cell the main line begins: with a move that is proved, if there is one; else with
    the one that was found.
    """
    reader, good = reading.reader, reading.good
    found, _ = reader.found.get(reading.judged.threats, (PASS, 0))
    if not good or good[0] == PASS or good[0] not in shown or reader.region.point(found) in shown:
        return []
    return [reader.region.cell(good[0])]


def _refutation(
    reader: Reader, threats: tuple[int, int], move: int, reply: int, *, longer: bool
) -> tuple[int, ...]:
    if reply == -2:
        return ()
    line = [move, reply]
    if longer and reply != PASS:
        line = reader.line(threats, line, 1 + _LONGEST_REFUTATION)
    return tuple(reader.region.point(c) for c in line[1:])


def _seki(reader: Reader) -> tuple[bool | None, bool, bool]:
    """Of a standing target: whether best play ends in seki, whether it only goes in circles, and
    whether that is proved.

    Two eyes are, if an edge that is the attacker's does not prevent them. That they are refused
    rests on the walls: only those that live by themselves bear a defender who plays elsewhere
    without end.
    """
    threats = (MANY, 0) if reader.mover_attacks else (0, MANY)
    two_eyes = reader.forces_life(*threats)
    if two_eyes is None:
        return None, False, False
    if two_eyes:
        strict = reader.strict(STANDS)
        return False, False, strict is not None and strict.forces_life(*threats) is True
    ends = reader.forces_life(*threats, end=True)
    sure = reader.region.sealed and thinnest_wall(reader.region) == UNLIMITED
    return (None if ends is None else ends), ends is False, sure and ends is not None


def _up_to(reader: Reader, judged: Judged) -> int | None:
    """How many threats of the loser the proof allows; None for any number."""
    if judged.result not in ("win", "loss") or judged.every:
        return None
    return max(MANY, *reader.spans.get(judged.threats, (0, 0)))


def _ignores(reader: Reader, judged: Judged) -> int | None:
    """How often the defender may leave an attack unanswered: 0, 1, or 2 and more."""
    begin = [] if reader.mover_attacks else [PASS]
    world = (ENDLESS, 0) if reader.mover_attacks else (0, ENDLESS)
    stands = reader.wins(*world, begin)
    if stands is None:
        return None
    if stands is reader.mover_attacks:
        return 0
    for cell in reader.legal(world, begin):
        value = reader.wins(*world, [*begin, cell, PASS])
        if value is None:
            return None
        if value is reader.mover_attacks:
            return 1
    return 2


def _grade(reader: Reader, verdict: Judged) -> tuple[bool, tuple[str, ...], int | None]:
    """Whether the verdict holds rigorously, what was judged if it does not, and up to how many
    threats of the loser that was shown.
    """
    result, threats = verdict.result, verdict.threats
    up_to = _up_to(reader, verdict)
    open_edge = ("the edge of the region is open there; refuge was judged",)
    if result == "unknown":
        return False, (), up_to
    if reader.region.position.rules.suicide:
        return False, ("the rules allow suicide, which was left out",), up_to
    if result == "ko":
        if not reader.region.sealed:
            return False, open_edge, up_to
        return *_walls_hold(reader, threats if reader.mover_attacks else verdict.turned), up_to
    mover_wins = result == "win"
    killed = mover_wins == reader.mover_attacks
    region = reader.region
    if not region.sealed:
        if killed and not reader.might_bear(threats, thinnest_wall(region)):
            return False, open_edge, up_to
        strict = reader.strict(KILLED if killed else STANDS)
        if strict is None or strict.wins(*threats) is not mover_wins:
            return False, open_edge, up_to
        reader = strict
    if not killed:
        return True, (), up_to
    holds, reasons = _walls_hold(reader, threats)
    if holds and up_to is None:
        enough = max(reader.spans.get(threats, (0, 0)))
        if reader.passes == 0 and enough < FINITE:
            up_to = None if reader.every_number(MANY)[0] else MANY
        # The walls bear only so many threats.
        passes = UNLIMITED - 1 if FINITE <= enough < ENDLESS else reader.passes
        if passes >= thinnest_wall(reader.region):
            up_to = MANY
    return holds, reasons, up_to


def _walls_hold(reader: Reader, threats: tuple[int, int]) -> tuple[bool, tuple[str, ...]]:
    """Whether every wall has more liberties outside than the defender can play elsewhere."""
    least = thinnest_wall(reader.region)
    if least == UNLIMITED or 0 < reader.passes < least:
        return True, ()
    if reader.might_bear(threats, least):
        for plain in (False, True):
            again = reader.again(plain=plain)
            again.wins(*threats, most=_PLAIN + 2 * reader.nodes_used)
            if again.might_bear(threats, least) and again.bears(threats, least):
                reader.passes = reader.passes or again.passes
                return True, ()
    return False, (f"a wall with {least} liberties outside was taken as safe",)
