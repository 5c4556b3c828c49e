"""Where things are: which part of the board is shown, and the place of each point in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from gokan.errors import InvalidInput, InvalidVertex
from gokan.go.vertex import from_vertex

CELL = 24.0
"""The distance of two lines; all other lengths follow from it."""
T = TypeVar("T")
Point = int | str
"""A point as a number or as a vertex such as "D4"."""
PerPoint = Mapping[int, T] | Mapping[str, T] | Mapping[int | str, T]
"""Something for some of the points."""


class Board(Protocol):
    """What can be drawn: a `Position`, a `Diagram`, or anything else with these four."""

    @property
    def width(self) -> int: ...  # noqa: D102
    @property
    def height(self) -> int: ...  # noqa: D102
    @property
    def board(self) -> bytes: ...  # noqa: D102
    @property
    def last_move(self) -> int | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a board that is shown, and where its top left corner lies in the picture."""

    width: int
    height: int
    x0: int
    y0: int
    x1: int
    """The last column shown."""
    y1: int
    left: float
    top: float

    @property
    def columns(self) -> int:
        """How many columns are shown."""
        return self.x1 - self.x0 + 1

    @property
    def rows(self) -> int:
        """How many rows are shown."""
        return self.y1 - self.y0 + 1

    def shows(self, point: int) -> bool:
        """Whether a point is in the part shown."""
        y, x = divmod(point, self.width)
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def x(self, column: float) -> float:
        """The place of a column, by its number on the whole board."""
        return self.left + (column - self.x0 + 0.5) * CELL

    def y(self, row: float) -> float:
        """The place of a row, by its number on the whole board."""
        return self.top + (row - self.y0 + 0.5) * CELL

    def at(self, point: int) -> tuple[float, float]:
        """The place of a point."""
        row, column = divmod(point, self.width)
        return self.x(column), self.y(row)

    def points(self) -> list[int]:
        """The points shown, ascending."""
        return [
            y * self.width + x
            for y in range(self.y0, self.y1 + 1)
            for x in range(self.x0, self.x1 + 1)
        ]


def index(point: Point, board: Board) -> int:
    """A point of the board as a number; one sentence if it is not on it."""
    if isinstance(point, str):
        found = from_vertex(point, board.width, board.height)
    else:
        found = int(point)
    if not 0 <= found < board.width * board.height:
        name = "a pass" if found == -1 else f"point {found}"
        raise InvalidVertex(f"{name} is not on a board of {board.width}x{board.height}")
    return found


def by_point(values: PerPoint[T] | None, board: Board) -> dict[int, T]:
    """A mapping with every key as a number, in ascending order."""
    found = {index(p, board): value for p, value in (values or {}).items()}
    return dict(sorted(found.items()))


def for_all(values: Sequence[T], board: Board, what: str) -> Sequence[T]:
    """One value for each point, or a sentence that counts them; an array may have rows."""
    if hasattr(values, "ravel"):
        values = values.ravel().tolist()
    if len(values) != board.width * board.height:
        raise InvalidInput(
            f"{what} has {len(values)} values, and a board of {board.width}x{board.height}"
            f" needs {board.width * board.height}"
        )
    return values


def window(board: Board, view: Iterable[Point] | None) -> tuple[int, int, int, int]:
    """The first and last column and row (x0, y0, x1, y1) around the points to be shown.

    >>> from gokan.go import diagram
    >>> window(diagram.parse(". . . ."), ["B1", "C1"])
    (1, 0, 2, 0)
    """
    points = [] if view is None else [index(p, board) for p in view]
    if not points:
        return 0, 0, board.width - 1, board.height - 1
    columns, rows = [p % board.width for p in points], [p // board.width for p in points]
    return min(columns), min(rows), max(columns), max(rows)


def middle(points: Sequence[int], width: int) -> int:
    """The one of some points that lies nearest to the middle of them all.

    >>> middle([0, 1, 2], 9)
    1
    """
    x = sum(p % width for p in points) / len(points)
    y = sum(p // width for p in points) / len(points)
    return min(points, key=lambda p: ((p % width - x) ** 2 + (p // width - y) ** 2, p))


def around(board: Board, points: Iterable[Point] = (), *, room: int = 2) -> tuple[int, int]:
    """Two corners for the `view` of a picture that shows some points, or else all stones.

    There is some room around them. What is left to an edge of the board is shown too where it is
    little, and a view that would leave out only a few lines shows them all.

    >>> from gokan.go import Position
    >>> position = Position.empty(19).setup(black=["C17", "D18"])
    >>> [position.vertex(p) for p in around(position)]
    ['A19', 'F15']
    """
    width, height = board.width, board.height
    seen = [index(p, board) for p in points] or [p for p, c in enumerate(board.board) if c]
    if not seen:
        return 0, width * height - 1
    x0, x1 = _stretch([p % width for p in seen], width, room)
    y0, y1 = _stretch([p // width for p in seen], height, room)
    return y0 * width + x0, y1 * width + x1


def _stretch(places: Sequence[int], length: int, room: int) -> tuple[int, int]:
    low, high = max(0, min(places) - room), min(length - 1, max(places) + room)
    low, high = 0 if low <= room else low, length - 1 if high >= length - 1 - room else high
    return (0, length - 1) if high - low + 1 >= length - 2 * room else (low, high)
