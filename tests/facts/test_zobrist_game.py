"""The game printed in Zobrist's paper (1969): the listing marks every capture with an asterisk."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan.go import BLACK, WHITE, Game

CAPTURES = [52, 58, 81, 95, 97, 102, 105, 112, 113, 125, 146, 163, 190, 195, 228]
REMARKS = [6, 8, 12, 18, 36, 38, 68, 74, 82, 86, 98, 110, 112, 118, 132, 150, 174]


@pytest.fixture(scope="module")
def game(repo: Path) -> Game:
    return Game.load(repo / "examples" / "zobrist-cowan.sgf")


def test_the_record_is_complete_and_clean(game: Game) -> None:
    assert len(game) == 232
    assert game.warnings == ()
    assert (game.black, game.white, game.result) == ("George Cowan", "Zobrist's program", "W+7")
    assert game.komi == 0


def test_the_players_alternate(game: Game) -> None:
    assert [color for color, _ in game.moves()] == [BLACK, WHITE] * 116


def test_exactly_the_marked_moves_capture(game: Game) -> None:
    captures = []
    taken = 0
    for node in game.main_line():
        now = node.position.prisoners(BLACK) + node.position.prisoners(WHITE)
        if now > taken:
            captures.append(node.number)
        taken = now
    assert captures == CAPTURES


def test_every_move_is_legal(game: Game) -> None:
    position = game.start
    for _, move in game.moves():
        position = position.play(move)
    assert position == game.position()


def test_the_remarks_stand_at_their_moves(game: Game) -> None:
    assert [n.number for n in game.main_line() if n.comment] == [0, *REMARKS, 232]


def test_some_moves_of_the_listing(game: Game) -> None:
    listed = {1: "D3", 2: "Q3", 52: "T7", 106: "J14", 174: "F19", 232: "J3"}
    moves = game.moves()
    assert {number: game.vertex(moves[number - 1][1]) for number in listed} == listed
