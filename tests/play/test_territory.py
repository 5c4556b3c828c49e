"""Under rules of territory every stone costs a point: what evaluators and searches make of that."""

from __future__ import annotations

import math

import pytest

from gokan.go import BLACK, PASS, Position, Rules, area_komi, playouts
from gokan.play import search
from gokan.play.clock import Clock
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.tree.evaluators import make_evaluator

FINISHED = """
    . X X . X O . . .
    X X X X X O O . O
    . X . X X O . O .
    X X X X X O O O O
    . X X . X O . . .
    X X X X X O O O O
    X . X X X O O . .
    X X X . X O . O .
    . X . X X O . . .
"""


def finished(rules: str) -> Position:
    return Position.from_diagram(FINISHED, rules=Rules.named(rules).with_(komi=0.5))


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
@pytest.mark.parametrize("values", ["network", "playouts"])
def test_a_finished_game_is_judged_as_it_is_counted(rules: str, values: str) -> None:
    position = finished(rules)
    margin = position.score().margin
    assert margin == (8.5 if rules == "chinese" else -6.5)
    judged = make_evaluator(values, "even").evaluate([position])[0]
    assert judged.lead == pytest.approx(margin, abs=2)
    assert (judged.win > 0.9) == (margin > 0)


def test_strength_counts_what_was_used_up() -> None:
    evaluator = make_evaluator("strength", "even")
    leads = [evaluator.evaluate([finished(rules)])[0].lead for rules in ("chinese", "japanese")]
    assert leads[0] - leads[1] == pytest.approx(15.5)  # Black has 15 stones more, and the move


def test_a_search_and_a_pass_know_who_has_won() -> None:
    position = finished("japanese")
    found = search(position, visits=30)
    assert found.win < 0.1
    assert found.lead == pytest.approx(-6.5, abs=1.5)
    choice = GokanPlayer(visits=30, resign=0, seed=1).choose(position, clock=Clock())
    assert choice.move == PASS


@pytest.mark.parametrize("komi", [-300.0, -100.5, 100.5, 300.0])
def test_komi_beyond_what_the_network_is_told_shifts_the_score(komi: float) -> None:
    rules = Rules.named("chinese")
    position = Position.empty(9, rules=rules.with_(komi=komi))
    evaluator = make_evaluator("network")
    told = evaluator.evaluate([position])[0]
    edge = evaluator.evaluate([position.with_rules(rules.with_(komi=math.copysign(60, komi)))])[0]
    beyond = komi - math.copysign(60, komi)
    assert told.lead == pytest.approx(edge.lead - beyond)
    assert (told.win < edge.win) == (komi > 0)


def test_the_komi_of_area_follows_the_count() -> None:
    """Whatever was played, area less that komi is within half a point of the count."""
    position = Position.empty(5, rules="japanese")
    for move in ("C3", "D3", "C2", "D2", "C4", "D4", "C1", "D1", "C5", "D5", "B1", "E4", "B5"):
        position = position.play(move)
    for move in ("pass", "A3", "pass"):
        position = position.play(move)
    by_area = position.with_rules(Rules.named("chinese").with_(komi=0)).score().margin
    assert abs(by_area - area_komi(position) - position.score().margin) <= 0.5


def test_random_games_are_won_as_the_rules_count() -> None:
    position = finished("japanese")
    assert playouts.run(position, 50, seed=1).black_wins == 0
    assert playouts.run(finished("chinese"), 50, seed=1).black_wins == 50
    assert position.to_play == BLACK
