"""All fixed points of the system: the two extreme ones and what lies between (section VI-A)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gokan import _core
from gokan.checks import whole
from gokan.go import Position
from gokan.strength.options import (
    AS_PRINTED,
    Additions,
    Verdicts,
    core_options,
    core_verdicts,
)

SAME = 1e-5
"""Two solutions closer than this at every unit are one."""
MOST_STARTS = 10_000


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """One solution.

    Attributes:
        white: per point, the chance to end as White's (a black block: not to survive).
        score: Black minus White.
        radius: by how much a small disturbance is multiplied per sweep in the long run.
        stable: disturbances die out (radius below 1).
        found: from how many of the starts the iteration came here.
        residual: the largest change that one more sweep would make.
    """

    white: tuple[float, ...]
    score: float
    radius: float
    stable: bool
    found: int
    residual: float


@dataclass(frozen=True, slots=True)
class FixedPoints:
    """Solutions of one position.

    `all_black` and `all_white` are the extreme ones: one side owns everything that static life and
    verdicts leave open. They are None where the iteration from that end leads to one of the others.
    `between` is what the starts ended in, most frequent first: usually one solution. `lost` counts
    the starts that did not converge.
    """

    position: Position
    all_black: FixedPoint | None
    all_white: FixedPoint | None
    between: tuple[FixedPoint, ...]
    lost: int

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""

        def plain(point: FixedPoint | None) -> dict[str, Any] | None:
            if point is None:
                return None
            return {
                "white": list(point.white),
                "score": point.score,
                "radius": point.radius,
                "stable": point.stable,
                "found": point.found,
                "residual": point.residual,
            }

        return {
            "all_black": plain(self.all_black),
            "all_white": plain(self.all_white),
            "between": [plain(point) for point in self.between],
            "lost": self.lost,
        }


def fixed_points(
    position: Position,
    *,
    starts: int = 16,
    seed: int = 0,
    stop: float = 1e-10,
    max_iter: int = 20_000,
    raise_last_liberty: bool = True,
    static_life: bool = False,
    additions: Additions = AS_PRINTED,
    verdicts: Verdicts | None = None,
) -> FixedPoints:
    """The solutions, from the paper's start values and from random ones.

    Where blocks are in mutual atari a whole line of solutions exists; then many starts give many
    members of it, each with radius 1.

    >>> from gokan.go import Position
    >>> apart = Position.from_diagram('''
    ...     . . . . .
    ...     . X . O .
    ...     . . . . .
    ... ''')
    >>> found = fixed_points(apart, starts=4)
    >>> [point.stable for point in (found.all_black, *found.between, found.all_white)]
    [False, True, False]
    """
    whole("number of starts", starts, 1, MOST_STARTS)
    options = core_options(
        stop=stop,
        max_iter=max_iter,
        raise_last_liberty=raise_last_liberty,
        static_life=static_life,
        additions=additions,
    )
    pinned = core_verdicts(position, verdicts)
    solver = _Solver(position, options, pinned)
    size = len(position.board)
    chance = random.Random(seed)
    found: list[FixedPoint] = []
    lost = 0
    for number in range(starts):
        # Away from the extreme solutions themselves, which the iteration would never leave.
        start = [] if number == 0 else [chance.uniform(0.02, 0.98) for _ in range(size)]
        white, score, converged = solver.solve(start)
        if not converged and solver.residual(white) >= SAME:
            lost += 1
            continue
        _add(found, solver, white, score)
    return FixedPoints(
        position,
        solver.extreme(0.0, found),
        solver.extreme(1.0, found),
        tuple(sorted(found, key=lambda point: -point.found)),
        lost,
    )


def _add(found: list[FixedPoint], solver: _Solver, white: tuple[float, ...], score: float) -> None:
    for index, known in enumerate(found):
        if _distance(known.white, white) < SAME:
            found[index] = FixedPoint(
                known.white,
                known.score,
                known.radius,
                known.stable,
                known.found + 1,
                known.residual,
            )
            return
    found.append(solver.describe(white, score, found=1))


def _distance(a: Sequence[float], b: Sequence[float]) -> float:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


class _Solver:
    """The core's solver for one position."""

    def __init__(
        self, position: Position, options: _core.SedsOptions, pinned: list[tuple[int, float]]
    ) -> None:
        self.position = position
        self.options = options
        self.pinned = pinned

    def solve(self, start: list[float]) -> tuple[tuple[float, ...], float, bool]:
        found = _core.seds_weigh(self.position.core, self.options, self.pinned, start)
        return tuple(found.white), found.score, found.converged

    def step(self, values: Sequence[float]) -> list[float]:
        return _core.seds_step(self.position.core, self.options, self.pinned, list(values))

    def residual(self, white: Sequence[float]) -> float:
        return _distance(self.step(white), white)

    def extreme(self, value: float, others: Sequence[FixedPoint]) -> FixedPoint | None:
        """The largest or smallest solution of all, if it is not one of the others.

        The system is monotone: from one end the iteration can only move inwards, and it stops at
        the first solution it meets.
        """
        white, score, converged = self.solve([value] * len(self.position.board))
        if not converged or any(_distance(white, other.white) < SAME for other in others):
            return None
        return self.describe(white, score, found=0)

    def describe(self, white: tuple[float, ...], score: float, *, found: int) -> FixedPoint:
        radius = self._radius(white)
        return FixedPoint(white, score, radius, radius < 1 - 1e-6, found, self.residual(white))

    def _radius(self, white: Sequence[float]) -> float:
        """The spectral radius of one sweep, by power iteration with finite differences.

        The system is monotone, so the largest eigenvalue is positive and its vector too. Half of
        the identity is mixed in, because points of the two colours of a chessboard alternate.
        """
        sign = 1.0 if sum(white) * 2 < len(white) else -1.0
        size = 1e-7
        way = [1.0] * len(white)
        base = self.step(white)
        radius = 0.0
        for _ in range(60):
            pushed = self.step([w + sign * size * x for w, x in zip(white, way, strict=True)])
            moved = [sign * (a - b) / size for a, b in zip(pushed, base, strict=True)]
            mixed = [(a + b) / 2 for a, b in zip(moved, way, strict=True)]
            length = max(map(abs, mixed), default=0.0)
            if length == 0:
                return 0.0
            way = [x / length for x in mixed]
            if abs(2 * length - 1 - radius) < 1e-9:
                break
            radius = 2 * length - 1
        return max(radius, 0.0)
