"""Generate and recognise: does a learned class know its own, and did people make it before?"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from gokan import _core
from gokan.go import Color, Position
from gokan.shape.go.index import compiled
from gokan.shape.go.observe import observe
from gokan.shape.go.record import classes
from gokan.shape.learn.formation import Formation
from gokan_lab.classes.realise import realise

if TYPE_CHECKING:
    from gokan.shape.learn.learned import Learned, Library

_Stones = frozenset[int]


def recognised(library: Library, learned: Learned, *, seed: int | None = None) -> bool:
    """Whether what a class generates, in its typical order, is recognised as that class."""
    mover = Color.WHITE if seed is not None and seed % 2 else Color.BLACK
    positions = realise(
        learned.formation,
        order=learned.order,
        together=learned.together,
        seed=seed,
        mover=mover,
    )
    wanted = {p for p, color in enumerate(positions[-1].board) if color}
    system, kinds = _system(library)
    name = f"{mover}-{learned.name}"
    return any(
        kind == name and stones == wanted for kind, stones in _elements(positions, system, kinds)
    )


def again(formation: Formation) -> tuple[str, ...]:
    """Hand-made classes of level 2 whose element a formation is, with all its stones."""
    positions = realise(formation)
    wanted = {p for p, color in enumerate(positions[-1].board) if color}
    system, kinds = _shipped()
    found = {
        kind
        for kind, stones in _elements(positions, system, kinds)
        if stones == wanted and not kind.endswith("-group")
    }
    return tuple(sorted(found))


def _elements(
    positions: list[Position], system: _core.ShapeSystem, kinds: tuple[str, ...]
) -> list[tuple[str, _Stones]]:
    view = observe(positions)
    worlds = system.recognise(view.width, view.height, [r.board for r in view.rounds], [], 2)
    below: list[_Stones] = [
        frozenset({place.where})
        if place.kind == _core.ShapePlaceKind.POINT and kinds[element.kind].endswith("-stone")
        else frozenset()
        for element, place in zip(worlds.elements(0), worlds.places(), strict=True)
    ]
    level1 = [_Stones().union(*(below[m] for m in e.members)) for e in worlds.elements(1)]
    return [
        (kinds[e.kind], _Stones().union(*(level1[m] for m in e.members)))
        for e in worlds.elements(2)
    ]


_systems: dict[int, tuple[_core.ShapeSystem, tuple[str, ...]]] = {}


def _system(library: Library) -> tuple[_core.ShapeSystem, tuple[str, ...]]:
    if id(library) not in _systems:
        _systems.clear()
        _systems[id(library)] = compiled(library.setting)
    return _systems[id(library)]


@cache
def _shipped() -> tuple[_core.ShapeSystem, tuple[str, ...]]:
    return compiled(classes())
