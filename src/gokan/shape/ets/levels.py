"""Levels above 0: elements joined by the constraints they overlap on (Section 3.4.2).

A `World` is everything recognised at one level, with an index of who overlaps with whom on what.
`recognise_level` runs the generating systems of the next level in it.

Time is kept in stages. What a class adds up to its first `then` is its first stage, and every
`then` begins another: the elements it adds begin after the stage before was whole, but for those
that its own joints in time put before others. Within a stage everything lives at one time, but for
what a constraint's own joints in time set apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gokan.shape.ets.constraint import Constraint, Overlap, matches
from gokan.shape.ets.element import Element, Span, meet, rest
from gokan.shape.ets.setting import ClassDef, Setting, Step
from gokan.shape.ets.struct import Struct

Found = tuple[Element, ...]


class State(NamedTuple):
    """What has formed so far: its members, and the rounds in which its latest stage is whole."""

    members: frozenset[Element]
    stage: Span
    since: int | None = None
    """When what came before the latest stage began; None if nothing did."""

    @property
    def span(self) -> Span:
        """From the beginning of the first stage to the end of the latest."""
        return (self.stage[0] if self.since is None else self.since), self.stage[1]


class World:
    """The elements of one level, and on which constraints of that level they overlap."""

    def __init__(
        self,
        setting: Setting,
        level: int,
        elements: Iterable[Element],
        occurrences: Iterable[tuple[str, tuple[Any, ...]]],
        *,
        below: World | None = None,
    ) -> None:
        self.setting = setting
        self.level = level
        self.below = below
        self.elements = tuple(elements)
        self.by_kind: dict[str, list[Element]] = defaultdict(list)
        self.starting: dict[tuple[str, int], list[Element]] = defaultdict(list)
        holders_of: dict[Any, list[Element]] = defaultdict(list)
        for element in self.elements:
            self.by_kind[element.kind].append(element)
            self.starting[element.kind, element.span[0]].append(element)
            for member in element.members:
                holders_of[member].append(element)
        # Where a constraint is found (units), and which elements hold all of it.
        self.holders: dict[tuple[str, tuple[Any, ...]], list[Element]] = {}
        self.found_in: dict[tuple[str, Element], dict[tuple[Any, ...], None]] = defaultdict(dict)
        for name, units in occurrences:
            rarest = min((holders_of[u] for u in units), key=len)
            held = [e for e in rarest if all(u in e.members for u in units)]
            if held:
                self.holders[name, units] = held
                for element in held:
                    self.found_in[name, element][units] = None

    @staticmethod
    def of_struct(setting: Setting, struct: Struct, elements: Iterable[Element]) -> World:
        """The world of level 0."""
        return World(
            setting,
            0,
            elements,
            ((c.name, match) for c in setting.links(0) for match in matches(c, struct)),
        )

    def above(self, elements: Iterable[Element]) -> World:
        """The world of the next level, from its elements."""
        links = self.setting.links(self.level + 1)
        return World(
            self.setting,
            self.level + 1,
            elements,
            ((c.name, found) for c in links for found in self.find(c, together=False)),
            below=self,
        )

    def overlaps(self, first: Element, second: Element) -> list[str]:
        """The constraints of this level on which two elements overlap."""
        return [
            c.name
            for c in self.setting.links(self.level)
            if set(self.found_in.get((c.name, first), ()))
            & set(self.found_in.get((c.name, second), ()))
        ]

    def find(self, constraint: Constraint, *, together: bool = True) -> Iterator[Found]:
        """Every way to find a constraint of the next level among the elements of this one."""
        if not constraint.units:
            return
        start = min(
            range(len(constraint.units)),
            key=lambda i: len(self.by_kind.get(constraint.units[i].kind, ())),
        )
        for element in self.by_kind.get(constraint.units[start].kind, ()):
            yield from self.find_with(constraint, start, element, together=together)

    def find_with(
        self, constraint: Constraint, unit: int, element: Element, *, together: bool = True
    ) -> Iterator[Found]:
        """The ways in which a given element takes the place of a given unit."""
        if constraint.units[unit].kind == element.kind:
            together = together and not constraint.orders
            yield from self._join(constraint, {unit: element}, element.span, together)

    def _join(
        self, constraint: Constraint, placed: dict[int, Element], span: Span, together: bool
    ) -> Iterator[Found]:
        if len(placed) == len(constraint.units):
            if self._holds(constraint, placed):
                yield tuple(placed[i] for i in range(len(placed)))
            return
        new, candidates = self._next(constraint, placed)
        for element in candidates:
            if element in placed.values():
                continue
            shared = meet(span, element.span) if together else span
            if shared is None:
                continue
            placed[new] = element
            if self._holds(constraint, placed):
                yield from self._join(constraint, placed, shared, together)
            del placed[new]

    def _next(
        self, constraint: Constraint, placed: dict[int, Element]
    ) -> tuple[int, Iterable[Element]]:
        """A unit that a joint connects with those placed, and what could take its place."""
        for overlap in constraint.overlaps:
            free = [u for u in overlap.units if u not in placed]
            bound = [u for u in overlap.units if u in placed]
            if free and bound:
                new = free[0]
                kind = constraint.units[new].kind
                found: dict[Element, None] = {}
                for units in self.found_in.get((overlap.on, placed[bound[0]]), ()):
                    for element in self.holders[overlap.on, units]:
                        if element.kind == kind:
                            found[element] = None
                return new, found
        for order in constraint.orders:
            if order.relation == "into" and order.first in placed and order.second not in placed:
                kind = constraint.units[order.second].kind
                return order.second, self.starting[kind, placed[order.first].span[1] + 1]
        new = next(u for u in range(len(constraint.units)) if u not in placed)
        return new, self.by_kind.get(constraint.units[new].kind, ())

    def _holds(self, constraint: Constraint, placed: dict[int, Element]) -> bool:
        """Whether every joint among the units placed so far is there."""
        return all(
            self._overlap(overlap, placed)
            for overlap in constraint.overlaps
            if all(u in placed for u in overlap.units)
        ) and all(
            _in_order(order.relation, placed[order.first], placed[order.second])
            for order in constraint.orders
            if order.first in placed and order.second in placed
        )

    def _overlap(self, overlap: Overlap, placed: dict[int, Element]) -> bool:
        first, *others = (placed[u] for u in overlap.units)
        return any(
            all(units in self.found_in.get((overlap.on, e), ()) for e in others)
            for units in self.found_in.get((overlap.on, first), ())
        )


def _in_order(relation: str, first: Element, second: Element) -> bool:
    if relation == "into":
        return first.span[1] + 1 == second.span[0] and bool(first.members & second.members)
    if relation == "along":
        return meet(first.span, second.span) is not None
    return first.span[0] < second.span[0]


def recognise_level(setting: Setting, level: int, below: World) -> World:
    """The elements of all classes of one level, among the elements of the level below."""
    elements: dict[Element, None] = {}
    for definition in setting.at(level):
        for element in recognise_elements(definition, below):
            if element.is_mature:
                elements[element] = None
    return below.above(elements)


def recognise_elements(
    definition: ClassDef, below: World, *, forming: bool = False
) -> Iterator[Element]:
    """The elements of one class, each once; with `forming` also those that got stuck on the way."""
    seen: set[Element] = set()
    for state, done in _run(definition, below):
        element = Element(
            definition.name,
            definition.level,
            state.members,
            state.span,
            done=done,
            of=definition.key_steps,
        )
        if (forming or element.is_mature) and element not in seen:
            seen.add(element)
            yield element


def _run(definition: ClassDef, below: World) -> Iterator[tuple[State, int]]:
    first, *others = definition.steps
    for constraint in _constraints(first, definition.level, below):
        for found in below.find(constraint):
            whole = _whole(found)
            state = State(frozenset(found), whole, _since(constraint, found))
            yield from _go_on(others, state, definition, below)


def _go_on(
    steps: list[Step], state: State, definition: ClassDef, below: World
) -> Iterator[tuple[State, int]]:
    states, done = [state], 1
    for step in steps:
        constraints = _constraints(step, definition.level, below)
        if step.kind in ("one", "then"):
            after = [s for old in states for s in _one(constraints, old, below, step.kind)]
        elif step.kind == "each":
            after = states
            for constraint in constraints:
                after = [s for old in after for s in _one([constraint], old, below, "one")]
        elif step.kind == "repeat":
            after = [s for old in states for s in _close(constraints, old, below)]
        elif step.kind == "unless":
            after = [s for old in states for s in _unless(constraints, old, below)]
        else:
            after = [_around(constraints, old, below) for old in states]
        if not after:
            if step.kind != "unless":  # stuck on the way; else it never lived
                yield from ((old, done) for old in states)
            return
        states = list(dict.fromkeys(after))
        done += step.kind in ("one", "then", "each")
    yield from ((old, done) for old in states)


def _constraints(step: Step, level: int, below: World) -> list[Constraint]:
    return [below.setting.constraint(level, name) for name in step.constraints]


def _whole(found: Found) -> Span:
    """The rounds from the beginning of the last element on, until one that lives then ends."""
    start = max(e.span[0] for e in found)
    return start, min(e.span[1] for e in found if e.span[1] >= start)


def _since(constraint: Constraint, found: Found) -> int | None:
    """When what a constraint with joints in time names began; None if all is of one time."""
    return min(e.span[0] for e in found) if constraint.orders else None


def _applications(
    constraint: Constraint, members: frozenset[Element], below: World
) -> Iterator[Found]:
    seen: set[Found] = set()
    kinds = {unit.kind for unit in constraint.units}
    for element in members:
        if element.kind not in kinds:
            continue
        for number, unit in enumerate(constraint.units):
            if unit.kind != element.kind:
                continue
            for found in below.find_with(constraint, number, element):
                if found in seen:
                    continue
                seen.add(found)
                there = [e in members for e in found]
                if not all(there) and all(there[i] for i in constraint.contexts):
                    yield found


def _one(constraints: list[Constraint], state: State, below: World, kind: str) -> Iterator[State]:
    for constraint in constraints:
        for found in _applications(constraint, state.members, below):
            own = _whole(found)
            if kind == "then":
                if not _is_later(constraint, found, state):
                    continue
                yield State(state.members | set(found), own, state.span[0])
            else:
                shared = meet(state.stage, own)
                if shared is not None:
                    begun = [x for x in (state.since, _since(constraint, found)) if x is not None]
                    yield State(state.members | set(found), shared, min(begun, default=None))


def _is_later(constraint: Constraint, found: Found, state: State) -> bool:
    """Whether what is new begins after a stage, as far as nothing new is said to be after it."""
    early = {order.first for order in constraint.orders}
    return all(
        e in state.members or e.span[0] > state.stage[0]
        for n, e in enumerate(found)
        if n not in early
    )


def _close(constraints: list[Constraint], state: State, below: World) -> Iterator[State]:
    """Apply what applies until nothing does, at each moment of a stage.

    What applies for a time only gives one element for that time and others before and after it.
    """
    members, span, since = state
    last: tuple[frozenset[Element], int, int] | None = None
    moment = span[0]
    while moment <= span[1]:
        grown, end = _closure(constraints, members, (moment, span[1]), below)
        if last is not None and last[0] == grown:
            last = (grown, last[1], end)
        else:
            if last is not None:
                yield State(last[0], last[1:], since)
            last = (grown, moment, end)
        moment = end + 1
    if last is not None:
        yield State(last[0], last[1:], since)


def _closure(
    constraints: list[Constraint], begun: frozenset[Element], span: Span, below: World
) -> tuple[frozenset[Element], int]:
    """What applies at the first moment of a span, and up to when nothing about it can change."""
    moment, end = span
    members, agenda = set(begun), list(begun)
    while agenda:
        element = agenda.pop()
        for constraint in constraints:
            for number in range(len(constraint.units)):
                for found in below.find_with(constraint, number, element):
                    own = _whole(found)
                    if own[1] < moment:
                        continue
                    if own[0] > moment:
                        end = min(end, own[0] - 1)
                        continue
                    end = min(end, own[1])
                    if all(found[i] in members for i in constraint.contexts):
                        new = [e for e in found if e not in members]
                        members.update(new)
                        agenda.extend(new)
    return frozenset(members), end


def _unless(constraints: list[Constraint], state: State, below: World) -> Iterator[State]:
    pieces = [state.stage]
    for constraint in constraints:
        for found in _applications(constraint, state.members, below):
            pieces = [p for piece in pieces for p in rest(piece, _whole(found))]
    for piece in pieces:
        yield State(state.members, piece, state.since)


def _around(constraints: list[Constraint], state: State, below: World) -> State:
    added: set[Element] = set()
    for constraint in constraints:
        for found in _applications(constraint, state.members, below):
            new = [e for e in found if e not in state.members]
            if all(meet(state.span, e.span) for e in new):
                added.update(new)
    return State(state.members | added, state.stage, state.since)
