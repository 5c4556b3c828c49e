"""Stage ascension: classes of one stage become primal classes and primitives of the next.

Section 3.4.2 says that the old high-level classes become the new primal classes and the areas where
they overlap the new primitives; Section 4.5.3 suggests the classes of plays and removals as
transforms. `ascend` does that for any choice of the two.
"""

from __future__ import annotations

from collections.abc import Collection

from gokan.shape.ets.element import Element
from gokan.shape.ets.levels import World
from gokan.shape.ets.primitive import Domain, Event, Primitive, Site
from gokan.shape.ets.struct import Struct


def ascend(
    world: World, *, processes: Collection[str], transforms: Collection[str], name: str = "next"
) -> Struct:
    """The struct of the next stage: an event for each element of a `transforms` class.

    Its initials are the elements of `processes` classes that it overlaps with and that began
    before it, its terminals those that begin with it.
    """
    number = {element: n for n, element in enumerate(world.elements)}
    touching: dict[Element, set[Element]] = {}
    for held in world.holders.values():
        for transform in held:
            if transform.kind in transforms:
                others = {e for e in held if e.kind in processes}
                touching.setdefault(transform, set()).update(others)
    shapes: dict[tuple[str, tuple[str, ...], tuple[str, ...]], str] = {}
    events, rounds = [], {}
    for transform in sorted(touching, key=lambda e: (e.span, number[e])):
        near = sorted(touching[transform], key=lambda e: number[e])
        ended = [e for e in near if e.span[0] < transform.span[1]]
        begun = [e for e in near if e.span[0] >= transform.span[1]]
        kinds = tuple(e.kind for e in ended), tuple(e.kind for e in begun)
        same = [key for key in shapes if key[0] == transform.kind]
        label = shapes.setdefault(
            (transform.kind, *kinds), transform.kind + ("" if not same else f"-{len(same)}")
        )
        event = Event(
            label,
            number[transform],
            tuple(number[e] for e in ended),
            tuple(number[e] for e in begun),
        )
        events.append(event)
        rounds[event] = transform.span[1]
    primitives = tuple(
        Primitive(label, _sites(key[1]), _sites(key[2]), timed=True)
        for key, label in shapes.items()
    )
    return Struct(Domain(name, tuple(processes), primitives), events, rounds=rounds)


def _sites(kinds: tuple[str, ...]) -> tuple[Site, ...]:
    return tuple(Site(f"{kind}-{n}" if n else kind, kind) for n, kind in enumerate(kinds))
