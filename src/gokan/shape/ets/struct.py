"""Structs: events joined by processes, in time (Section 3.3.2).

Every process has at most one producer and at most one consumer, and nothing is before itself.
Two structs are structurally identical if a relabelling of processes and events turns one into the
other; `signature` gives equal values for exactly such structs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from gokan.errors import InvalidInput
from gokan.shape.ets.primitive import Domain, Event, Process

if TYPE_CHECKING:
    from gokan.shape.ets.element import Element

Code = tuple[tuple[Hashable, ...], ...]


class Memory(Protocol):
    """Knowledge beside a struct of what was recorded in it."""

    def join(self, elements: Iterable[Element]) -> list[Element]:
        """Elements of level 0, those that are one and the same joined."""


class Struct:
    """A finite set of events that hang together in time.

    `rounds` gives the round of timed events, as the recorder counted them. Without it neighbours
    keep step if they can; else a round is the number of timed events in the longest chain before.
    `memory` is what the recorder knows besides: which elements of level 0 are one and the same.

    >>> from gokan.shape.ets.primitive import Domain, Event, Primitive, Site
    >>> p = (Site("it", "thing"),)
    >>> world = Domain("w", ("thing",), (Primitive("make", (), p), Primitive("use", p, p, True)))
    >>> made, used = Event("make", 0, (), ("a",)), Event("use", 0, ("a",), ("b",))
    >>> Struct(world, [made, used]).before(made, used)
    True
    >>> Struct(world, [Event("use", 1, ("a",), ())])
    Traceback (most recent call last):
        ...
    gokan.errors.InvalidInput: use has 1 terminal sites but got 0 processes.
    """

    def __init__(
        self,
        domain: Domain,
        events: Iterable[Event],
        *,
        rounds: Mapping[Event, int] | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.domain = domain
        self.memory = memory
        self.events = frozenset(events)
        self._given = dict(rounds) if rounds else None
        self.producer: dict[Process, tuple[Event, int]] = {}
        self.consumer: dict[Process, tuple[Event, int]] = {}
        primal: dict[Process, str] = {}
        shapes = {p.name: p for p in domain.primitives}
        for event in self.events:
            kind = shapes.get(event.kind)
            if kind is None:
                raise InvalidInput(f"{domain.name} has no primitive {event.kind!r}.")
            for which, sites, processes, ends in (
                ("initial", kind.initials, event.initials, self.consumer),
                ("terminal", kind.terminals, event.terminals, self.producer),
            ):
                if len(sites) != len(processes):
                    raise InvalidInput(
                        f"{kind.name} has {len(sites)} {which} sites"
                        f" but got {len(processes)} processes."
                    )
                for number, (site, process) in enumerate(zip(sites, processes, strict=True)):
                    if process in ends:
                        deed = "ended" if ends is self.consumer else "begun"
                        raise InvalidInput(f"process {process!r} is {deed} twice.")
                    ends[process] = event, number
                    if primal.setdefault(process, site.primal) != site.primal:
                        raise InvalidInput(
                            f"process {process!r} is both {primal[process]} and {site.primal}."
                        )
        _ = self.order  # raises if there is a cycle

    def __len__(self) -> int:
        return len(self.events)

    def __contains__(self, event: object) -> bool:
        return event in self.events

    def __eq__(self, other: object) -> bool:
        """The same events, not merely the same structure; see `signature` for the latter."""
        return isinstance(other, Struct) and self.events == other.events

    def __hash__(self) -> int:
        return hash(self.events)

    @cached_property
    def order(self) -> tuple[Event, ...]:
        """The events, each after all that are before it."""
        missing = {
            event: sum(process in self.producer for process in event.initials)
            for event in self.events
        }
        ready = deque(sorted((e for e, n in missing.items() if not n), key=repr))
        order = []
        while ready:
            event = ready.popleft()
            order.append(event)
            for after in self.next(event):
                missing[after] -= 1
                if not missing[after]:
                    ready.append(after)
        if len(order) < len(self.events):
            raise InvalidInput("some events of the struct are before themselves.")
        return tuple(order)

    def next(self, event: Event) -> list[Event]:
        """The events that end processes which this one began, one for each process."""
        return [self.consumer[p][0] for p in event.terminals if p in self.consumer]

    def previous(self, event: Event) -> list[Event]:
        """The events that began the processes which this one ends."""
        return [self.producer[p][0] for p in event.initials if p in self.producer]

    def before(self, first: Event, second: Event) -> bool:
        """Whether `first` is before `second`; false if the struct does not tell."""
        seen, queue = {first}, [first]
        while queue:
            for after in self.next(queue.pop()):
                if after == second:
                    return True
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
        return False

    @cached_property
    def rounds(self) -> dict[Event, int]:
        """The round of every timed event."""
        if self._given is not None:
            return {e: r for e, r in self._given.items() if e in self.events}
        timed = {p.name for p in self.domain.primitives if p.timed}
        clock = self._clock(timed) or self._depth(timed)
        return {e: r for e, r in clock.items() if e.kind in timed}

    @property
    def keeps_step(self) -> bool:
        """Whether all ways between two events take one time, timed and other events in turn."""
        return self._clock({p.name for p in self.domain.primitives if p.timed}) is not None

    def _clock(self, timed: set[str]) -> dict[Event, int] | None:
        """Rounds in which neighbours keep step: a half round from a timed event to its lines.

        None if no such clock exists, because two ways between two events take different times.
        """
        clock: dict[Event, int] = {}
        for part in self.components:
            start = next(iter(part))
            halves, queue = {start: 0}, [start]
            while queue:
                event = queue.pop()
                for way, near in ((1, self.next(event)), (-1, self.previous(event))):
                    for other in near:
                        step = 1 if (event.kind in timed) != (other.kind in timed) else 2
                        value = halves[event] + way * step
                        if other not in halves:
                            halves[other] = value
                            queue.append(other)
                        elif halves[other] != value:
                            return None
            first = min((h for e, h in halves.items() if e.kind in timed), default=0)
            clock |= {e: (h - first) // 2 for e, h in halves.items()}
        return clock

    def _depth(self, timed: set[str]) -> dict[Event, int]:
        depth: dict[Event, int] = {}
        for event in self.order:
            so_far = (depth[e] + (e.kind in timed) for e in self.previous(event))
            depth[event] = max(so_far, default=0)
        return depth

    def part(self, events: Iterable[Event]) -> Struct:
        """The sub-struct with these events only, and without the memory of the rest."""
        kept = frozenset(events) & self.events
        rounds = self.rounds
        return Struct(self.domain, kept, rounds={e: rounds[e] for e in kept if e in rounds})

    def relabel(
        self,
        processes: Callable[[Process], Process] = lambda process: process,
        labels: Callable[[Event], Hashable] = lambda event: event.label,
    ) -> Struct:
        """The same structure with other names for processes and events."""
        new = {
            e: Event(
                e.kind,
                labels(e),
                tuple(processes(p) for p in e.initials),
                tuple(processes(p) for p in e.terminals),
            )
            for e in self.events
        }
        rounds = {new[e]: r for e, r in self._given.items()} if self._given is not None else None
        return Struct(self.domain, new.values(), rounds=rounds)

    @cached_property
    def components(self) -> tuple[frozenset[Event], ...]:
        """The parts that no process joins."""
        left, parts = set(self.events), []
        while left:
            part, queue = set(), [left.pop()]
            while queue:
                event = queue.pop()
                part.add(event)
                for near in (*self.next(event), *self.previous(event)):
                    if near in left:
                        left.discard(near)
                        queue.append(near)
            parts.append(frozenset(part))
        return tuple(parts)

    @cached_property
    def signature(self) -> tuple[Code, ...]:
        """Equal for structurally identical structs, and only for them."""
        return tuple(sorted((self._code(part) for part in self.components), key=repr))

    def _code(self, part: frozenset[Event]) -> Code:
        """The least description of a connected part, over all events to start from.

        Sites are ordered, so where the walk starts decides the whole of it.
        """
        colors = _refine(self, part)
        rare = min(set(colors.values()), key=lambda c: (list(colors.values()).count(c), c))
        starts = [event for event in part if colors[event] == rare]
        return min((self._walk(start) for start in starts), key=repr)

    def _walk(self, start: Event) -> Code:
        number, queue, code = {start: 0}, deque([start]), []
        while queue:
            event = queue.popleft()
            row: list[Hashable] = [event.kind]
            for ends, processes in (
                (self.producer, event.initials),
                (self.consumer, event.terminals),
            ):
                for process in processes:
                    found = ends.get(process)
                    if found is None:
                        row.append(None)
                        continue
                    if found[0] not in number:
                        number[found[0]] = len(number)
                        queue.append(found[0])
                    row.append((number[found[0]], found[1]))
            code.append(tuple(row))
        return tuple(code)


def same_structure(a: Struct, b: Struct) -> bool:
    """Whether a relabelling turns one struct into the other."""
    return a.domain == b.domain and a.signature == b.signature


def assemble(a: Struct, b: Struct) -> Struct:
    """The union of two structs that share at least one event (Figure 3.4).

    Relabel one of them first so that the events they have in common coincide.
    """
    if a.domain != b.domain:
        raise InvalidInput("structs of different domains cannot be assembled.")
    if not a.events & b.events:
        raise InvalidInput("structs that share no event cannot be assembled.")
    rounds = {**b._given, **a._given} if a._given is not None and b._given is not None else None
    return Struct(a.domain, a.events | b.events, rounds=rounds)


def _refine(struct: Struct, part: frozenset[Event]) -> dict[Event, int]:
    """Colour events so that different colours cannot correspond; three rounds are enough here."""
    colors = {e: hash_of((e.kind,)) for e in part}
    for _ in range(3):
        colors = {
            e: hash_of(
                (
                    colors[e],
                    *(
                        colors[struct.producer[p][0]] if p in struct.producer else 0
                        for p in e.initials
                    ),
                    1,
                    *(
                        colors[struct.consumer[p][0]] if p in struct.consumer else 0
                        for p in e.terminals
                    ),
                )
            )
            for e in part
        }
    return colors


def hash_of(value: tuple[Hashable, ...]) -> int:
    """A number of a tuple that is the same in every run, unlike `hash` of texts."""
    import zlib

    return zlib.crc32(repr(value).encode())
