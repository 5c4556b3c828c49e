"""Unconditional life against the truth: the enemy plays alone and tries everything."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given

from gokan.go.color import BLACK, EMPTY, WHITE, Color
from gokan.go.life import unconditional
from gokan.go.position import Position
from gokan.go.rules import Rules
from tests.go.games import Script, scripts
from tests.reference import board as slow
from tests.reference.life import benson, capturable, reachable_alone

RULES = {suicide: Rules("test", suicide=suicide) for suicide in (False, True)}


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 2), (7, 1), (2, 3)])
def test_every_position_against_brute_force(width, height, suicide):
    """Exactly the stones that the enemy, moving alone, can never capture are called alive."""
    for color in (BLACK, WHITE) if (width, height) == (7, 1) else (BLACK,):
        truth = capturable(width, height, color, suicide=suicide)
        for key, lost in truth.items():
            stones = dict(key)
            never_lost = {p for p, c in stones.items() if c == color} - lost
            position = position_of(width, height, stones, suicide)
            alive, territory = answer(position, color)
            assert alive == never_lost, str(position)
            assert (alive, territory) == benson(width, height, stones, color, suicide=suicide)


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 2), (7, 1)])
def test_territory_has_no_room_for_enemy_life(width, height, suicide):
    """However often the owner passes, no enemy stone in his territory ever comes alive there."""
    for stones in slow.all_sound_boards(width, height):
        alive, territory = benson(width, height, stones, slow.BLACK, suicide=suicide)
        if not territory:
            continue
        for later in reachable_alone(width, height, stones, slow.WHITE, suicide=suicide):
            assert all(later.get(p) == slow.BLACK for p in alive)
            living, _ = benson(width, height, later, slow.WHITE, suicide=suicide)
            assert not living & territory


@given(scripts(largest=9, longest=150))
def test_random_positions_against_the_twin(script: Script):
    position = script.positions()[-1]
    stones = {p: c for p, c in enumerate(position.board) if c}
    for color in (BLACK, WHITE):
        expected = benson(script.width, script.height, stones, color, suicide=script.rules.suicide)
        assert answer(position, color) == expected


@pytest.mark.parametrize("seed", range(20))
def test_full_boards_against_the_twin(seed):
    """Sensible endings: random fillings that leave some eyes, on boards up to 19x19."""
    dice = random.Random(seed)
    width, height = dice.randint(5, 19), dice.randint(5, 19)
    position = Position.empty(width, height, rules=RULES[seed % 2 == 1])
    for _ in range(3 * width * height):
        moves = [p for p in position.legal_moves() if not own_eye(position, p)]
        if not moves:
            break
        position = position.play(dice.choice(moves))
    stones = {p: c for p, c in enumerate(position.board) if c}
    for color in (BLACK, WHITE):
        expected = benson(width, height, stones, color, suicide=seed % 2 == 1)
        assert answer(position, color) == expected


def test_an_enemy_stone_inside_matters_only_under_suicide():
    """The big eye has an inner point held by White: fine until White may lift it by suicide."""
    diagram = """
        . X . O . X . O
        X X O O O X O O
        . X . O . X O .
        X X X X X X O O
        O O O O O O O .
    """
    position = Position.from_diagram(diagram, rules=RULES[False])
    settled = unconditional(position)
    assert len(settled.alive_black) == 13
    eyes = [region for region in settled.regions if region.color is BLACK and region.vital_to]
    assert sorted(len(region.points) for region in eyes) == [1, 1, 9]
    assert all(region.territory for region in eyes)
    assert settled.owner(position.point("D4")) is BLACK
    # Two one-point eyes are enough under either rule; with one of them it depends.
    assert len(unconditional(position.with_rules(RULES[True])).alive_black) == 13
    less = position.setup(black=["A3"])
    assert len(unconditional(less).alive_black) == 14
    assert unconditional(less.with_rules(RULES[True])).alive_black == ()


def test_agreement_with_another_program(data_dir):
    """GNU Go's facts about unconditional status: never contradicted, often reached.

    It also settles stones that cannot live inside a wider enemy wall; here those stay undecided.
    """
    reached, asked = 0, 0
    for line in (data_dir / "gnugo_regression.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        if not case["command"].startswith("unconditional_status"):
            continue
        size = case["size"]
        black, white = ([row * size + col for col, row in case[c]] for c in ("black", "white"))
        position = Position.empty(size).setup(black=black, white=white)
        point = position.point(case["command"].split()[1])
        owner, color = unconditional(position).owner(point), position.color_at(point)
        if owner is EMPTY:
            status = "undecided"
        elif color is EMPTY:
            status = f"{owner}_territory"
        else:
            status = "alive" if owner is color else "dead"
        asked += 1
        reached += status == case["expected"]
        assert status in (case["expected"], "undecided"), case["id"]
    assert (reached, asked) == (134, 231)


def test_a_wide_region_is_not_claimed():
    position = Position.from_diagram("""
        . X . X . . . .
        X X X X . . . .
        . . . . X X X X
        . . . . . . . .
    """)
    assert unconditional(position).alive_black == tuple(position.block("B4").stones)
    assert position.point("H4") not in unconditional(position).territory_black


def test_plain_types():
    shown = unconditional(Position.from_diagram(". X . X . .")).to_dict()
    assert shown["alive"] == shown["territory"] == {"black": [], "white": []}
    eyes = unconditional(Position.from_diagram(". X X .\nX X X X\n. . . .\n. . . .")).to_dict()
    assert eyes["territory"]["black"] == ["A4", "D4"]
    assert eyes["regions"][0] == {
        "color": "black",
        "points": ["A4"],
        "vital_to": ["B4"],
        "territory": True,
    }


def answer(position: Position, color: Color) -> tuple[set[int], set[int]]:
    settled = unconditional(position)
    if color is BLACK:
        return set(settled.alive_black), set(settled.territory_black)
    return set(settled.alive_white), set(settled.territory_white)


def position_of(width: int, height: int, stones: slow.Board, suicide: bool) -> Position:
    cells = bytes(stones.get(p, 0) for p in range(width * height))
    return Position.from_board(cells, width, rules=RULES[suicide])


def own_eye(position: Position, point: int) -> bool:
    return all(position.color_at(q) is position.to_play for q in position.neighbors(point))
