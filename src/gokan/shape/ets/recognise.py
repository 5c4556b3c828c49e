"""Recognising level-0 elements: the generating systems run inside an observed struct.

This is the slow, literal recogniser. For every class it starts wherever the first step applies,
lets the observed struct be the environment, applies what applies, and keeps the largest results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gokan.shape.ets.constraint import (
    Constraint,
    applications,
    applies,
    matches,
    matches_with,
)
from gokan.shape.ets.element import Element, Span
from gokan.shape.ets.levels import World, recognise_level
from gokan.shape.ets.primitive import Event
from gokan.shape.ets.setting import ClassDef, Setting
from gokan.shape.ets.struct import Struct

Working = frozenset[Event]


def recognise(setting: Setting, struct: Struct, *, levels: int | None = None) -> list[World]:
    """Every element of every class in a struct: one `World` for each level from 0 up.

    Where the struct comes with a memory, that says which elements of level 0 are one and the same.
    """
    top = setting.top if levels is None else levels
    elements = [e for c in setting.at(0) for e in recognise_class(setting, c, struct)]
    if struct.memory is not None:
        elements = struct.memory.join(elements)
    worlds = [World.of_struct(setting, struct, elements)]
    for level in range(1, top + 1):
        worlds.append(recognise_level(setting, level, worlds[-1]))
    return worlds


def recognise_class(setting: Setting, definition: ClassDef, struct: Struct) -> list[Element]:
    """The elements of one level-0 class: the largest parts of a struct that it can generate."""
    first, *others = definition.steps
    found: list[Working] = []
    inside: dict[Event, list[Working]] = {}
    constraints = [setting.constraint(0, name) for name in first.constraints]
    closed = len(others) == 1 and others[0].kind == "repeat"
    seeds = [match for c in constraints for match in matches(c, struct)]
    if closed:  # in time, so that what a seed would give is mostly known already
        place = {event: number for number, event in enumerate(struct.order)}
        seeds.sort(key=lambda match: max(place[e] for e in match))
    for seed in seeds:
        begun = frozenset(seed)
        # A closed element holds all that grows from any part of it.
        if closed and any(begun <= known for known in inside.get(seed[0], ())):
            continue
        for grown in _grow(setting, definition, begun, struct):
            found.append(grown)
            for event in grown:
                inside.setdefault(event, []).append(grown)
    return [
        Element(definition.name, 0, events, _span(events, struct))
        for events in dict.fromkeys(found)
        if not any(events < other for other in inside[next(iter(events))])
    ]


def generates(setting: Setting, definition: ClassDef, struct: Struct) -> bool:
    """Whether a whole struct is one element of a class."""
    return any(e.members == struct.events for e in recognise_class(setting, definition, struct))


def _grow(
    setting: Setting, definition: ClassDef, begun: Working, struct: Struct
) -> Iterator[Working]:
    states: set[Working] = {begun}
    for step in definition.steps[1:]:
        constraints = [setting.constraint(0, name) for name in step.constraints]
        if step.kind == "repeat":
            states = {_close(constraints, state, struct) for state in states}
        elif step.kind == "each":
            for constraint in constraints:
                states = _apply_one([constraint], states, struct)
        elif step.kind == "one":
            states = _apply_one(constraints, states, struct)
    yield from sorted(states, key=len)


def _apply_one(constraints: list[Constraint], states: set[Working], struct: Struct) -> set[Working]:
    return {
        state | set(match)
        for state in states
        for constraint in constraints
        for match in applications(constraint, state, struct)
    }


def _close(constraints: list[Constraint], begun: Working, struct: Struct) -> Working:
    """Apply whatever applies until nothing does. The order cannot matter: nothing is taken away."""
    places: dict[str, list[tuple[Constraint, int]]] = {}
    for constraint in constraints:
        for number, unit in enumerate(constraint.units):
            places.setdefault(unit.kind, []).append((constraint, number))
    working, agenda = set(begun), list(begun)
    while agenda:
        event = agenda.pop()
        for constraint, number in places.get(event.kind, ()):
            for match in matches_with(constraint, struct, number, event):
                if applies(constraint, match, working):
                    new = [e for e in match if e not in working]
                    working.update(new)
                    agenda.extend(new)
    return frozenset(working)


def _span(events: Working, struct: Struct) -> Span:
    """The rounds in which an element is whole: it has as many timed events as in its first.

    One side of a pair may have been seen once more after the other side changed; the pair is gone
    then, though its last event is one of its members.
    """
    seen = Counter(struct.rounds[e] for e in events if e in struct.rounds)
    if not seen:
        return 0, 0
    first = min(seen)
    return first, max(r for r, count in seen.items() if count >= seen[first])
