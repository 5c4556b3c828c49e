"""Ranks of the levels, and the series of handicap games of benchmarks/bench_ranks.py."""

from __future__ import annotations

import importlib.util
import math
import random
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gokan.play import ranks
from gokan.play.levels import LEVELS
from gokan.play.ranks import Rank, grade_words, rank_of


def load() -> Any:
    path = Path(__file__).parents[2] / "benchmarks" / "bench_ranks.py"
    sys.path.insert(0, str(path.parent))  # for what stands beside it
    spec = importlib.util.spec_from_file_location("bench_ranks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BENCH = load()


def test_a_series_finds_how_many_stones_a_player_is_better():
    dice = random.Random(5)
    true = {2: -6.0, 5: -1.0, 8: 4.0}
    played: dict[int, list[tuple[int, float]]] = {}
    for number in range(40):
        for level, better in true.items():
            stones = BENCH.even_stones(level, number, played)
            chance = 1 / (1 + math.exp(-0.5 * (better + BENCH.worth(stones))))
            played.setdefault(level, []).append((stones, float(dice.random() < chance)))
    found = BENCH.fit(played)["levels"]
    for level, better in true.items():
        one = found[str(level)]
        assert one["low"] < better < one["high"]
        assert one["high"] - one["low"] < 5
        late = [stones for stones, _ in played[level][10:]]
        assert abs(sum(late) / len(late) + better) < 2  # near the handicap that is even


@pytest.mark.parametrize(("points", "open_end"), [(1.0, "high"), (0.0, "low")])
def test_a_player_that_always_wins_or_loses_has_an_interval_with_one_end(points, open_end):
    one = BENCH.fit({4: [(9 if points == 0 else -9, points)] * 8})["levels"]["4"]
    shut_end = {"high": "low", "low": "high"}[open_end]
    assert one[open_end] is None
    assert one["stones"] == one[shut_end]


def test_ranks_count_from_the_opponents(monkeypatch):
    level = {"stones": 5.4, "low": 3.0, "high": None, "games": 9}
    kept = {"opponent": "somebody", "opponent_grade": -8, "levels": {"7": level}}
    monkeypatch.setattr(ranks, "_kept", lambda: kept)
    rank = rank_of(7)
    assert rank is not None
    assert rank.explain() == "5 kyu or stronger"
    assert rank_of(6) is None
    assert ranks.opponent_words() == "somebody, taken as 8 kyu"


def test_grades_pass_from_kyu_to_dan():
    assert [grade_words(g) for g in (-2, -1, 0, 1)] == ["2 kyu", "1 kyu", "1 dan", "2 dan"]
    assert Rank(-1.4, -3.2, 0.4, 12).explain() == "about 1 kyu (3 kyu to 1 dan)"


def test_stronger_levels_have_ranks_that_are_not_lower():
    known = [rank.grade for level in LEVELS if (rank := rank_of(level)) is not None]
    assert all(later > earlier - 2 for earlier, later in pairwise(known))
