"""The second domain: the same formalism, recorder and level 0, another game."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gokan.errors import IllegalMove
from gokan.shape import othello
from gokan.shape.ets import ascend, recognise
from gokan.shape.go.record import record
from gokan.shape.go.wellformed import is_observable


def test_the_first_move_turns_one_disc() -> None:
    setting = othello.classes()
    struct = record(othello.observe([19]), setting=setting)
    assert is_observable(struct)
    worlds = recognise(setting, struct)
    kinds = Counter(e.kind for e in worlds[0].elements)
    assert kinds["black-play"] == 1
    assert kinds["white-turned"] == 1
    assert kinds["black-turned"] == kinds["white-removal"] == kinds["black-removal"] == 0
    assert Counter(e.kind for e in worlds[1].elements) == {"black-turning": 1}


def test_turned_discs_in_random_games() -> None:
    chance = random.Random(3)
    board, color, moves, turned = othello.start(), 1, [], 0
    for _ in range(8):
        legal = []
        for square in range(64):
            try:
                legal.append((square, othello.play(board, square, color)))
            except IllegalMove:
                continue
        square, after = chance.choice(legal)
        turned += after.count(color) - board.count(color) - 1
        moves.append(square)
        board, color = after, 3 - color
    setting = othello.classes()
    world = recognise(setting, record(othello.observe(moves), setting=setting), levels=0)[0]
    kinds = Counter(e.kind for e in world.elements)
    assert kinds["black-turned"] + kinds["white-turned"] == turned
    assert kinds["black-play"] + kinds["white-play"] == 8


def test_the_next_stage_is_a_struct_of_moves_and_turns() -> None:
    setting = othello.classes()
    world = recognise(setting, record(othello.observe([19]), setting=setting), levels=1)[0]
    struct = ascend(
        world,
        processes=("black-stone", "white-stone", "empty-point"),
        transforms=("black-play", "white-turned"),
    )
    shapes = {
        p.name: ([s.primal for s in p.initials], [s.primal for s in p.terminals])
        for p in struct.domain.primitives
    }
    assert shapes == {
        "black-play": (["empty-point"], ["black-stone"]),
        "white-turned": (["white-stone"], ["black-stone"]),
    }


def test_a_move_that_turns_nothing_is_refused() -> None:
    with pytest.raises(IllegalMove):
        othello.play(othello.start(), 0, 1)
