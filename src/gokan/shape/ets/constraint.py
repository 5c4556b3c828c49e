"""Structural constraints: what a step of formation adds, and to what (Sections 3.4.1.1, 3.4.2).

A constraint names units and how they are joined. At level 0 the units are events and the joints
are processes from a terminal site to an initial site. At level n the units are class elements of
level n-1 and a joint says that some of them overlap on a constraint of level n-1; joints in time
say that one element ends into another or begins before it. Units marked `context` must be there
before the constraint is applied.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from gokan.errors import InvalidInput
from gokan.shape.ets.primitive import Domain, Event, Process
from gokan.shape.ets.struct import Struct

Match = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A place in a constraint for an event or an element of one kind."""

    name: str
    kind: str
    context: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A process from a terminal site of one unit to an initial site of another (by numbers)."""

    source: int
    terminal: int
    target: int
    initial: int


@dataclass(frozen=True, slots=True)
class Overlap:
    """These units share a part that satisfies a constraint of the level below (a CEL)."""

    units: tuple[int, ...]
    on: str


@dataclass(frozen=True, slots=True)
class Order:
    """A joint in time: `into` (the first ends where the second begins and they share something),
    `before` (the first begins before the second), or `along` (both live at one time).
    """

    relation: str
    first: int
    second: int


@dataclass(frozen=True)
class Constraint:
    """A family of structs.

    >>> NULL.units
    ()
    """

    name: str
    level: int
    units: tuple[Unit, ...]
    links: tuple[Link, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    orders: tuple[Order, ...] = ()
    note: str = field(default="", compare=False)
    noise: tuple[str, ...] = ()
    """Kinds of events through which a link may pass, as many as there are (Section 6.1)."""

    @cached_property
    def contexts(self) -> tuple[int, ...]:
        """The numbers of the units that must be there before."""
        return tuple(i for i, unit in enumerate(self.units) if unit.context)

    @cached_property
    def plans(self) -> tuple[tuple[tuple[int, Link], ...], ...]:
        """For each unit to start from: the other units in an order in which links reach them."""
        return tuple(self._plan(start) for start in range(len(self.units)))

    def _plan(self, start: int) -> tuple[tuple[int, Link], ...]:
        reached, plan = {start}, []
        while len(reached) < len(self.units):
            for link in self.links:
                ends = {link.source, link.target}
                if len(ends & reached) == 1:
                    (new,) = ends - reached
                    plan.append((new, link))
                    reached.add(new)
                    break
            else:
                raise InvalidInput(
                    f"constraint {self.name} falls apart: no link reaches some of its units."
                )
        return tuple(plan)


NULL = Constraint("Θ", 0, ())
"""The null constraint: it applies to every struct and changes nothing."""


def satisfies(struct: Struct, constraint: Constraint) -> bool:
    """Whether a struct consists of a constraint's events, joined at least as it says (Figure 3.6).

    >>> from gokan.shape.ets.struct import Struct
    >>> from gokan.shape.ets.primitive import Domain
    >>> satisfies(Struct(Domain("w", (), ()), ()), NULL)
    True
    """
    if not constraint.units:
        return not len(struct)
    return any(len(match) == len(struct) for match in matches(constraint, struct))


def matches(constraint: Constraint, struct: Struct) -> Iterator[Match]:
    """Every way to find a constraint in a struct: one event for each of its units."""
    if constraint.units:
        kind = constraint.units[0].kind
        for event in struct.events:
            if event.kind == kind:
                yield from matches_with(constraint, struct, 0, event)


def matches_with(
    constraint: Constraint, struct: Struct, unit: int, event: Event
) -> Iterator[Match]:
    """The matches in which a given event takes the place of a given unit.

    Processes have one end each, so there is at most one where links join all the units. Noise that
    the links pass through comes after the units: it is part of what forms.
    """
    placed: dict[int, Event] = {unit: event}
    noise: list[Event] = []
    for new, link in constraint.plans[unit]:
        if link.source == new:
            process = placed[link.target].initials[link.initial]
            found = _end(struct.producer, process, constraint, noise)
            wanted = link.terminal
        else:
            process = placed[link.source].terminals[link.terminal]
            found = _end(struct.consumer, process, constraint, noise)
            wanted = link.initial
        if found is None or found[1] != wanted or found[0].kind != constraint.units[new].kind:
            return
        placed[new] = found[0]
    match = tuple(placed[i] for i in range(len(constraint.units)))
    if len(set(match)) == len(match) and all(
        _end(struct.consumer, match[k.source].terminals[k.terminal], constraint, [])
        == (match[k.target], k.initial)
        for k in constraint.links
    ):
        yield match + tuple(dict.fromkeys(noise))


def _end(
    ends: Mapping[Process, tuple[Event, int]],
    process: Process,
    constraint: Constraint,
    noise: list[Event],
) -> tuple[Event, int] | None:
    """The event that ends (or began) a process, and at which site, past all noise."""
    found = ends.get(process)
    while found is not None and found[0].kind in constraint.noise:
        event, site = found
        onwards = event.terminals if process in event.initials else event.initials
        if site >= len(onwards):
            return None  # the noise has no such site on its other side
        noise.append(event)
        process = onwards[site]
        found = ends.get(process)
    return found


def applications(
    constraint: Constraint, working: Collection[Event], struct: Struct
) -> Iterator[Match]:
    """How a constraint can be applied to a working struct inside an observed one.

    The context must be in the working struct, something must be shared, something must be new.
    """
    seen = set()
    kinds = {unit.kind for unit in constraint.units}
    for event in list(working):
        if event.kind not in kinds:
            continue
        for number, unit in enumerate(constraint.units):
            if unit.kind != event.kind:
                continue
            for match in matches_with(constraint, struct, number, event):
                if match not in seen and applies(constraint, match, working):
                    seen.add(match)
                    yield match


def applies(constraint: Constraint, match: Match, working: Collection[Event]) -> bool:
    """Whether a match is an application: context present, something shared, something new."""
    there = [event in working for event in match]
    return any(there) and not all(there) and all(there[i] for i in constraint.contexts)


def apply(constraint: Constraint, working: Struct, observed: Struct) -> list[Struct]:
    """Every struct that one application gives; the null constraint gives the struct itself.

    >>> from gokan.shape.ets.struct import Struct
    >>> from gokan.shape.ets.primitive import Domain
    >>> nothing = Struct(Domain("w", (), ()), ())
    >>> apply(NULL, nothing, nothing) == [nothing]
    True
    """
    if not constraint.units:
        return [working]
    found = applications(constraint, working.events, observed)
    return [observed.part(working.events | set(match)) for match in found]


def check_constraint(constraint: Constraint, domain: Domain) -> None:
    """Raise InvalidInput unless a constraint of level 0 fits its domain."""
    for unit in constraint.units:
        if unit.kind not in domain:
            raise InvalidInput(f"constraint {constraint.name}: no primitive {unit.kind!r}.")
    for kind in constraint.noise:
        if kind not in domain:
            raise InvalidInput(f"constraint {constraint.name}: no primitive {kind!r}.")
        if kind in (unit.kind for unit in constraint.units):
            raise InvalidInput(f"constraint {constraint.name}: {kind} is a unit and noise.")
    for link in constraint.links:
        source = domain[constraint.units[link.source].kind]
        target = domain[constraint.units[link.target].kind]
        one, two = source.terminals[link.terminal], target.initials[link.initial]
        if one.primal != two.primal:
            raise InvalidInput(
                f"constraint {constraint.name}: a process cannot be"
                f" both {one.primal} and {two.primal}."
            )
    _ = constraint.plans
