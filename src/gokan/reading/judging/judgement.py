"""The best judgement on a group's life within a budget, for programs that must have an answer.

`solve` says "unknown" rather than guess. `judge` always answers. `gokan.reading.judging.evidence`
asks the proof search, the race search and trial games; one function, `decide`, makes a code, a move
and a confidence of what they say:

- what was proved stands, and so does a ko that a search read to its end;
- otherwise a logistic model weighs the opinions. Its weights stand in `judgement.txt`; they are
  fitted by `tools/fit_judgement.py` to labelled questions and checked on games left out;
- among the moves that win the one is chosen that did best in trials, also as the opponent's move,
  had it been his turn: what he wants to play is a vital point.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from gokan.go import PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.judging.evidence import Evidence, gather_evidence, logit
from gokan.reading.judging.weights import LIFE_FEATURES, Weights, read_weights

__all__ = ["Fate", "Judgement", "decide", "judge", "judge_fate"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Does the side to move reach its goal: kill the target, or save it?"""

    code: int
    """0 no; 1 yes; 2 in a ko the mover takes first; 3 in a ko that needs the mover's threat."""
    move: int | None
    """The first move to play; PASS where none is needed, None where none helps."""
    settled: bool
    """A search came to its end and says the same; otherwise trials decided."""
    confidence: float = 1.0
    """How likely the verdict is right; 1 where it was proved."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The word for a group and both judgements, as if nobody had ko threats: a ko decides for the
    side that takes first.
    """

    attack: Judgement
    defence: Judgement | None
    """None where the attack fails already."""

    @property
    def word(self) -> Literal["alive", "dead", "critical"]:
        """As GNU Go says it."""
        if self.defence is None:
            return "alive"
        return "dead" if self.defence.code in _FAILS else "critical"


_FAILS = (0, 3)


def judge(
    position: Position,
    target: Iterable[int],
    mover: Color,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    expected: Mapping[int, float] | None = None,
    network: float | None = None,
) -> Judgement:
    """Judge the life of the target stones, with `mover` to move; the usual budget is five seconds.

    `expected` may say how likely a player would choose each move (`gokan.strength.expect`); it
    has a small say in the choice between moves that win. `network` is a network's chance that
    the mover succeeds.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> answer = judge(position, [position.point("A4")], Color.BLACK)
    >>> answer.code, position.vertex(answer.move)
    (1, 'B5')
    """
    meter = started(budget, seconds=seconds, usual=Budget(seconds=5.0))
    found = gather_evidence(
        position, target, mover, budget=meter, expected=expected, network=network
    )
    return decide(found)


def judge_fate(
    position: Position,
    target: Iterable[int],
    *,
    budget: Budget | Meter | None = None,
    expected: Mapping[Color, Mapping[int, float]] | None = None,
) -> Fate:
    """Judge the target with its enemy moving first, and if need be with its owner.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> judge_fate(position, [position.point("A4")]).word
    'critical'
    """
    meter = started(budget, usual=Budget(seconds=10.0))
    stones = list(target)
    owner = position.color_at(stones[0])
    guess = expected or {}
    enemy = owner.opponent
    attack = judge(position, stones, enemy, budget=meter.part(0.5), expected=guess.get(enemy))
    if attack.code in _FAILS:
        return Fate(attack, None)
    return Fate(attack, judge(position, stones, owner, budget=meter, expected=guess.get(owner)))


def decide(found: Evidence, weights: Weights | None = None) -> Judgement:
    """The code, the move and the confidence that the evidence adds up to."""
    given = weights or read_weights()
    read, race = found.read, found.race
    liked = _liked(found, given.moves)
    if read.proved or (read.code or 0) > 1:
        code = read.code or 0
        sure = 1.0 if read.proved else _chance(found, given)
        return Judgement(code, _best(liked, read.moves) if code else None, True, sure)
    if (race.code or 0) > 1:
        return Judgement(race.code or 0, _best(liked), True, _chance(found, given))
    chance = _chance(found, given)
    said = read.code if read.code is not None else race.code
    if chance >= 0.5:
        among = read.moves if read.code == 1 and read.all_moves else ()
        ko = said is None and found.first >= given.moves["sure"]
        code = 2 if ko and found.pressed <= given.moves["unsure"] else 1
        return Judgement(code, _best(liked, among), said == 1, chance)
    moved = logit(found.helped) - logit(found.first) > given.moves["moved"]
    if said is None and found.helped >= 1 - given.moves["unsure"] and moved:
        return Judgement(3, found.helped_move, False, 1 - chance)
    return Judgement(0, None, said == 0, 1 - chance)


def features(found: Evidence) -> list[float]:
    """The evidence in numbers, for the model."""
    read, race = found.read, found.race
    numbers = {
        "one": 1.0,
        "trials": logit(found.first),
        "pressed": logit(found.pressed),
        "helped": logit(found.helped),
        "read-win": float(read.code == 1),
        "read-loss": float(read.code == 0),
        "read-ko": float((read.code or 0) > 1),
        "sealed-win": float(read.sealed and read.code == 1),
        "sealed-loss": float(read.sealed and read.code == 0),
        "race-win": float(race.code == 1),
        "race-loss": float(race.code == 0),
        "race-ko": float((race.code or 0) > 1),
        "outside": found.outside,
        "network": 0.0 if found.network is None else logit(found.network),
    }
    return [numbers[name] for name in LIFE_FEATURES]


def _chance(found: Evidence, weights: Weights) -> float:
    """How likely the mover succeeds."""
    side = weights.attack if found.attacks else weights.defend
    odds = sum(
        side[name] * number for name, number in zip(LIFE_FEATURES, features(found), strict=True)
    )
    return 1 / (1 + math.exp(-min(max(odds, -30.0), 30.0)))


def _liked(found: Evidence, weights: Mapping[str, float]) -> dict[int, float]:
    """How much speaks for each first move, in logarithms: the games it was given, for the mover and
    for the opponent had it been his turn; what a player would expect; for the best of them a second
    trial; and being the move of the race search.
    """
    theirs, expected = found.theirs or {}, found.expected or {}
    again, settled = found.again or {}, found.settled or {}
    liked = {}
    for move, share in (found.ours or {}).items():
        value = math.log(share + weights["opponent"] * theirs.get(move, 0.0) + 0.001)
        value += weights["expected"] * math.log(expected.get(move, 0.0) + 0.0001)
        value += {1: weights["won"], -1: -weights["lost"]}.get(settled.get(move, 0), 0.0)
        liked[move] = value + weights["second"] * logit(again.get(move, 0.0))
    for move in found.race.moves:
        if move != PASS:
            liked[move] = liked.get(move, -9.0) + weights["search"]
    return liked


def _best(liked: dict[int, float], among: Iterable[int] = ()) -> int:
    """The move liked best, of some or of all; PASS only where there is no other."""
    moves = [move for move in among if move != PASS] or ([] if among else list(liked))
    return max(moves, key=lambda move: (liked.get(move, -99.0), -move), default=PASS)
