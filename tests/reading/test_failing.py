"""`fails`: only proofs count, and each says what it rests on."""

from __future__ import annotations

import random

import pytest

from gokan.go import WHITE, Color, Position
from gokan.reading import Problem, fails, solve
from tests.play.positions import walled_position


def corner(to_play: Color, rules: str = "chinese") -> Position:
    position = Position.from_diagram(
        """
        . . O X . . .
        O O O X . . .
        X X X X . . .
        . . . . . . .
        . . . . . . .
        """,
        rules=rules,
    )
    return position.with_to_play(to_play)


def test_what_it_proves_solve_proves_as_well() -> None:
    dice = random.Random(21)
    shown = 0
    for _ in range(60):
        position = walled_position(dice)
        for block in position.blocks():
            if len(block.stones) < 2 or position.ko is not None:
                continue
            problem = Problem.make(position, target=block.stones)
            if fails(problem, nodes=2000).proved:
                answer = solve(problem, nodes=100_000, trials=False)
                assert answer.result == "loss", f"{position}\n{problem.task}"
                shown += 1
    assert shown >= 20


def test_a_ko_saves_and_so_nothing_is_proved() -> None:
    position = Position.from_diagram(
        """
        . . . O X . . . .
        . O O O X . . . .
        O O X X X . . . .
        X X X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        rules="chinese",
    )
    problem = Problem.make(position, target=[position.point("D9")])
    answer = solve(problem, nodes=100_000)
    assert (answer.result, answer.proved) == ("ko", True)
    assert not fails(problem).proved


def test_where_suicide_is_allowed_nothing_is_proved() -> None:
    usual, other = corner(WHITE), corner(WHITE, "tromp-taylor")
    target = [usual.point("A4")]
    assert fails(Problem.make(usual, target=target)).proved
    assert not fails(Problem.make(other, target=target)).proved


def test_walls_need_their_liberties_and_not_certain_ones() -> None:
    failure = fails(Problem.make(corner(WHITE), target=[corner(WHITE).point("A4")]))
    assert failure.proved
    assert failure.walls
    position = corner(WHITE)
    liberty = next(p for p in position.block("D5").liberties if p not in failure.region)
    assert liberty not in failure.zone
    assert failure.holds(position.play(liberty))  # the wall has more
    filled = position
    for point in position.block("D5").liberties:
        filled = filled.with_to_play(WHITE).play(point)
    left = len(set(filled.block("D5").liberties) - failure.region) if filled.board[3] else 0
    assert failure.holds(filled) == (left >= failure.breath)
    assert not failure.holds(filled)


@pytest.mark.parametrize("nodes", [0, 1])
def test_without_nodes_nothing_is_proved(nodes: int) -> None:
    position = corner(WHITE)
    assert not fails(Problem.make(position, target=[position.point("A4")]), nodes=nodes).proved
