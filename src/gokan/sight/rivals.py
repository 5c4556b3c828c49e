"""Two other ways to divide a board that Zobrist weighs before his own (1969, A heuristic).

"White stones could be electrons, and black stones could be protons": points of one sign of the
potential are an area. Or a drop of oil is placed under each black stone and a drop of water under
each white one on blotter paper, and both spread evenly: what either reaches first is its area. His
finite differences were "chosen with both of these models in mind".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.go import BLACK, WHITE, Position

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = ["Rival", "electrons", "oil_and_water"]

LEGENDS = {
    "electrons": (
        "Black stones as protons, white ones as electrons: the darker, the higher the potential; "
        "lines divide its signs."
    ),
    "oil": (
        "A drop of oil under each black stone and of water under each white one, spread evenly: "
        "who gets where first."
    ),
}
EVEN = 1e-9
"""A potential as small as this is none: charges that cancel, but for the last digits."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A board as one of the two physical models divides it; one number per point."""

    position: Position
    model: str
    values: tuple[float, ...]
    """Positive where it is Black's: the potential, or 1, -1 and 0 for oil, water and neither."""
    area_of: tuple[int, ...]
    """The number of the area that covers the point; -1 where there is none."""

    @property
    def areas(self) -> tuple[tuple[int, ...], ...]:
        """The points of each area."""
        count = max(self.area_of, default=-1) + 1
        points: list[list[int]] = [[] for _ in range(count)]
        for point, number in enumerate(self.area_of):
            if number >= 0:
                points[number].append(point)
        return tuple(map(tuple, points))

    def explain(self) -> str:
        """How many areas either side has."""
        first = [self.values[area[0]] > 0 for area in self.areas]
        black, white = first.count(True), first.count(False)
        name = "electrons and protons" if self.model == "electrons" else "oil and water"
        return f"As {name} the board has {black} black and {white} white areas."

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "model": self.model,
            "values": [round(value, 6) for value in self.values],
            "area_of": list(self.area_of),
        }

    def draw(self, **options: Any) -> Svg:
        """The areas, with the potential as a tint where there is one."""
        from gokan import draw

        given: dict[str, Any] = {
            "title": "Electrons and protons" if self.model == "electrons" else "Oil and water",
            "caption": LEGENDS[self.model],
            "heat": self.values,
            "heat_scale": "diverging",
            "heat_limit": 2.0,
            "legend": False,
            "borders": self.area_of,
            "last_move": False,
        }
        return draw.board(self.position, **{**given, **options})

    def _repr_svg_(self) -> str:
        return str(self.draw())


def electrons(position: Position) -> Rival:
    """The potential of the stones as point charges: the sum of 1/distance, and the signs' areas.

    On a stone of a side the potential is that side's, since a charge is infinite where it sits.

    >>> field = electrons(Position.empty(5).play("C3"))
    >>> round(field.values[0], 3), len(field.areas)
    (0.354, 1)
    """
    width, board = position.width, position.board
    charges = [
        (p % width, p // width, 1.0 if c == BLACK else -1.0) for p, c in enumerate(board) if c
    ]
    values = []
    for point, stone in enumerate(board):
        column, row = point % width, point // width
        value = sum(
            sign / ((column - x) ** 2 + (row - y) ** 2) ** 0.5
            for x, y, sign in charges
            if (x, y) != (column, row)
        )
        if stone:
            own = 1.0 if stone == BLACK else -1.0
            value = own * max(1.0, abs(value))
        values.append(0.0 if abs(value) < EVEN else value)
    return Rival(position, "electrons", tuple(values), _areas(position, values))


def oil_and_water(position: Position) -> Rival:
    """Both liquids spread a step at a time, never through the other; where they meet, neither.

    >>> spread = oil_and_water(Position.empty(5, 1).play("A1").play("E1"))
    >>> spread.values
    (1.0, 1.0, 0.0, -1.0, -1.0)
    """
    owner = [1.0 if c == BLACK else -1.0 if c == WHITE else 0.0 for c in position.board]
    wet = [value != 0 for value in owner]
    front = [point for point, value in enumerate(owner) if value]
    while front:
        reached: dict[int, set[float]] = {}
        for point in front:
            for near in position.neighbors(point):
                if not wet[near]:
                    reached.setdefault(near, set()).add(owner[point])
        front = []
        for point, liquids in reached.items():
            wet[point] = True
            if len(liquids) == 1:
                owner[point] = liquids.pop()
                front.append(point)
    return Rival(position, "oil", tuple(owner), _areas(position, owner))


def _areas(position: Position, values: Sequence[float]) -> tuple[int, ...]:
    """Contiguous points of one sign, numbered from the top left."""
    area_of = [-1] * len(values)
    number = 0
    for start, value in enumerate(values):
        if not value or area_of[start] >= 0:
            continue
        area_of[start] = number
        waiting = [start]
        while waiting:
            for near in position.neighbors(waiting.pop()):
                if area_of[near] < 0 and values[near] * value > 0:
                    area_of[near] = number
                    waiting.append(near)
        number += 1
    return tuple(area_of)
