"""A second judge: somebody who learned from other positions than the aura did.

The aura was fitted to enclosed problems, and where it errs it is often sure of itself. A judge that
learned elsewhere errs elsewhere. So a strategy is believed only as far as both agree: the odds of
the belief are multiplied by what the second judge's odds fall short of `SURE`, and nothing is
believed that he thinks more likely to fail than to work.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from gokan.go import Position
from gokan.goals.static import Look

__all__ = ["DENIED", "SURE", "Guess", "Second", "agreed", "chance_of"]

SURE = 0.95
"""From this chance on the second judge is satisfied."""
DENIED = 0.5
"""Below this chance the strategy is not believed at all; and a ko is called only where he gives the
goal less without one."""
_LEAST = 1e-6


class Guess(Protocol):
    """What the second judge says of some stones, with the side to move playing first: four chances
    that add up to 1.
    """

    @property
    def alive(self) -> float:
        """That they live."""
        ...

    @property
    def dead(self) -> float:
        """That they are captured."""
        ...

    @property
    def ko(self) -> float:
        """That a ko decides."""
        ...

    @property
    def seki(self) -> float:
        """That they live in seki."""
        ...

    @property
    def vital(self) -> Sequence[tuple[int, float]]:
        """Points for the first move, with the chance that each is the right one, best first."""
        ...


class Second(Protocol):
    """Judges at a glance; `gokan.intuition.glance` is one."""

    def __call__(self, position: Position, stones: Sequence[int], /) -> Guess:
        """What becomes of the stones if the side to move plays first."""
        ...


def chance_of(second: Second, position: Position, look: Look) -> float:
    """The chance, by the second judge, that the player reaches the goal in a position."""
    left = look.left(position)
    if not left:
        return float(not look.saving)
    guess = second(position, left)
    chance = guess.alive + guess.seki if look.saving else guess.dead
    return chance + guess.ko if look.ko else chance


def agreed(belief: float, chance: float) -> float:
    """How far a strategy is believed that the second judge gives this chance.

    >>> agreed(0.98, 0.97) == 0.98
    True
    >>> round(agreed(0.98, 0.7), 2), agreed(0.98, 0.4)
    (0.86, 0.0)
    """
    if chance < DENIED:
        return 0.0
    short = max(0.0, _log_odds(SURE) - _log_odds(chance))
    return belief if not short else min(belief, 1 / (1 + math.exp(short - _log_odds(belief))))


def _log_odds(chance: float) -> float:
    kept = min(1 - _LEAST, max(_LEAST, chance))
    return math.log(kept / (1 - kept))
