"""Counting under each rule set."""

from __future__ import annotations

from typing import Any

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position, Rules

# Black has the left side with one white stone captive in it, White the right side.
ENDED = """
    . X X O . .
    . . X O O .
    O . X O . .
    . X X O . .
"""


def test_area_counts_stones_and_points():
    position = Position.from_diagram(ENDED, rules="tromp-taylor")
    score = position.score(["A2"])
    assert (score.black, score.white) == (12, 12 + 7.5)
    assert score.text == "W+7.5"
    assert score.winner is WHITE


def test_dead_stones_decide():
    position = Position.from_diagram(ENDED, rules="tromp-taylor")
    alive = position.score()
    assert alive.black == 6  # the captive makes Black's side nobody's
    assert alive.owner[0] == 0


def test_territory_counts_points_and_prisoners():
    position = Position.from_diagram(ENDED, rules="japanese")
    score = position.score(["A2"])
    assert (score.black, score.white) == (6 + 1, 7 + 6.5)


def test_area_and_territory_agree_when_both_made_as_many_moves():
    position = Position.empty(5, rules="japanese")
    for move in ("C3", "B3", "C4", "B4", "C2", "B2", "C1", "B1", "C5", "B5"):
        position = position.play(move)
    territory = position.score().margin + 6.5
    area = position.with_rules("chinese").score().margin + 7.5
    assert territory == area == 10 + 5 - 10


SEKI = """
    . X O . O X
    X X O X X X
    O O O X . .
    . O X X . .
"""


def test_points_in_seki_count_by_rule():
    position = Position.from_diagram(SEKI, rules="chinese")
    assert position.score(seki=["B4"]).owner[0] == BLACK
    japanese = position.with_rules("japanese")
    assert japanese.score().owner[0] == BLACK
    assert japanese.score(seki=["B4"]).owner[0] == 0


def test_stone_scoring_taxes_each_group():
    position = Position.from_diagram(ENDED, rules="stone-scoring")
    plain = position.with_rules("chinese").score(["A2"])
    taxed = position.score(["A2"])
    assert (plain.black - taxed.black, plain.white - taxed.white) == (2, 2)


def test_komi_shifts_the_margin():
    position = Position.from_diagram(ENDED)
    for komi in (-5.0, 0.0, 0.5, 7.5):
        score = position.with_rules(Rules.named("chinese").with_(komi=komi)).score(["A2"])
        assert score.margin == -komi
    assert position.with_rules(Rules.named("chinese").with_(komi=0.0)).score(["A2"]).text == "0"


def test_dead_must_be_stones():
    with pytest.raises(InvalidInput, match="A4 is named as dead but has no stone"):
        Position.from_diagram(ENDED).score(["A4"])


def test_to_dict():
    assert Position.from_diagram(ENDED).score(["A2"]).to_dict()["result"] == "W+7.5"


def test_klinger_counts_stones_and_one_point_eyes():
    position = Position.from_diagram(
        """
        . X X O . .
        X . X O O .
        X X X O . O
        . X O O O O
        """,
        rules="klinger",
    )
    score = position.score()
    eyes = {position.vertex(p) for p, owner in enumerate(score.owner) if owner == BLACK}
    assert {"A4", "B3", "A1"} <= eyes
    white = {position.vertex(p) for p, owner in enumerate(score.owner) if owner == WHITE}
    assert "E2" in white
    assert not {"E4", "F4", "F3"} & white  # three points in a row are not yet filled
    assert (score.black, score.white) == (8 + 3, 9 + 1)
    assert Position.empty(3, rules="klinger").score().winner is None  # a draw


# Black D4 falls into atari once White takes E4, so C4 must be filled.
TO_FILL = """
    . X . X . O
    X X X O O O
    O O O O . O
    . O . O . O
"""


def test_a_point_that_must_be_filled_is_no_territory():
    position = Position.from_diagram(TO_FILL, rules="japanese")
    owner = position.score(fill=True).owner
    assert (owner[position.point("A4")], owner[position.point("C4")]) == (BLACK, 0)
    assert position.score().owner[position.point("C4")] == BLACK
    chinese = position.with_rules("chinese")
    assert chinese.score(fill=True).owner[position.point("C4")] == BLACK


def test_a_stone_that_would_be_captured_at_once_is_no_threat():
    thin = TO_FILL.replace("X X X O O O", "X X X X . O").replace(". X . X . O", ". X . X . .")
    position = Position.from_diagram(thin, rules="japanese")
    assert position.score(fill=True).owner[position.point("C4")] == BLACK


def test_counting_an_open_board_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, each answer opened new liberties to take, and the search had no end."""
    from gokan.go import fill

    position = Position.from_diagram(
        """
        . X X O . O . . .
        . X . . . . . X .
        O O . . . . . X .
        . X X O . . . . .
        . . . . . X . . O
        . . . . . . O . X
        X . . . . O . O .
        . . . . . . O . O
        . . X . . . X . .
        """,
        rules="japanese",
    )
    looked = 0
    usual = fill._block

    def block(*asked: Any) -> tuple[set[int], set[int]]:
        nonlocal looked
        looked += 1
        assert looked < 20_000
        return usual(*asked)

    monkeypatch.setattr(fill, "_block", block)
    position.score(fill=True)
