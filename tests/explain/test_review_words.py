"""The words of a review: each follows from a definition."""

from __future__ import annotations

import pytest

from gokan.explain.reviews.answer import Choice, Reason, ReviewedMove
from gokan.explain.reviews.words import (
    BAD,
    KINDS_OF_LIFE,
    KINDS_OF_TACTICS,
    habits,
    side_report,
    word,
)
from gokan.explain.words import kinds

SIZE = (19, 19)


def bad(number: int, vertex: str, best: str, **more: object) -> ReviewedMove:
    color = "black" if number % 2 else "white"
    fields = {
        "loss": 8.0,
        "word": "mistake",
        "searched": 100,
        "matters": True,
        "candidates": (Choice(vertex=best, lead=0.0, win=0.5, visits=100),),
        **more,
    }
    return ReviewedMove(number, color, vertex, 0.0, 0.5, **fields)  # type: ignore[arg-type]


def fine(number: int, vertex: str) -> ReviewedMove:
    return ReviewedMove(number, "black" if number % 2 else "white", vertex, 0.0, 0.5, word="good")


@pytest.mark.parametrize(
    ("loss", "noise", "expected"),
    [
        (0.0, 0.1, "excellent"),
        (0.3, 0.1, "great"),
        (1.0, 0.1, "good"),
        (1.3, 0.1, "inaccuracy"),
        (4.0, 0.1, "mistake"),
        (10.0, 0.1, "blunder"),
        (3.0, 5.0, "good"),
        (5.0, 5.0, "mistake"),
        (11.0, 12.0, "good"),
    ],
)
def test_words_have_limits_above_the_noise(loss: float, noise: float, expected: str) -> None:
    assert word(loss, noise) == expected


@pytest.mark.parametrize("noise", [0.0, 0.5, 1.0, 3.0, 20.0])
def test_a_loss_within_the_noise_is_never_bad(noise: float) -> None:
    assert not any(word(noise * part / 10, noise) in BAD for part in range(10))


def test_the_kinds_that_make_a_habit_are_kinds_of_claims() -> None:
    assert set(kinds()) >= KINDS_OF_TACTICS | KINDS_OF_LIFE


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("pass", bad(101, "pass", "D4"), bad(103, "pass", "D4")),
        (
            "tactics",
            bad(101, "Q16", "D4", instead=(Reason(text="", certainty="exact", kind="captures"),)),
            bad(103, "Q16", "D4", instead=(Reason(text="", certainty="exact", kind="snapback"),)),
        ),
        ("elsewhere", bad(101, "Q16", "D4"), bad(103, "R16", "D4")),
        ("low", bad(11, "A5", "E5"), bad(13, "B5", "F5")),
        ("shape", bad(101, "C3", "D4"), bad(103, "C3", "D5")),
    ],
)
def test_a_mistake_made_twice_is_a_habit_of_its_kind(
    kind: str, first: ReviewedMove, second: ReviewedMove
) -> None:
    moves = [first, fine(first.number + 1, "K10"), second]
    (habit,) = habits("black", moves, SIZE)
    assert (habit.kind, habit.moves, habit.lost) == (kind, (first.number, second.number), 16.0)
    assert habits("black", moves[:2], SIZE) == ()
    assert habits("white", moves, SIZE) == ()


def test_a_move_left_unanswered() -> None:
    moves = [fine(100, "D5"), bad(101, "Q16", "D4"), fine(102, "C4"), bad(103, "R10", "C3")]
    (habit,) = habits("black", moves, SIZE)
    assert habit.kind == "unanswered"
    assert "White's last move" in habit.text


def test_a_side_in_numbers() -> None:
    moves = [bad(1, "D4", "Q4"), fine(2, "Q4"), fine(3, "C3"), bad(200, "A1", "B1")]
    report = side_report("black", moves, 361, ())
    assert (report.moves, report.lost, report.mean_loss) == (2, 8.0, 4.0)
    assert report.words == {"good": 1, "mistake": 1}
    assert report.phases == {"opening": 4.0}
