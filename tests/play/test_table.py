"""A game in the terminal: every command, and the end of a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE
from gokan.go.game import Game
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.players.levels import LEVELS
from gokan.play.table import Table


def player(**options: int | str) -> GokanPlayer:
    plain = {"visits": 4, "values": "playouts", "priors": "even", "resign": 0, "seed": 1}
    return GokanPlayer(**{**plain, **options})  # type: ignore[arg-type]


def test_a_game_with_everything(tmp_path: Path) -> None:
    table = Table(size=5, player=player())
    assert "You play black" in table.open()
    assert "Gokan plays" in table.say("C3").text
    assert table.position.move_number == 2
    assert "Taken back" in table.say("undo").text
    assert table.position.move_number == 0
    assert "nothing to take back" in table.say("undo").text
    assert "first choice" in table.say("hint").text
    score = table.say("score").text.splitlines()
    assert len(score) == 7
    assert "has not moved" not in table.say("b2").text
    assert table.say("why").text
    assert "occupied" in table.say("why B2").text
    assert table.say("why A5").text == "No reason."
    told = Table(size=5, player=player(), reasons=lambda position, move: position.vertex(move))
    assert "not moved" in told.say("why").text
    told.say("C3")
    assert told.say("why").text.startswith(told.position.vertex(told.position.last_move or 0))
    assert told.say("why A1").text in ("A1", "White A1: the point is occupied.")
    assert "occupied" in table.say("B2").text
    assert "no command" in table.say("dance").text
    assert "play there" in table.say("help").text
    assert "such as save game.sgf" in table.say("save").text
    file = tmp_path / "game.sgf"
    assert "Saved" in table.say(f"save {file}").text
    record = Game.load(file)
    assert len(record.moves()) == table.position.move_number == 2
    assert "5" in table.say("").text
    assert "You resign" in table.say("resign").text
    assert "over" in table.say("D4").text
    assert table.say("quit").leave


def test_why_is_about_the_move_that_stands() -> None:
    table = Table(size=5, player=player(), reasons=lambda position, move: position.vertex(move))
    table.say("C3")
    first = table.say("why").text
    table.say("pass")
    table.say("undo")
    assert table.say("why").text == first
    table.say("undo")
    assert "not moved" in table.say("why").text  # the only move was taken back


def test_who_gave_up_may_think_better_of_it() -> None:
    table = Table(size=5, player=player())
    table.say("C3")
    table.say("resign")
    assert table.record.result == "W+R"
    assert "goes on" in table.say("undo").text
    assert not table.record.result
    assert table.position.move_number == 2
    assert "Gokan plays" in table.say("pass").text


def test_gokan_begins_where_it_should() -> None:
    assert "Gokan plays" in Table(size=5, color=WHITE, player=player()).open()
    table = Table(size=9, color=BLACK, handicap=2, player=player())
    assert "Gokan plays" in table.open()  # White begins in a handicap game
    assert table.record.handicap == 2
    assert table.position.rules.komi == 0.5


def test_two_passes_count_the_game_and_undo_goes_on() -> None:
    table = Table(size=5, player=player())
    for _ in range(60):
        said = table.say("pass")
        if "over" in said.text:
            break
    assert "wins" in said.text
    assert table.record.result
    assert "Taken back" in table.say("undo").text
    assert not table.position.is_over


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_moves(level: int) -> None:
    chosen = player(level=level, visits=0) if level < 10 else player(level=level)
    table = Table(size=5, player=chosen)
    assert "Gokan plays" in table.say("C3").text


def test_levels_are_checked() -> None:
    with pytest.raises(InvalidInput):
        player(level=11)


def test_the_program() -> None:
    command = [sys.executable, "-m", "gokan", "play", "--size", "5", "--level", "1", "--seed", "1"]
    done = subprocess.run(command, input="C3\nquit\n", text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert "Gokan plays" in done.stdout
    assert "Thank you" in done.stdout
    ended = subprocess.run(command, input="", text=True, capture_output=True)
    assert ended.returncode == 0
