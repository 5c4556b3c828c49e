"""The converse: what is recognised in a game can be generated, from its own events alone."""

from __future__ import annotations

import random

import pytest

from gokan.go import PASS, Position
from gokan.shape.ets import generates, recognise
from gokan.shape.ets.generate import generate
from gokan.shape.go.observe import observe
from gokan.shape.go.record import classes, record
from gokan.shape.go.wellformed import is_observable, nonsense

SETTING = classes()


def game(seed: int, size: int, moves: int) -> list[Position]:
    chance = random.Random(seed)
    positions = [Position.empty(size)]
    for _ in range(moves):
        now = positions[-1]
        legal = [p for p in range(size * size) if now.board[p] == 0 and now.is_legal(p)]
        positions.append(now.play(chance.choice(legal) if legal else PASS))
    return positions


@pytest.mark.parametrize("seed", range(2))
def test_every_element_of_level_0_is_generated_by_its_class(seed: int) -> None:
    struct = record(observe(game(seed, 4, 14)))
    assert nonsense(struct) is None
    for element in recognise(SETTING, struct, levels=0)[0].elements:
        part = struct.part(element.members)
        assert generates(SETTING, SETTING.class_(element.kind), part), element


def test_every_element_of_level_1_stands_by_itself() -> None:
    struct = record(observe(game(1, 4, 7)))
    for element in recognise(SETTING, struct, levels=1)[1].elements:
        part = struct.part(element.expand())
        alone = recognise(SETTING, part, levels=1)[1].elements
        found = [e for e in alone if e.kind == element.kind]
        assert any(e.expand() == element.expand() for e in found), element


@pytest.mark.parametrize("name", ["black-diamond", "cross-cut"])
def test_level_2_generates_and_recognises(name: str) -> None:
    struct = generate(SETTING, name, seed=2, rounds=1, observable=is_observable)
    worlds = recognise(SETTING, struct, levels=2)
    assert [e for e in worlds[2].elements if e.kind == name]
    for level in (1, 2):
        for element in worlds[level].elements:
            inside = frozenset[object]().union(*(m.expand() for m in element.members))
            assert element.expand() == inside
            assert inside <= struct.events
