"""Generating elements from nothing but a generating system, at any level.

Each application makes the events (or elements) that are new and joins them as the constraint says.
Joining is assembly: what two parts have in common is made one, and since a process has one producer
and one consumer, what follows and precedes becomes one as well. Where the formalism leaves a choice
that the world does not (Figure 4.22), `observable` refuses it, as the environment would.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from gokan.errors import InvalidInput
from gokan.shape.ets.constraint import Constraint, matches
from gokan.shape.ets.primitive import Domain, Event
from gokan.shape.ets.setting import ClassDef, Setting
from gokan.shape.ets.struct import Struct

Observable = Callable[[Struct], bool]
TRIES = 400
VARIANTS = 2  # of a level-0 class, made once for the levels above


def generate(
    setting: Setting,
    name: str,
    *,
    seed: int = 0,
    rounds: int = 2,
    observable: Observable = lambda struct: True,
) -> Struct:
    """A struct that is one element of a class, chosen at random; `rounds` bounds its life.

    Raises InvalidInput if nothing observable could be made, which would mean that the class is
    empty or very unlikely.
    """
    chance = random.Random(seed)
    definition = setting.class_(name)
    pool: dict[tuple[str, ...], list[tuple[_Draft, _Made]]] = {}
    for _ in range(TRIES):
        draft = _Draft(setting.domain)
        made = _Maker(setting, draft, chance, rounds, observable, pool).make(definition)
        if made is not None:
            return draft.struct()
    raise InvalidInput(f"the class {name} gave nothing that can be observed in {TRIES} tries.")


class _Clash(Exception):
    """Two things that should become one are of different kinds."""


@dataclass
class _Draft:
    """Events under construction; events and processes may still become one."""

    domain: Domain
    kinds: list[str] = field(default_factory=list)
    sites: list[tuple[list[int], list[int]]] = field(default_factory=list)
    same_event: list[int] = field(default_factory=list)
    same_process: list[int] = field(default_factory=list)

    def add(self, kind: str) -> int:
        shape = self.domain[kind]
        sites: tuple[list[int], list[int]] = ([], [])
        for side, needed in zip(sites, (shape.initials, shape.terminals), strict=True):
            for _ in needed:
                side.append(len(self.same_process))
                self.same_process.append(len(self.same_process))
        self.kinds.append(kind)
        self.sites.append(sites)
        self.same_event.append(len(self.same_event))
        return len(self.kinds) - 1

    def copy(self, other: _Draft, events: Iterable[int]) -> set[int]:
        """Add events of another draft, joined as they are there."""
        roots = sorted({other.event(n) for n in events})
        made = {n: self.add(other.kinds[n]) for n in roots}
        first: dict[int, int] = {}
        for old, new in made.items():
            for theirs, ours in zip(other.sites[old], self.sites[new], strict=True):
                for p, q in zip(theirs, ours, strict=True):
                    self._join_processes(first.setdefault(_root(other.same_process, p), q), q)
        return set(made.values())

    def event(self, number: int) -> int:
        return _root(self.same_event, number)

    def merge(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Make events one, and whatever must then be one."""
        for a, b in pairs:
            self._join_events(a, b)
        self._settle()

    def link(self, source: int, terminal: int, target: int, initial: int) -> None:
        """Make a terminal process of one event an initial process of another."""
        self._join_processes(self.sites[source][1][terminal], self.sites[target][0][initial])
        self._settle()

    def _join_events(self, a: int, b: int) -> None:
        a, b = self.event(a), self.event(b)
        if a == b:
            return
        if self.kinds[a] != self.kinds[b]:
            raise _Clash
        self.same_event[b] = a
        for mine, yours in zip(self.sites[a], self.sites[b], strict=True):
            for p, q in zip(mine, yours, strict=True):
                self._join_processes(p, q)

    def _join_processes(self, p: int, q: int) -> None:
        self.same_process[_root(self.same_process, q)] = _root(self.same_process, p)

    def _settle(self) -> None:
        """One producer and one consumer for each process: merge until that is so."""
        again = True
        while again:
            again = False
            for side in (0, 1):
                ends: dict[int, tuple[int, int]] = {}
                for number in range(len(self.kinds)):
                    if self.event(number) != number:
                        continue
                    for place, process in enumerate(self.sites[number][side]):
                        root = _root(self.same_process, process)
                        other = ends.setdefault(root, (number, place))
                        if other == (number, place):
                            continue
                        if other[1] != place or other[0] == number:
                            raise _Clash
                        self._join_events(other[0], number)
                        again = True

    def struct(self, events: Iterable[int] | None = None) -> Struct:
        """What has been drafted so far, or some of it; labels are the numbers of events."""
        numbers = range(len(self.kinds)) if events is None else events
        made = {
            Event(
                self.kinds[n],
                n,
                tuple(_root(self.same_process, p) for p in self.sites[n][0]),
                tuple(_root(self.same_process, p) for p in self.sites[n][1]),
            )
            for n in {self.event(n) for n in numbers}
        }
        return Struct(self.domain, made)


