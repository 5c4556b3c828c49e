"""The switches of the dynamical system: the paper's own, and what we add to it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Position

STOP = 1e-3
"""The paper's best value for cost (section VI-E)."""
MAX_ITER = 1000
"""Sweeps; hardly ever reached, because most positions settle within a few dozen."""

MOST_ITER = 1_000_000_000

Verdicts = Mapping[int, float] | Mapping[str, float] | Mapping[int | str, float]
"""From a stone (any of its block) to the chance that the block survives, judged elsewhere."""


@dataclass(frozen=True, slots=True)
class Additions:
    """Remedies that the paper names for its own weaknesses. The defaults are the paper as printed.

    Attributes:
        edge: the factor of a missing neighbour. 1 as printed: a point at the edge listens to its
            few neighbours all the more, which draws moves to the second line. 1/2 counts the
            outside as a neighbour that nobody owns, so that all points listen alike.
        liberty: each liberty after the first multiplies the chance of capture by this (section
            VIII-A: "giving the number of liberties a weight").
        links: blocks with two ways to connect are one unit (safe links, section VII-C).
        eyes: iterate in two stages, with a quick look at life between them (section VIII-A).

    >>> Additions(edge=0.5).names
    ('edge',)
    """

    edge: float = 1.0
    liberty: float = 1.0
    links: bool = False
    eyes: bool = False

    def __post_init__(self) -> None:
        for name in ("edge", "liberty"):
            value = getattr(self, name)
            if not _is_number(value) or not 0 < value <= 1:
                raise InvalidInput(
                    f"The addition {name!r} must be a number over 0 and at most 1: {value!r}."
                )

    @property
    def names(self) -> tuple[str, ...]:
        """What is switched on."""
        return tuple(
            name
            for name, off in (("edge", 1.0), ("liberty", 1.0), ("links", False), ("eyes", False))
            if getattr(self, name) != off
        )


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


AS_PRINTED = Additions()


def core_options(
    *,
    stop: float,
    max_iter: int,
    raise_last_liberty: bool,
    static_life: bool,
    additions: Additions,
) -> _core.SedsOptions:
    """The same switches as the core reads them, after checking."""
    if not _is_number(stop) or not (stop > 0 and math.isfinite(stop)):
        raise InvalidInput(f"The stop value must be a number above 0, not {stop!r}.")
    if not isinstance(max_iter, int) or isinstance(max_iter, bool):
        raise InvalidInput(f"The number of iterations must be a whole number, not {max_iter!r}.")
    if not 0 <= max_iter <= MOST_ITER:
        raise InvalidInput(
            f"The number of iterations cannot be negative or over {MOST_ITER}: {max_iter}."
        )
    options = _core.SedsOptions()
    options.stop = stop
    options.max_iter = max_iter
    options.raise_last_liberty = raise_last_liberty
    options.static_life = static_life
    options.edge = additions.edge
    options.liberty = additions.liberty
    options.links = additions.links
    options.eyes = additions.eyes
    return options


def core_verdicts(position: Position, verdicts: Verdicts | None) -> list[tuple[int, float]]:
    """Verdicts as the core reads them, after checking."""
    result = []
    for stone, survives in (verdicts or {}).items():
        point = position.point(stone) if isinstance(stone, str) else stone
        if not (0 <= point < len(position.board) and position.board[point]):
            raise InvalidInput(f"There is no stone at {stone} to have a verdict on.")
        if not _is_number(survives) or not 0 <= survives <= 1:
            raise InvalidInput(
                f"The verdict on {stone} must be a chance between 0 and 1, not {survives!r}."
            )
        result.append((point, float(survives)))
    return result
