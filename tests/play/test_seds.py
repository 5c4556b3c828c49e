"""Wolf's system as a player: his ranking, our pass, and what it says of its moves."""

from __future__ import annotations

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Position, Rules
from gokan.play.clock import Clock
from gokan.play.players import make_player
from gokan.play.players.random_player import RandomPlayer
from gokan.play.players.seds import SedsPlayer
from gokan.play.table import Table
from gokan.strength import rank

RULES = Rules.named("chinese").with_(ko="positional")
CUT = Position.from_diagram("""
    . . . . . . .
    . . . X . . .
    . . O X . . .
    . . X O O . .
    . . X O . . .
    . . . . . . .
    . . . . . . .""")


def test_it_plays_the_first_move_of_his_ranking() -> None:
    choice = SedsPlayer().choose(CUT, clock=Clock())
    ranking = rank(CUT, max_iter=5)
    assert ranking.place(choice.move) == 1
    assert f"is number 1 of {len(ranking.moves)} moves" in choice.reason
    assert "raises the score" in choice.reason


def test_it_passes_when_no_move_raises_the_score() -> None:
    finished = Position.from_diagram(
        """
        . X O .
        X X O O
        . X O .
        X X O O""",
        rules=RULES,
    )
    choice = SedsPlayer().choose(finished, clock=Clock())
    assert choice.move == PASS
    assert "no move raises the score" in choice.reason


@pytest.mark.parametrize("size", [5, 7, 9])
@pytest.mark.parametrize("color", [1, 2])
def test_its_games_end_and_it_beats_the_random_player(size: int, color: int) -> None:
    player, other = SedsPlayer(seed=1), RandomPlayer(seed=size)
    position = Position.empty(size, rules=RULES.with_(komi=7.5 if color == 2 else 0.5))
    while not position.is_over and position.move_number < 3 * size * size + 20:
        mover = player if int(position.to_play) == color else other
        position = position.play(mover.choose(position, clock=Clock()).move)
    assert position.is_over
    assert position.score().winner == color


def test_equal_moves_are_drawn_with_a_seed_and_not_without() -> None:
    start = Position.empty(9)
    drawn = {SedsPlayer(seed=s).choose(start, clock=Clock()).move for s in range(12)}
    assert {start.vertex(move) for move in drawn} <= {"B2", "B8", "H2", "H8"}
    assert len(drawn) > 1
    first = SedsPlayer().choose(start, clock=Clock()).move
    assert {SedsPlayer().choose(start, clock=Clock()).move for _ in range(3)} == {first}


def test_people_can_play_it() -> None:
    table = Table(size=5, color=BLACK, player=make_player("seds", seed=1))
    assert "Wolf's system plays white" in table.open()
    assert "Wolf's system plays" in table.say("C3").text
    assert "raises the score of strength and influence" in table.say("why").text
    assert "is number" in table.say("hint").text


@pytest.mark.parametrize("spec", ["seds:ko=2", "seds:updates=0", "seds:updates=x"])
def test_bad_options(spec: str) -> None:
    with pytest.raises(InvalidInput):
        make_player(spec)
