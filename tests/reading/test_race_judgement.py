"""Races that must have an answer: as read where that is settled, weighed with trials where not."""

from __future__ import annotations

from gokan.go import Position
from gokan.gtp.engine import Engine
from gokan.reading.budget import Budget
from gokan.reading.judging.race_judgement import judge_race

EQUAL = """
    . . . . .
    O O O O O
    . . O O O
    X X X X X
    O O O O O
    . . X X X
    X X X X X
    . . . . ."""


def test_a_race_that_is_read_is_answered_as_read() -> None:
    position = Position.from_diagram(EQUAL)
    answer = judge_race(position, position.point("A5"), position.point("A4"))
    assert (answer.save, answer.take, answer.settled) == (1, 1, True)
    assert position.vertex(answer.move) in ("A3", "B3")


def test_a_race_is_answered_even_without_time() -> None:
    position = Position.from_diagram(EQUAL)
    answer = judge_race(
        position, position.point("A5"), position.point("A4"), budget=Budget(nodes=0)
    )
    assert (answer.save, answer.settled) == (1, False)
    engine = Engine(player="random", seed=1, size=9)
    engine.respond("gokan-reading_time 0.001")
    engine.game.begin(position)
    assert engine.respond("analyze_semeai A5 A4").startswith("= ")
