"""Ranks of the levels: estimates from handicap games with a program whose rank others have named.

The games and the fit are made by `benchmarks/bench_ranks.py`; `ranks.json` keeps what came out. A
stone of handicap is a rank, so a rank here is the opponent's and the stones by which a level is
better or worse. Both are guesses: the opponent's rank most of all.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Rank", "grade_words", "rank_of", "source_words"]

_FILE = Path(__file__).parent / "ranks.json"


@dataclass(frozen=True, slots=True)
class Rank:
    """What handicap games say of a level, and how surely. Grades: -2 is 2 kyu, -1 1 kyu, 0 1 dan.

    `games` are those with the opponent; games of the levels with each other are part of the fit.
    """

    grade: float
    low: float
    high: float
    games: int

    def explain(self) -> str:
        """In words, with the interval.

        >>> Rank(-7.6, -9.8, -5.9, 12).explain()
        'about 8 kyu (10 to 6 kyu)'
        >>> Rank(0.8, -1.3, 3.0, 12).explain()
        'about 2 dan (1 kyu to 4 dan)'
        >>> Rank(-34.6, -37.7, -31.4, 2).explain()
        '30 kyu or weaker'
        """
        low, high = grade_words(self.low), grade_words(self.high)
        if low == high == grade_words(-math.inf):
            return f"{low} or weaker"
        if low.split()[1] == high.split()[1]:
            low = low.split()[0]
        return f"about {grade_words(self.grade)} ({low} to {high})"


def rank_of(level: int) -> Rank | None:
    """The rank of a level, if it has played.

    >>> rank_of(99) is None
    True
    """
    told = _kept()["levels"].get(str(level))
    if told is None:
        return None
    own = float(_kept()["opponent_grade"])
    grade, low, high = (own + told[key] for key in ("stones", "low", "high"))
    return Rank(grade, low, high, told["games"])


def source_words() -> str:
    """Where the ranks come from, and which rank the opponent is taken to have."""
    kept = _kept()
    own = grade_words(kept["opponent_grade"])
    return (
        f"Ranks are rough estimates from {kept['games']} handicap games on 19×19 with "
        f"{kept['opponent']}, taken as {own}, and {kept['among']} of the levels with each other. "
        f"That rank is {kept['opponent_source']}, so all may be off together."
    )


def grade_words(grade: float) -> str:
    """A grade as players say it, from 30 kyu to 9 dan.

    >>> grade_words(-8), grade_words(-0.6), grade_words(0.2), grade_words(30)
    ('8 kyu', '1 kyu', '1 dan', '9 dan')
    """
    whole = round(min(8, max(-30, grade)))
    return f"{-whole} kyu" if whole < 0 else f"{whole + 1} dan"


@cache
def _kept() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return kept
