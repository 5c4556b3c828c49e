"""Rules about eyes and connections, generated: every filling of a window is decided by play.

What lies outside a window is taken to be the enemy's and untouchable, the enemy has every ko
threat, and he may spend moves outside: the worst surroundings there can be (`core/goals/window.h`
has the exact rules). What holds then holds always. Of the fillings for which something holds, the
widest sets that can be drawn as one map are kept, each because it covers what no other does.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gokan import _core

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.uint8]

__all__ = ["Cube", "Window", "cover", "decided", "decided_room", "filling", "joined"]

EMPTY, OWN, ENEMY, ANY = 1, 2, 4, 7
_SYMBOL = {EMPTY: ".", OWN: "X", ENEMY: "O", EMPTY | OWN: "x", EMPTY | ENEMY: "o", ANY: "?"}
_STONE = OWN | ENEMY


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the board; `edges` names the sides (l, t, r, b) that are the board's."""

    width: int
    height: int
    edges: str = ""

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return self.width * self.height

    @property
    def place(self) -> str:
        """In a word."""
        return {0: "centre", 1: "edge"}.get(len(self.edges), "corner")

    def orientations(self) -> list[tuple[int, ...]]:
        """The symmetries that leave the window as it is: for each, where every cell goes."""
        found = []
        for flip_x in (False, True):
            for flip_y in (False, True):
                for swap in (False, True):
                    if swap and self.width != self.height:
                        continue
                    if self._edges_after(flip_x, flip_y, swap) != set(self.edges):
                        continue
                    found.append(
                        tuple(self._moved(c, flip_x, flip_y, swap) for c in range(self.cells))
                    )
        return found

    def _moved(self, cell: int, flip_x: bool, flip_y: bool, swap: bool) -> int:
        y, x = divmod(cell, self.width)
        x, y = (self.width - 1 - x if flip_x else x), (self.height - 1 - y if flip_y else y)
        if swap:
            x, y = y, x
        return y * self.width + x

    def _edges_after(self, flip_x: bool, flip_y: bool, swap: bool) -> set[str]:
        names = {"l": "l", "r": "r", "t": "t", "b": "b"}
        if flip_x:
            names |= {"l": "r", "r": "l"}
        if flip_y:
            names |= {"t": "b", "b": "t"}
        if swap:
            turn = {"l": "t", "t": "l", "r": "b", "b": "r"}
            names = {k: turn[v] for k, v in names.items()}
        return {names[e] for e in self.edges}


@dataclass(frozen=True)
class Cube:
    """A set of contents for each cell of a window: what one map can say."""

    window: Window
    sets: tuple[int, ...]
    objects: tuple[int, ...]
    moves: tuple[int, ...] = ()
    wins: int = field(default=0, compare=False)
    """How many fillings it covers that no earlier one does."""

    def rows(self) -> list[str]:
        """The map, with `#` beyond the board's edges, `a` and `b` the objects, `*` the moves."""
        window, letters = self.window, dict(zip(self.objects, "ab", strict=False))
        rows = []
        for y in range(window.height):
            row = ""
            for x in range(window.width):
                cell = y * window.width + x
                symbol = _SYMBOL.get(self.sets[cell], "s")
                row += letters.get(cell, "*" if cell in self.moves else symbol)
            rows.append("#" * ("l" in window.edges) + row + "#" * ("r" in window.edges))
        wide = len(rows[0])
        rows = ["#" * wide] * ("t" in window.edges) + rows + ["#" * wide] * ("b" in window.edges)
        return _trimmed(rows)

    def where(self) -> list[str]:
        """What the letters of the map mean."""
        found = [f"{letter} X" for letter, _ in zip("ab", self.objects, strict=False)]
        shown = "".join(self.rows())
        return found + (["s stone"] if "s" in shown else [])

    def mask(self) -> Table:
        """Which fillings it covers, as a table with one axis per cell, the last cell first."""
        import numpy as np

        found: Any = np.ones((), dtype=np.uint8)
        for content in reversed(self.sets):
            axis = np.array([content & 1, content >> 1 & 1, content >> 2 & 1], dtype=np.uint8)
            found = np.multiply.outer(found, axis)
        return np.asarray(found, dtype=np.uint8).reshape(-1)

    def placed_in(self, other: Window) -> Iterator[Cube]:
        """The same cube, in all orientations, everywhere inside a larger window."""
        for turned in _turned(self):
            for dy in range(other.height - turned.window.height + 1):
                for dx in range(other.width - turned.window.width + 1):
                    touches = {
                        "l": dx == 0 and "l" in other.edges,
                        "t": dy == 0 and "t" in other.edges,
                        "r": dx + turned.window.width == other.width and "r" in other.edges,
                        "b": dy + turned.window.height == other.height and "b" in other.edges,
                    }
                    if not all(touches[e] for e in turned.window.edges):
                        continue
                    yield _shifted(turned, other, dx, dy)


