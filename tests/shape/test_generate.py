"""What a generating system generates, the recogniser recognises as one element of that class."""

from __future__ import annotations

import pytest

from gokan.shape.ets import ClassDef, recognise
from gokan.shape.ets.generate import generate
from gokan.shape.go.record import classes
from gokan.shape.go.wellformed import is_observable

LOW = classes().at(0)
HIGH = [c for c in classes().classes.values() if c.level == 1]
QUICK = ("interface", "mixed-knight-jump", "white-large-knight-jump")


@pytest.mark.parametrize("definition", LOW, ids=lambda c: c.name)
def test_level_0(definition: ClassDef) -> None:
    check(definition, seed=1, rounds=1)


@pytest.mark.parametrize("definition", [c for c in HIGH if c.name in QUICK], ids=lambda c: c.name)
def test_level_1(definition: ClassDef) -> None:
    check(definition, seed=0, rounds=1)


@pytest.mark.slow
@pytest.mark.parametrize("definition", [*LOW, *HIGH], ids=lambda c: c.name)
@pytest.mark.parametrize("seed", range(4))
def test_every_class(definition: ClassDef, seed: int) -> None:
    check(definition, seed=seed, rounds=2 if definition.level == 0 else 1)


def check(definition: ClassDef, *, seed: int, rounds: int) -> None:
    setting = classes()
    struct = generate(setting, definition.name, seed=seed, rounds=rounds, observable=is_observable)
    worlds = recognise(setting, struct, levels=definition.level)
    found = [e for e in worlds[definition.level].elements if e.kind == definition.name]
    assert any(element.expand() == struct.events for element in found)
