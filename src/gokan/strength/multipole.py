"""Multipole moments of the influence field (section VIII-B): value, gradient, saddle, diagonal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.strength.options import point_on
from gokan.strength.weigh import Weighing, weigh

if TYPE_CHECKING:
    from gokan.draw import Svg

PICTURES = {
    "value": "Influence: who is likely to own the point",
    "gradient": "Gradient: how fast influence changes, and towards whom",
    "saddle": "Saddle |A+D-B-C|: where to connect and to cut",
    "cut": "Saddle with its diagonal refinement: where to connect and to cut",
}
"""The pictures that `Multipole.draw` makes, with their titles."""


@dataclass(frozen=True, slots=True)
class Multipole:
    """The moments of every point, row by row from the top.

    Attributes:
        value: influence from -1 (White's) to 1 (Black's); stones have their block's value.
        gradient: (east, south) components: half the difference of the neighbours on each axis.
        saddle: |A + D - B - C| of the four neighbours, A above, B left, C right, D below. High
            values mark points that connect one side and cut the other. Beyond the edge a point
            meets its own value again.
        diagonal: the same of the four diagonal neighbours, which see a saddle that stands on its
            corner ("the formula could be refined by including diagonal neighbours").
        cut: the refined saddle, the sum of both.
    """

    position: Position
    value: tuple[float, ...]
    gradient: tuple[tuple[float, float], ...]
    saddle: tuple[float, ...]
    diagonal: tuple[float, ...]

    @property
    def cut(self) -> tuple[float, ...]:
        """Saddle plus diagonal, per point."""
        return tuple(a + b for a, b in zip(self.saddle, self.diagonal, strict=True))

    def steepness(self, point: int | str) -> float:
        """The length of the gradient."""
        east, south = self.gradient[point_on(self.position, point)]
        return float((east * east + south * south) ** 0.5)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain lists."""
        return {
            "value": list(self.value),
            "gradient": [list(pair) for pair in self.gradient],
            "saddle": list(self.saddle),
            "diagonal": list(self.diagonal),
            "cut": list(self.cut),
        }

    def draw(self, picture: str = "saddle", **options: Any) -> Svg:
        """One of `PICTURES`. Arrows of the gradient point where Black gets stronger."""
        if picture not in PICTURES:
            raise InvalidInput(
                f"There is no picture {picture!r}: use one of {', '.join(PICTURES)}."
            )
        from gokan import draw

        options.setdefault("title", PICTURES[picture])
        if picture == "value":
            return draw.board(
                self.position,
                heat=list(self.value),
                heat_scale="diverging",
                heat_limit=1,
                **options,
            )
        if picture in ("saddle", "cut"):
            heat = self.saddle if picture == "saddle" else self.cut
            return draw.board(self.position, heat=list(heat), heat_scale="sequential", **options)
        steep = [self.steepness(point) for point in range(len(self.value))]
        return draw.board(
            self.position,
            heat=steep,
            heat_scale="sequential",
            arrows=list(self._arrows(steep)),
            **options,
        )

    def _arrows(self, steep: Sequence[float]) -> list[tuple[int | str, int | str]]:
        limit = max(steep, default=0.0) / 3
        arrows: list[tuple[int | str, int | str]] = []
        width = self.position.width
        for point, (east, south) in enumerate(self.gradient):
            if self.position.board[point] or steep[point] <= limit:
                continue
            horizontal = abs(east) >= abs(south)
            step = (1 if east > 0 else -1) if horizontal else (width if south > 0 else -width)
            if point + step in self.position.neighbors(point):
                arrows.append((point, point + step))
        return arrows


def multipole(subject: Position | Weighing) -> Multipole:
    """The moments of a weighing, or of a position weighed as printed.

    >>> from gokan.go import Position
    >>> cut = Position.from_diagram('''
    ...     . X .
    ...     O . O
    ...     . X .
    ... ''')
    >>> moments = multipole(cut)
    >>> max(range(9), key=moments.saddle.__getitem__) == cut.point("B2")
    True
    """
    weighing = subject if isinstance(subject, Weighing) else weigh(subject)
    position = weighing.position
    width, height = position.width, position.height
    value = tuple(b - w for b, w in zip(weighing.black, weighing.white, strict=True))
    gradient = []
    saddle = []
    diagonal = []
    for point in range(len(value)):
        row, column = divmod(point, width)
        above, below = max(row - 1, 0) * width, min(row + 1, height - 1) * width
        left, right = max(column - 1, 0), min(column + 1, width - 1)
        here = row * width
        north, south = value[above + column], value[below + column]
        west, east = value[here + left], value[here + right]
        gradient.append(((east - west) / 2, (south - north) / 2))
        saddle.append(abs(north + south - west - east))
        corners = (value[above + left], value[above + right], value[below + left])
        diagonal.append(abs(corners[0] + value[below + right] - corners[1] - corners[2]))
    return Multipole(position, value, tuple(gradient), tuple(saddle), tuple(diagonal))
