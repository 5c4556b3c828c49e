"""What a caller can get wrong: one sentence from the family of errors, never a crash."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from gokan.errors import GokanError, IllegalMove, InvalidInput
from gokan.go import BLACK, EMPTY, WHITE, Game, Position, playouts

NO_SIDES: list[Any] = [EMPTY, 0, 3, 7, -1, 10**9, "grey"]


@pytest.mark.parametrize("color", NO_SIDES)
def test_a_side_is_black_or_white(color):
    position = Position.empty(5).play("C3")
    for ask in (
        lambda: position.play(0, color),
        lambda: position.play_forced(0, color),
        lambda: position.is_legal(0, color),
        lambda: position.why_illegal(0, color),
        lambda: position.legal_moves(color),
        lambda: position.prisoners(color),
        lambda: position.with_to_play(color),
        lambda: position.with_ko(0, color),
        lambda: position.setup(to_play=color),
        lambda: Position.from_board(bytes(9), 3, to_play=color),
        lambda: Position.from_diagram(". .", to_play=color),
        lambda: Game.new(5).root.play(0, color),
    ):
        with pytest.raises(InvalidInput, match="is not a colour"):
            ask()


@pytest.mark.parametrize("color", [BLACK, 1, "black", "B", np.int64(1)])
def test_a_side_can_be_said_in_several_ways(color):
    position = Position.empty(5).with_to_play(WHITE)
    assert position.play("C3", color)["C3"] is BLACK
    assert Game.new(5).root.play("C3", color).color is BLACK


@pytest.mark.parametrize("point", [None, 3.0, 3.5, (1, 2), slice(1, 2), b"A1", [3]])
def test_what_is_no_point_is_refused(point):
    position = Position.empty(5)
    for ask in (
        lambda: position.play(point),
        lambda: position.play_all([point]),
        lambda: position.is_legal(point),
        lambda: position[point],
        lambda: position.setup(black=[point]),
        lambda: position.score(dead=[point]),
    ):
        with pytest.raises(InvalidInput, match="is not a point"):
            ask()


@pytest.mark.parametrize("point", [25, -2, 2**31, 10**30, -(10**30)])
def test_points_beyond_the_board_are_refused(point):
    position = Position.empty(5)
    with pytest.raises(IllegalMove, match="not on the board"):
        position.play(point)
    with pytest.raises(IllegalMove, match="not on the board"):
        position.play_all([point])
    with pytest.raises(InvalidInput, match="not on the board"):
        position.is_legal(point)


def test_numbers_of_numpy_are_points():
    first, rest, many, seed = _as_any(np.int64(12), np.arange(2), np.int32(4), np.int64(3))
    position = Position.empty(5).play(first).play_all(rest)
    assert (position["C3"], position["A5"], position["B5"]) == (BLACK, WHITE, BLACK)
    assert playouts.run(position, many, seed=seed).games == 4


def test_a_board_from_any_row_of_numbers():
    want = Position.from_board(bytes([0, 1, 2, 0]), 2)
    for board in ([0, 1, 2, 0], bytearray([0, 1, 2, 0]), np.array([0, 1, 2, 0], dtype=np.uint8)):
        assert Position.from_board(board, 2) == want
    for wrong in ([0, 1, 3, 0], [0, -1, 0, 0], [0, 300, 0, 0], [0, 1, 2]):
        with pytest.raises(InvalidInput, match="each 0, 1 or 2"):
            Position.from_board(wrong, 2)


def test_marks_by_vertex():
    position = Position.empty(3)
    assert position.diagram(marks={"B2": "a"}) == position.diagram(marks={4: "a"})
    with pytest.raises(GokanError):
        position.diagram(marks={"D4": "a"})


def test_a_position_is_its_own_copy():
    position = Position.empty(3)
    assert copy.copy(position) is position
    assert copy.deepcopy([position])[0] is position


def test_unknown_symmetry():
    with pytest.raises(InvalidInput, match="0 to 7"):
        Position.empty(3).transform(8)


def _as_any(*values: Any) -> tuple[Any, ...]:
    return values
