"""The next stage of a game: what the index recognised, as a struct of larger things (3.4.2, 4.5.3).

Blocks, spaces and groups become processes there. What happens to them is either where they meet
and part, or the plays and removals of level 0.
"""

from __future__ import annotations

from collections.abc import Collection

from gokan.errors import InvalidInput
from gokan.shape.ets import Struct
from gokan.shape.ets.stage import Layer, ascend, is_change
from gokan.shape.go.index import Index

PLAYS = ("black-play", "black-removal", "white-play", "white-removal")
"""C4 to C7, which Section 4.5.3 would have as transforms of the next stage."""


def next_stage(
    index: Index,
    level: int,
    *,
    processes: Collection[str] | None = None,
    transforms: Collection[str] | None = PLAYS,
    name: str = "",
) -> Struct:
    """The struct whose processes are the elements of a level, by default of all its classes.

    With `transforms=None` the places where elements overlap are its events.

    >>> from gokan.go import Position
    >>> from gokan.shape.go.observe import observe
    >>> start = Position.empty(9)
    >>> game = [start, start.play("C3"), start.play("C3").play("pass").play("C4")]
    >>> struct = next_stage(Index(observe(game)), 1, processes=["black-one-stone-block",
    ...     "black-two-stone-block"])
    >>> [(len(e.initials), len(e.terminals)) for e in struct.order]
    [(0, 1), (1, 1)]
    """
    if not 0 <= level <= index.levels:
        raise InvalidInput(f"level {level} was not recognised; the levels are 0 to {index.levels}.")
    kinds = [c.name for c in index.setting.at(level)]
    if processes is None:
        processes = [k for k in kinds if transforms is None or k not in transforms]
    unknown = set(processes) - set(kinds)
    if unknown:
        raise InvalidInput(f"there is no class {min(unknown)!r} at level {level}.")
    return ascend(
        layer(index, level),
        processes=processes,
        transforms=transforms,
        name=name or f"{index.setting.domain.name}-{level}",
    )


def layer(index: Index, level: int) -> Layer:
    """A level of the index for `ascend`."""
    ground = index.elements(0)
    parts = [frozenset({n}) for n in range(len(ground))]
    for high in range(1, level + 1):
        parts = [
            frozenset[int]().union(*(parts[m] for m in e.members)) for e in index.elements(high)
        ]
    part_of: dict[int, list[int]] = {}
    for n, held in enumerate(parts):
        for m in held:
            part_of.setdefault(m, []).append(n)
    changing = {c.name for c in index.setting.at(0) if is_change(c)}
    is_one = [index.name(e.kind) in changing for e in ground]
    near: dict[int, set[int]] = {}
    for _, held_by in index.overlaps(0):
        for n in held_by:
            if is_one[n]:
                near.setdefault(n, set()).update(held_by)
    changes = [
        (
            index.name(ground[n].kind),
            ground[n].end,
            frozenset(p for m in touched for p in part_of.get(m, ())),
        )
        for n, touched in near.items()
    ]
    elements = index.elements(level)
    return Layer(
        [index.name(e.kind) for e in elements],
        [(e.start, e.end) for e in elements],
        [held for _, held in index.overlaps(level) if len(held) > 1],
        changes,
    )
