"""Time: what a player may use, under every kind of clock."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE
from gokan.play.clock import Clock, TimeSettings


def test_no_limit() -> None:
    clock = Clock()
    clock.spend(BLACK, 1000.0)
    assert clock.budget(BLACK) is None


def test_absolute_time_runs_down_and_is_never_overspent() -> None:
    clock = Clock(TimeSettings(main=30))
    for moves_left in range(100, 0, -1):
        budget = clock.budget(BLACK, moves_left=moves_left)
        assert budget is not None
        assert 0 <= budget <= clock.left(BLACK)[0]
        clock.spend(BLACK, budget + 0.1)
    assert clock.left(BLACK)[0] > 0
    assert clock.left(WHITE) == (30, 0)


def test_canadian_overtime() -> None:
    clock = Clock(TimeSettings(main=10, period=30, stones=3))
    clock.spend(BLACK, 11)
    assert clock.left(BLACK) == (29, 3)
    assert clock.budget(BLACK) == pytest.approx(29 / 3 - 0.15, abs=0.001)
    for _ in range(3):
        clock.spend(BLACK, 5)
    assert clock.left(BLACK) == (30, 3)


def test_byoyomi_periods_are_one_move_each() -> None:
    clock = Clock(TimeSettings(main=0, period=20, periods=5))
    clock.spend(WHITE, 1)
    assert clock.left(WHITE) == (19, 5)
    clock.spend(WHITE, 10)
    assert clock.left(WHITE) == (20, 5)
    assert clock.budget(WHITE) == pytest.approx(19.85)


def test_an_overrun_costs_periods() -> None:
    clock = Clock(TimeSettings(main=0, period=20, periods=5))
    clock.spend(WHITE, 1)
    clock.spend(WHITE, 45)  # 19 s were left: that period and one more are gone
    assert clock.left(WHITE) == (20, 3)


def test_no_time_at_all_still_gives_a_budget() -> None:
    assert Clock(TimeSettings()).budget(BLACK) == 0.0


def test_what_the_controller_says_counts() -> None:
    clock = Clock()
    clock.set_left(BLACK, 60.0, 0)
    assert clock.budget(BLACK, moves_left=60) == pytest.approx(0.85)
