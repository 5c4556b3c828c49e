"""Sentences about strength claim no more than the numbers are worth."""

from __future__ import annotations

from gokan.assessment import BoardAssessment, GroupAssessment
from gokan.certainty import Certainty
from gokan.effort import QUICK
from gokan.go import BLACK, Position
from gokan.strength import weigh
from gokan.strength.words import SURVIVED, WEAK, survived
from tests.assess.fake_assessor import FakeAssessor

CORNER = Position.from_diagram("""
    . . . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .""")


def test_nobody_is_ahead_by_strength_and_nothing_is_out_of_danger() -> None:
    said = weigh(CORNER).explain()
    assert "ahead" not in said
    assert "danger" not in said
    assert "no forecast of the score" in said


def test_where_the_assessment_knows_better_it_says_so() -> None:
    weighed = weigh(CORNER)
    assert weighed.strength("A6") > WEAK
    board = FakeAssessor({"A6": ("dead", Certainty.PROVED)}).board(CORNER, QUICK)
    said = weighed.explain(board)
    assert "White's group at D7 (5 stones)" in said
    assert "but is dead (proved)" in said
    agreed = FakeAssessor().board(CORNER, QUICK)
    assert "but is" not in weighed.explain(agreed)


def test_stones_that_kill_are_not_called_alive() -> None:
    position = Position.from_diagram(". X O . .\nO O O . .\n. . . . .")
    stone, dead = position.point("B3"), position.point("A2")
    inside = GroupAssessment(BLACK, (stone,), "alive", Certainty.READ, 1.0, kills=dead)
    said = weigh(position).explain(BoardAssessment(position, QUICK, (inside,)))
    assert weigh(position).strength("B3") <= WEAK
    assert "is part of the killing of A2 (read)" in said


def test_what_is_told_of_a_strength_rises_with_it() -> None:
    shares = [share for _, share in SURVIVED]
    assert shares == sorted(shares)
    assert [survived(s / 10) for s in range(11)] == sorted(survived(s / 10) for s in range(11))


def test_picture_and_sentence_outline_the_same_blocks() -> None:
    weighed = weigh(Position.from_diagram(". X O ."))
    weak = [b for b in weighed.blocks if b.strength <= WEAK]
    said = weighed.explain()
    assert weak
    assert all(f"at {weighed.position.vertex(b.stones[0])} look" in said for b in weak)
