"""Names of points. Programs count from the top left; people say D4.

A point is `row * width + column` with row 0 at the top. A vertex is a column letter (A to Z
without I) and a row number from the bottom, as in GTP.
"""

from __future__ import annotations

from gokan.errors import InvalidVertex

PASS = -1
"""The move that plays nowhere."""

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MAX_SIDE = len(COLUMNS)


def to_vertex(point: int, width: int, height: int) -> str:
    """The name people use for a point.

    >>> to_vertex(0, 19, 19), to_vertex(360, 19, 19), to_vertex(PASS, 19, 19)
    ('A19', 'T1', 'pass')
    """
    if point == PASS:
        return "pass"
    if not 0 <= point < width * height:
        raise InvalidVertex(f"point {point} is not on a board of {width}x{height}")
    row, column = divmod(point, width)
    return f"{COLUMNS[column]}{height - row}"


def from_vertex(text: str, width: int, height: int) -> int:
    """The point of a vertex such as "D4" or "pass", in any case.

    >>> from_vertex("a19", 19, 19), from_vertex("PASS", 19, 19)
    (0, -1)
    """
    name = text.strip().upper()
    if name == "PASS":
        return PASS
    column = COLUMNS.find(name[:1]) if name else -1
    digits = name[1:]
    if column < 0 or not (digits.isascii() and digits.isdigit()) or len(digits) > 2:
        raise InvalidVertex(
            f"{text!r} is not a vertex: write a letter A to {COLUMNS[width - 1]} (no I) "
            f"and a number 1 to {height}, such as {COLUMNS[0]}1"
        )
    row = height - int(digits)
    if column >= width or not 0 <= row < height:
        raise InvalidVertex(f"{text.strip()} is not on a board of {width}x{height}")
    return row * width + column
