"""The tree that the solver builds: positions, the moves tried in them, and what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from gokan.go import Position
from gokan.goals.graph import Suggestion
from gokan.goals.static import Static

__all__ = ["Branch", "HowSure", "Outcome", "Tried"]

Outcome = Literal["reached", "missed", "open"]
HowSure = Literal["judged", "read", "sure"]


@dataclass(slots=True)
class Tried:
    """A position that was looked at, and what became of the player's goal in it."""

    position: Position
    static: Static
    outcome: Outcome = "open"
    grade: HowSure | None = None
    reason: str = ""
    branches: list[Branch] = field(default_factory=list)
    by: Branch | None = None
    """What decided: the move that reaches the goal, or the reply that refutes it."""
    suggested: tuple[Suggestion, ...] | None = None
    belief: float = 0.0
    """The chance that the player reaches the goal, by all that was tried below."""
    second: float | None = None
    """The same by the second judge at a glance, where he was asked (`gokan.goals.second`)."""
    taught: dict[int, float] = field(default_factory=dict)
    """Moves that worked elsewhere in the tree, and how far they are expected to work here."""


@dataclass(slots=True)
class Branch:
    """A move that was tried, with the goals that asked for it, and where it led."""

    asked: Suggestion
    to: Tried

    @property
    def move(self) -> int:
        """The move."""
        return self.asked.move
