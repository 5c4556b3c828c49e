"""Which learned classes are good: what they ultimately produced, in games that were counted.

Section 5.3.2.2: classes that lead to territory or to captures are to be furthered, those that lead
to the opponent's territory or to stones being taken are to be disrupted. Three shares say that of a
class: own stones that lived, stones of the opponent's that did not, points between that became own
territory. Each is compared with the mean of all classes, and drawn to it where few cases were
settled. The sum is the favour of a class: above 0 it does better than most. What is said of a share
says how many cases it is of and how many were left undecided, which is most: at the end of a game
only what is captured or proved counts as settled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gokan.shape.learn.learned import Learned, Library

_FEW = 20.0
"""Settled cases that weigh as much as the mean of all classes."""
_TOLD = 0.05
"""Of the cases so many must be decided, or another share is told."""
_SHARES = (
    ("own stones lived", "outcomes", ("alive",), ("captured", "dead")),
    ("the opponent's stones were lost", "against", ("captured", "dead"), ("alive",)),
    ("the points between became own territory", "ground", ("own",), ("enemy",)),
)


@dataclass(frozen=True, slots=True)
class Favour:
    """How good a class is for the side that makes it. Certainty: measured."""

    value: float
    settled: int
    """Elements whose own stones were settled at the end."""
    says: str
    """The share that differs most from the mean, in words."""

    @property
    def is_good(self) -> bool:
        """Better than most."""
        return self.value >= 0


@dataclass(frozen=True, slots=True)
class Shares:
    """What a class came to, drawn to the mean of all classes where few cases were settled.

    Certainty: measured.
    """

    lived: float
    """Own stones that lived."""
    took: float
    """Stones of the opponent's that did not."""
    ground: float
    """Points between its stones that became own territory."""


def shares(library: Library) -> list[Shares]:
    """In the order of the classes.

    >>> from gokan.shape.learn.learned import shipped
    >>> found = dict(zip([c.title for c in shipped().classes], shares(shipped())))
    >>> found["solid connection"].lived > 0.9 > found["cut"].lived
    True
    """
    means = [_mean(library, where, good, bad) for _, where, good, bad in _SHARES]
    return [
        Shares(
            *(
                _share(getattr(learned, where), good, bad, mean)
                for (_, where, good, bad), mean in zip(_SHARES, means, strict=True)
            )
        )
        for learned in library.classes
    ]


def favours(library: Library) -> list[Favour]:
    """In the order of the classes.

    >>> from gokan.shape.learn.learned import shipped
    >>> found = dict(zip([c.title for c in shipped().classes], favours(shipped())))
    >>> found["solid connection"].is_good, found["cut"].is_good
    (True, False)
    """
    means = [_mean(library, where, good, bad) for _, where, good, bad in _SHARES]
    return [_favour(c, means) for c in library.classes]


def _favour(learned: Learned, means: list[float]) -> Favour:
    value, settled = 0.0, 0
    said: list[tuple[float, str]] = []
    for (words, where, good, bad), mean in zip(_SHARES, means, strict=True):
        counts = getattr(learned, where)
        yes, no = _sum(counts, good), _sum(counts, bad)
        better = _share(counts, good, bad, mean) - mean
        value += better
        if where == "outcomes":
            settled = yes + no
        if yes + no:
            # Of the points between only the settled were counted; every element has its stones.
            of = sum((counts if where == "against" else learned.outcomes).values())
            few = yes + no < _TOLD * of
            said.append((-1.0 if few else abs(better), _say(words, yes, no, of)))
    return Favour(value, settled, max(said)[1] if said else "")


def _share(
    counts: Mapping[str, int], good: tuple[str, ...], bad: tuple[str, ...], mean: float
) -> float:
    yes, no = _sum(counts, good), _sum(counts, bad)
    return (yes + _FEW * mean) / (yes + no + _FEW)


def _say(words: str, yes: int, no: int, of: int) -> str:
    """A share with its denominators.

    >>> _say("own stones lived", 340, 160, 4000)
    'own stones lived in 68 % of 500 decided cases, with 3,500 of 4,000 undecided'
    """
    settled = yes + no
    said = f"{words} in {100 * yes / settled:.0f} % of {settled:,} decided cases"
    return said + (f", with {of - settled:,} of {of:,} undecided" if settled < of else "")


def _mean(library: Library, where: str, good: tuple[str, ...], bad: tuple[str, ...]) -> float:
    yes = sum(_sum(getattr(c, where), good) for c in library.classes)
    no = sum(_sum(getattr(c, where), bad) for c in library.classes)
    return yes / (yes + no) if yes + no else 0.5


def _sum(counts: Mapping[str, int], names: tuple[str, ...]) -> int:
    return sum(counts.get(name, 0) for name in names)