def decided(
    window: Window,
    a: int,
    b: int = -1,
    *,
    eye: bool = True,
    outside: tuple[int, int] = (0, 0),
) -> tuple[Table, Any]:
    """Every filling of a window, decided: per filling a value and the moves.

    The value is 0 where the stones asked about are missing, else 4, plus 1 if X succeeds though O
    moves first, plus 2 if X succeeds moving first. Low bits of the moves are X's that succeed, bits
    from 12 on O's that spoil it. `filling` numbers the fillings.

    >>> values, _ = decided(Window(3, 2, "b"), 1)  # a stone above a point at the edge
    >>> [int(values[filling(text)]) for text in ("XXXX.X", ".XXX.X", "OXXX.X")]
    [7, 6, 4]
    """
    cells = [(x, y) for y in range(window.height) for x in range(window.width)]
    return _decided(*_neighbours(cells, window), False, a, b, eye, *outside)


def decided_room(
    cells: Sequence[tuple[int, int]], *, edges: str = "", eye: bool
) -> tuple[Table, Any]:
    """The same for a room: some cells with one block of X all around, or the board's edges.

    >>> values, moves = decided_room([(0, 0), (1, 0), (2, 0)], eye=False)
    >>> int(values[filling("...")]), int(moves[filling("...")]) & 7  # hangs on the middle
    (6, 2)
    """
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    near, touching = _neighbours(cells, Window(width, height, edges))
    return _decided(near, touching, True, 0, -1, eye, 0, 0)


def filling(text: str) -> int:
    """The number of a filling, written cell by cell with `.`, `X` and `O`."""
    return sum(".XO".index(symbol) * 3**i for i, symbol in enumerate(text))


def _neighbours(cells: Sequence[tuple[int, int]], window: Window) -> tuple[list[int], int]:
    """The neighbours of each cell as sets, and the set of cells that touch the outside."""
    number = {cell: i for i, cell in enumerate(cells)}
    near, touching = [], 0
    for i, (x, y) in enumerate(cells):
        found = 0
        for side, other in (
            ("l", (x - 1, y)),
            ("r", (x + 1, y)),
            ("t", (x, y - 1)),
            ("b", (x, y + 1)),
        ):
            beyond = not (0 <= other[0] < window.width and 0 <= other[1] < window.height)
            if other in number:
                found |= 1 << number[other]
            elif not (beyond and side in window.edges):
                touching |= 1 << i
        near.append(found)
    return near, touching


def _decided(
    near: list[int], touching: int, room: bool, a: int, b: int, eye: bool, out_a: int, out_b: int
) -> tuple[Table, Any]:
    import numpy as np

    solved = _core.solve_window(near, touching, room, a, b, eye, out_a, out_b)
    return np.frombuffer(solved.values, dtype=np.uint8), np.frombuffer(solved.moves, dtype="<u4")


