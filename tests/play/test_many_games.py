"""Games on every kind of board: nothing illegal, nothing endless, nothing that breaks."""

from __future__ import annotations

import random

import pytest

from gokan.go import RULE_SETS, Position, fixed_handicap
from gokan.play.clock import Clock, TimeSettings
from gokan.play.player import RESIGN
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.players.random_player import RandomPlayer
from gokan.play.tree.evaluators import has_network


def play(number: int) -> tuple[str, int]:
    """One game against itself, or a random player, on a board drawn by the number."""
    dice = random.Random(number)
    largest = 19 if number % 10 == 0 else 9
    width = dice.randint(1 if number % 7 == 0 else 5, largest)
    height = width if dice.random() < 0.6 else dice.randint(2, largest)
    rules = dice.choice(sorted(RULE_SETS))
    position = Position.empty(width, height, rules=rules)
    if width == height >= 7 and width % 2 and dice.random() < 0.3:
        stones = fixed_handicap(dice.randint(2, 4), width, height)
        position = position.setup(black=stones, to_play=position.to_play.opponent)
    level = dice.randint(1, 10)
    gokan = GokanPlayer(visits=dice.choice([1, 2, 5]), level=level, seed=number)
    players = [gokan, dice.choice([gokan, RandomPlayer(seed=number)])]
    clock = Clock(TimeSettings(main=dice.choice([0, 1, 60]))) if dice.random() < 0.3 else Clock()
    for _ in range(3 * width * height + 20):
        if position.is_over:
            break
        move = players[position.move_number % 2].choose(position, clock=clock).move
        if move == RESIGN:
            return "resign", position.move_number
        position = position.play(move)  # raises where it is illegal
    assert position.score(dead=sorted(gokan.dead_stones(position))).text
    return ("over" if position.is_over else "long"), position.move_number


@pytest.mark.skipif(not has_network(), reason="the network's weights are not there")
@pytest.mark.parametrize("number", [4, 7, 8, 11, 12])
def test_a_few_games(number: int) -> None:
    assert play(number)[0] in ("over", "resign")


@pytest.mark.slow
@pytest.mark.skipif(not has_network(), reason="the network's weights are not there")
def test_many_games() -> None:
    ends = [play(number)[0] for number in range(100, 600)]
    assert ends.count("long") < 5
