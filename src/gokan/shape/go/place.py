"""Elements of Go's classes at places of a board: what the generator of boards works with.

An element of level 0 is an atom: a stone or point at a place, or a line with the colours of its two
ends. Elements of higher levels are sets of elements one level below. Everything can be moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from gokan.shape.ets.constraint import Constraint

Place = tuple[int, int]
POINT, ACROSS, ALONG = -1, 0, 1
EDGE = "edge"
_COLOR = {"black-stone": "black", "white-stone": "white", "empty-point": "empty"}
_SIDES = {"left": (ACROSS, 1), "right": (ACROSS, 0), "up": (ALONG, 1), "down": (ALONG, 0)}
"""For each side of a point: the line's direction, and which end of it the point is."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A stone, a point, or a line from (x, y) across or along; `ends` are the colours there."""

    kind: str
    x: int
    y: int
    axis: int
    ends: tuple[str, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """To sort by."""
        return (self.kind, self.x, self.y, self.axis, self.ends)

    def moved(self, dx: int, dy: int) -> Atom:
        """The same elsewhere."""
        return Atom(self.kind, self.x + dx, self.y + dy, self.axis, self.ends)

    def colors(self) -> dict[Place, str]:
        """What must be seen where."""
        if self.axis == POINT:
            return {(self.x, self.y): self.ends[0]}
        return {(self.x, self.y): self.ends[0], _second(self.x, self.y, self.axis): self.ends[1]}


@dataclass(frozen=True)
class Part:
    """An element of level 1 or higher at a place: parts of the level below, atoms at the bottom."""

    kind: str
    level: int
    members: frozenset[Atom | Part]

    @cached_property
    def order(self) -> tuple[Atom | Part, ...]:
        """The members in an order that is the same in every run."""
        return tuple(sorted(self.members, key=lambda m: m.key))

    @cached_property
    def key(self) -> tuple[object, ...]:
        """To sort by."""
        return (self.kind, *(m.key for m in self.order))

    def moved(self, dx: int, dy: int) -> Part:
        """The same elsewhere."""
        return Part(self.kind, self.level, frozenset(m.moved(dx, dy) for m in self.members))

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        """All elements of level 0 in it."""
        found: set[Atom] = set()
        for member in self.members:
            found |= {member} if isinstance(member, Atom) else member.atoms
        return frozenset(found)

    def colors(self) -> dict[Place, str]:
        """What must be seen where."""
        return {place: color for atom in self.atoms for place, color in atom.colors().items()}


def arrangements(
    constraint: Constraint, fixed: Mapping[int, Atom] | None = None
) -> Iterator[dict[int, Atom]]:
    """The atoms a constraint of level 1 names, in the places that its overlaps give them.

    `fixed` says where some of its units are; without it the first point lies at (0, 0).
    """
    placed = dict(fixed or {})
    if not placed:
        first = next(n for n, unit in enumerate(constraint.units) if unit.kind in _COLOR)
        placed[first] = point(constraint.units[first].kind, (0, 0))
    left = list(constraint.overlaps)
    while left:
        for overlap in left:
            if any(u in placed for u in overlap.units):
                left.remove(overlap)
                break
        else:
            return
        one, two = overlap.units
        kinds = constraint.units[one].kind, constraint.units[two].kind
        at, line = (one, two) if kinds[0] in _COLOR else (two, one)
        color, side = overlap.on.split("-")
        if side not in _SIDES:
            return
        here = constraint.units[at].kind, constraint.units[line].kind
        found = _overlapped(here, color, side, placed.get(at), placed.get(line))
        if found is None:
            return
        placed[at], placed[line] = found
    if len(placed) == len(constraint.units) and len(set(placed.values())) == len(placed):
        yield placed


def occurrences(constraint: Constraint, part: Part) -> list[tuple[Atom | Part, ...]]:
    """Where an element shows a constraint of its own level: its units, in their order."""
    found: list[tuple[Atom | Part, ...]] = []
    if part.level > 1:
        choices = [[m for m in part.order if m.kind == u.kind] for u in constraint.units]
        return [units for units in product(*choices) if len(set(units)) == len(units)]
    kind = constraint.units[0].kind
    for atom in part.order:
        if isinstance(atom, Atom) and atom.kind == kind:
            for placed in arrangements(constraint, {0: atom}):
                units = tuple(placed[n] for n in range(len(placed)))
                if all(u in part.members for u in units):
                    found.append(units)
    return found


def point(kind: str, place: Place) -> Atom:
    """A stone or an empty point."""
    return Atom(kind, *place, POINT, (_COLOR[kind],))


def origin(units: Iterable[Atom | Part]) -> Place:
    """A place to compare two sets of the same form by."""
    places = [(a.x, a.y) for u in units for a in ((u,) if isinstance(u, Atom) else u.atoms)]
    return min(x for x, _ in places), min(y for _, y in places)


def _second(x: int, y: int, axis: int) -> Place:
    return (x + 1, y) if axis == ACROSS else (x, y + 1)


def _overlapped(
    kinds: tuple[str, str], color: str, side: str, at: Atom | None, line: Atom | None
) -> tuple[Atom, Atom] | None:
    """A point and the line at one of its sides, from whichever of the two is known."""
    axis, end = _SIDES[side]
    if _COLOR[kinds[0]] != color:
        return None
    if at is not None:
        x, y = (at.x, at.y) if end == 0 else (at.x - (axis == ACROSS), at.y - (axis == ALONG))
        pair = kinds[1].split("-")
        if color not in pair:
            return None
        other = pair[1 - pair.index(color)]
        made = Atom(kinds[1], x, y, axis, (color, other) if end == 0 else (other, color))
        return (at, made) if line in (None, made) else None
    if line is None or line.axis != axis or line.ends[end] != color:
        return None
    place = (line.x, line.y) if end == 0 else _second(line.x, line.y, axis)
    return point(kinds[0], place), line
