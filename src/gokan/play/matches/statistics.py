"""How sure is a match result?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

__all__ = ["Question", "elo", "share", "wilson"]


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


def share(elo: float) -> float:
    """The share of points that a difference in Elo stands for.

    >>> round(share(191), 3), share(0)
    (0.75, 0.5)
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Question:
    """Is A stronger by `high` Elo points rather than by `low`? Asked after every game (SPRT).

    A wrong answer has a chance of `error` at most on either side. Draws count half.

    >>> question = Question(0, 100)
    >>> question.verdict(5, 10) is None, question.verdict(80, 100), question.verdict(40, 100)
    (True, 'high', 'low')
    """

    low: float
    high: float
    error: float = 0.05

    def evidence(self, points: float, games: int) -> float:
        """The logarithm of how much better `high` explains the games than `low`."""
        a, b = share(self.low), share(self.high)
        lost = games - points
        return points * math.log(b / a) + lost * math.log((1 - b) / (1 - a))

    def verdict(self, points: float, games: int) -> Literal["high", "low"] | None:
        """The answer, or None while more games are needed."""
        bound = math.log((1 - self.error) / self.error)
        evidence = self.evidence(points, games)
        if evidence >= bound:
            return "high"
        return "low" if evidence <= -bound else None

    def text(self, points: float, games: int) -> str:
        """The question and its answer in a sentence."""
        asked = f"A stronger by {self.high:+g} Elo rather than {self.low:+g}?"
        verdict = self.verdict(points, games)
        if verdict is None:
            return f"{asked} Not answered yet."
        return f"{asked} {'Yes' if verdict == 'high' else 'No'} ({self.error:.0%} error)."
