"""The summary of a review: sentences that follow from its numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gokan.explain.reviews.answer import Choice, ReviewedMove
from gokan.explain.reviews.summary import result, summary
from gokan.explain.reviews.words import habits, side_report

NUMBERS = {"certainty": "learned", "noise": 2.0, "least_visits": 16, "visits": 80}


def told(
    moves: list[ReviewedMove], recorded: str = "", player: str | None = None, least: int = 16
) -> str:
    game: dict[str, Any] = {"moves": len(moves), "result": recorded, "width": 9, "height": 9}
    sides = {
        color: side_report(color, moves, 81, habits(color, moves, (9, 9)))
        for color in ("black", "white")
    }
    numbers = {**NUMBERS, "least_visits": least}
    return " ".join(summary(moves, (), sides, game=game, numbers=numbers, player=player))


def move(number: int, vertex: str, lead: float = 0.0, loss: float = 0.0) -> ReviewedMove:
    return ReviewedMove(
        number,
        "black" if number % 2 else "white",
        vertex,
        lead,
        0.5,
        loss=loss,
        word="blunder" if loss > 0 else "good",
        searched=80,
        matters=loss > 0,
        candidates=(Choice(vertex="E5", lead=0.0, win=0.5, visits=80),),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("B+0.5", "Black won by 0.5 points."),
        ("W+1", "White won by 1 point."),
        ("W+R", "White won by resignation."),
        ("B+Time", "Black won on time."),
        ("b+F", "Black won by forfeit."),
        ("W+", "White won."),
        ("Draw", "The game was a draw."),
        ("?", "The recorded result is ?."),
    ],
)
def test_the_result_in_words(text: str, words: str) -> None:
    assert result(text) == words


def test_a_result_that_the_board_does_not_show_is_said() -> None:
    moves = [move(1, "C3", 4.0), move(2, "G7", 12.0)]
    assert "Even so, Black was ahead by about 12 points" in told(moves, "W+R")
    assert "At the end of the record Black was ahead" in told(moves, "B+R")


def test_a_lead_within_the_noise_is_called_even() -> None:
    assert "about even" in told([move(1, "C3", 4.0), move(2, "G7", 1.9)])
    assert "White was ahead by about 2.1 points" in told([move(1, "C3", 4.0), move(2, "G7", -2.1)])


def test_each_side_has_its_worst_move_and_a_pass_is_called_one() -> None:
    moves = [move(1, "pass", loss=14.0), move(2, "A1", loss=11.0), move(3, "B1", loss=12.0)]
    text = told(moves)
    assert "Black's most expensive move was the pass (move 1), which lost about 14 points" in text
    assert "White's most expensive move was A1 (move 2)" in text
    assert "Black made 2 blunders" in text


def test_only_the_player_that_was_asked_for_is_spoken_of() -> None:
    moves = [move(1, "A1", loss=14.0), move(2, "B1", loss=11.0)]
    assert "White's most expensive" not in told(moves, player="black")
    assert "Black's most expensive" in told(moves, player="black")


def test_nothing_is_said_of_moves_that_nobody_searched() -> None:
    moves = [move(1, "C3", 9.0), move(2, "G7", 9.0)]
    assert told(moves, least=1).endswith("single moves or the course of the game.")
    assert "stands out" not in told(moves, least=1)
    assert "clear lead" not in told(moves, least=1)
    assert "No move stands out" in told([move(1, "C3"), move(2, "G7")])


def test_a_side_whose_moves_gained_on_balance_is_said_to_have_gained() -> None:
    text = told([move(1, "C3", 3.0, -3.0), move(2, "G7", 9.0, 6.0)])
    assert "Black gained 3.0 points per move on balance." in text
    assert "White made 1 blunder and lost 6.0 points per move" in text


def test_a_large_lead_that_was_given_away() -> None:
    moves = [move(1, "C3", 5.0), move(2, "G7", -60.0), move(3, "C7", -5.0)]
    assert "White's lead was largest at move 2, about 60 points; after that Black won" in told(
        moves
    )


def test_blunders_that_are_counted_are_not_denied_before_it_is_known_what_matters() -> None:
    moves = [replace(move(1, "A1", loss=14.0), matters=False), move(2, "G7")]
    assert "Black made 1 blunder" in told(moves)
    assert "No move stands out" not in told(moves)
    assert "Black's most expensive move was A1" in told(moves)


def _small(count: int, loss: float, noise: float) -> list[ReviewedMove]:
    """So many moves of each side: Black's lose a little each, White's lose and gain the same."""
    moves: list[ReviewedMove] = []
    lead = 0.0
    for number in range(1, 2 * count + 1):
        black = number % 2 == 1
        own = loss if black else (0.5 if number % 4 else -0.5)
        after = round(lead - own if black else lead + own, 2)
        one = replace(move(number, "E5", after), loss=own, word="good", matters=False, noise=noise)
        moves.append(replace(one, lead_before=lead))
        lead = after
    return moves


def test_many_small_losses_are_told_together_where_they_are_more_than_noise() -> None:
    said = told(_small(30, 0.6, 1.0))
    assert (
        "The 12 moves of Black in the middle game that are no mistakes cost about 7 points "
        "together (give or take 3); the dearest: E5 (13), E5 (15), "
    ) in said
    assert "moves of White in the" not in said, "its losses and gains are even"


def test_losses_within_the_noise_are_not_told() -> None:
    assert "no mistakes cost" not in told(_small(30, 0.6, 8.0))
    assert "no mistakes cost" not in told(_small(5, 2.0, 0.1)), "too few"


def test_what_both_sides_lost_adds_up_to_what_the_lead_did() -> None:
    moves = _small(30, 0.6, 1.0)
    said = told(moves)
    end = moves[-1].lead
    assert f"was B+0.0, and at the end W+{-end:.1f}: on balance Black lost 18.0 points" in said
    changed = [replace(moves[0], lead_before=9.0), *moves[1:]]  # the record changed the board
    assert "on balance Black" not in told(changed)
