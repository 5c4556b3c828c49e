"""How sure is a match result?"""

from __future__ import annotations

import math

__all__ = ["elo", "wilson"]


def wilson(wins: float, games: int, *, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a share of wins; 95 % with the default `z`. Draws are half wins.

    >>> low, high = wilson(60, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.502 0.691'
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    scale = 1 + z * z / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low = 0.0 if wins == 0 else (middle - half) / scale  # exactly, whatever the rounding
    high = 1.0 if wins == games else (middle + half) / scale
    return low, high


def elo(share: float) -> float:
    """The difference in Elo points that a share of wins stands for.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return 400 * math.log10(share / (1 - share))
