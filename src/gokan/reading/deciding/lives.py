"""What the evidence about a group adds up to.

`word_for` finds the word for a group from what is known with either side moving first; it may be
"unknown", for limits that were chosen by hand must be met. `decide` always answers, about one side
moving first: a code, a move and a confidence.

- What was proved stands in both, and so does for `decide` a ko that a search read to its end.
- Otherwise a logistic model weighs the opinions, and another tells whether a success is a ko. They
  are fitted by `tools/fit_judgement.py` to labelled questions and checked on games left out.
- The move is chosen by a model of its own, fitted in the same way: by how it did in trials, also as
  the opponent's move, had it been his turn (what he wants to play is a vital point), by what was
  read of it, and by what a network expects, where one was handed in.

All numbers stand in `judgement.txt`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gokan.go import PASS
from gokan.reading.deciding.evidence import Evidence, Said, logit
from gokan.reading.weights import (
    KO_FEATURES,
    LIFE_FEATURES,
    LIMITS,
    MOVE_FEATURES,
    Weights,
    read_weights,
)

__all__ = [
    "FAILS",
    "Fate",
    "Judgement",
    "Word",
    "decide",
    "features",
    "ko_features",
    "move_features",
    "word_as_read",
    "word_by_trials",
    "word_for",
]

Word = Literal[
    "alive", "alive in seki", "dead", "unsettled", "ko", "part of the killing", "unknown"
]


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
        return "dead" if self.defence.code in FAILS else "critical"


FAILS = (0, 3)
"""Codes of a side that fails if nobody has a ko threat."""
_ANY, _SOME = (0, 1, 2, 3), (1, 2, 3)
_CODES = {
    "alive": ((0,), _SOME),
    "dead": (_SOME, (0,)),
    "unsettled": ((1,), (1,)),
    "ko": (_SOME, _SOME),
}
"""What a word means: the codes of a kill and of a rescue."""
_EVEN = 0.5
_LIKELY = 12  # moves of the network that come into question


def word_for(attack: Evidence, defence: Evidence) -> Word:
    """The word for a group, from what is known with its enemy moving first and with its owner.

    What was proved stands. What was read stands if trial games do not speak against it. Where
    nothing was read, clear trial games decide, unless half of the answer is proved and speaks
    against them. Otherwise it is "unknown".
    """
    read, tried = word_as_read(attack.read, defence.read), word_by_trials(attack, defence)
    if read == "unknown":
        return "unknown" if _disproved(tried, attack.read, defence.read) else tried
    if read in ("alive", "alive in seki"):
        stands = attack.read.proved or _borne_out(attack.read, attack.first, tried, read)
    elif read == "dead":
        stands = defence.read.proved or _borne_out(defence.read, defence.first, tried, read)
    else:
        stands = (attack.read.proved and defence.read.proved) or tried not in ("alive", "dead")
    return read if stands else "unknown"


def word_as_read(attack: Said, defence: Said) -> Word:
    """What the two readings say."""
    if attack.code == 0:
        if attack.seki is None:
            return "unknown"
        return "alive in seki" if attack.seki else "alive"
    if defence.code == 0:
        return "dead"
    if attack.code is None or defence.code is None:
        return "unknown"
    return "unsettled" if attack.code == defence.code == 1 else "ko"


def word_by_trials(attack: Evidence, defence: Evidence) -> Word:
    """What trial games say: a group that is hardly ever taken is alive, one that hardly ever gets
    away is dead, one whose fate follows whoever moves is unsettled; between them it stays unknown.
    """
    taken, saved = attack.first, defence.first
    if not (attack.enough and defence.enough):
        return "unknown"
    if taken <= LIMITS.alive and saved > 1 - LIMITS.alive:
        return "alive"
    if saved <= LIMITS.dead and taken > 1 - LIMITS.alive:
        return "dead"
    if min(taken, saved) < LIMITS.clear or attack.refuted or defence.refuted:
        return "unknown"
    pressed = [one.pressed for one in (attack, defence) if one.pressed is not None]
    return "ko" if pressed and min(pressed) <= LIMITS.turned else "unsettled"


def _disproved(word: Word, attack: Said, defence: Said) -> bool:
    """Whether what is proved with one side moving first rules the word out."""
    kills, saves = _CODES.get(word, (_ANY, _ANY))
    return any(
        said.proved and said.code is not None and said.code not in codes
        for said, codes in ((attack, kills), (defence, saves))
    )


def _borne_out(read: Said, against: float, tried: Word, word: Word) -> bool:
    """Whether trials allow a reading that was not proved. At an open edge more was judged than that
    the walls are safe, so there they must lean the same way.
    """
    if read.sealed:
        return tried == "unknown" or word.startswith(tried)
    return against <= LIMITS.contradicted


def decide(found: Evidence, weights: Weights | None = None) -> Judgement:
    """The code, the move and the confidence that the evidence adds up to."""
    given = weights or read_weights()
    read, race = found.read, found.race
    liked = _liked(found, given)
    if read.proved or (read.code or 0) > 1:
        code = read.code or 0
        sure = 1.0 if read.proved else _chance(found, given)
        return Judgement(code, _best(liked, read.moves) if code else None, True, sure)
    chance = _chance(found, given)
    said = read.code if read.code is not None else race.code
    if chance < _EVEN and (race.code or 0) < 2:
        return Judgement(0, None, said == 0, 1 - chance)
    if sum(given.ko[n] * x for n, x in zip(KO_FEATURES, ko_features(found), strict=True)) <= 0:
        return Judgement(1, _best(liked), said == 1, chance)
    code = race.code if race.code in (2, 3) else 2 if found.first >= _EVEN else 3
    return Judgement(code or 2, _best(liked), said == code, chance)


def ko_features(found: Evidence) -> list[float]:
    """What tells a ko in numbers, for the model."""
    read, race = found.read, found.race
    first = logit(found.first)
    numbers = {
        "ko-one": 1.0,
        "ko-read": float((read.code or 0) > 1),
        "ko-raced": float((race.code or 0) > 1),
        "ko-read-win": float(read.code == 1),
        "ko-raced-win": float(race.code == 1),
        "ko-pressed": first - logit(_tried(found, found.pressed)),
        "ko-helped": logit(_tried(found, found.helped)) - first,
        "ko-clear": abs(first),
    }
    return [numbers[name] for name in KO_FEATURES]


def features(found: Evidence) -> list[float]:
    """The evidence in numbers, for the model."""
    read, race = found.read, found.race
    numbers = {
        "one": 1.0,
        "trials": logit(found.first),
        "pressed": logit(_tried(found, found.pressed)),
        "helped": logit(_tried(found, found.helped)),
        "read-win": float(read.code == 1),
        "read-loss": float(read.code == 0),
        "read-ko": float((read.code or 0) > 1),
        "sealed-win": float(read.sealed and read.code == 1),
        "sealed-loss": float(read.sealed and read.code == 0),
        "race-win": float(race.code == 1),
        "race-loss": float(race.code == 0),
        "race-ko": float((race.code or 0) > 1),
        "outside": found.outside,
    }
    return [numbers[name] for name in LIFE_FEATURES]


def _tried(found: Evidence, share: float | None) -> float:
    """The share of games with ko threats; where that was not tried, without."""
    return found.first if share is None else share


def _chance(found: Evidence, weights: Weights) -> float:
    """How likely the mover succeeds."""
    side = weights.life[0 if found.attacks else 1]
    odds = sum(
        side[name] * number for name, number in zip(LIFE_FEATURES, features(found), strict=True)
    )
    return 1 / (1 + math.exp(-min(max(odds, -30.0), 30.0)))


def move_features(found: Evidence) -> dict[int, list[float]]:
    """What speaks for each first move in numbers, for the choice between them."""
    ours, theirs, again = found.ours or {}, found.theirs or {}, found.again or {}
    expected, settled, steps = found.expected or {}, found.settled or {}, found.steps or {}
    policy, denied, read = found.policy or {}, found.denied or {}, found.read
    works = read.moves if read.code else ()
    likely = sorted(policy, key=lambda move: (-policy[move], move))[:_LIKELY]
    every = bool(read.code) and read.all_moves
    rows = {}
    for move in dict.fromkeys([*ours, *read.moves, *found.race.moves, *likely]):
        if move == PASS:
            continue
        numbers = {
            "games": math.log(ours.get(move, 0.0) + 0.003),
            "opponent-games": math.log(theirs.get(move, 0.0) + 0.003),
            "all-games": math.log(ours.get(move, 0.0) + 0.6 * theirs.get(move, 0.0) + 0.001),
            "expected": math.log(expected.get(move, 0.0) + 0.0003),
            "second": logit(again[move]) if move in again else 0.0,
            "second-tried": float(move in again),
            "won": float(settled.get(move) == 1),
            "lost": float(settled.get(move) == -1),
            "works": float(move in works),
            "works-proved": float(move in works and read.proved),
            "raced": float(move in found.race.moves),
            "not-read": float(every and move not in works),
            "not-proved": float(every and read.proved and move not in works),
            "steps": math.log(1 + steps.get(move, 0)),
            "touching": float(steps.get(move) == 1),
            "policy": math.log(policy.get(move, 0.0) + 0.001),
            "denied": math.log(denied.get(move, 0.0) + 0.001),
        }
        rows[move] = [numbers[name] for name in MOVE_FEATURES]
    return rows


def _liked(found: Evidence, weights: Weights) -> dict[int, float]:
    """How much speaks for each first move."""
    side = weights.moves[(0 if found.attacks else 2) + (1 if found.policy else 0)]
    return {
        move: sum(side[name] * x for name, x in zip(MOVE_FEATURES, row, strict=True))
        for move, row in move_features(found).items()
    }


def _best(liked: dict[int, float], among: Iterable[int] = ()) -> int:
    """The move liked best, of some or of all; PASS only where there is no other."""
    moves = [move for move in among if move != PASS] or ([] if among else list(liked))
    return max(moves, key=lambda move: (liked.get(move, -99.0), -move), default=PASS)
