"""Kinds of ko: direct, approach-move, two-stage, thousand-year; one-sided or not.

The kind comes from the fight itself. Two worlds differ by a single threat, and the mover wins in
one of them and loses in the other. Both sides play what wins for them in their own world, until one
retakes a ko at the price of a threat: here is the ko. From there each side is given moves in a row
while the other plays elsewhere, and we count until its win is beyond the other's threats:

- one move for each side: a **direct** ko;
- a side that needs more has that many **approach moves** to make, if the ko is still the same after
  the first of them; if the fight moves on to another ko, there or when two threats have to be paid,
  it has **two stages** (or more);
- a ko that stands on the board, which the defender could turn into seki by a move of his own, is a
  **thousand-year** ko: neither side is in a hurry;
- it is **one-sided** when the attacker stakes no stone that is on the board now, while the defender
  stakes the target.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gokan import _core
from gokan.reading.life.ko import Kind, Ko, Verdict, find_verdict, kos_on_board, more_threats
from gokan.reading.regions.reader import ENDLESS, MANY, Reader
from gokan.reading.regions.region import ATTACKER, ATTACKER_ANCHOR

__all__ = ["kind_of_ko"]

_LONGEST_FIGHT = 40
_ONE_NODE = _core.SearchLimits(nodes=1)  # enough to see that the moves are legal
_MOST_IN_A_ROW = 4
_MOST_QUESTIONS = 600
_PASS = -1


@dataclass(frozen=True, slots=True)
class _Fight:
    moves: list[int]
    """Up to the taking of the ko; the side to move would have to retake."""
    pair: frozenset[int]
    """The two points of the ko."""


def kind_of_ko(reader: Reader, verdict: Verdict) -> Ko:
    """The ko of a verdict, with its kind if the budget allows."""
    first = verdict.threats[0] == 0
    ko = Ko(first, verdict.number)
    fight = _fight(reader, verdict, [], (0, 0))
    if fight is None:
        return ko
    took = len(fight.moves) - 1  # number of the move that took it
    taken_by: Literal["mover", "opponent"] = "mover" if took % 2 == 0 else "opponent"
    left = [_MOST_QUESTIONS]
    holder = _in_a_row(reader, [*fight.moves, _PASS], fight, left)
    retake = next(iter(fight.pair - {fight.moves[-1]}))
    other = _in_a_row(reader, [*fight.moves, retake, _PASS], fight, left)
    kind: Kind | None = None
    approach, stages = (0, 0), 1
    if holder is not None and other is not None:
        moves = (holder[0], other[0]) if taken_by == "mover" else (other[0], holder[0])
        stages = max(holder[1], other[1])
        approach = (moves[0], moves[1]) if stages == 1 else (0, 0)
        if ko.threats > 1 and not any(approach) and _goes_on(reader, verdict, fight, retake):
            stages = 2
        kind = "two-stage" if stages > 1 else "approach" if any(approach) else "direct"
        if _lasts(reader, fight):
            kind = "thousand-year"
    return Ko(
        first, ko.threats, kind, taken_by, approach, stages, _one_sided(reader), tuple(fight.moves)
    )


def _fight(
    reader: Reader, verdict: Verdict, begin: list[int], paid: tuple[int, int]
) -> _Fight | None:
    """Both sides play what wins in their world until one pays a threat to retake a ko."""
    moves = list(begin)
    while len(moves) < len(begin) + _LONGEST_FIGHT:
        world = verdict.threats if len(moves) % 2 == 0 else verdict.turned
        answer = reader.ask(*world, moves)
        best = answer.best
        if not answer.verdict or best == -2:
            return None
        if best >= 0 and best not in reader.legal(paid, moves):
            if not moves or moves[-1] == _PASS:  # a ban that stood at the start
                return None
            return _Fight(moves, frozenset((best, moves[-1])))
        moves.append(best)
    return None


def _in_a_row(
    reader: Reader, moves: list[int], fight: _Fight, left: list[int]
) -> tuple[int, int] | None:
    """Approach moves and stages for the side that is to move and may go on moving.

    It has no threats, the other side has plenty. None if the budget ends or it takes too long.
    """
    mover = len(moves) % 2 == 0
    paid = _paid(reader, moves)
    plenty = MANY if reader.attacker_to_move(moves) else ENDLESS
    world = (
        (paid[0], more_threats(plenty, paid[1]))
        if mover
        else (more_threats(plenty, paid[0]), paid[1])
    )
    layer: list[list[int]] = [moves]
    for extra in range(_MOST_IN_A_ROW):
        following: list[list[int]] = []
        for line in layer:
            left[0] -= 1
            if left[0] < 0:
                return None
            value = reader.wins(*world, line)
            if value is None:
                return None
            if value == mover:
                if extra == 0:
                    return 0, 1
                stage = _stages(reader, line[: len(moves) + 1], fight)
                return None if stage is None else (extra, stage)
            following += [[*line, cell, _PASS] for cell in reader.legal(world, line)]
        layer = following
    return None


def _paid(reader: Reader, moves: list[int]) -> tuple[int, int]:
    """The threats that mover and opponent use in these moves."""
    for total in range(len(moves) + 1):
        for ours in range(total + 1):
            wanted = (ours, total - ours)
            if _playable(reader, wanted, moves):
                return wanted
    return 0, 0


def _playable(reader: Reader, threats: tuple[int, int], moves: list[int]) -> bool:
    pair = _core.KoThreats(*reader.threats(*threats))
    return not reader.solver.solve(reader.turn, reader.ko, pair, moves, _ONE_NODE).illegal


def _stages(reader: Reader, moves: list[int], fight: _Fight) -> int | None:
    """1 if the fight after these moves is about the same ko, 2 if about another one."""
    paid = _paid(reader, moves)
    after = find_verdict(reader, moves, paid=paid, endless=False)
    if after.result != "ko":
        return None if after.result == "unknown" else 1
    following = _fight(reader, after, moves, paid)
    if following is None:
        return None
    return 1 if following.pair & fight.pair else 2


def _goes_on(reader: Reader, verdict: Verdict, fight: _Fight, retake: int) -> bool:
    """After the retaking, the fight moves on to another ko."""
    moves = [*fight.moves, retake]
    following = _fight(reader, verdict, moves, _paid(reader, moves))
    return following is not None and not following.pair & fight.pair


def _lasts(reader: Reader, fight: _Fight) -> bool:
    """The ko is on the board, and the defender to move would make it a seki."""
    region = reader.region
    pair = {region.point(cell) for cell in fight.pair}
    if not any({*ko} == pair for ko in kos_on_board(region.position, region.points)):
        return False
    moves = [_PASS] if reader.mover_attacks else []
    ours, theirs = (ENDLESS, 0) if reader.mover_attacks else (0, ENDLESS)
    if reader.wins(ours, theirs, moves) is not (not reader.mover_attacks):
        return False
    ours, theirs = (MANY, 0) if reader.mover_attacks else (0, MANY)
    return reader.forces_life(ours, theirs, moves) is False


def _one_sided(reader: Reader) -> bool:
    """No attacker stone of the region that is on the board now could be lost."""
    width, cells = reader.region.width, reader.cells
    loose = {c for c, kind in enumerate(cells) if kind & 3 == ATTACKER}
    joined = [c for c in loose if cells[c] & ATTACKER_ANCHOR]
    for c in joined:
        near = {c - width, c + width}
        near |= {c - 1} if c % width else set()
        near |= {c + 1} if (c + 1) % width else set()
        joined += sorted((near & loose) - set(joined))
    return set(joined) == loose
