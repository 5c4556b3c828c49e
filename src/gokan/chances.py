"""How a chance is told: in whole percent, never as certain, and never against its own word."""

from __future__ import annotations

__all__ = ["LIKELY", "percent", "survival", "survival_percent", "survival_word"]

LIKELY = 0.8
"""How likely something must be before it gets a word of its own."""


def percent(chance: float) -> str:
    """A chance for a sentence. What is learned is never certain.

    >>> percent(0.93), percent(0.005), percent(0.995)
    ('93 %', 'under 1 %', 'over 99 %')
    """
    if chance <= 0.005:
        return "under 1 %"
    return "over 99 %" if chance >= 0.995 else f"{100 * chance:.0f} %"


def survival_word(alive: float) -> str:
    """What may be said of stones with such a chance to live.

    >>> survival_word(0.8), survival_word(0.55), survival_word(0.2)
    ('likely alive', 'open', 'likely dead')
    """
    if alive >= LIKELY:
        return "likely alive"
    return "likely dead" if 1 - alive >= LIKELY else "open"


def survival_percent(alive: float) -> int:
    """The chance to live as a number that fits its word: 79.6 is open, so it is not told as 80.

    >>> survival_percent(0.796), survival_percent(0.8), survival_percent(0.204)
    (79, 80, 21)
    """
    told = round(100 * alive)
    if survival_word(alive) != "open":
        return told
    most = round(100 * LIKELY) - 1
    return min(most, max(100 - most, told))


def survival(alive: float) -> str:
    """The word and its chance.

    >>> survival(0.93), survival(0.12), survival(0.799)
    ('likely alive (93 %)', 'likely dead (88 %)', 'open (79 % alive)')
    """
    word = survival_word(alive)
    if word == "open":
        return f"open ({survival_percent(alive)} % alive)"
    return f"{word} ({percent(alive if word == 'likely alive' else 1 - alive)})"
