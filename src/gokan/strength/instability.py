"""Instability: how long the plain system goes on changing at each unit (sections III-B and VI-A).

The paper's signal is the number of iterations of the undamped relations until a unit stays still:
below ten where things are clear, hundreds or thousands where two blocks in atari look at each
other. The damped solution of `weigh` settles such a fight at once, so it cannot tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.go import Position
from gokan.strength.options import (
    AS_PRINTED,
    Additions,
    Verdicts,
    core_options,
    core_verdicts,
    point_on,
)

if TYPE_CHECKING:
    from gokan.draw import Svg

STOP = 1e-5
"""A change below this is no change; the paper's value where it speaks of instability."""
CAP = 1000
"""Counting ends here: what still swings would swing for ever."""
UNSTABLE = 100
"""From so many iterations on a unit counts as unstable: "hundreds or thousands" (section VI-A)."""

_QUICK = 11  # most units settle in fewer sweeps; no tint for them
TITLE = "Open fights: where it is not settled who lives"
LEGEND = (
    "The darker, the more depends on who moves first; where nothing is tinted the stones are "
    "settled, one way or the other."
)


@dataclass(frozen=True, slots=True)
class UnstableArea:
    """Adjoining units that are all unstable: its points, the stones among them, the most counted.

    `decides` are the empty points of the area and beside its stones: where to look for moves.
    """

    points: tuple[int, ...]
    stones: tuple[int, ...]
    decides: tuple[int, ...]
    iterations: int


@dataclass(frozen=True, slots=True)
class Instability:
    """Per point, in how many undamped iterations its unit still changed by `stop` or more.

    `areas` are the unstable regions, the largest first (section VIII-A asks for their size).
    """

    position: Position
    iterations: tuple[int, ...]
    areas: tuple[UnstableArea, ...]
    stop: float
    cap: int

    def urgency(self, point: int | str) -> float:
        """How much a point is worth a look: the logarithms of its and its neighbours' counts.

        A unit that touches the point twice counts once.
        """
        index = point_on(self.position, point)
        return _urgency(self.position, self.iterations, index, _units(self.position))

    def urgencies(self) -> dict[int, float]:
        """`urgency` of every empty point: an order of moves without a search (section VIII-A)."""
        unit = _units(self.position)
        return {
            point: _urgency(self.position, self.iterations, point, unit)
            for point, color in enumerate(self.position.board)
            if not color
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; points are vertices, the list goes row by row from the top."""
        vertex = self.position.vertex
        return {
            "iterations": list(self.iterations),
            "stop": self.stop,
            "cap": self.cap,
            "areas": [
                {
                    "points": [vertex(p) for p in area.points],
                    "stones": [vertex(p) for p in area.stones],
                    "decides": [vertex(p) for p in area.decides],
                    "iterations": area.iterations,
                }
                for area in self.areas
            ],
        }

    def draw(self, **options: Any) -> Svg:
        """The counts as a heat map on a logarithmic scale: most units settle within ten."""
        from gokan import draw

        options.setdefault("title", TITLE)
        options.setdefault("caption", LEGEND)
        top = math.log10(max(1 + self.cap, 2 * _QUICK) / _QUICK)
        heat = [max(0.0, math.log10((1 + count) / _QUICK)) / top for count in self.iterations]
        return draw.board(
            self.position,
            heat=heat,
            heat_scale="sequential",
            heat_limit=1,
            heat_ends=("settled", "open"),
            **options,
        )

    def explain(self) -> str:
        """The unstable areas in sentences."""
        if not self.areas:
            return f"Everything is settled within {max(self.iterations, default=0)} iterations."
        vertex = self.position.vertex
        lines = []
        for area in self.areas:
            n = len(area.points)
            size = "1 point" if n == 1 else f"{n} points"
            where = vertex((area.stones or area.points)[0])
            still = "never settles" if area.iterations >= self.cap else "settles slowly"
            line = f"An area of {size} around {where} {still} ({area.iterations} iterations)"
            if area.decides:
                line += f"; look at {', '.join(vertex(p) for p in area.decides[:5])}"
            lines.append(line + ".")
        return "\n".join(lines)


def instability(
    position: Position,
    *,
    stop: float = STOP,
    cap: int = CAP,
    raise_last_liberty: bool = True,
    static_life: bool = True,
    additions: Additions = AS_PRINTED,
    verdicts: Verdicts | None = None,
) -> Instability:
    """Count the iterations of the plain system, without damping, up to `cap`.

    >>> from gokan.go import Position
    >>> fight = Position.from_diagram('''
    ...     . . . .
    ...     . . . O
    ...     . X X O
    ...     . X O X
    ...     . X O .
    ... ''')
    >>> found = instability(fight, verdicts={"C3": 1.0, "D3": 1.0})
    >>> print(found.explain())
    An area of 3 points around C2 never settles (1000 iterations); look at D1.
    """
    options = core_options(
        stop=stop,
        max_iter=cap,
        raise_last_liberty=raise_last_liberty,
        static_life=static_life,
        additions=additions,
        damped=False,
    )
    pinned = core_verdicts(position, verdicts)
    found = _core.seds_weigh(position.core, options, pinned, [])
    iterations, units = found.iterations, found.units
    return Instability(
        position,
        tuple(iterations),
        tuple(sorted(_areas(position, iterations, units), key=lambda area: -len(area.points))),
        stop,
        cap,
    )


def _areas(
    position: Position, iterations: Sequence[int], units: Sequence[int]
) -> Iterator[UnstableArea]:
    members: dict[int, list[int]] = {}
    for point, unit in enumerate(units):
        members.setdefault(unit, []).append(point)
    seen: set[int] = set()
    for first, count in enumerate(iterations):
        if count < UNSTABLE or units[first] in seen:
            continue
        seen.add(units[first])
        waiting, found = [units[first]], []
        while waiting:
            unit = waiting.pop()
            found.extend(members[unit])
            for point in members[unit]:
                for near in position.neighbors(point):
                    if iterations[near] >= UNSTABLE and units[near] not in seen:
                        seen.add(units[near])
                        waiting.append(units[near])
        points = sorted(found)
        stones = tuple(point for point in points if position.board[point])
        decides = {point for point in points if not position.board[point]}
        beside = (near for stone in stones for near in position.neighbors(stone))
        decides.update(near for near in beside if not position.board[near])
        yield UnstableArea(
            tuple(points),
            stones,
            tuple(sorted(decides)),
            max(iterations[point] for point in points),
        )


def _units(position: Position) -> dict[int, int]:
    return {stone: block.stones[0] for block in position.blocks() for stone in block.stones}


def _urgency(
    position: Position, iterations: Sequence[int], point: int, unit: dict[int, int]
) -> float:
    near = {unit.get(neighbor, neighbor) for neighbor in position.neighbors(point)}
    return math.log1p(iterations[point]) + sum(math.log1p(iterations[u]) for u in near)
