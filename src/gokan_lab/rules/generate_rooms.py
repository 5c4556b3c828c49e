"""Generated rules about rooms: what the inside of one solid block is worth.

Every shape of up to six points, in the open, at the edge and in the corner, with every filling,
decided under the worst surroundings: the block around it has no other liberties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gokan_lab.rules.windows import Cube, Window, cover, decided_room

__all__ = ["room_rules"]

LARGEST_ROOM = 6
_SIZES = ("", "One point", "Two points", "Three points", "Four points", "Five points", "Six points")

Cell = tuple[int, int]


def room_rules(largest: int = LARGEST_ROOM) -> Iterator[str]:
    """What the inside of one solid block is worth: eyes, and the points they hang on."""
    for size in range(1, largest + 1):
        for number, shape in enumerate(_shapes(size), 1):
            seen: set[tuple[frozenset[Cell], str]] = set()
            for cells, edges in _placements(shape):
                if (frozenset(cells), edges) in seen:
                    continue
                seen.add((frozenset(cells), edges))
                place = {"": "open", "b": "edge", "bl": "corner"}[edges]
                name = f"{_room_name(shape, number)}-{place}-{len(seen)}"
                yield from _room(name, size, cells, edges)


_NAMES = {
    ((0, 0),): "one-point-room",
    ((0, 0), (0, 1)): "two-point-room",
    ((0, 0), (0, 1), (0, 2)): "straight-three",
    ((0, 0), (0, 1), (1, 0)): "bent-three",
    ((0, 0), (0, 1), (0, 2), (0, 3)): "straight-four",
    ((0, 0), (0, 1), (0, 2), (1, 0)): "bent-four",
    ((0, 0), (0, 1), (0, 2), (1, 1)): "pyramid-four",
    ((0, 0), (0, 1), (1, 0), (1, 1)): "square-four",
    ((0, 0), (0, 1), (1, 1), (1, 2)): "twisted-four",
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)): "bulky-five",
    ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)): "crossed-five",
    ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)): "straight-five",
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)): "rectangular-six",
}


def _room_name(shape: frozenset[Cell], number: int) -> str:
    words = ("", "one", "two", "three", "four", "five", "six")
    return _NAMES.get(tuple(sorted(shape)), f"room-of-{words[len(shape)]}-{number}")


def _room(name: str, size: int, cells: list[Cell], edges: str) -> Iterator[str]:
    import numpy as np

    one, moves_one = decided_room(cells, edges=edges, eye=True)
    two, moves_two = decided_room(cells, edges=edges, eye=False)
    valid = one > 0
    least = (one & 1) + (two & 1)
    most = (one >> 1 & 1) + (two >> 1 & 1)
    window = Window(size, 1)  # the cells in a row: only their contents matter here
    invalid = (~valid).astype(np.uint8)
    kinds = sorted({(int(a), int(b)) for a, b in zip(least[valid], most[valid], strict=True)})
    serial, named = 0, False
    for low, high in kinds:
        wanted = (valid & (least == low) & (most == high)).astype(np.uint8)
        for cube in cover(
            window, wanted, invalid, (), most=3, least=max(1, 3 ** (size - 4)), begin=0
        ):
            serial += 1
            called = f"eyes-{serial}"
            if cube.mask()[0] and not named:
                called, named = "empty", True
            if high:  # a room that holds no eye for anybody is nothing to recognise
                yield _room_text(f"{name}-{called}", size, cells, edges, cube, (low, high), ())
    for moves, least_of in ((moves_two, two), (moves_one, one)):
        hangs = valid & (least_of & 1 == 0) & (least_of >> 1 & 1 == 1)
        for cell in range(size):
            both = hangs & (moves >> cell & 1 == 1) & (moves >> cell + 12 & 1 == 1)
            empty = np.arange(3**size) // 3**cell % 3 == 0
            free = ((~valid | ~hangs & (least_of & 1 == 1)) & empty).astype(np.uint8)
            wanted = both.astype(np.uint8)
            for cube in cover(
                window, wanted, free, (), (cell,), most=2, least=max(1, 3 ** (size - 4))
            ):
                serial += 1
                yield _room_text(f"{name}-vital-{serial}", size, cells, edges, cube, None, (cell,))


def _room_text(
    name: str,
    size: int,
    cells: list[Cell],
    edges: str,
    cube: Cube,
    eyes: tuple[int, int] | None,
    moves: tuple[int, ...],
) -> str:
    symbols = ".XOxo"
    contents = {1: ".", 2: "X", 4: "O", 3: "x", 5: "o", 6: "s", 7: "c"}
    inside = {cell: "*" if i in moves else contents[cube.sets[i]] for i, cell in enumerate(cells)}
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    around = {
        (x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
    } - set(cells)
    wall = {
        (x, y)
        for x, y in around
        if not (x < 0 and "l" in edges)
        and not (y < 0 and "t" in edges)
        and not (x >= width and "r" in edges)
        and not (y >= height and "b" in edges)
    }
    first = min(wall, key=lambda c: (c[1], c[0]))
    rows = []
    for y in range(-1, height + 1):
        row = ""
        for x in range(-1, width + 1):
            cell = (x, y)
            if cell in inside:
                row += inside[cell]
            elif cell in wall:
                row += "a" if cell == first else "B"
            else:
                row += "#" if cell in around else "?"
        rows.append(row)
    used = {symbol for row in rows for symbol in row}
    where = ["a X"] + ["B X"] * ("B" in used)
    where += ["s stone"] * ("s" in used) + ["c ,"] * ("c" in used)
    centre = [s for s in (*symbols, "s", "c", "*") if s in used]
    what, make = _SIZES[size], "makes" if size == 1 else "make"
    if eyes is not None:
        low, high = eyes
        kind = "eye"
        count = {0: "no eye", 1: "one eye", 2: "two eyes"}
        reason = (
            f"{what} inside a solid block {make} {count[low]}, whoever moves first."
            if low == high
            else f"{what} inside a solid block {make} {count[high]} if the owner moves first there,"
            f" {count[low]} if the opponent does."
        )
        extra = [f"eyes: {low}" if low == high else f"eyes: {low}..{high}"]
    else:
        kind = "increase eyes, decrease eyes"
        can = f"as many eyes as these {what.lower()} can give"
        reason = f"With a stone at * the owner makes sure of {can}."
        extra = ["good: *", "only: yes"]
    lines = [f"rule {name}", f"purpose: {kind}", "goal: Save(a)", f"reason: {reason}", "map:"]
    lines += [f"    {row}" for row in _trim(rows)]
    lines += ["where:", *(f"    {line}" for line in where)]
    lines += [f"border: a{' B' * ('B' in used)}", f"centre: {' '.join(centre)}"]
    lines += [*extra, "solid: yes", "source: generated", ""]
    return "\n".join(lines)


def _shapes(size: int) -> list[frozenset[Cell]]:
    """The polyominoes of a size, each once."""
    found: set[frozenset[Cell]] = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        found = {
            _standard({*shape, (x + dx, y + dy)})
            for shape in found
            for x, y in shape
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + dx, y + dy) not in shape
        }
    return sorted(found, key=sorted)


def _standard(cells: Iterable[Cell]) -> frozenset[Cell]:
    return min(_turns(cells), key=sorted)


def _turns(cells: Iterable[Cell]) -> list[frozenset[Cell]]:
    found = []
    for swap in (False, True):
        for fx in (1, -1):
            for fy in (1, -1):
                turned = {(fx * (y if swap else x), fy * (x if swap else y)) for x, y in cells}
                left, top = min(x for x, _ in turned), min(y for _, y in turned)
                found.append(frozenset((x - left, y - top) for x, y in turned))
    return found


def _placements(shape: frozenset[Cell]) -> Iterator[tuple[list[Cell], str]]:
    """In the centre, with its lowest row at the edge, with its left column there as well."""

    def order(cells: frozenset[Cell]) -> list[Cell]:
        return sorted(cells, key=lambda c: (c[1], c[0]))

    yield order(shape), ""
    seen: set[frozenset[Cell]] = set()
    for turned in _turns(shape):
        width = 1 + max(x for x, _ in turned)
        mirrored = frozenset((width - 1 - x, y) for x, y in turned)
        if turned in seen or mirrored in seen:
            continue
        seen.add(turned)
        yield order(turned), "b"
    corners: set[frozenset[Cell]] = set()
    for turned in _turns(shape):
        height = 1 + max(y for _, y in turned)
        width = 1 + max(x for x, _ in turned)
        # The corner is at the bottom left; the diagonal through it swaps the two sides.
        swapped = frozenset((height - 1 - y, width - 1 - x) for x, y in turned)
        if turned in corners or swapped in corners:
            continue
        corners.add(turned)
        yield order(turned), "bl"


def _trim(rows: list[str]) -> list[str]:
    while rows and set(rows[0]) <= {"?"}:
        rows = rows[1:]
    while rows and set(rows[-1]) <= {"?"}:
        rows = rows[:-1]
    while all(row[0] == "?" for row in rows):
        rows = [row[1:] for row in rows]
    while all(row[-1] == "?" for row in rows):
        rows = [row[:-1] for row in rows]
    return rows
