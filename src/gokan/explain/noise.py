"""How far a searched lead may be off: the numbers in `explain/data/noise.toml`.

They were fitted to the losses of a stronger program by `gokan train refit noise`.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["TYPICAL_SPREAD", "Noise", "shipped"]

TYPICAL_SPREAD = 15.0
"""Of the final score around the lead, in points, in the middle of a game."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Standard deviations in points, of the lead of one position by a search.

    Attributes:
        own: what the search wavers by, (first + second × spread) × visits to the power of −third.
        unknown: what the network does not know, however long it searches: first + second × spread.
    """

    own: tuple[float, float, float]
    unknown: tuple[float, float] = (0.0, 0.0)

    def at(self, visits: int, spread: float) -> float:
        """Twice the standard deviation.

        >>> round(Noise((1.0, 0.0, 0.5)).at(4, 10.0), 6)
        1.0
        >>> round(Noise((1.0, 0.0, 0.5), (0.0, 0.05)).at(4, 10.0), 3)
        1.414
        """
        wide = max(0.0, spread)
        first, second, power = self.own
        wavers = (first + second * wide) * math.pow(max(1, visits), -power)
        return 2 * math.hypot(wavers, self.unknown[0] + self.unknown[1] * wide)


@cache
def shipped() -> Noise:
    """What reviews count with.

    >>> shipped().at(48, 15.0) < shipped().at(12, 15.0)
    True
    """
    text = resources.files("gokan.explain").joinpath("data/noise.toml").read_text("utf-8")
    told = tomllib.loads(text)
    first, second, power = map(float, told["own"])
    base, slope = map(float, told["unknown"])
    return Noise((first, second, power), (base, slope))
