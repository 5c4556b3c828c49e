"""Strings, state diagram and windows of the thesis's section 2.1."""

from __future__ import annotations

import random

import pytest

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan_lab.study.strings import PATH, PRINTED, Diagram, Goliath, string_of


def test_the_printed_strings() -> None:
    """Figure 2.4's has twelve signs, the other two thirteen: as many as the path has points."""
    assert {name: len(text) for name, text in PRINTED.items()} == {"2.2": 13, "2.3": 13, "2.4": 12}
    assert len(PATH) == len(set(PATH)) == 13


def test_figure_25() -> None:
    """Both strings share the states 1 to 5; from 5 one goes to 6 with .OXXX, to 7 with .OXX."""
    diagram = Diagram([PRINTED["2.3"], PRINTED["2.4"]])
    assert diagram.walk(".OXX") == [1, 2, 3, 4, 5]
    assert diagram.arrows[4] == {"X": 5, ".": 6}
    # "If a board position reached state 6, we know that fig. 2.4 will never be matched."
    assert diagram.states[5].alive == {0}
    assert diagram.states[6].alive == {1}


def simply(pattern: str, signs: str) -> bool:
    if len(signs) < len(pattern):
        return False
    return all(
        p == "#" or (s != "#" if p == "?" else p == s) for p, s in zip(pattern, signs, strict=False)
    )


def test_one_walk_finds_what_each_pattern_alone_finds() -> None:
    chance = random.Random(5)
    patterns = ["".join(chance.choices("XO.?#", (2, 2, 3, 5, 1), k=k)) for k in (3, 5, 8, 13, 13)]
    patterns += list(PRINTED.values())
    diagram = Diagram(patterns)
    hits = 0
    for _ in range(3000):
        signs = "".join(chance.choices("XO.#", (3, 3, 4, 1), k=13))
        alone = {n for n, pattern in enumerate(patterns) if simply(pattern, signs)}
        assert diagram.found(signs) == alone
        hits += bool(alone)
    assert hits > 100


def test_the_board_is_read_around_a_point() -> None:
    position = Position.from_diagram("""
        . X . . .
        O . X . .
        . . . . .
        . . . . .
        . . . . .""")
    row = string_of(position, "B4")
    assert len(row) == 13
    assert row[:5] == ".XX.O"
    assert row[9] == "#"  # two points up is off the board
    assert string_of(position, "B4", 5) == ".XX.O"
    with pytest.raises(InvalidInput, match="1 to 13 signs"):
        string_of(position, "B4", 14)


def test_goliath_after_each_move_finds_what_a_fresh_one_finds() -> None:
    chance = random.Random(3)
    patterns = [
        "\n".join("".join(chance.choices("XO.?", (1, 1, 1, 9), k=5)) for _ in range(5))
        for _ in range(12)
    ]
    kept = Goliath(patterns)
    position = Position.empty(9)
    found = fresh_windows = 0
    for _ in range(120):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
        fresh = Goliath(patterns)
        assert kept.look(position) == fresh.look(position)
        found += len(fresh.look(position))
        fresh_windows += 81
    assert found > 100
    assert kept.looked < fresh_windows / 3  # only around what has changed


def test_goliath_knows_all_eight_orientations() -> None:
    shape = "?????\n??O??\n?.X.?\n??.??\n?????"
    for turn in range(4):
        rows = shape.split()
        for _ in range(turn):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        board = "\n".join(row.replace("?", ".") for row in rows)
        found = Goliath([shape]).look(Position.from_diagram(board))
        assert {point for _, _, point in found} == {12}


@pytest.mark.parametrize("wrong", ["", "XX", "XXXXX\n" * 4, "Y????\n" * 5])
def test_other_patterns_are_refused(wrong: str) -> None:
    with pytest.raises(InvalidInput):
        Goliath([wrong])
    if wrong in ("", "Y????\n" * 5):
        with pytest.raises(InvalidInput):
            Diagram([wrong])
