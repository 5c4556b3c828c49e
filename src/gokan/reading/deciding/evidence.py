"""What was found out about a question, as plain data; how it was found out is not known here.

`Said` is what one search said, `Evidence` all that is known about one group with one side moving
first. Both can be kept, so that the weights of the decisions (`gokan.reading.weights`) are fitted
(`tools/fit_judgement.py`) without reading anything again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

__all__ = ["UNASKED", "Evidence", "Said", "logit"]

_BY_MOVE = ("ours", "theirs", "settled", "again", "expected", "policy", "denied", "steps")


@dataclass(frozen=True, slots=True)
class Said:
    """What one search said; codes as everywhere: 0 no, 1 yes, 2 and 3 in a ko."""

    code: int | None
    """None: it came to no end."""
    moves: tuple[int, ...] = ()
    """First moves that do it, PASS where none is needed."""
    proved: bool = False
    sealed: bool = False
    """Nothing at the edge of the region was judged but the walls."""
    all_moves: bool = False
    """There are no others."""
    seki: bool | None = None
    """Of a group that stands: it does in seki; None where that was not found out."""
    how_proved: bool = False
    """Of a group that stands: it is also proved how."""

    def to_dict(self) -> dict[str, Any]:
        """Plain types; `from_dict` makes it again."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Said:
        """What `to_dict` made plain."""
        return cls(**{**data, "moves": tuple(data["moves"])})


UNASKED = Said(None)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known about one question: does the mover kill the target, or save it?"""

    attacks: bool
    read: Said
    race: Said = UNASKED
    first: float = 0.0
    """The share of trial games that the mover won,"""
    pressed: float | None = None
    """with ko threats of the opponent,"""
    helped: float | None = None
    """and with his own; None where that was not tried."""
    outside: float = 0.0
    """The share in which the target got out of its surroundings."""
    ours: Mapping[int, float] | None = None
    """The share of the games that each first move was given,"""
    theirs: Mapping[int, float] | None = None
    """and as the opponent's move, had it been his turn."""
    settled: Mapping[int, int] | None = None
    """First moves that won (1) or lost (-1) in every line."""
    again: Mapping[int, float] | None = None
    """The share won in a second trial of the best moves."""
    expected: Mapping[int, float] | None = None
    """How likely a player would choose each move."""
    policy: Mapping[int, float] | None = None
    """How likely a network finds each move near the target, if there is one,"""
    denied: Mapping[int, float] | None = None
    """and as the opponent's move, had it been his turn."""
    steps: Mapping[int, int] | None = None
    """How far each of these moves is from the target; 1 is a liberty."""
    enough: bool = True
    """There were enough trial games to say anything."""
    refuted: bool = False
    """After the move that did best in trials the opposite is proved."""

    def to_dict(self) -> dict[str, Any]:
        """Plain types; `from_dict` makes it again."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in ("read", "race"):
            found[name] = getattr(self, name).to_dict()
        for name in _BY_MOVE:
            found[name] = [[move, value] for move, value in (found[name] or {}).items()]
        return found

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Evidence:
        """The evidence that `to_dict` made plain."""
        made = dict(data)
        for name in ("read", "race"):
            made[name] = Said.from_dict(made[name])
        for name in _BY_MOVE:
            made[name] = {int(move): value for move, value in made.get(name) or ()}
        return cls(**made)


def logit(share: float) -> float:
    """Log-odds, bounded: a hundred trial games cannot say more.

    >>> round(logit(0.5), 3), round(logit(1.0), 3)
    (0.0, 4.595)
    """
    bounded = min(max(share, 0.01), 0.99)
    return math.log(bounded / (1 - bounded))
