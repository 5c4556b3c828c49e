"""Safety: the three kinds, and that what is called static really stands."""

from __future__ import annotations

import random

import pytest

from gokan.errors import IllegalPosition, InvalidInput
from gokan.go import BLACK, EMPTY, WHITE, Position
from gokan.reading import safety
from gokan.reading.budget import Budget
from gokan.reading.safe.safety import _stands, _static
from gokan.reading.safe.settled import settled

# Black: a one-point eye and a region of six with one inner point.
STATIC = """
    . X . . . X .
    X X . . . X .
    . X X X X X .
    . . . . . . .
    . . . . . . ."""


def test_unconditional_comes_first() -> None:
    position = Position.from_diagram(". X . X .\nX X X X .\n. . . . .\n. . . . .\n. . . . .")
    answer = safety(position, budget=Budget(nodes=100_000))
    assert len(answer.points(BLACK, "unconditional")) == 8
    assert answer.points(WHITE) == ()
    assert answer.complete


def test_a_region_with_one_inner_point_is_safe_if_answered() -> None:
    position = Position.from_diagram(STATIC)
    answer = safety(position, budget=Budget(nodes=0))
    assert answer.points(BLACK, "unconditional") == ()
    static = {position.vertex(p) for p in answer.points(BLACK, "static")}
    assert {"A5", "B3", "C4", "D5", "F5"} <= static
    assert "G5" not in static
    assert "A2" not in static


def test_what_is_static_stands_against_the_proof_search() -> None:
    """Random small boards: a statically safe block is never captured by an attacker who starts."""
    dice, seen = random.Random(5), 0
    for _ in range(1500):
        stones = [dice.choices([0, 1, 2], [5, 6, 1])[0] for _ in range(20)]
        rows = [" ".join(".XO"[s] for s in stones[i : i + 5]) for i in range(0, 20, 5)]
        try:
            position = Position.from_diagram("\n".join(rows))
        except IllegalPosition:
            continue
        for stone in {b.stones[0] for b in position.blocks() if b.color == BLACK}:
            if stone in _static(position, BLACK) and seen < 40:
                seen += 1
                assert _stands(position, stone, Budget(nodes=2_000_000).start()), (position, stone)
    assert seen >= 20


def test_a_stone_that_can_be_taken_is_not_safe_though_its_point_is() -> None:
    """White A4 takes two stones; Black plays back and takes three."""
    position = Position.from_diagram("X X\n. O\nX X\nX .\n. X")
    answer = safety(position, budget=Budget(nodes=200_000))
    assert answer.owner[position.point("A5")] == answer.owner[position.point("B5")] == EMPTY
    assert answer.owner[position.point("B4")] == BLACK
    assert settled(position, position.point("A5")) == BLACK


def test_search_finds_more() -> None:
    position = Position.from_diagram(
        """
        . . . X . X O
        . X X X X X O
        X X O O O O O
        O O O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    )
    answer = safety(position, budget=Budget(nodes=1_000_000))
    assert answer.owner[position.point("D7")] == BLACK
    assert answer.how[position.point("D7")] is not None


def test_nothing_is_claimed_without_reason() -> None:
    answer = safety(Position.empty(9), budget=Budget(nodes=100_000))
    assert set(answer.owner) == {EMPTY}
    with pytest.raises(InvalidInput):
        safety(Position.empty(9), seconds=-1)


def test_it_shows_itself() -> None:
    answer = safety(Position.from_diagram(STATIC), budget=Budget(nodes=0))
    assert str(answer.draw()).startswith("<svg")
    assert answer.to_dict()["black"]["static"]
    assert "safe points" in answer.explain()
