"""Legal positions counted cell by cell, keeping only what the border of the filled part needs."""

from __future__ import annotations

from collections import Counter

# Of the last `width` cells in reading order: 0 for empty, or (colour, name of the block, whether
# it has a liberty already). Blocks that reach the border are named in the order they appear.
Cell = tuple[int, int, bool]
EMPTY: Cell = (0, 0, True)
Border = tuple[Cell, ...]


def count_sound_boards(height: int, width: int) -> int:
    """How many ways to fill the board leave every block a liberty."""
    borders: Counter[Border] = Counter({(): 1})
    for cell in range(height * width):
        column = cell % width
        following: Counter[Border] = Counter()
        for border, ways in borders.items():
            for color in (0, 1, 2):
                after = fill(border, column, width, color)
                if after is not None:
                    following[after] += ways
        borders = following
    return sum(ways for border, ways in borders.items() if all(free for _, _, free in border))


def fill(border: Border, column: int, width: int, color: int) -> Border | None:
    """The border after the next cell, or None if a block was left behind without a liberty."""
    up = len(border) == width
    near = ([0] if up else []) + ([len(border) - 1] if column else [])
    cells = list(border)
    if color == 0:
        free = {cells[i][1] for i in near if cells[i][0]}
        cells = [(c, name, ok or name in free) if c else EMPTY for c, name, ok in cells]
        new = EMPTY
    else:
        own = {cells[i][1] for i in near if cells[i][0] == color}
        ok = any(cells[i][0] == 0 for i in near) or any(
            free for c, name, free in cells if c and name in own
        )
        cells = [(c, -1, ok) if c and name in own else (c, name, free) for c, name, free in cells]
        new = (color, -1, ok)
    cells.append(new)
    if up:
        gone, *cells = cells
        if gone[0] and not gone[2] and gone[1] not in {name for c, name, _ in cells if c}:
            return None
    names: dict[int, int] = {}
    return tuple(
        (c, names.setdefault(name, len(names) + 1), free) if c else EMPTY for c, name, free in cells
    )
