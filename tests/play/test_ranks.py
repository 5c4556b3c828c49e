"""Ranks of the levels, and the series of handicap games of benchmarks/bench_ranks.py."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import Any

from gokan.play.players import ranks
from gokan.play.players.levels import LEVELS
from gokan.play.players.ranks import Rank, grade_words, rank_of
from tests.benches import load

BENCH = load("bench_ranks")


def simulated(
    true: dict[int, float], games: int, *, seed: int
) -> list[tuple[int, int, int, float]]:
    """Games of some levels with GNU Go, as the series would play them."""
    dice = random.Random(seed)
    played: list[tuple[int, int, int, float]] = []
    for number in range(games):
        for level, better in true.items():
            stones = BENCH.even_stones(level, number, played)
            chance = 1 / (1 + math.exp(-0.5 * (better + BENCH.worth(stones))))
            played.append((level, 0, stones, float(dice.random() < chance)))
    return played


def test_a_series_finds_how_many_stones_a_player_is_better():
    true = {2: -6.0, 5: -1.0, 8: 4.0}
    played = simulated(true, 25, seed=5)
    found = BENCH.fit([*played, (9, 0, 0, 1.0)])["levels"]
    assert "9" not in found  # a single game names no rank
    for level, better in true.items():
        one = found[str(level)]
        assert one["low"] < better < one["high"]
        assert one["high"] - one["low"] < 6
        late = [stones for one, _, stones, _ in played if one == level][8:]
        assert abs(sum(late) / len(late) + better) < 2  # near the handicap that is even


def test_games_between_levels_place_one_that_never_met_the_opponent(tmp_path):
    dice = random.Random(1)
    duels = tmp_path / "duels.jsonl"
    chance = 1 / (1 + math.exp(-0.5 * (3 - 2.5)))  # three stones better, giving three
    for game in range(200):
        points = float(dice.random() < chance)
        name = "gokan:level=7,visits=9 vs gokan:level=6 with 3"
        BENCH.append_row(str(duels), {"duel": name, "game": game, "size": 19, "points": points})
        nine = {"duel": "gokan:level=7 vs gokan:level=6", "game": game, "size": 9, "points": 1.0}
        BENCH.append_row(str(duels), nine)
    again = tmp_path / "again.jsonl"
    again.write_text(duels.read_text("utf-8"), "utf-8")  # a run that went on from another's file
    between = BENCH.between_levels([str(duels), str(again)])
    assert len(between) == 200
    found = BENCH.fit([*simulated({6: 1.0}, 40, seed=2), *between])["levels"]
    assert found["7"]["games"] == 0
    assert found["7"]["low"] < 4 < found["7"]["high"]
    assert 2 < found["7"]["stones"] - found["6"]["stones"] < 4


def test_ranks_count_from_the_opponents(monkeypatch):
    level = {"stones": 5.4, "low": 3.0, "high": 8.2, "games": 9}
    kept: dict[str, Any] = {"opponent": "somebody", "opponent_grade": -8, "games": 9, "among": 3}
    kept["levels"] = {"7": level}
    kept["opponent_source"] = "an opinion"
    monkeypatch.setattr(ranks, "_kept", lambda: kept)
    rank = rank_of(7)
    assert rank is not None
    assert rank.explain() == "about 3 kyu (5 kyu to 1 dan)"
    assert rank_of(6) is None
    assert "9 handicap games on 19×19 with somebody, taken as 8 kyu" in ranks.source_words()
    assert "That rank is an opinion, so all may be off together." in ranks.source_words()


def test_grades_pass_from_kyu_to_dan():
    assert [grade_words(g) for g in (-2, -1, 0, 1)] == ["2 kyu", "1 kyu", "1 dan", "2 dan"]
    assert Rank(-1.4, -3.2, 0.4, 12).explain() == "about 1 kyu (3 kyu to 1 dan)"


def test_stronger_levels_have_ranks_that_are_not_lower():
    known = [rank.grade for level in LEVELS if (rank := rank_of(level)) is not None]
    assert all(later > earlier - 2 for earlier, later in pairwise(known))


def test_ranks_are_held_to_account_by_other_games():
    kept = {"slope": 0.5, "levels": {"4": {"stones": -4.2}, "6": {"stones": 4.5}}}
    assert [BENCH.nearest_stones(better) for better in (-4.2, 4.5)] == [5, -5]
    told = BENCH.held_to_account([(6, 0, -5, 1.0), (6, 0, -5, 0.0), (4, 0, 5, 0.5)], kept)
    assert told["levels"]["6"] == {"stones": [-5, -5], "won": 1.0, "expected": 1.0}
    assert (told["games"], told["won"]) == (3, 1.5)
    assert 1.5 < told["expected"] < 1.6
