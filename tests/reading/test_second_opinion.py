"""Trial games about a group in the open: when they change an answer, and when they do not."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from gokan.go import BLACK, Position
from gokan.reading import Problem, second_opinion, solve
from gokan.reading.life import unread
from gokan.reading.trials import Trial, TrialMove

OPEN = """
. . . . . . . . .
. X X . . . . . .
. O X . . . . . .
. O X . O . . . .
. . O O . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


@pytest.fixture
def unsettled():
    position = Position.from_diagram(OPEN).setup(to_play=BLACK)
    return unread(Problem.make(position, target=[position.point("C8")]))


def with_trials(monkeypatch, value: float, games: int, best: float) -> None:
    """Trial games of which a share `best` went to the first move, D9."""
    first = TrialMove(3, int(best * games), value, 0)
    found = Trial(value, 0, games, 0.5, (first, TrialMove(0, games - first.games, value, 0)))
    monkeypatch.setattr(second_opinion, "trial", lambda *_, **__: found)


def asked(answer, seconds: float = 5.0):
    return second_opinion.second_opinion(answer, time.perf_counter() + seconds)


def test_a_move_that_stands_out_is_named_and_no_verdict(monkeypatch, unsettled):
    with_trials(monkeypatch, 0.8, 20_000, 0.9)
    for answer in (unsettled, replace(unsettled, result="loss", seki=False)):
        told = asked(answer)
        assert (told.result, told.winning_moves, told.proved) == ("unknown", (), False)
        assert told.judged == ("D9 won 80 % of the trial games, which is no reading",)


@pytest.mark.parametrize(
    ("value", "games", "best"), [(0.8, 20_000, 0.5), (0.65, 20_000, 0.9), (0.8, 100, 0.9)]
)
def test_without_such_a_move_nothing_is_said(monkeypatch, unsettled, value, games, best):
    with_trials(monkeypatch, value, games, best)
    assert asked(unsettled) is unsettled


def test_a_group_is_not_called_dead_against_the_trials(monkeypatch, unsettled):
    dead = replace(unsettled, result="loss", seki=False)
    with_trials(monkeypatch, 0.65, 20_000, 0.5)
    told = asked(dead)
    assert told.result == "unknown"
    assert 3 in told.undecided_moves
    with_trials(monkeypatch, 0.4, 20_000, 0.5)
    assert asked(dead).result == "loss"


def test_what_is_proved_or_shut_in_or_late_is_left_alone(monkeypatch, unsettled):
    with_trials(monkeypatch, 0.9, 20_000, 0.9)
    proved = replace(unsettled, result="loss", proved=True)
    assert asked(proved) is proved
    sealed = replace(unsettled, region=replace(unsettled.region, sealed=True))
    assert asked(sealed) is sealed
    assert asked(unsettled, -1.0) is unsettled
    won = replace(unsettled, result="win")
    assert asked(won) is won


def test_a_limit_of_nodes_leaves_trials_out(monkeypatch, unsettled):
    monkeypatch.setattr(second_opinion, "trial", lambda *_, **__: pytest.fail("trial games"))
    assert solve(unsettled.problem, nodes=50).result == "unknown"
