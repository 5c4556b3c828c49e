"""Where a pin decides: another move is played, and the game is won by it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

from gokan import intuition, reading
from gokan.go import BLACK, WHITE, Position, Rules
from gokan.go.game import Game
from gokan.go.node import Node
from gokan.play.clock import Clock
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.tree.evaluation import Opinion, even_win

LOST_STONES = """
    . X . X X O . O .
    X X X X X O O O O
    X O X X X O O O O
    X O X X X O O O O
    X O X O . O O O O
    X O X O X O O O O
    . . . X X O O . O
"""


class AsItStands:
    """Counts every stone on the board as alive."""

    def evaluate(self, positions: Sequence[Position], /) -> list[Opinion]:
        found = []
        for position in positions:
            sign = 1 if position.to_play == BLACK else -1
            score = position.score()
            owner = array("f", [sign * ((side == 1) - (side == 2)) for side in score.owner])
            lead = sign * score.margin
            found.append(Opinion(None, even_win(lead, 10.0), lead, 10.0, owner))
        return found


@pytest.mark.parametrize("visits", [64, 150])
def test_what_cannot_be_saved_is_given_up_in_time(visits: int) -> None:
    """White's four stones are lost though White moves first; D2 and D3 can be saved. Who does not
    know the former runs with the four, loses all six, and the game.
    """
    rules = Rules.named("chinese").with_(komi=1.5)
    position = Position.from_diagram(LOST_STONES, rules=rules).with_to_play(WHITE)
    chosen = []
    for pins in (0, 1):
        player = GokanPlayer(visits=visits, values="playouts", priors="even", pins=pins, resign=0)
        player.searcher.evaluator = AsItStands()
        chosen.append(position.vertex(player.choose(position, clock=Clock()).move))
    assert [position.vertex(pin.stones[0]) for pin in player.searcher.pins] == ["B5"]
    assert chosen == ["B1", "E3"]
    saved = position.play("E3").play("B1")  # Black takes the four
    assert saved.score().text == "W+0.5"
    ran = position.play("B1").play("E3")  # Black takes the two, and the others are still lost
    assert reading.escape(ran, "B2").captured
    assert reading.escape(ran, "B2").grade == "proved"
    assert ran.score(dead=ran.block("B2").stones).text == "B+5.5"


# Own games, as `benchmarks/bench_pins.py --even --games-file` wrote them: up to the position, then
# the way on with pins and the one without.
GAMES = Game.load_all(Path(__file__).with_name("decided.sgf"))


def branching(game: Game) -> Node:
    node = game.root
    while len(node.children) == 1:
        node = node.children[0]
    return node


@pytest.mark.parametrize("game", GAMES)
def test_the_stones_are_lost_and_the_ways_end_otherwise(game: Game) -> None:
    node = branching(game)
    position = node.position
    stones = re.findall(r"([A-J][1-9])(?: [A-J][1-9])* falls", node.comment)
    assert stones
    for stone in stones:
        answer = reading.escape(position, stone)
        assert answer.captured
        assert answer.grade == "proved"
    wins = []
    for way in node.children:
        wins.append(f": {position.to_play.letter}+" in way.comment)
        while way.children:
            way = way.children[0]
        assert way.position.move_number > position.move_number
    assert wins == [True, False]


@pytest.mark.skipif(not intuition.available(), reason="needs the network")
def test_the_shipped_network_is_told_what_it_does_not_know() -> None:
    """In the first of them it passes with 24, 32, 48 and 64 visits, and with pins it plays on."""
    position = branching(GAMES[0]).position
    chosen = []
    for pins in (0, 1):
        player = GokanPlayer(visits=32, pins=pins, seed=1, resign=0)
        chosen.append(position.vertex(player.choose(position, clock=Clock()).move))
    assert chosen == ["pass", "E5"]
