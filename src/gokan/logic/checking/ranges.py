"""Numbers known between two bounds, compared in all states at the same time."""

from __future__ import annotations

from dataclasses import dataclass

from gokan.logic.bits import compare

__all__ = ["Range", "related"]


@dataclass(frozen=True, slots=True)
class Range:
    """A number in each state, as sets of states for its binary digits, lowest first."""

    low: list[int]
    """At least this."""
    high: list[int]
    """At most this; the same list as `low` where nothing is in doubt."""
    endless: int = 0
    """The states in which there is no upper bound."""


def related(operator: str, left: Range, right: Range, everything: int) -> tuple[int, int]:
    """Where the relation holds for sure, and where it may hold.

    >>> one, two, some = [1], [0, 1], [1, 1]
    >>> related("<", Range(one, one), Range(two, two), 1)
    (1, 1)
    >>> related("<", Range(one, some), Range(two, two), 1)
    (0, 1)
    """
    match operator:
        case "<" | "<=":
            return _less(left, right, everything, operator == "<=")
        case ">" | ">=":
            return _less(right, left, everything, operator == ">=")
    one, other = (_less(a, b, everything, True) for a, b in ((left, right), (right, left)))
    surely, maybe = one[0] & other[0], one[1] & other[1]
    return (surely, maybe) if operator == "=" else (everything & ~maybe, everything & ~surely)


def _less(left: Range, right: Range, everything: int, or_equal: bool) -> tuple[int, int]:
    def below(one: list[int], other: list[int]) -> int:
        smaller, equal = compare(one, other, everything)
        return smaller | equal if or_equal else smaller

    surely = below(left.high, right.low) & ~left.endless
    return surely, below(left.low, right.high) | right.endless
