"""The eight symmetries of the board.

A symmetry is a number 0 to 7: bit 0 mirrors left to right, bit 1 top to bottom, bit 2 then swaps
columns with rows. 0 changes nothing; a symmetry with bit 2 turns a 9x13 board into 13x9.
"""

from __future__ import annotations

from functools import lru_cache

from gokan.errors import InvalidInput

SYMMETRIES = range(8)


@lru_cache(maxsize=256)
def mapping(symmetry: int, width: int, height: int) -> tuple[int, ...]:
    """Where each point goes: `mapping(s, w, h)[old] == new`.

    >>> mapping(1, 3, 1), mapping(4, 2, 3)
    ((2, 1, 0), (0, 3, 1, 4, 2, 5))
    """
    if symmetry not in SYMMETRIES:
        raise InvalidInput(f"symmetry {symmetry} is not one of 0 to 7")
    to = []
    for row in range(height):
        for column in range(width):
            new_column = width - 1 - column if symmetry & 1 else column
            new_row = height - 1 - row if symmetry & 2 else row
            if symmetry & 4:
                to.append(new_column * height + new_row)
            else:
                to.append(new_row * width + new_column)
    return tuple(to)


def inverse(symmetry: int) -> int:
    """The symmetry that undoes this one.

    >>> [inverse(s) for s in SYMMETRIES]
    [0, 1, 2, 3, 4, 6, 5, 7]
    """
    if symmetry in (5, 6):
        return 11 - symmetry
    return symmetry
