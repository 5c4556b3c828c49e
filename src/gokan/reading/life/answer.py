"""An answer put together: everything that is said about the verdict of a reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gokan.go import PASS
from gokan.reading.life.grades import grade_moves, grade_verdict
from gokan.reading.life.ko import Ko, Verdict, find_verdict
from gokan.reading.life.ko_kind import kind_of_ko
from gokan.reading.life.resistance import line_of_play, tries
from gokan.reading.life.solution import Refutation, Solution, playable
from gokan.reading.life.verdict import Reading
from gokan.reading.problem import Problem
from gokan.reading.regions.reader import ENDLESS, KILLED, MANY, STANDS, Reader
from gokan.reading.regions.walls import UNLIMITED, thinnest_wall

__all__ = ["put_together"]

_MOST_TRIES, _MORE_TRIES = 5, 2
"""Of the loser that are answered after the main first move, and after other moves."""
_FOR_TRIES = 0.3  # of what is left of the budget
_TO_IGNORE = 2_000  # nodes to see that a move needs no answer


def put_together(problem: Problem, reading: Reading, *, details: bool | None) -> Solution:
    """The verdict with everything that is said about it. Without details only its kind is left
    out and lines are short; where these are None, too, moves that fail are not graded.
    """
    reader, verdict = reading.reader, reading.verdict
    region = reader.region
    reading.leave_out(p for p in region.points if not playable(problem.position, p))
    if details and reading.small and verdict.result in ("win", "loss"):
        verdict = find_verdict(reader)
        if verdict.result != reading.verdict.result:
            verdict = reading.verdict
    result = verdict.result
    proved, reasons, up_to = grade_verdict(reader, verdict)
    shown = grade_moves(reading, failing=details is not None) if proved else {}
    if proved and result == "loss":  # that no move works says so of each of them
        shown = {move: _further(up_to, shown.get(move, 0)) for move in reading.refuted}
    if not proved:
        reasons += reading.doubts()
    ko = None
    pv: list[int] = []
    if result == "ko":
        ko = Ko(verdict.threats[0] == 0, verdict.number)
        ko = kind_of_ko(reader, verdict) if details else ko
        pv = list(ko.line)
        ko = replace(ko, line=tuple(region.point(c) for c in ko.line))
    reading.good.sort(key=lambda p: p not in shown)  # what is proved comes first
    if result == "win" or (result == "ko" and not pv):
        begin = _first(reading, shown)
        pv = line_of_play(reader, verdict.threats, begin) if details is not None else begin
    if details and proved and pv and not reading.good:
        shown |= grade_moves(reading, region.point(pv[0]))
    seki: bool | None = False
    repetition = how = False
    if result == "unknown" or (details is None and reading.stands):
        seki = None
    if reading.stands and details is not None:
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
                ()
                if details and not ko and _needs_no_answer(where, cell, move in shown)
                else _refutation(where, verdict.threats, cell, reply, longer=details is True),
                "proved" if move in shown else "read",
            )
            for move, (where, cell, reply) in reading.refuted.items()
        ),
        ko=ko,
        seki=seki,
        repetition=repetition,
        endless=verdict.endless,
        up_to=up_to,
        ignores=_ignores(reader, verdict) if details else None,
        pv=tuple(region.point(c) for c in pv),
        resistance=_resistance(reading, verdict, pv) if details else (),
        proved=proved,
        judged=reasons,
        region=region,
        shown=shown,
        how_proved=proved and how,
    )


def _further(one: int | None, other: int | None) -> int | None:
    """The larger number of threats that something was shown against; None is any number."""
    return None if one is None or other is None else max(one, other)


def _first(reading: Reading, shown: Mapping[int, int | None]) -> list[int]:
    """With which cell the main line begins: with a move that is proved, if there is one; else with
    the one that was found, unless it fails in another region.
    """
    reader, good = reading.reader, reading.good
    cell, _ = reader.found.get(reading.verdict.threats, (PASS, 0))
    found = reader.region.point(cell)
    if not good or good[0] == PASS or found in shown:
        return []
    if found not in reading.refuted and good[0] not in shown:
        return []
    return [reader.region.cell(good[0])]


def _refutation(
    reader: Reader, threats: tuple[int, int], move: int, reply: int, *, longer: bool
) -> tuple[int, ...]:
    if reply == -2:
        return ()
    line = [move, reply]
    if longer and reply != PASS:
        line = line_of_play(reader, threats, line)
    return tuple(reader.region.point(c) for c in line[1:])


def _needs_no_answer(reader: Reader, move: int, proved: bool) -> bool:
    """Whether a first move fails although the winner plays elsewhere and has no ko threats, as is
    quickly seen. Beside a proof it must be seen in the strict view, and walls must not be what
    bears it.
    """
    stands = reader.mover_attacks
    if proved and not stands and thinnest_wall(reader.region) != UNLIMITED:
        return False
    verdict = STANDS if stands else KILLED
    view = reader.strict(verdict) if proved else reader
    if view is None:
        return False
    return view.ask(MANY, 0, [move, PASS], most=_TO_IGNORE).verdict == verdict


def _resistance(reading: Reading, verdict: Verdict, pv: list[int]) -> tuple[tuple[int, ...], ...]:
    """Lines of the loser's other tries: after the first move of the main line, and after each first
    move that fails and its answer.
    """
    roots: list[tuple[Reader, list[int], int]] = []
    if verdict.result == "win" and pv and pv[0] != PASS:
        roots.append((reading.reader, pv[:1], _MOST_TRIES))
    for where, cell, reply in reading.refuted.values():
        if reply >= 0:
            roots.append((where, [cell, reply], _MORE_TRIES))
    found: list[tuple[int, ...]] = []
    meter = reading.reader.meter.part(_FOR_TRIES)
    for reader, begin, most in roots:
        if meter.over:
            break
        kept, reader.meter = reader.meter, meter
        for reply in tries(reader, verdict.threats, begin, most=most):
            line = line_of_play(reader, verdict.threats, [*begin, reply])
            if len(line) > len(begin) + 1:
                found.append(tuple(reader.region.point(c) for c in line))
        reader.meter = kept
    return tuple(found)


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


def _ignores(reader: Reader, verdict: Verdict) -> int | None:
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
