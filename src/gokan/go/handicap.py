"""Where handicap stones stand when the rules fix them (GTP 2, section 4.1.1)."""

from __future__ import annotations

from gokan.errors import InvalidInput


def max_fixed_handicap(width: int, height: int | None = None) -> int:
    """The largest fixed handicap on a board: 0 where there is none.

    >>> max_fixed_handicap(19), max_fixed_handicap(8), max_fixed_handicap(6)
    (9, 4, 0)
    """
    height = height or width
    if min(width, height) < 7:
        return 0
    return 9 if width % 2 and height % 2 and min(width, height) > 7 else 4


def fixed_handicap(stones: int, width: int = 19, height: int | None = None) -> list[int]:
    """The points of a fixed handicap, in the order of the GTP specification.

    >>> from gokan.go.vertex import to_vertex
    >>> [to_vertex(p, 19, 19) for p in fixed_handicap(5)]
    ['D4', 'Q16', 'D16', 'Q4', 'K10']
    """
    height = height or width
    most = max_fixed_handicap(width, height)
    if not 2 <= stones <= most:
        can = f"2 to {most}" if most else "no fixed handicap"
        raise InvalidInput(f"{stones} handicap stones: a board of {width}x{height} has {can}")
    edge_column = 3 if width >= 13 else 2
    edge_row = 3 if height >= 13 else 2
    left, middle, right = edge_column, width // 2, width - 1 - edge_column
    top, centre, bottom = edge_row, height // 2, height - 1 - edge_row
    corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
    sides = [(left, centre), (right, centre), (middle, bottom), (middle, top)]
    spots = corners[: min(stones, 4)]
    if stones >= 6:
        spots += sides[:2]
    if stones >= 8:
        spots += sides[2:]
    if stones >= 5 and stones % 2:
        spots.append((middle, centre))
    return [row * width + column for column, row in spots]
