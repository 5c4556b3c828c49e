"""The switches of the dynamical system: the paper's own, and what we add to it."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass

from gokan import _core
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import Position

STOP = 1e-3
"""The paper's best value for cost (section VI-E)."""
MAX_ITER = 1000
"""Sweeps; hardly ever reached, because most positions settle within a few dozen."""
K_MAX = 5
"""The most updates of a unit in the paper's measurements (section IV-E)."""

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
        links: blocks with two ways to connect are one unit (safe links, section VIII-A).
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
        for name in ("links", "eyes"):
            _check_switch(f"addition {name!r}", getattr(self, name))

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


def _check_switch(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidInput(f"The {name} must be True or False, not {value!r}.")


def check_stop(stop: float) -> None:
    """Refuse what is not a number above 0."""
    if not _is_number(stop) or not (stop > 0 and math.isfinite(stop)):
        raise InvalidInput(f"The stop value must be a number above 0, not {stop!r}.")


def point_on(position: Position, named: int | str) -> int:
    """A point of the board by number or name; a pass is none."""
    try:
        point = position.point(named) if isinstance(named, str) else operator.index(named)
    except TypeError:
        point = -1
    if not 0 <= point < len(position.board):
        raise InvalidInput(f"There is no point {named!r} on this board.")
    return point


AS_PRINTED = Additions()


def core_options(
    *,
    stop: float,
    max_iter: int,
    raise_last_liberty: bool,
    static_life: bool,
    additions: Additions,
    damped: bool = True,
    queue: bool = False,
) -> _core.SedsOptions:
    """The same switches as the core reads them, after checking."""
    check_stop(stop)
    whole("number of iterations", max_iter, 0, MOST_ITER)
    _check_switch("switch raise_last_liberty", raise_last_liberty)
    _check_switch("switch static_life", static_life)
    _check_switch("switch damped", damped)
    _check_switch("switch queue", queue)
    if not isinstance(additions, Additions):
        raise InvalidInput(f"Additions must be strength.Additions(...), not {additions!r}.")
    options = _core.SedsOptions()
    options.stop = stop
    options.max_iter = max_iter
    options.raise_last_liberty = raise_last_liberty
    options.static_life = static_life
    options.damped = damped
    options.queue = queue
    options.edge = additions.edge
    options.liberty = additions.liberty
    options.links = additions.links
    options.eyes = additions.eyes
    return options


def core_verdicts(position: Position, verdicts: Verdicts | None) -> list[tuple[int, float]]:
    """Verdicts as the core reads them, after checking."""
    result = []
    for stone, survives in (verdicts or {}).items():
        point = point_on(position, stone)
        if not position.board[point]:
            raise InvalidInput(f"There is no stone at {stone} to have a verdict on.")
        if not _is_number(survives) or not 0 <= survives <= 1:
            raise InvalidInput(
                f"The verdict on {stone} must be a chance between 0 and 1, not {survives!r}."
            )
        result.append((point, float(survives)))
    return result
