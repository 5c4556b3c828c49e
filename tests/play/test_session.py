"""A typed game: turns, the count, taking back, and keeping it as plain data."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, PASS, WHITE
from gokan.go.game import Game
from gokan.play.session import Phase, Session


def kept(session: Session) -> Session:
    """As it comes back from a file."""
    return Session.from_dict(json.loads(json.dumps(session.to_dict())))


def test_two_passes_are_counted_and_dead_stones_are_corrected_by_hand() -> None:
    session = Session.new(5, rules="tromp-taylor", komi=0)
    for move in (12, 0, PASS, PASS):
        session.play(move)
    assert session.phase is Phase.COUNTING
    assert session.score().text == "0"  # nobody surrounds a point alone
    session.toggle_dead(0)
    assert session.dead == {0}
    assert session.score().text == "B+25"
    session.toggle_dead(0)
    assert not session.dead
    with pytest.raises(InvalidInput, match="no stone"):
        session.toggle_dead(1)
    with pytest.raises(InvalidInput, match="Only stones"):
        session.mark_dead([1])
    session.mark_dead([0])
    assert kept(session).score().text == "B+25"
    session.agree()
    assert (session.phase, session.result) == (Phase.OVER, "B+25")
    with pytest.raises(InvalidInput, match="not being counted"):
        session.toggle_dead(0)


def test_who_does_not_agree_plays_on_without_the_passes() -> None:
    session = Session.new(5)
    for move in (12, PASS, PASS):
        session.play(move)
    session.go_on()
    assert session.phase is Phase.PLAYING
    assert [turn.move for turn in session.turns] == [12]
    session.play(13)
    with pytest.raises(InvalidInput, match="going on"):
        session.go_on()


def test_giving_up_is_taken_back() -> None:
    session = Session.new(5)
    session.play(12)
    session.resign(WHITE)
    assert session.result == "B+R"
    with pytest.raises(InvalidInput, match="over already"):
        session.resign(BLACK)
    with pytest.raises(InvalidInput, match="take a move back"):
        session.play(13)
    session.go_on()
    assert (session.result, len(session.turns)) == ("", 1)
    session.take_back(0)
    assert session.position == session.start
    with pytest.raises(InvalidInput, match="nothing to take back"):
        session.take_back(1)


@given(st.lists(st.integers(0, 5), min_size=8, max_size=30))
def test_a_game_that_comes_back_still_knows_its_superko(moves: list[int]) -> None:
    session = Session.new((3, 2), rules="tromp-taylor")
    for move in moves:
        if session.position.is_legal(move):
            session.play(move)
    assert kept(session).position.legal_moves() == session.position.legal_moves()


def test_a_record_tells_names_handicap_and_result() -> None:
    session = Session.new(9, handicap=2)
    session.play(40)
    session.resign(BLACK)
    game = Game.parse(session.game(black="Ann", white="Gokan").to_sgf())
    assert (game.black, game.white, game.result, game.handicap) == ("Ann", "Gokan", "W+R", 2)
    again = Session.follow(game)
    assert again.position == session.position
    assert again.seen().rules.komi == session.seen().rules.komi == 2.5


def test_a_record_is_followed_as_far_as_it_goes() -> None:
    game = Game.parse("(;SZ[9];B[ee];B[eg];W[ee];W[aa])")
    session = Session.follow(game)
    assert [turn.color for turn in session.turns] == [BLACK, BLACK]
    assert session.phase is Phase.OVER


@given(st.lists(st.integers(-1, 24), max_size=40))
def test_plain_data_keeps_everything(moves: list[int]) -> None:
    session = Session.new(5, rules="japanese")
    for move in moves:
        try:
            session.play(move, "because")
        except GokanError:
            continue
    again = kept(session)
    assert again.to_dict() == session.to_dict()
    assert again.position == session.position
    assert [again.at(n) for n in range(len(moves)) if n <= len(again.turns)] == [
        session.at(n) for n in range(len(moves)) if n <= len(session.turns)
    ]
