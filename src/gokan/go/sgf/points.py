"""Points as SGF letters: aa is the top left corner, the column comes first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from string import ascii_lowercase

from gokan.go.vertex import PASS

__all__ = ["letters", "move_table", "read_move", "read_points", "write_points"]


@lru_cache(maxsize=64)
def move_table(width: int, height: int) -> dict[bytes, int]:
    """The move of each raw value: points, and passes as `[]` and, up to 19x19, `[tt]`.

    >>> table = move_table(19, 19)
    >>> table[b"pd"], table[b""], table[b"tt"], b"tt" in move_table(9, 21)
    (72, -1, -1, False)
    """
    table = {b"": PASS}
    if width <= 19 and height <= 19:
        table[b"tt"] = PASS
    for point in range(width * height):
        table[letters(point, width)] = point
    return table


def letters(move: int, width: int) -> bytes:
    """The raw value of a move.

    >>> letters(72, 19), letters(PASS, 19)
    (b'pd', b'')
    """
    if move == PASS:
        return b""
    row, column = divmod(move, width)
    return (ascii_lowercase[column] + ascii_lowercase[row]).encode()


def read_move(raw: bytes, width: int, height: int) -> int | None:
    """A move as files write it: with stray white space, in capitals, or as the word pass.

    >>> read_move(b" PD ", 19, 19), read_move(b"pass", 9, 9), read_move(b"zz", 19, 19)
    (72, -1, None)
    """
    table = move_table(width, height)
    found = table.get(raw)
    if found is None and len(raw) < 20:
        text = raw.strip().lower()
        found = PASS if text == b"pass" else table.get(text)
    return found


def read_points(values: Iterable[bytes], width: int, height: int) -> tuple[list[int], list[bytes]]:
    """The points of a list, rectangles such as `aa:cc` filled in, and the values that are none.

    >>> read_points([b"aa", b"ba:cb", b"zz", b""], 3, 3)
    ([0, 1, 2, 4, 5], [b'zz'])
    """
    table = move_table(width, height)
    found: dict[int, None] = {}
    bad: list[bytes] = []
    corners: list[int] | None = None
    for raw in dict.fromkeys(values):
        point = table.get(raw)
        if point is not None and point >= 0:
            found[point] = None
            continue
        text = raw.strip().lower() if len(raw) < 20 else raw
        first, _, second = text.partition(b":")
        one, two = table.get(first, PASS), table.get(second or first, PASS)
        if one < 0 or two < 0:
            if text:
                bad.append(raw)
            continue
        corners = corners or [0] * ((width + 1) * (height + 1))
        top, bottom = sorted((one // width, two // width))
        left, right = sorted((one % width, two % width))
        corners[top * (width + 1) + left] += 1
        corners[top * (width + 1) + right + 1] -= 1
        corners[(bottom + 1) * (width + 1) + left] -= 1
        corners[(bottom + 1) * (width + 1) + right + 1] += 1
    if corners:
        found.update(dict.fromkeys(_covered(corners, width, height)))
    return list(found), bad


def _covered(corners: list[int], width: int, height: int) -> list[int]:
    """The points inside any rectangle, from sums over corners: a million of them are cheap."""
    above = [0] * width
    covered: list[int] = []
    for row in range(height):
        across = 0
        for column in range(width):
            across += corners[row * (width + 1) + column]
            above[column] += across
            if above[column]:
                covered.append(row * width + column)
    return covered


def write_points(points: Iterable[int], width: int) -> list[bytes]:
    """Raw values for a list of points, in board order.

    >>> write_points([4, 0], 3)
    [b'aa', b'bb']
    """
    return [letters(point, width) for point in sorted(set(points))]
