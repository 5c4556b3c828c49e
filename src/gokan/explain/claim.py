"""A claim: one statement about a move, typed, with its certainty and the way to derive it again.

Sentences are rendered from claims (`gokan.explain.words`), never the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from gokan.go.vertex import to_vertex

if TYPE_CHECKING:
    from gokan.go import Color

Certainty = Literal["exact", "proved", "read", "measured", "learned"]
CERTAINTIES: tuple[Certainty, ...] = ("exact", "proved", "read", "measured", "learned")
"""From the surest to the least sure: by definition; by a proof that `gokan check` accepts; by a
search with judged ends; by a number of a deterministic sense; by a network, or a tree search over
it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement about one move in one position.

    >>> from gokan.go import BLACK
    >>> claim = Claim("captures", 40, BLACK, "exact", "rules", {"stones": (41,)}, value=2.0)
    >>> claim["stones"], claim.to_dict(9, 9)["points"]
    ((41,), {'stones': ['F5']})
    """

    kind: str
    """What is claimed; the catalogue has words and a recipe for each kind."""
    move: int
    color: Color
    """Who plays the move."""
    certainty: Certainty
    sense: str
    """Where it comes from: rules, shape, opening, reading, strength, sight, intuition or play."""
    points: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    """The points it is about, by the part they play: stones, at, line, …"""
    _: KW_ONLY
    numbers: Mapping[str, float] = field(default_factory=dict, hash=False)
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Words that are part of the claim: the name of a shape, a side, an area."""
    value: float = 0.0
    """What it is worth to the mover, in points; below zero it speaks against the move."""
    outcome: float | None = None
    """What a search leaves of that after the answers to the move; None where nothing was
    searched. The outcomes of a move's claims add up to what the search finds it worth."""
    against: bool = False
    """It speaks against the move."""
    rests_on: tuple[Claim, ...] = ()
    """Claims, of this move or of a better one, without which it would not be made."""

    def __getitem__(self, name: str) -> Any:
        """A point list, a number or a name, by its name."""
        for part in (self.points, self.numbers, self.names):
            if name in part:
                return part[name]
        raise KeyError(name)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two claims about the same move the same statement."""
        return (self.kind, tuple(sorted(self.points.items())), tuple(sorted(self.names.items())))

    def to_dict(self, width: int, height: int) -> dict[str, Any]:
        """Stable JSON: points as vertices."""
        from gokan.explain.words import recipe

        def name(point: int) -> str:
            return to_vertex(point, width, height)

        found = {
            "kind": self.kind,
            "move": name(self.move),
            "color": str(self.color),
            "certainty": self.certainty,
            "sense": self.sense,
            "points": {part: [name(p) for p in points] for part, points in self.points.items()},
            "numbers": {part: round(number, 4) for part, number in self.numbers.items()},
            "names": dict(self.names),
            "value": round(self.value, 2),
            "outcome": None if self.outcome is None else round(self.outcome, 2),
            "against": self.against,
            "recipe": recipe(self.kind),
        }
        if self.rests_on:
            found["rests_on"] = [one.to_dict(width, height) for one in self.rests_on]
        return found
