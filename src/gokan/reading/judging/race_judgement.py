"""The best judgement on a race within a budget, for programs that must have an answer.

`race` leaves a question open when its budget ends. `judge_race` then weighs what is known: the side
that each search leaned to, how often trial games (`gokan.reading.trials.trial`) save the first
group and take the second, and who is ahead by a player's count of liberties. The weights stand in
`judgement.txt` and are fitted by `tools/fit_judgement.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from gokan.go import PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.judging.evidence import logit
from gokan.reading.judging.weights import RACE_FEATURES, Weights, read_weights
from gokan.reading.races.race import Race, race
from gokan.reading.trials.trial import Trial, shares, trial

__all__ = ["RaceEvidence", "RaceJudgement", "decide_race", "gather_race_evidence", "judge_race"]

_READ, _SAVING, _TAKING, _TAKEN, _SAVED = 0.6, 0.72, 0.84, 0.92, 1.0
"""Of the budget is spent after reading, and after the trials of both questions, first with the
mover first and then with his opponent."""
_GAMES = 10_000
_SHARES = ("saves", "takes", "fells", "helps")
_MOST_LEAD = 5
"""Moves ahead by the count of liberties; more say no more."""


@dataclass(frozen=True, slots=True)
class RaceJudgement:
    """Both codes (see `gokan.reading.races.race.Verdict`) and the first move."""

    save: int
    take: int
    move: int
    """PASS where none is needed or none helps."""
    settled: bool
    """The race was read to its end; otherwise it was judged."""
    confidence: float = 1.0
    """How likely both codes are right where they were judged; 1 where they were read."""


@dataclass(frozen=True, slots=True)
class RaceEvidence:
    """All that is known about a race, from the side that moves first."""

    save: int | None
    """The codes that were read; None where the budget ended first."""
    take: int | None
    leans_to_save: bool
    leans_to_take: bool
    save_move: int | None
    take_move: int | None
    stands: bool | None
    margin: int | None
    lead: int
    """Moves ahead by a player's count."""
    saving: float = 0.0
    """The share of trial games in which the first group is saved,"""
    taking: float = 0.0
    """and in which the second is taken."""
    saves: Mapping[int, float] | None = None
    """The share of the games that each first move was given for the one,"""
    takes: Mapping[int, float] | None = None
    """and for the other."""
    judged: bool = True
    """Something at the edge of the region was judged, or liberties were left out."""
    saved_by: tuple[int, ...] = ()
    """All first moves that were read to save the first group,"""
    taken_by: tuple[int, ...] = ()
    """and those that were read to take the second."""
    falls: float = 0.0
    """The share of trial games in which the first group falls if the opponent moves first,"""
    lives: float = 0.0
    """and in which the second is saved."""
    fells: Mapping[int, float] | None = None
    """The share of the games that each first move of the opponent was given for the one,"""
    helps: Mapping[int, float] | None = None
    """and for the other."""

    @property
    def settled(self) -> bool:
        """Both questions were read to their end."""
        return self.save is not None and self.take is not None

    def to_dict(self) -> dict[str, Any]:
        """Plain types; `from_dict` makes it again."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in _SHARES:
            found[name] = [[move, share] for move, share in (found[name] or {}).items()]
        return found

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RaceEvidence:
        """The evidence that `to_dict` made plain."""
        made = dict(data)
        for name in _SHARES:
            made[name] = {int(move): share for move, share in made.get(name) or ()}
        for name in ("saved_by", "taken_by"):
            made[name] = tuple(made.get(name) or ())
        return cls(**made)


def judge_race(
    position: Position,
    first: int,
    second: int,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
) -> RaceJudgement:
    """Judge the race of two groups; the owner of the first one moves first. The usual budget is
    five seconds.

    >>> position = Position.from_diagram('''
    ... . . . . .
    ... O O O O O
    ... . . O O O
    ... X X X X X
    ... O O O O O
    ... . . X X X
    ... X X X X X
    ... . . . . .
    ... ''')
    >>> answer = judge_race(position, position.point("A5"), position.point("A4"))
    >>> answer.save, answer.take, position.vertex(answer.move), answer.settled
    (1, 1, 'A3', True)
    """
    meter = started(budget, seconds=seconds, usual=Budget(seconds=5.0))
    return decide_race(gather_race_evidence(position, first, second, budget=meter))


def gather_race_evidence(
    position: Position, first: int, second: int, *, budget: Budget | Meter
) -> RaceEvidence:
    """Read the race, and play it out in trial games where that came to no end."""
    meter = started(budget, usual=Budget(seconds=5.0))
    answer = race(position, first, second, budget=meter.until(_READ))
    known = _known(answer)
    mover = position.color_at(first)
    enemy = mover.opponent

    def tried(stones: frozenset[int], side: Color, share: float) -> Trial:
        return trial(position, stones, side, budget=meter.until(share), games=_GAMES)

    saving, taking = tried(answer.first, mover, _SAVING), tried(answer.second, mover, _TAKING)
    felling, helping = tried(answer.first, enemy, _TAKEN), tried(answer.second, enemy, _SAVED)
    return replace(
        known,
        saving=saving.value,
        taking=taking.value,
        saves=shares(saving),
        takes=shares(taking),
        falls=felling.value,
        lives=helping.value,
        fells=shares(felling),
        helps=shares(helping),
    )


def _known(answer: Race) -> RaceEvidence:
    return RaceEvidence(
        answer.save.code,
        answer.take.code,
        answer.save.favours,
        answer.take.favours,
        answer.save.move,
        answer.take.move,
        answer.stands,
        answer.margin,
        max(-_MOST_LEAD, min(answer.count.lead, _MOST_LEAD)),
        judged=answer.judged,
        saved_by=answer.saves,
        taken_by=answer.takes,
    )


def decide_race(found: RaceEvidence, weights: Weights | None = None) -> RaceJudgement:
    """Both codes, the move and the confidence that the evidence adds up to."""
    given = weights or read_weights()
    can_save, can_take = race_chances(found, given)
    take = int(can_take >= 0.5) if found.take is None else found.take
    save = int(can_save >= 0.5) if found.save is None else found.save
    if found.take is None and save == 0:
        take = 0  # what is lost takes nobody
    if found.save is None and take:
        save = max(save, 1)  # what takes its enemy lives
    sure = 1.0
    for code, read, chance in ((save, found.save, can_save), (take, found.take, can_take)):
        if read is None:
            sure *= chance if code else 1 - chance
    if not save:
        return RaceJudgement(save, take, PASS, found.settled, sure)
    move = _search_move(found, take)
    if found.settled or move == PASS:
        return RaceJudgement(save, take, PASS if move is None else move, found.settled, sure)
    liked = dict(found.saves or {})
    if take:
        for p, share in (found.takes or {}).items():
            liked[p] = liked.get(p, 0.0) + share
    if move is not None:
        bonus = given.moves["searched" if take else "searched-to-live"]
        liked[move] = liked.get(move, 0.0) + bonus
    best = max(liked, key=lambda p: (liked[p], -p), default=PASS)
    return RaceJudgement(save, take, best, False, sure)


def _search_move(found: RaceEvidence, take: int) -> int | None:
    """The move of the search for this verdict; PASS where none is needed, None if it has none."""
    if take:
        if found.take is None and not found.leans_to_take:
            return None
        return PASS if found.margin else found.take_move
    if found.save is None:
        return PASS if found.leans_to_save and not found.leans_to_take else None
    return PASS if found.stands else found.save_move


def race_features(found: RaceEvidence) -> list[float]:
    """The evidence in numbers, for the model."""
    codes = (found.save, found.take)
    numbers = {
        "open-one": 1.0,
        "open-save": float(found.leans_to_save) - 0.5,
        "open-take": float(found.leans_to_take) - 0.5,
        "open-saving": logit(found.saving),
        "open-taking": logit(found.taking),
        "open-lead": float(found.lead),
        "open-yes": float(any(code not in (None, 0) for code in codes)),
        "open-no": float(any(code == 0 for code in codes)),
    }
    return [numbers[name] for name in RACE_FEATURES]


def race_chances(found: RaceEvidence, weights: Weights) -> tuple[float, float]:
    """How likely the first group is saved, and the second taken, where that was not read."""
    numbers = race_features(found)
    chances = []
    for side in (weights.save, weights.take):
        odds = sum(side[n] * x for n, x in zip(RACE_FEATURES, numbers, strict=True))
        chances.append(1 / (1 + math.exp(-min(max(odds, -30.0), 30.0))))
    return chances[0], chances[1]
