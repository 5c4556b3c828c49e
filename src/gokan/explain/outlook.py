"""Who will own what: the common measure of everything that has a value in points.

An outlook gives every point a number from +1 (surely Black's) to -1 (surely White's), so that their
sum is the count by area, and the difference between two positions is what a move is worth and
where. Two senses offer one: `strength` (measured: Wolf's fixed point) and `intuition` (learned: the
network's ownership).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gokan.explain.claim import Certainty
from gokan.go import Position


@dataclass(frozen=True, slots=True)
class View:
    """One position seen by an outlook, from Black's side."""

    owner: tuple[float, ...]
    lead: float
    """Black's lead in points, komi left out where the outlook does not know it."""


class Outlook(Protocol):
    """What can be asked who owns what."""

    sense: str
    certainty: Certainty

    def view(self, position: Position) -> View:
        """One position."""

    def views(self, positions: Sequence[Position]) -> list[View]:
        """Several at once, which may be faster."""


class StrengthOutlook:
    """By `gokan.strength.weigh`: fast, deterministic, blind to whose turn it is.

    >>> seen = StrengthOutlook().view(Position.empty(9).play("E5"))
    >>> seen.lead > 0 and -1 <= min(seen.owner) <= max(seen.owner) <= 1
    True
    """

    sense = "strength"
    certainty: Certainty = "measured"

    def view(self, position: Position) -> View:
        """One position."""
        from gokan.strength import weigh

        owner = tuple(2 * black - 1 for black in weigh(position).black)
        return View(owner, sum(owner))

    def views(self, positions: Sequence[Position]) -> list[View]:
        """Several, one after the other."""
        return [self.view(position) for position in positions]