@dataclass
class _Made:
    """A generated element: its class and its parts, which are events' numbers at level 0."""

    kind: str
    level: int
    events: set[int]
    parts: list[_Made]


@dataclass
class _Maker:
    setting: Setting
    draft: _Draft
    chance: random.Random
    rounds: int
    observable: Observable

    pool: dict[tuple[str, ...], list[tuple[_Draft, _Made]]] = field(default_factory=dict)

    def part(self, definition: ClassDef, needed: Sequence[Constraint]) -> _Made | None:
        """An element of a lower class that shows some constraints, so that it can be joined there.

        Of level 0 it is one of a few made beforehand, which is fast.
        """
        if definition.level:
            return self.make(definition)
        ready = self.pool.setdefault((definition.name, *(c.name for c in needed)), [])
        for _ in range(TRIES if not ready else len(ready) < VARIANTS):
            draft = _Draft(self.setting.domain)
            maker = _Maker(self.setting, draft, self.chance, self.rounds, self.observable)
            made = maker.make(definition)
            if made is not None:
                struct = draft.struct(made.events)
                if all(any(True for _ in matches(c, struct)) for c in needed):
                    ready.append((draft, made))
                    break
        if not ready:
            return None
        draft, made = self.chance.choice(ready)
        return _Made(made.kind, 0, self.draft.copy(draft, made.events), [])

    def make(self, definition: ClassDef) -> _Made | None:
        """An element of a class in the draft, or None if this attempt led nowhere."""
        made = _Made(definition.name, definition.level, set(), [])
        try:
            for number, step in enumerate(definition.steps):
                constraints = [
                    self.setting.constraint(definition.level, c) for c in step.constraints
                ]
                if step.kind == "unless":
                    continue
                if step.kind == "each":
                    good = all(self._step([c], made, first=False) for c in constraints)
                elif step.kind in ("one", "then"):
                    good = self._step(constraints, made, first=number == 0)
                else:  # repeat and around: as often as it pleases
                    good = True
                    # at level 0 a round of colours and lines takes some applications
                    times = 5 * self.rounds if definition.level == 0 else self.chance.randrange(3)
                    for _ in range(times):
                        if not self._step(constraints, made, first=False):
                            break
                if not good:
                    return None
        except (_Clash, InvalidInput):
            return None
        return made

    def _step(self, constraints: Sequence[Constraint], made: _Made, *, first: bool) -> bool:
        options = list(constraints)
        self.chance.shuffle(options)
        if made.level == 0:
            return any(self._apply(c, made, first) for c in options)
        return any(self._attach(c, made, first) for c in options)

    # --- level 0 ------------------------------------------------------------------------------

    def _apply(self, constraint: Constraint, made: _Made, first: bool) -> bool:
        places: list[list[int | None]] = []
        used = {p for n in made.events for p in map(self._root, self.draft.sites[n][0])}
        for number, unit in enumerate(constraint.units):
            if first or not unit.context:  # at the first step the environment supplies the context
                places.append([None])
                continue
            needed = [k.terminal for k in constraint.links if k.source == number]
            fitting: list[int | None] = [
                n
                for n in sorted(made.events)
                if self.draft.kinds[n] == unit.kind
                and not any(self._root(self.draft.sites[n][1][t]) in used for t in needed)
            ]
            self.chance.shuffle(fitting)
            places.append(fitting)
        for choice in product(*places):
            known = [n for n in choice if n is not None]
            if len(set(known)) == len(known) and self._try(constraint, made, choice):
                return True
        return False

    def _try(self, constraint: Constraint, made: _Made, choice: tuple[int | None, ...]) -> bool:
        """Apply with these events in the context, if what comes out is new and observable."""
        before = self._save()
        units = [
            self.draft.add(unit.kind) if n is None else n
            for unit, n in zip(constraint.units, choice, strict=True)
        ]
        try:
            for k in constraint.links:
                self.draft.link(units[k.source], k.terminal, units[k.target], k.initial)
            trial = {self.draft.event(n) for n in (*made.events, *units)}
            if self.observable(self.draft.struct(trial)):
                made.events = trial
                return True
        except (_Clash, InvalidInput):
            pass
        self._restore(before)
        return False

    def _root(self, process: int) -> int:
        return _root(self.draft.same_process, process)

    def _save(self) -> _Draft:
        draft = self.draft
        return _Draft(
            draft.domain,
            list(draft.kinds),
            list(draft.sites),
            list(draft.same_event),
            list(draft.same_process),
        )

    def _restore(self, saved: _Draft) -> None:
        draft = self.draft
        draft.kinds, draft.sites = saved.kinds, saved.sites
        draft.same_event, draft.same_process = saved.same_event, saved.same_process

    # --- levels above -------------------------------------------------------------------------

    def _attach(self, constraint: Constraint, made: _Made, first: bool) -> bool:
        """Add elements of the level below and make them overlap as the constraint says."""
        shared = [] if first else list(constraint.contexts)
        if not first and not shared:
            shared = [self.chance.randrange(len(constraint.units))]
        choices = [[p for p in made.parts if p.kind == constraint.units[u].kind] for u in shared]
        for fitting in choices:
            self.chance.shuffle(fitting)
        return any(
            self._attach_to(constraint, made, dict(zip(shared, known, strict=True)))
            for known in product(*choices)
            if len({id(part) for part in known}) == len(known)
        )

    def _attach_to(self, constraint: Constraint, made: _Made, units: dict[int, _Made]) -> bool:
        before, parts_before = self._save(), list(made.parts)
        new = []
        for number, unit in enumerate(constraint.units):
            if number not in units:
                needed = [
                    self.setting.constraint(constraint.level - 1, overlap.on)
                    for overlap in constraint.overlaps
                    if number in overlap.units
                ]
                part = self.part(self.setting.class_(unit.kind), needed)
                if part is None:
                    break
                units[number] = part
                new.append(part)
        else:
            try:
                for overlap in constraint.overlaps:
                    below = self.setting.constraint(constraint.level - 1, overlap.on)
                    anchors = [self._anchor(units[u], below) for u in overlap.units]
                    for other in anchors[1:]:
                        self.draft.merge(zip(anchors[0], other, strict=True))
                every = [frozenset(self._events(part)) for part in (*parts_before, *new)]
                if len(set(every)) == len(every):  # else nothing new came of it
                    made.parts = parts_before + new
                    if self.observable(self.draft.struct(self._events(made))):
                        return True
            except (_Clash, InvalidInput):
                pass
        self._restore(before)
        made.parts = parts_before
        return False

    def _events(self, made: _Made) -> set[int]:
        if made.level == 0:
            return {self.draft.event(n) for n in made.events}
        return {n for part in made.parts for n in self._events(part)}

    def _anchor(self, made: _Made, constraint: Constraint) -> list[int]:
        """Events of an element that show a constraint of its level, the first in time."""
        if made.level == 0:
            struct = self.draft.struct(made.events)
            place = {e: n for n, e in enumerate(struct.order)}
            found = sorted(matches(constraint, struct), key=lambda m: max(place[e] for e in m))
            if not found:
                raise _Clash
            return [int(str(event.label)) for event in found[0]]
        choices = [
            [part for part in made.parts if part.kind == unit.kind] for unit in constraint.units
        ]
        found_parts = [
            units
            for units in product(*choices)
            if len({id(u) for u in units}) == len(units) and self._shares(units, constraint)
        ]
        if not found_parts:
            raise _Clash
        units = self.chance.choice(found_parts)
        if not constraint.overlaps:
            return [self._first(units[0])]
        anchors: list[int] = []
        for overlap in constraint.overlaps:
            below = self.setting.constraint(constraint.level - 1, overlap.on)
            anchors += self._common([units[u] for u in overlap.units], below)
        return anchors

    def _first(self, made: _Made) -> int:
        """The first timed event of an element; whoever shares it shares what follows from it."""
        struct = self.draft.struct(self._events(made))
        timed = [e for e in struct.order if e in struct.rounds]
        return int(str(timed[0].label))

    def _shares(self, units: Sequence[_Made], constraint: Constraint) -> bool:
        try:
            for overlap in constraint.overlaps:
                below = self.setting.constraint(constraint.level - 1, overlap.on)
                self._common([units[u] for u in overlap.units], below)
        except _Clash:
            return False
        return True

    def _common(self, units: Sequence[_Made], constraint: Constraint) -> list[int]:
        """The first place where elements of level 0 overlap on a constraint."""
        shared = set.intersection(*(self._events(u) for u in units))
        part = _Made("", 0, shared, [])
        return self._anchor(part, constraint)


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number
