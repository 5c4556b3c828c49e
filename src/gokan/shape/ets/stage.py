"""Stage ascension: classes of one stage become the primal classes of the next.

Section 3.4.2: "the old high-level classes become the new primal classes, and their overlapping
areas become the new primitives". Section 4.5.3 suggests the classes of plays and removals as
transforms instead. `ascend` does either, at any level, and what it gives is always a struct:

- An element of the old stage is a thread of processes in the new one. Every event it takes part in
  ends one of them and begins the next: what has been transformed is another process (4.2.2).
- Events that happen at one time and share an element are one event, since nothing can take part in
  two at once. Its initials are what was there before, its terminals what is there afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gokan.errors import InvalidInput
from gokan.shape.ets.element import Element, Span
from gokan.shape.ets.levels import World
from gokan.shape.ets.primitive import Domain, Event, Primitive, Site
from gokan.shape.ets.setting import ClassDef
from gokan.shape.ets.struct import Struct

Moment = tuple[int, str, frozenset[int]]
"""A time, what happens, and the elements that take part."""


@dataclass(frozen=True)
class Layer:
    """The elements of one level by number, with what the next stage needs to know of them."""

    kinds: Sequence[str]
    spans: Sequence[Span]
    overlaps: Sequence[Collection[int]]
    """Elements that overlap on some constraint, in time too."""
    changes: Sequence[tuple[str, int, frozenset[int]]] = field(default=())
    """Plays, removals and the like: the class, when it is done, which elements it touches."""


def ascend(
    world: World | Layer,
    *,
    processes: Collection[str],
    transforms: Collection[str] | None = None,
    name: str = "next",
) -> Struct:
    """The struct of the next stage: `processes` are its primal classes.

    Without `transforms` an event is a place where elements begin or end, together with all that
    they overlap with. With `transforms`, classes of the same level or classes of changes at level
    0, an event is what such an element does to the processes it overlaps with: when it begins, and
    whenever one of them begins or ends.
    """
    layer = layer_of(world) if isinstance(world, World) else world
    known = {kind for kind in processes if kind in set(layer.kinds)}
    threads = [n for n, kind in enumerate(layer.kinds) if kind in known]
    if transforms is None:
        moments = list(_overlapping(layer, threads))
    else:
        both = set(transforms) & set(processes)
        if both:
            raise InvalidInput(f"{min(both)} cannot be both a process and a transform.")
        moments = list(_transforming(layer, threads, set(transforms)))
    return _struct(layer, _joined(moments), tuple(processes), name)


def layer_of(world: World) -> Layer:
    """A level of recognised elements for `ascend`."""
    number = {element: n for n, element in enumerate(world.elements)}
    ground = world
    while ground.below is not None:
        ground = ground.below
    changes = []
    held_by = _held_by(ground)
    touching = _members(world)
    for change in ground.elements:
        if not is_change(ground.setting.class_(change.kind)):
            continue
        touched = {n for e in held_by.get(change, ()) for n in touching.get(e, ())}
        changes.append((change.kind, change.span[1], frozenset(touched)))
    return Layer(
        [e.kind for e in world.elements],
        [e.span for e in world.elements],
        [[number[e] for e in held] for held in world.holders.values() if len(held) > 1],
        changes,
    )


def is_change(definition: ClassDef) -> bool:
    """Whether elements of a class are short: a class of level 0 in which nothing is repeated."""
    return definition.level == 0 and all(step.kind != "repeat" for step in definition.steps)


def _held_by(ground: World) -> dict[Element, set[Element]]:
    """For each change the elements of level 0 that it overlaps with."""
    found: dict[Element, set[Element]] = {}
    for held in ground.holders.values():
        for element in held:
            if is_change(ground.setting.class_(element.kind)):
                found.setdefault(element, set()).update(held)
    return found


def _members(world: World) -> dict[Element, list[int]]:
    """For each element of level 0 the numbers of the elements that it is part of."""
    found: dict[Element, list[int]] = {}
    for n, element in enumerate(world.elements):
        for part in element.parts(0):
            found.setdefault(part, []).append(n)
    return found


def _overlapping(layer: Layer, threads: Sequence[int]) -> Iterator[Moment]:
    """Every beginning and end, with all that the element overlaps with."""
    near: dict[int, set[int]] = {n: {n} for n in threads}
    for held in layer.overlaps:
        here = [n for n in held if n in near]
        for n in here:
            near[n].update(here)
    start = min((layer.spans[n][0] for n in threads), default=0)
    last = max((layer.spans[n][1] for n in threads), default=0)
    for n in threads:
        first, end = layer.spans[n]
        if first > start:
            yield first, "meeting", frozenset(near[n])
        if end < last:
            yield end + 1, "parting", frozenset(near[n])


def _transforming(layer: Layer, threads: Sequence[int], transforms: set[str]) -> Iterator[Moment]:
    inside = set(threads)
    known = {kind for kind, _, _ in layer.changes}
    for kind, time, touched in layer.changes:
        if kind in transforms:
            yield time, kind, touched & inside
    near: dict[int, set[int]] = {}
    for held in layer.overlaps:
        here = inside.intersection(held)
        for n in held:
            if layer.kinds[n] in transforms - known:
                near.setdefault(n, set()).update(here)
    for n, touched_by in near.items():
        first, end = layer.spans[n]
        times = {first}
        for other in touched_by:
            times |= {t for t in (layer.spans[other][0], layer.spans[other][1] + 1) if t > first}
        for time in sorted(t for t in times if t <= end + 1):
            yield time, layer.kinds[n], frozenset(touched_by)


def _joined(moments: Iterable[Moment]) -> list[tuple[int, list[str], list[int]]]:
    """Moments of one time that share an element, made one; in time, and then by element."""
    at: dict[int, list[tuple[set[str], set[int]]]] = {}
    for time, kind, touched in moments:
        kinds, elements = {kind}, set(touched)
        apart = []
        for other in at.get(time, ()):
            if other[1] & elements:
                kinds |= other[0]
                elements |= other[1]
            else:
                apart.append(other)
        at[time] = [*apart, (kinds, elements)]
    return [
        (time, sorted(kinds), sorted(elements))
        for time in sorted(at)
        for kinds, elements in sorted(at[time], key=lambda m: sorted(m[1]))
    ]


def _struct(
    layer: Layer,
    moments: list[tuple[int, list[str], list[int]]],
    processes: tuple[str, ...],
    name: str,
) -> Struct:
    shapes: dict[tuple[str, tuple[str, ...], tuple[str, ...]], str] = {}
    variants: dict[str, int] = {}
    segment: dict[int, int] = {}
    events, rounds = [], {}
    for number, (time, kinds, elements) in enumerate(moments):
        there = [(layer.kinds[n], n) for n in elements if _is_there(layer.spans[n], time)]
        here = [n for _, n in sorted(there)]
        before = [n for n in here if layer.spans[n][0] < time]
        after = [n for n in here if layer.spans[n][1] >= time]
        initials = tuple((n, segment.get(n, 0)) for n in before)
        for n in before:
            segment[n] = segment.get(n, 0) + 1
        if not here:
            continue
        deed = "+".join(kinds)
        sites = tuple(layer.kinds[n] for n in before), tuple(layer.kinds[n] for n in after)
        if (deed, *sites) not in shapes:
            variant = variants[deed] = variants.get(deed, 0) + 1
            shapes[deed, *sites] = deed if variant == 1 else f"{deed}-{variant}"
        event = Event(
            shapes[deed, *sites],
            number,
            initials,
            tuple((n, segment.get(n, 0)) for n in after),
        )
        events.append(event)
        rounds[event] = time
    primitives = tuple(
        Primitive(label, _sites(before_), _sites(after_), timed=True)
        for (_, before_, after_), label in shapes.items()
    )
    return Struct(Domain(name, processes, primitives), events, rounds=rounds)


def _is_there(span: Span, time: int) -> bool:
    """Whether an element takes part in what happens then: it lives, or has just ended."""
    return span[0] <= time <= span[1] + 1


def _sites(kinds: tuple[str, ...]) -> tuple[Site, ...]:
    return tuple(Site(f"{kind}-{n}" if n else kind, kind) for n, kind in enumerate(kinds))
