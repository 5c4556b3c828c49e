"""The referee of benchmarks/bench_robust.py, and a few of its games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.benches import load

ROBUST = load("bench_robust")


def watch(clock: str, main: float, period: float, stones: int) -> Any:
    terms = ROBUST.terms(0)
    return ROBUST.Watch(replace(terms, clock=clock, main=main, period=period, stones=stones))


@pytest.mark.parametrize(
    ("clock", "moves", "ends_at"),
    [
        (("absolute", 10, 0, 0), [4, 5.9, 0.2], 2),
        (("none", 0, 0, 0), [1e6, 1e6], None),
        (("byo-yomi", 3, 1, 2), [2.9, 1.0, 0.9, 0.9, 1.1, 0.9, 1.1], 6),
        (("byo-yomi", 0, 1, 3), [0.9, 2.9, 0.9, 1.1], 3),
        (("canadian", 1, 4, 2), [0.9, 2, 2.1, 3.9, 0.2], 4),
        (("canadian", 0, 4, 2), [1, 2.9, 1, 2.9, 4.1], 4),
    ],
)
def test_the_watch_is_strict(
    clock: tuple[str, float, float, int], moves: list[float], ends_at: int | None
) -> None:
    own = watch(*clock)
    late = [number for number, seconds in enumerate(moves) if not own.spend(seconds)]
    assert late == ([] if ends_at is None else [ends_at])


def test_boards_rules_and_clocks_are_all_drawn() -> None:
    drawn = [ROBUST.terms(number) for number in range(300)]
    assert {game.clock for game in drawn} == {"none", "absolute", "byo-yomi", "canadian"}
    assert {game.width for game in drawn} == set(range(5, 20))
    assert {game.height for game in drawn} == set(range(5, 20))
    assert len({game.rules for game in drawn}) == len(ROBUST.RULE_SETS)
    assert any(game.handicap > 4 for game in drawn)
    assert drawn == [ROBUST.terms(number) for number in range(300)]


def test_games_end_by_the_rules_and_repeat() -> None:
    small = [
        number
        for number in range(400)
        if (game := ROBUST.terms(number)).clock == "none" and game.width * game.height < 50
    ]
    for number in small[:3]:
        row = ROBUST.play(number)
        assert row["end"] in ("passes", "resign", "length"), row
        assert row == ROBUST.play(number)


def test_an_illegal_move_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ROBUST, "_timed_move", lambda engine, color, watch: "A1")
    row = ROBUST.play(1)
    assert row["end"] in ("illegal", "failure")
    assert row["note"]


def test_a_run_goes_on_from_the_whole_lines_of_an_earlier_one(tmp_path):
    path = tmp_path / "rows.jsonl"
    assert ROBUST.read_rows(str(path)) == ROBUST.read_rows("") == []
    ROBUST.append_row(str(path), {"game": 1})
    ROBUST.append_row("", {"game": 2})
    with path.open("a") as file:
        file.write('{"game": 3, "no')
    assert ROBUST.read_rows(str(path)) == [{"game": 1}]
