"""Best play for Black on tiny boards, area scoring, each value tagged with its rules."""

from __future__ import annotations

import pytest

from examples.solve_tiny import Superko, solve
from gokan.errors import InvalidRules
from tests.reference import board as slow

# (width, height, ko rule, suicide): Black's area minus White's.
# "simple" bars only the immediate retaking of a ko, and an endless game counts 0.
VALUES = {
    (1, 1, "positional", False): 0,
    (2, 1, "positional", False): 0,
    (3, 1, "positional", False): 3,
    (4, 1, "positional", False): 4,
    (5, 1, "positional", False): 0,
    (6, 1, "positional", False): 1,
    (1, 1, "positional", True): 0,
    (2, 1, "positional", True): 0,
    (3, 1, "positional", True): 3,
    (4, 1, "positional", True): 4,
    (5, 1, "positional", True): 0,
    (6, 1, "positional", True): 1,
    (2, 2, "positional", False): 1,
    (2, 2, "positional", True): 1,
    (2, 2, "simple", False): 0,
    (3, 2, "positional", False): 0,
    (3, 2, "positional", True): 0,
    (3, 2, "simple", False): 0,
    (4, 2, "positional", False): 8,
    (4, 2, "positional", True): 8,
    (4, 2, "simple", False): 8,
    (2, 4, "positional", False): 8,
    (3, 3, "positional", False): 9,
    (3, 3, "simple", False): 9,
}

SLOW = {
    (3, 3, "positional", True): 9,
    (3, 4, "positional", False): 4,
}


@pytest.mark.parametrize(("width", "height", "ko", "suicide"), VALUES)
def test_solved_boards(width, height, ko, suicide):
    assert solve(width, height, ko=ko, suicide=suicide) == VALUES[width, height, ko, suicide]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "ko", "suicide"), SLOW)
def test_larger_solved_boards(width, height, ko, suicide):
    assert solve(width, height, ko=ko, suicide=suicide) == SLOW[width, height, ko, suicide]


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)])
def test_every_goal_against_search_without_any_table(width, height, suicide):
    """The stored reasons are right: plain search through whole games says the same."""
    solver = Superko(width, height, suicide)
    start = slow.Game(width, height, "positional", suicide)
    for goal in range(-width * height, width * height + 1):
        assert solver.black_gets(goal) == black_gets(start, goal)


def black_gets(game: slow.Game, goal: int) -> bool:
    if game.passes == 2:
        return game.area() >= goal
    wanted = game.to_play == slow.BLACK
    moves = [slow.PASS, *game.legal_points()]
    return any(black_gets(game.play(move), goal) == wanted for move in moves) == wanted


def test_rules_without_an_answer_are_refused():
    with pytest.raises(InvalidRules):
        solve(2, 2, ko="simple", suicide=True)
