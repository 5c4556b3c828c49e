"""Where a pin decides: another move is played, and the game is won by it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest

from gokan import reading
from gokan.go import BLACK, WHITE, Position, Rules
from gokan.play.clock import Clock
from gokan.play.evaluation import Opinion, even_win
from gokan.play.gokan_player import GokanPlayer

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
