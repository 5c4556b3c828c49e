"""Rule sets: what may be played, and how the end is counted."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

from gokan.errors import InvalidRules

Ko = Literal["simple", "previous", "positional", "situational"]
Scoring = Literal["area", "territory", "eyes"]
Tax = Literal["none", "seki", "all"]
HandicapBonus = Literal["0", "N-1", "N"]

KO_RULES: tuple[Ko, ...] = ("simple", "previous", "positional", "situational")
"""In the order of the core's numbering."""

MAX_KOMI = 10_000.0


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules.

    - `ko`: what a move may not recreate. "simple": it may not retake a ko at once. "previous"
      (Klinger, ch. 6): the stones of the position before the current one. "positional": any
      earlier stones. "situational": any earlier stones with the same side to move.
    - `suicide`: whether a move may take off its own block.
    - `scoring`: "area" counts living stones and surrounded points; "territory" counts
      surrounded points and prisoners; "eyes" (Klinger, 6.3.21) counts stones and one-point eyes,
      and no larger territory until it is filled.
    - `tax`: "seki" counts no surrounded points of stones named as seki; "all" takes two points
      for each living group besides (stone scoring).
    - `handicap_bonus`: what White gets for handicap stones under area scoring.

    >>> Rules.named("japanese").scoring
    'territory'
    >>> Rules.named("chinese").with_(komi=0.5).komi
    0.5
    """

    name: str
    ko: Ko = "simple"
    suicide: bool = False
    scoring: Scoring = "area"
    komi: float = 7.5
    tax: Tax = "none"
    handicap_bonus: HandicapBonus = "0"

    def __post_init__(self) -> None:
        for field, allowed in _ALLOWED.items():
            value = getattr(self, field)
            if value not in allowed:
                raise InvalidRules(f"{field} is {value!r} but must be one of {', '.join(allowed)}")
        if not (math.isfinite(self.komi) and abs(self.komi) <= MAX_KOMI):
            raise InvalidRules(f"komi is {self.komi} but must be a number up to {MAX_KOMI:.0f}")

    @staticmethod
    def named(name: str) -> Rules:
        """The rule set of that name; case, spaces and underscores do not matter."""
        key = name.strip().lower().replace("_", "-").replace(" ", "-")
        key = _ALIASES.get(key, key)
        try:
            return RULE_SETS[key]
        except KeyError:
            raise InvalidRules(
                f"unknown rules {name!r}: known are {', '.join(RULE_SETS)}"
            ) from None

    @staticmethod
    def of(rules: str | Rules) -> Rules:
        """A rule set given by name or as it is."""
        return Rules.named(rules) if isinstance(rules, str) else rules

    def with_(self, **changes: Any) -> Rules:
        """The same rules with some fields changed."""
        return replace(self, **changes)

    def handicap_points(self, stones: int) -> int:
        """What White is owed at the count for `stones` handicap stones."""
        if stones < 2 or self.handicap_bonus == "0":
            return 0
        return stones if self.handicap_bonus == "N" else stones - 1

    def to_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return {field: getattr(self, field) for field in self.__dataclass_fields__}


_ALLOWED: dict[str, tuple[str, ...]] = {
    "ko": KO_RULES,
    "scoring": ("area", "territory", "eyes"),
    "tax": ("none", "seki", "all"),
    "handicap_bonus": ("0", "N-1", "N"),
}

_SETS = (
    Rules("tromp-taylor", ko="positional", suicide=True),
    Rules("chinese", ko="simple", handicap_bonus="N"),
    Rules("japanese", ko="simple", scoring="territory", komi=6.5, tax="seki"),
    Rules("korean", ko="simple", scoring="territory", komi=6.5, tax="seki"),
    Rules("aga", ko="situational", handicap_bonus="N-1"),
    Rules("bga", ko="situational", handicap_bonus="N-1"),
    Rules("new-zealand", ko="situational", suicide=True),
    Rules("stone-scoring", ko="simple", tax="all"),
    Rules("klinger", ko="previous", scoring="eyes", komi=0),
    Rules("klinger-suicide", ko="previous", suicide=True, scoring="eyes", komi=0),
)

RULE_SETS: dict[str, Rules] = {rules.name: rules for rules in _SETS}
"""Every named rule set."""

_ALIASES = {
    "jp": "japanese",
    "japan": "japanese",
    "cn": "chinese",
    "china": "chinese",
    "tt": "tromp-taylor",
    "nz": "new-zealand",
    "newzealand": "new-zealand",
    "tromptaylor": "tromp-taylor",
    "french": "aga",
    "kr": "korean",
    "korea": "korean",
}
