"""The region of a life-and-death question: where the reading happens, and what lies around it.

The region grows from the target over empty points and stones of its colour. Attacker blocks that
breathe outside it are its walls. A pocket behind a wall that is small enough belongs to the
region too, and so do walls with very few liberties outside: they may be captured. (Not those that
live by eyes of their own.)

Around the region two kinds of things are summed up as *anchors* (see `core/reading/arena/arena.h`):
a wall is an anchor for the attacker, and open space is an anchor for whoever reaches it. Space that
the attacker reaches first counts as his. The last two are judgements; a region without them is
*sealed*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from gokan.errors import InvalidInput
from gokan.go import EMPTY, Color, Position
from gokan.reading.regions.walls import alive_outside

OUTSIDE, FREE, ATTACKER, DEFENDER = 0, 1, 2, 3
ATTACKER_ANCHOR, DEFENDER_ANCHOR, TARGET = 4, 8, 16

_POCKET = 12  # points behind a wall that are taken into the region
_THIN = 2  # a wall with no more liberties outside may be captured
_SEALED = 40  # empty points a region shut in by walls may have
_FARTHEST = 5  # steps from the defender: what lies farther is not his
_SURROUNDED = 4  # ... or no more than these, all of them near the defender's stones outside
_FAR = 99
_KEPT = 128  # regions: those of one problem are asked for several times
_HOLE = 8  # points left out by the flood and shut in by it: they belong to the region


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of the board with a kind for every cell, as the search wants it."""

    position: Position
    color: Color
    """Of the target."""
    target: tuple[int, ...]
    """The target stones."""
    points: frozenset[int]
    left: int
    top: int
    width: int
    height: int
    cells: bytes
    """As judged: open space is a refuge for both sides."""
    kill_cells: bytes
    """As a proof of a kill must see it: all open space is the defender's."""
    stand_cells: bytes
    """As a proof of life must see it: everything outside is the attacker's."""
    sealed: bool
    """No cell touches open space: nothing about the edge of the region was judged."""
    walls: tuple[tuple[int, int], ...]
    """One stone of each attacker block around, and its liberties outside the region."""

    def cell(self, point: int) -> int:
        """The cell of a point of the region."""
        row, column = divmod(point, self.position.width)
        return (row - self.top) * self.width + column - self.left

    def point(self, cell: int) -> int:
        """The point of a cell; a pass stays a pass."""
        if cell < 0:
            return -1
        row, column = divmod(cell, self.width)
        return (row + self.top) * self.position.width + column + self.left


def find_region(
    position: Position,
    targets: Iterable[int],
    *,
    room: int = 14,
    wide: bool = False,
    layer: int = 1,
    thin: int = _THIN,
    extra: frozenset[int] = frozenset(),
) -> Region:
    """The region for the life of the stones in `targets` (and of their whole blocks).

    An open region takes in the points that the defender reaches first (with `wide`, also those
    that both reach at the same time) and `layer` rows of points around them. It is cut when it has
    more than `room` empty points; beyond the cut is open space. Walls with at most `thin` liberties
    outside may be captured. `extra` points are taken in as well.

    >>> position = Position.from_diagram('''
    ... . . O X . .
    ... O O O X . .
    ... X X X X . .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> region = find_region(position, [position.point("A4")])
    >>> region.sealed, sorted(position.vertex(p) for p in region.points)
    (True, ['A4', 'A5', 'B4', 'B5', 'C4', 'C5'])
    """
    return _found(_This(position), tuple(targets), room, wide, layer, thin, extra)


@dataclass(frozen=True, slots=True, eq=False)
class _This:
    """One very position: an equal one may have come about in another way, and a region names its
    own.
    """

    position: Position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and other.position is self.position

    def __hash__(self) -> int:
        return id(self.position)


@lru_cache(maxsize=_KEPT)
def _found(
    this: _This,
    targets: tuple[int, ...],
    room: int,
    wide: bool,
    layer: int,
    thin: int,
    extra: frozenset[int],
) -> Region:
    builder = _Builder(this.position, targets, room, tight=not wide, layer=layer, thin=thin)
    return builder.region(extra)


def region_of(position: Position, targets: Iterable[int], points: Iterable[int]) -> Region:
    r"""The region of exactly these points. Blocks must lie in it or outside as a whole.

    >>> position = Position.from_diagram(". O X .\n. O X .\nO O X .\nX X X .")
    >>> region_of(position, [position.point("B4")], [0, 1, 4, 5, 8, 9]).walls
    ((2, 4),)
    """
    builder = _Builder(position, targets, 0, tight=True, layer=0, thin=0)
    inside = set(points) | builder.target
    walls = [
        (min(block), len(set(position.block(min(block)).liberties) - inside))
        for block in builder._attackers_around(inside)
        if not block <= inside
    ]
    return builder._make(inside, True, walls)


