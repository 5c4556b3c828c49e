"""Races that must have an answer: as read where that is settled, weighed with trials where not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gokan.go import PASS, Position
from gokan.gtp.engine import Engine
from gokan.reading import race_judgement
from gokan.reading.budget import Budget
from gokan.reading.race_judgement import judge_race
from gokan.reading.semeai import Verdict, race

EQUAL = """
    . . . . .
    O O O O O
    . . O O O
    X X X X X
    O O O O O
    . . X X X
    X X X X X
    . . . . ."""
LEANS_TO_SEKI = (Verdict(None, True, None, 0), Verdict(None, False, None, 0))
LEANS_TO_WIN = (Verdict(None, True, 0, 0), Verdict(None, True, 0, 0))


def open_question(
    monkeypatch: pytest.MonkeyPatch, position: Position, leaning: tuple[Verdict, Verdict]
) -> race_judgement.RaceJudgement:
    """The judgement when the search came to no end and leaned to one side."""
    stones = position.point("A5"), position.point("A4")
    read = replace(race(position, *stones), save=leaning[0], take=leaning[1], margin=None)
    monkeypatch.setattr(race_judgement, "race", lambda *_, **__: read)
    return judge_race(position, *stones)


def test_a_race_that_is_read_is_answered_as_read() -> None:
    position = Position.from_diagram(EQUAL)
    answer = judge_race(position, position.point("A5"), position.point("A4"))
    assert (answer.save, answer.take, answer.settled) == (1, 1, True)
    assert position.vertex(answer.move) in ("A3", "B3")


def test_trials_see_a_capture_that_the_search_did_not(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_diagram(EQUAL)
    answer = open_question(monkeypatch, position, LEANS_TO_SEKI)
    assert (answer.save, answer.take, answer.settled) == (1, 1, False)
    assert position.vertex(answer.move) in ("A3", "B3")


def test_trials_see_that_all_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    behind = Position.from_diagram(EQUAL).setup(white=["A6"])  # one liberty less for Black
    answer = open_question(monkeypatch, behind, LEANS_TO_WIN)
    assert (answer.save, answer.take, answer.move) == (0, 0, PASS)


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
