"""Boards made from a class alone hold an element of it, says the recogniser."""

from __future__ import annotations

import pytest

from gokan._core import ShapePlaceKind
from gokan.errors import InvalidInput
from gokan.shape.ets import ClassDef, Setting, World, recognise, recognise_elements
from gokan.shape.go.index import Index
from gokan.shape.go.observe import observe
from gokan.shape.go.place import POINT, Atom, Part
from gokan.shape.go.realise import Realised, realise
from gokan.shape.go.record import classes, record
from gokan.shape.learn.learned import shipped

SETTING = classes()
HIGH = [c for c in SETTING.classes.values() if c.level]


@pytest.mark.parametrize("definition", HIGH, ids=lambda c: c.name)
def test_every_class_is_recognised_on_its_boards(definition: ClassDef) -> None:
    for seed in (0, 1):
        assert is_found(realise(definition, seed=seed)), (definition.name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 40))
def test_every_class_with_many_seeds(seed: int) -> None:
    missing = [c.name for c in HIGH if not is_found(realise(c, seed=seed))]
    assert missing == []


def test_learned_classes_are_recognised_on_boards_made_from_their_text() -> None:
    """Every twentieth here; all of them in the slow test."""
    check_learned(every=20)


@pytest.mark.slow
def test_every_learned_class() -> None:
    check_learned(every=1)


def check_learned(*, every: int) -> None:
    setting = shipped().setting
    own = [c for c in setting.classes.values() if c.name not in SETTING.classes][::every]
    assert own
    missing = [
        c.name
        for c in own
        if not is_found(realise(c, setting=setting, seed=1, around=0), setting=setting)
    ]
    assert missing == []


@pytest.mark.parametrize("name", ["black-eye", "interface", "white-stone-in-atari", "cross-cut"])
def test_the_slow_recogniser_agrees(name: str) -> None:
    made = realise(name, seed=3)
    level = made.definition.level
    worlds = recognise(SETTING, record(observe(made.positions)), levels=level)
    assert [e for e in worlds[level].elements if e.kind == name]


def test_a_formation_comes_in_stages() -> None:
    made = realise("black-corner-formation", seed=5)
    assert len(made.positions) == 5
    counts = [sum(c != 0 for c in p.board) for p in made.positions]
    assert counts == sorted(set(counts))
    assert set(made.born.values()) == set(range(5))


def test_boards_are_the_same_for_the_same_seed() -> None:
    one, two = (realise("white-group", seed=8) for _ in range(2))
    assert one.positions == two.positions
    assert one.element == two.element


def test_level_0_is_refused() -> None:
    with pytest.raises(InvalidInput, match="level 0"):
        realise("black-stone")


def test_an_element_is_generated_by_its_class_from_its_members_alone() -> None:
    """Level n expands to level n - 1: these elements and their overlaps, and nothing else."""
    made = realise("facing-groups", seed=1)
    worlds = recognise(SETTING, record(observe(made.positions)))
    checked = 0
    for level in (1, 2, 3):
        below = worlds[level - 1]
        for element in worlds[level].elements:
            assert element.parts(level - 1) == element.members
            assert element.expand() == frozenset().union(*(m.expand() for m in element.members))
            alone = World(
                SETTING,
                level - 1,
                [e for e in below.elements if e in element.members],
                [
                    where
                    for where, holders in below.holders.items()
                    if any(h in element.members for h in holders)
                ],
            )
            again = recognise_elements(SETTING.class_(element.kind), alone)
            assert any(e.members == element.members for e in again), element
            checked += 1
    assert checked > 10


def is_found(made: Realised, *, setting: Setting | None = None) -> bool:
    """Whether the recogniser sees an element with all the parts that were put there."""
    level = made.definition.level
    index = Index(observe(made.positions), levels=level, setting=setting)
    width = made.positions[0].width
    names, places, low = {}, index.places(), index.elements(0)
    for number, (element, place) in enumerate(zip(low, places, strict=True)):
        names[number] = (index.name(element.kind), place.kind, place.where)

    def fits(level: int, number: int, part: Part) -> bool:
        element = index.elements(level)[number]
        members = element.members
        if index.name(element.kind) != part.kind:
            return False
        if level == 1:
            return {at(m, width) for m in part.atoms} <= {names[m] for m in members}
        return all(
            any(fits(level - 1, m, inner) for m in members)
            for inner in part.members
            if isinstance(inner, Part)
        )

    return any(fits(level, n, made.element) for n in range(len(index.elements(level))))


def at(atom: Atom, width: int) -> tuple[str, ShapePlaceKind, int]:
    """An atom as the index names places."""
    if atom.axis == POINT:
        return atom.kind, ShapePlaceKind.POINT, atom.y * width + atom.x
    line = atom.y * (width + 1) + atom.x + 1 if atom.axis == 0 else (atom.y + 1) * width + atom.x
    return atom.kind, ShapePlaceKind.LINE, 2 * line + atom.axis