@lru_cache(maxsize=8)
def _neighbors(width: int, height: int) -> list[tuple[int, ...]]:
    """Of every point of a board."""
    empty = Position.empty(width, height)
    return [empty.neighbors(p) for p in range(width * height)]


class _Builder:
    def __init__(
        self,
        position: Position,
        targets: Iterable[int],
        room: int,
        *,
        tight: bool,
        layer: int,
        thin: int,
    ) -> None:
        self.position = position
        self.tight = int(tight)
        self.layer = layer
        self.thin = thin
        self.room = room
        self.board = position.board
        self.near = _neighbors(position.width, position.height)
        stones = list(targets)
        if not stones:
            raise InvalidInput("A life-and-death question needs a target: name one of its stones.")
        self.defender = self.board[stones[0]]
        for p in stones:
            if self.board[p] == EMPTY:
                raise InvalidInput(f"There is no stone on {position.vertex(p)}; name one.")
            if self.board[p] != self.defender:
                raise InvalidInput(
                    f"{position.vertex(stones[0])} and {position.vertex(p)} are of different"
                    " colours; a target is of one."
                )
        self.attacker = 3 - self.defender
        self.cut: set[int] = set()
        """Points that the defender reaches first but that are too many: open space."""
        self.target: set[int] = set()
        for p in stones:
            if p not in self.target:
                self.target |= self._block(p)

    def region(self, extra: frozenset[int]) -> Region:
        inside = self._flood_all(self.target, limit=_SEALED)
        sealed = inside is not None
        if inside is None:
            inside = self._with_holes(self._flood_open() | extra)
        inside = self._with_pockets(inside)
        captive, walls = self._sort_walls(inside)
        points = inside | captive
        return self._make(points, sealed, walls)

    def _block(self, point: int) -> set[int]:
        return set(self.position.block(point).stones)

    def _flood_all(self, start: Iterable[int], *, limit: int) -> set[int] | None:
        """Everything reached without crossing the attacker; None if that is too much."""
        found = set(start)
        todo = list(found)
        while todo:
            for q in self.near[todo.pop()]:
                if self.board[q] != self.attacker and q not in found:
                    found.add(q)
                    todo.append(q)
            if len(found) > 4 * limit:
                return None
        return found if sum(1 for p in found if self.board[p] == EMPTY) <= limit else None

    def _flood_open(self) -> set[int]:
        """What the defender reaches first, with a layer around it."""
        attackers = [p for p, color in enumerate(self.board) if color == self.attacker]
        away = self._distances(attackers)
        group = set(self.target)
        while True:
            distance = self._distances(group)
            held = {
                p
                for p, steps in distance.items()
                if 0 < steps <= max(1, min(away.get(p, _FAR) - self.tight, _FARTHEST))
            }
            held = self._joined(group, held)
            friends = {
                q for p in held for q in self.near[p] if self.board[q] == self.defender
            } - group
            if not friends or len(held) > self.room:
                break
            for q in friends:
                group |= self._block(q)
        inside = group | held
        if len(held) > self.room:  # nearest first
            nearest = sorted(held, key=lambda p: (distance[p], p))
            last = max(2, distance[nearest[self.room]])
            kept = {p for p in held if distance[p] < last}
            self.cut = held - kept
            inside = group | kept
        for _ in range(self.layer):
            layer = {q for p in inside for q in self.near[p] if self.board[q] != self.attacker}
            for q in list(layer):
                if self.board[q] == self.defender:
                    layer |= self._block(q)
            inside = inside | layer
        return inside

    def _distances(self, start: Iterable[int]) -> dict[int, int]:
        """Steps over empty points from these stones."""
        found = dict.fromkeys(start, 0)
        todo = list(found)
        for p in todo:
            for q in self.near[p]:
                if self.board[q] == EMPTY and q not in found:
                    found[q] = found[p] + 1
                    todo.append(q)
        return found

    def _joined(self, group: set[int], held: set[int]) -> set[int]:
        """The held points that hang together with the group."""
        found: set[int] = set()
        todo = list(group)
        while todo:
            for q in self.near[todo.pop()]:
                if q in held and q not in found:
                    found.add(q)
                    todo.append(q)
        return found

    def _with_holes(self, inside: set[int]) -> set[int]:
        inside = set(inside)
        seen: set[int] = set()
        for p in sorted(inside):
            for q in self.near[p]:
                if q in inside or q in seen or self.board[q] == self.attacker:
                    continue
                hole, todo = {q}, [q]
                while todo and len(hole) <= _HOLE:
                    for r in self.near[todo.pop()]:
                        if r not in inside and r not in hole and self.board[r] != self.attacker:
                            hole.add(r)
                            todo.append(r)
                seen |= hole
                if len(hole) <= _HOLE:
                    inside |= hole
        return inside

    def _with_pockets(self, inside: set[int]) -> set[int]:
        inside = set(inside)
        safe = alive_outside(self.position, Color(self.attacker), inside)
        grew = True
        while grew:
            grew = False
            for block in self._attackers_around(inside):
                if block <= safe:
                    continue
                for p in block:
                    for q in self.near[p]:
                        if self.board[q] == self.attacker or q in inside:
                            continue
                        pocket = self._flood_all([q], limit=_POCKET)
                        if pocket is not None and len(pocket) <= _POCKET:
                            inside |= pocket
                            grew = True
        return inside

    def _attackers_around(self, inside: set[int]) -> list[set[int]]:
        blocks: list[set[int]] = []
        seen: set[int] = set()
        for p in sorted(inside):
            for q in self.near[p]:
                if self.board[q] == self.attacker and q not in seen:
                    blocks.append(self._block(q))
                    seen |= blocks[-1]
        return blocks

    def _sort_walls(self, inside: set[int]) -> tuple[set[int], list[tuple[int, int]]]:
        """Attacker blocks that can be captured, with their liberties; and the walls."""
        captive: set[int] = set()
        walls: list[tuple[int, int]] = []
        safe = alive_outside(self.position, Color(self.attacker), inside)
        ours, _ = self._outside(inside)
        for block in self._attackers_around(inside):
            liberties = {q for p in block for q in self.near[p] if self.board[q] == EMPTY}
            outside = liberties - inside
            surrounded = all(ours.get(q, _FAR) <= 2 for q in outside)
            if not outside:
                captive |= block
            elif not block <= safe and (
                len(outside) <= self.thin
                or (self.thin and surrounded and len(outside) <= _SURROUNDED)
            ):
                captive |= block | outside
            else:
                walls.append((min(block), len(outside)))
        return captive, walls

    def _outside(self, points: set[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Steps from the defender's and from the attacker's stones outside the region."""
        ours, theirs = (
            self._distances([p for p, c in enumerate(self.board) if c == color and p not in points])
            for color in (self.defender, self.attacker)
        )
        return ours, theirs

    def _make(self, points: set[int], sealed: bool, walls: list[tuple[int, int]]) -> Region:
        width = self.position.width
        rows = [p // width for p in points]
        columns = [p % width for p in points]
        left, top = min(columns), min(rows)
        wide, high = max(columns) - left + 1, max(rows) - top + 1
        ours, theirs = self._outside(points)
        cells = bytearray(wide * high)
        kill, stand = bytearray(wide * high), bytearray(wide * high)
        for p in points:
            kind = FREE
            if self.board[p] == self.attacker:
                kind = ATTACKER
            elif self.board[p] == self.defender:
                kind = DEFENDER
            if p in self.target:
                kind |= TARGET
            judged = killing = standing = kind
            for q in self.near[p]:
                if q in points:
                    continue
                standing |= ATTACKER_ANCHOR
                if self.board[q] == self.attacker:
                    judged |= ATTACKER_ANCHOR
                    killing |= ATTACKER_ANCHOR
                    continue
                sealed = False
                killing |= DEFENDER_ANCHOR
                ahead = theirs.get(q, _FAR) - ours.get(q, _FAR)  # the defender's friends, in moves
                if self.board[q] == EMPTY and ahead < 1:
                    judged |= ATTACKER_ANCHOR
                if self.board[q] == self.defender or q in self.cut or ahead > 1:
                    judged |= DEFENDER_ANCHOR
            cell = (p // width - top) * wide + p % width - left
            cells[cell], kill[cell], stand[cell] = judged, killing, standing
        return Region(
            self.position,
            Color(self.defender),
            tuple(sorted(self.target)),
            frozenset(points),
            left,
            top,
            wide,
            high,
            bytes(cells),
            bytes(kill),
            bytes(stand),
            sealed,
            tuple(walls),
        )