def joined(window: Window, a: int) -> Any:
    """Per filling, the set of cells that are one block of X with cell a."""
    import numpy as np

    cells = [(x, y) for y in range(window.height) for x in range(window.width)]
    near, _ = _neighbours(cells, window)
    boards = np.arange(3**window.cells)
    own = np.zeros(len(boards), dtype=np.uint32)
    for c in range(window.cells):
        own |= ((boards // 3**c % 3 == 1) << c).astype(np.uint32)
    found = own & np.uint32(1 << a)
    for _ in range(window.cells):
        more = np.zeros_like(found)
        for c in range(window.cells):
            more |= np.where(found >> c & 1, np.uint32(near[c]), np.uint32(0))
        found |= more & own
    return found


def cover(
    window: Window,
    wanted: Table,
    free: Table,
    objects: tuple[int, ...],
    moves: tuple[int, ...] = (),
    *,
    most: int,
    least: int = 1,
    tries: int = 12,
    seed: int = 0,
    begin: int | None = None,
) -> list[Cube]:
    """Widest cubes, the one that covers most first, until all wanted fillings are covered.

    Fillings in `free` may be covered as well. A cube that covers fewer than `least` new ones is not
    worth a rule; the first one covers the filling `begin`, if it is wanted, whatever it is worth.
    """
    import numpy as np

    chance = random.Random(seed)
    allowed = (wanted | (free << 1)).astype(np.uint8).tobytes()
    left = wanted.copy()
    fixed = sum(1 << c for c in (*objects, *moves))
    found: list[Cube] = []
    while len(found) < most and left.any():
        best: Cube | None = None
        where = np.flatnonzero(left)
        given = begin if begin is not None and left[begin] else None
        for _ in range(tries):
            chosen = int(chance.choice(where)) if given is None else given
            start = [1 << chosen // 3**c % 3 for c in range(window.cells)]
            order = list(range(window.cells))
            chance.shuffle(order)
            sets = tuple(_core.widen_cube(allowed, start, order, fixed))
            cube = Cube(window, sets, objects, moves)
            gain = int((cube.mask() & left).sum())
            if best is None or gain > best.wins:
                best = Cube(window, sets, objects, moves, gain)
        assert best is not None
        left &= 1 - best.mask()
        if best.wins < least and given is None:
            break
        found.append(best)
    return found


# --- helpers --------------------------------------------------------------------------------------


def _trimmed(rows: Sequence[str]) -> list[str]:
    """Without rows and columns of don't-cares at the rim."""
    kept = list(rows)
    while kept and set(kept[0]) == {"?"}:
        kept.pop(0)
    while kept and set(kept[-1]) == {"?"}:
        kept.pop()
    while kept and all(row[0] == "?" for row in kept):
        kept = [row[1:] for row in kept]
    while kept and all(row[-1] == "?" for row in kept):
        kept = [row[:-1] for row in kept]
    return kept


_TURN = {"l": "t", "t": "l", "r": "b", "b": "r"}
_MIRROR = {"l": "r", "r": "l", "t": "t", "b": "b"}


def _turned(cube: Cube) -> Iterable[Cube]:
    """The cube in its (up to) eight orientations."""
    seen = set()
    for swap in (False, True):
        for flip in (False, True):
            for upside in (False, True):
                turned = _oriented(cube, flip, upside, swap)
                key = (turned.window, turned.sets, turned.objects)
                if key not in seen:
                    seen.add(key)
                    yield turned


def _oriented(cube: Cube, flip: bool, upside: bool, swap: bool) -> Cube:
    w, h = cube.window.width, cube.window.height
    width, height = (h, w) if swap else (w, h)

    def move(cell: int) -> int:
        y, x = divmod(cell, w)
        x, y = (w - 1 - x if flip else x), (h - 1 - y if upside else y)
        if swap:
            x, y = y, x
        return y * width + x

    edges = cube.window.edges
    if flip:
        edges = "".join(_MIRROR[e] for e in edges)
    if upside:
        edges = "".join({"t": "b", "b": "t"}.get(e, e) for e in edges)
    if swap:
        edges = "".join(_TURN[e] for e in edges)
    sets = [0] * len(cube.sets)
    for cell, content in enumerate(cube.sets):
        sets[move(cell)] = content
    return Cube(
        Window(width, height, "".join(sorted(edges))),
        tuple(sets),
        tuple(move(c) for c in cube.objects),
        tuple(move(c) for c in cube.moves),
    )


def _shifted(cube: Cube, other: Window, dx: int, dy: int) -> Cube:
    sets = [ANY] * other.cells

    def move(cell: int) -> int:
        y, x = divmod(cell, cube.window.width)
        return (y + dy) * other.width + x + dx

    for cell, content in enumerate(cube.sets):
        sets[move(cell)] = content
    return Cube(
        other,
        tuple(sets),
        tuple(move(c) for c in cube.objects),
        tuple(move(c) for c in cube.moves),
    )
