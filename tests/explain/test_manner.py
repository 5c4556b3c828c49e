"""The words for how a group, or an area, is changed."""

from __future__ import annotations

import pytest

from gokan.explain.outlook import View
from gokan.explain.scene import Scene
from gokan.explain.sources import manner
from gokan.go import Position

EMPTY = Position.empty(19)
GROUP = tuple(EMPTY.point(v) for v in ("R10", "R11", "Q11"))


@pytest.mark.parametrize(
    ("move", "was", "now", "how"),
    [
        ("N11", 0.5, 0.6, "runs"),
        ("R13", 0.5, 0.6, "base"),
        ("R13", 0.5, 0.9, "base"),
        ("R12", 0.5, 0.9, "settles"),
        ("R12", 0.5, 0.6, "helps"),
        ("R13", 0.8, 0.9, "plain"),
        ("R8", 0.9, 0.6, "base"),
        ("N11", 0.9, 0.6, "heads off"),
        ("N11", 0.95, 0.8, "hems in"),
        ("R12", 0.9, 0.6, "attacks"),
        ("R12", 0.95, 0.8, "plain"),
        ("R12", 0.5, 0.1, "dooms"),
        ("R12", 0.15, 0.05, "plain"),  # there was none before
        ("R12", 0.1, 0.3, "hope"),
    ],
)
def test_of_a_group(move: str, was: float, now: float, how: str) -> None:
    assert manner.of_group(Scene(EMPTY, move), GROUP, was, now) == how


def test_no_base_of_many_stones() -> None:
    many = tuple(EMPTY.point(f"R{row}") for row in range(4, 13))
    assert manner.of_group(Scene(EMPTY, "R14"), many, 0.9, 0.6) == "attacks"


@pytest.mark.parametrize(
    ("owner", "move", "points", "how"),
    [
        (0.4, "K10", 3.0, "framework"),
        (0.9, "K10", 3.0, "plain"),  # territory
        (0.4, "K3", 3.0, "plain"),  # low
        (0.4, "K10", 1.0, "plain"),  # little
    ],
)
def test_of_points_gained(owner: float, move: str, points: float, how: str) -> None:
    after = View((owner,) * 361, 0.0)
    assert manner.of_gain(Scene(EMPTY, move), after, range(12), points) == how


@pytest.mark.parametrize(
    ("stone", "move", "how"),
    [
        ("", "K10", "above"),
        ("", "K4", "invades"),
        ("", "K1", "plain"),
        ("K11", "K10", "framework"),
        ("K3", "K2", "plain"),
    ],
)
def test_of_points_taken(stone: str, move: str, how: str) -> None:
    black = [stone] if stone else []
    position = EMPTY.setup(black=black, white=["N10", "N4", "N1"])
    before = View((-0.4,) * 361, 0.0)
    assert manner.of_loss(Scene(position, move), before, range(12), 3.0) == how


def test_who_comes_first_takes_nothing_from_anybody() -> None:
    before = View((-0.4,) * 361, 0.0)
    position = EMPTY.setup(white=["D4"])
    assert manner.of_loss(Scene(position, "Q16"), before, range(12), 3.0) == "first"
