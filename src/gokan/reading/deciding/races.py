"""What the evidence about a race adds up to: both codes, a move and a confidence.

What was proved about the life of either group stands, and its moves are played; except that a group
which is lost wins no race, even if it could take the stones that kill it. A ko that was read to its
end stands, too, where nothing at the edge of the region was judged: trial games, in which nobody
has threats, know little of kos. The rest is weighed: what was read, unless such a proof refutes it;
the side that an open search leaned to; how often trial games save the first group and take the
second with either side first; and who is ahead by a player's count of liberties. The move is chosen
by a model of its own. The models do not know of each other: where one says that the second group is
taken and the other that no move is needed, though its owner would save it, trial games decide which
of them is right. The weights stand in `judgement.txt`; they are fitted by `tools/fit_judgement.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from gokan.go import PASS
from gokan.reading.deciding.evidence import UNASKED, Said, logit
from gokan.reading.weights import (
    RACE_FEATURES,
    RACE_MOVE_FEATURES,
    Weights,
    read_weights,
)

__all__ = [
    "RaceEvidence",
    "RaceJudgement",
    "certain_codes",
    "credible",
    "decide_race",
    "race_chances",
    "race_features",
    "race_move_features",
]

_SHARES = ("saves", "takes", "fells", "helps", "policy", "denied")
_POINTS = ("saved_by", "taken_by", "own", "enemy")
_EVEN = 0.5
_UNKNOWN = -99.0  # what speaks for a move that nobody else thought of


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
    own: tuple[int, ...] = ()
    """Liberties of the first group where the mover may play,"""
    enemy: tuple[int, ...] = ()
    """and of the second."""
    policy: Mapping[int, float] | None = None
    """How likely a network finds each move near the groups, if there is one,"""
    denied: Mapping[int, float] | None = None
    """and as the opponent's move, had it been his turn."""
    life: Said = UNASKED
    """What the proof search says about saving the first group,"""
    death: Said = UNASKED
    """and about killing the second."""

    @property
    def settled(self) -> bool:
        """Both questions were read to their end."""
        return self.save is not None and self.take is not None

    def to_dict(self) -> dict[str, Any]:
        """Plain types; `from_dict` makes it again."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in _SHARES:
            found[name] = [[move, share] for move, share in (found[name] or {}).items()]
        return {**found, "life": self.life.to_dict(), "death": self.death.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RaceEvidence:
        """The evidence that `to_dict` made plain."""
        made = dict(data)
        for name in _SHARES:
            made[name] = {int(move): share for move, share in made.get(name) or ()}
        for name in _POINTS:
            made[name] = tuple(made.get(name) or ())
        for name in {"life", "death"} & made.keys():
            made[name] = Said.from_dict(made[name])
        return cls(**made)


def decide_race(found: RaceEvidence, weights: Weights | None = None) -> RaceJudgement:
    """Both codes, the move and the confidence that the evidence adds up to."""
    given = weights or read_weights()
    found = credible(found)
    can_save, can_take = race_chances(found, given)
    must_save, must_take = certain_codes(found)
    save, sure_save = _code(can_save, found.save, must_save, found.life)
    take, sure_take = _code(can_take, found.take, must_take, found.death)
    if save == 0:
        take, sure_take = 0, 1.0  # what is lost takes nobody
    moves = _liked(found, take, given) if save else [PASS]
    if moves[0] == PASS and _needs_a_move(found, take):
        if not (must_take or found.take) and found.taking < _EVEN:
            take, sure_take = 0, 1 - found.taking
            moves = _liked(found, take, given)
        else:
            moves = moves[1:] or moves
    as_read = found.settled and (save > 0, take > 0) == (bool(found.save), bool(found.take))
    as_read |= found.life.proved and (found.death.proved or not save)
    return RaceJudgement(save, take, moves[0], as_read, sure_save * sure_take)


def _liked(found: RaceEvidence, take: int, weights: Weights) -> list[int]:
    """The moves that come into question, the best first: of those that are proved, if any are."""
    side = weights.race_moves[1 if found.policy else 0]
    liked = {
        move: sum(side[n] * x for n, x in zip(RACE_MOVE_FEATURES, row, strict=True))
        for move, row in race_move_features(found).items()
    }
    among = _proved_moves(found, take) or liked.keys()
    return sorted(among, key=lambda move: (-liked.get(move, _UNKNOWN), move))


def _needs_a_move(found: RaceEvidence, take: int) -> bool:
    """Whether the second group is taken by a move only: nothing proves or reads that it falls as it
    stands, and trial games save it as soon as its owner moves first.
    """
    ahead = found.take == 1 and (found.margin or 0) >= 1
    return take > 0 and not (found.death.proved or ahead) and found.lives > _EVEN


def _proved_moves(found: RaceEvidence, take: int) -> set[int]:
    """The moves that are proved to do what can be done: to take the second group, and if possible
    to save the first as well; or to save it where nothing is taken. Empty where nothing is proved.
    """
    life, death = (
        set(said.moves) if said.proved and said.code else set[int]()
        for said in (found.life, found.death)
    )
    if take == 0:
        return life
    return (life & death) or death


def certain_codes(found: RaceEvidence) -> tuple[int | None, int | None]:
    """Both codes as far as nothing is weighed: as they were proved, or a ko that was read to its
    end with nothing judged. None for the others.
    """
    found = credible(found)
    ended = found.settled and not found.judged

    def code(read: int | None, life: Said) -> int | None:
        if life.proved:
            return life.code
        return read if ended and (read or 0) > 1 else None

    return code(found.save, found.life), code(found.take, found.death)


def _code(chance: float, read: int | None, certain: int | None, life: Said) -> tuple[int, float]:
    """As it must be; else yes as it was read, in a ko or not, or plainly yes or no. And how sure
    that is.
    """
    if certain is not None:
        return certain, 1.0 if life.proved else chance
    return ((read or 1), chance) if chance >= _EVEN else (0, 1 - chance)


def credible(found: RaceEvidence) -> RaceEvidence:
    """The evidence without a reading of the race that a proof about either group refutes: what was
    read of the other group hangs on the same edge.
    """
    refuted = any(
        proof.proved and code is not None and bool(code) != bool(proof.code)
        for proof, code in ((found.life, found.save), (found.death, found.take))
    )
    if not refuted:
        return found
    life, death = found.life, found.death
    return replace(
        found,
        save=None,
        take=None,
        leans_to_save=bool(life.code) if life.proved else found.saving > _EVEN,
        leans_to_take=bool(death.code) if death.proved else found.taking > _EVEN,
        save_move=None,
        take_move=None,
        stands=None,
        margin=None,
        saved_by=(),
        taken_by=(),
    )


def race_features(found: RaceEvidence) -> list[float]:
    """The evidence in numbers, for the model."""
    found = credible(found)
    numbers = {"open-one": 1.0}
    for name, code in (("save", found.save), ("take", found.take)):
        for end, said in (("yes", code == 1), ("no", code == 0), ("ko", (code or 0) > 1)):
            numbers[f"{name}-{end}"] = float(said)
            numbers[f"sealed-{name}-{end}"] = float(said and not found.judged)
    numbers |= {
        "open-save": float(found.leans_to_save) - 0.5 if found.save is None else 0.0,
        "open-take": float(found.leans_to_take) - 0.5 if found.take is None else 0.0,
        "open-saving": logit(found.saving),
        "open-taking": logit(found.taking),
        "open-falls": -logit(found.falls),
        "open-lives": -logit(found.lives),
        "open-lead": float(found.lead),
        "open-ahead": float(found.lead >= 0),
    }
    return [numbers[name] for name in RACE_FEATURES]


def race_move_features(found: RaceEvidence) -> dict[int, list[float]]:
    """What speaks for each first move, and for none, in numbers."""
    found = credible(found)
    ahead = found.margin or 0
    none = {
        "no-move": 1.0,
        "no-move-stands": float(bool(found.stands)),
        "no-move-unread": float(found.stands is None),
        "no-move-ahead": float(ahead >= 1),
        "no-move-far-ahead": float(ahead >= 2),
        "no-move-seki": float(found.take == 0 and bool(found.stands)),
        "no-move-falls": logit(found.falls),
        "no-move-lives": logit(found.lives),
    }
    rows = {PASS: [none.get(name, 0.0) for name in RACE_MOVE_FEATURES]}
    lines = [move for move in (found.save_move, found.take_move) if move is not None]
    games = [*(found.saves or {}), *(found.takes or {})]
    read = [*found.saved_by, *found.taken_by]
    for move in dict.fromkeys([*games, *read, *lines, *found.own, *found.enemy]):
        if move != PASS:
            numbers = _of_move(found, move)
            rows[move] = [numbers.get(name, 0.0) for name in RACE_MOVE_FEATURES]
    return rows


def _of_move(found: RaceEvidence, move: int) -> dict[str, float]:
    takes = bool(found.take) if found.take is not None else found.taking > _EVEN
    own, enemy = move in found.own, move in found.enemy
    policy, denied = found.policy or {}, found.denied or {}

    def games(shares: Mapping[int, float] | None) -> float:
        return math.log((shares or {}).get(move, 0.0) + 0.003)

    return {
        "saves-games": games(found.saves),
        "takes-games": games(found.takes) * takes,
        "takes-games-seki": games(found.takes) * (not takes),
        "fells-games": games(found.fells),
        "helps-games": games(found.helps) * takes,
        "helps-games-seki": games(found.helps) * (not takes),
        "saves": float(move in found.saved_by),
        "takes": float(move in found.taken_by),
        "not-saves": float(bool(found.saved_by) and move not in found.saved_by),
        "not-takes": float(takes and bool(found.taken_by) and move not in found.taken_by),
        "saving-line": float(move == found.save_move),
        "taking-line": float(takes and move == found.take_move),
        "taking-line-seki": float(not takes and move == found.take_move),
        "own-liberty": float(own and not enemy),
        "enemy-liberty": float(enemy and not own),
        "shared-liberty": float(own and enemy),
        "no-liberty": float(not own and not enemy),
        "race-policy": math.log(policy.get(move, 0.0) + 0.001),
        "race-denied": math.log(denied.get(move, 0.0) + 0.001),
    }


def race_chances(found: RaceEvidence, weights: Weights) -> tuple[float, float]:
    """How likely the first group is saved, and the second taken."""
    numbers = race_features(found)
    chances = []
    for side in weights.race:
        odds = sum(side[n] * x for n, x in zip(RACE_FEATURES, numbers, strict=True))
        chances.append(1 / (1 + math.exp(-min(max(odds, -30.0), 30.0))))
    return chances[0], chances[1]
