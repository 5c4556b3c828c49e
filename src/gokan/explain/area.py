"""Names for places: corners, sides and the centre, by a fixed partition scaled to the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

AREAS = (
    "upper left",
    "upper right",
    "lower left",
    "lower right",
    "upper side",
    "lower side",
    "left side",
    "right side",
    "centre",
)

_CORNER = 6 / 19
_SIDE = 5 / 19


@lru_cache(maxsize=64)
def partition(width: int, height: int) -> tuple[str, ...]:
    """The area of every point, row by row from the top left.

    On a board of 19 lines a corner is six lines by six, a side five lines deep; both shrink with
    the board. A board with a side of fewer than seven lines is all "board".

    >>> names = partition(19, 19)
    >>> names[0], names[9], names[9 * 19 + 9], names[18 * 19 + 2]
    ('upper left', 'upper side', 'centre', 'lower left')
    """
    if min(width, height) < 7:
        return ("board",) * (width * height)
    return tuple(
        _area(row, column, width, height) for row in range(height) for column in range(width)
    )


def area_of(points: Iterable[int], width: int, height: int) -> str:
    """The area in which most of the points lie; of equal ones the first of `AREAS`.

    >>> area_of([0, 1, 9], 19, 19)
    'upper left'
    """
    names = partition(width, height)
    counts = Counter(names[p] for p in points)
    order = (*AREAS, "board")
    return max(counts, key=lambda name: (counts[name], -order.index(name)))


def line_of(point: int, width: int, height: int) -> int:
    """The line a point stands on, counted from the nearest edge: 1 is the edge.

    >>> line_of(3 * 19 + 5, 19, 19)
    4
    """
    row, column = divmod(point, width)
    return 1 + min(row, column, height - 1 - row, width - 1 - column)


def _area(row: int, column: int, width: int, height: int) -> str:
    deep_r, deep_c = round(height * _CORNER), round(width * _CORNER)
    top, bottom = row < deep_r, row >= height - deep_r
    left, right = column < deep_c, column >= width - deep_c
    if (top or bottom) and (left or right):
        return f"{'upper' if top else 'lower'} {'left' if left else 'right'}"
    side_r, side_c = round(height * _SIDE), round(width * _SIDE)
    distances = {
        "upper side": row - side_r,
        "lower side": height - 1 - row - side_r,
        "left side": column - side_c,
        "right side": width - 1 - column - side_c,
    }
    nearest = min(distances, key=lambda name: distances[name])
    return nearest if distances[nearest] < 0 else "centre"
