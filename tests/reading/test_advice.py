"""An adviser orders the moves of the proof search: it changes what it costs, never what it says."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.reading import Adviser, Problem, solve

CORNER = """
    . . . . . O X . .
    . . . . . O X . .
    O . O O O O X . .
    O O O X X X X . .
    X X X . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def problems() -> list[Problem]:
    position = Position.from_diagram(CORNER)
    target = [position.point("A6")]
    return [Problem.make(position.setup(to_play=mover), target=target) for mover in (BLACK, WHITE)]


@pytest.mark.parametrize("seed", range(3))
def test_bad_advice_changes_no_verdict(seed: int) -> None:
    dice = random.Random(seed)
    asked: list[Position] = []

    def likely(position: Position, points: Sequence[int]) -> dict[int, float]:
        asked.append(position)
        assert all(not position.board[p] for p in points)
        return {p: dice.random() ** 4 for p in points}

    for problem in problems():
        plain = solve(problem, nodes=400_000, trials=False)
        advised = solve(
            problem, nodes=400_000, trials=False, adviser=Adviser(likely, after=0, most=64)
        )
        assert advised.result == plain.result
        assert set(advised.winning_moves) == set(plain.winning_moves)
        assert advised.proved == plain.proved
    assert asked


def test_the_adviser_sees_the_board_and_who_moves() -> None:
    problem = problems()[0]
    start = problem.position
    seen: list[Position] = []

    def likely(position: Position, points: Sequence[int]) -> dict[int, float]:
        seen.append(position)
        return dict.fromkeys(points, 1.0)

    solve(problem, nodes=100_000, trials=False, all_moves=False, adviser=Adviser(likely, after=0))
    assert seen[0].board == start.board
    assert seen[0].to_play == start.to_play
    assert {position.to_play for position in seen} == {BLACK, WHITE}


def test_advice_comes_late_or_not_at_all() -> None:
    asked = []

    def likely(position: Position, points: Sequence[int]) -> dict[int, float]:
        asked.append(position)
        return {}

    for problem in problems():
        plain = solve(problem, nodes=100_000, trials=False)
        same = solve(problem, nodes=100_000, trials=False, adviser=Adviser(likely, after=10**9))
        assert not asked
        assert same.nodes == plain.nodes
    silent = solve(problem, nodes=100_000, trials=False, adviser=Adviser(likely, after=0))
    assert asked
    assert silent.nodes == plain.nodes


def test_numbers_of_an_adviser_are_checked() -> None:
    for wrong in ({"after": -1}, {"most": 0.5}, {"power": -1.0}):
        with pytest.raises(InvalidInput):
            Adviser(lambda position, points: {}, **wrong)
