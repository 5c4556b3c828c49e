"""Influence, segments, armies: the kernel against its slow twin, and what the answer can do."""

from __future__ import annotations

import json
import random
import re
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan import _core, sight
from gokan.errors import InvalidInput
from gokan.go import Color, Position
from gokan.go.symmetry import mapping

from . import twin


def random_position(seed: int, width: int, height: int, moves: int) -> Position:
    chance = random.Random(seed)
    position = Position.empty(width, height)
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal:
            break
        position = position.play(chance.choice(legal))
    return position


boards = st.builds(
    random_position,
    st.integers(0, 2**32),
    st.integers(1, 13),
    st.integers(1, 13),
    st.integers(0, 150),
)


@given(boards, st.integers(0, 6), st.integers(1, 60))
def test_the_kernel_agrees_with_its_twin(position: Position, rounds: int, seed: int) -> None:
    seen = sight.see(position, rounds=rounds, seed=seed)
    values = twin.influence(position, rounds, seed)
    assert list(seen.influence) == values
    segments = twin.segments(position, values)
    assert sorted(s.points for s in seen.segments) == sorted(tuple(sorted(s)) for s in segments)
    for segment in seen.segments:
        assert segment.color == (Color.BLACK if values[segment.points[0]] > 0 else Color.WHITE)
        assert all(seen.segment_of[p] == segment.number for p in segment.points)
        assert all(seen.grouping[p] == segment.code for p in segment.points)
        assert all(seen.segment_color[p] == segment.color for p in segment.points)
        inside = set(segment.points)
        assert set(segment.borders) == {
            (p, q) for p in inside for q in position.neighbors(p) if q not in inside
        }
    outside = [p for p, v in enumerate(values) if v == 0]
    assert all(seen.segment_of[p] == -1 and seen.grouping[p] == 0 for p in outside)


@given(boards)
def test_chains_and_neighbours(position: Position) -> None:
    seen = sight.see(position)
    for block in position.blocks():
        for p in block.stones:
            assert seen.breathing[p] == len(block.liberties)
            assert seen.chain[p] == len(block.stones)
    for p, color in enumerate(position.board):
        if not color:
            assert seen.breathing[p] == seen.chain[p] == 0
        near = [position.board[q] for q in position.neighbors(p)]
        slant = [position.board[q] for q in twin.diagonals(position, p)]
        assert (seen.adjacent_black[p], seen.adjacent_white[p]) == (near.count(1), near.count(2))
        assert (seen.diagonal_black[p], seen.diagonal_white[p]) == (slant.count(1), slant.count(2))


@given(boards)
def test_the_arrays_for_templates(position: Position) -> None:
    raw = _core.sight_see(position.core, 4, 50, True).arrays
    for color, name in ((Color.BLACK, "black"), (Color.WHITE, "white")):
        table = twin.features(position, color)
        for feature, key in (
            ("line", "line"),
            ("corner", "corner"),
            ("distance-own", f"distance_{name}"),
            ("after-own", f"after_{name}"),
            ("takes-own", f"takes_{name}"),
            ("last", "last"),
            ("across", "across"),
        ):
            assert [row[feature] for row in table] == list(array("h", raw[key])), key


@given(boards)
def test_armies_hold_every_stone_once(position: Position) -> None:
    armies = sight.see(position).armies
    stones = sorted(p for army in armies for p in army.stones)
    assert stones == [p for p, c in enumerate(position.board) if c]
    for army in armies:
        assert sorted(p for chain in army.chains for p in chain) == sorted(army.stones)


@given(boards, st.integers(0, 7))
def test_turning_the_board_turns_the_picture(position: Position, symmetry: int) -> None:
    seen, turned = sight.see(position), sight.see(position.transform(symmetry))
    to = mapping(symmetry, position.width, position.height)
    for name in ("influence", "grouping", "breathing", "chain", "adjacent_black", "diagonal_white"):
        here, there = getattr(seen, name), getattr(turned, name)
        assert [there[to[p]] for p in range(len(to))] == list(here), name


@given(boards)
def test_swapping_colours_swaps_signs(position: Position) -> None:
    seen, swapped = sight.see(position), sight.see(position.swap_colors())
    assert [-v for v in seen.influence] == list(swapped.influence)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (25, 25), (2, 19), (25, 1)])
def test_any_board_size(width: int, height: int) -> None:
    seen = sight.see(Position.empty(width, height))
    assert seen.influence == (0,) * (width * height)
    assert seen.segments == ()
    assert seen.armies == ()
    assert seen.explain() == "There are no stones to see."


def test_a_full_board_of_one_colour() -> None:
    board = bytes([1] * 80 + [0])
    seen = sight.see(Position.from_board(board, 9))
    assert [s.code for s in seen.segments] == [580]


def test_more_than_99_stones_spill_into_the_hundreds_as_in_the_paper() -> None:
    board = bytes([1] * 168 + [0])
    [segment] = sight.see(Position.from_board(board, 13)).segments
    assert (segment.code, segment.size) == (668, "small")


def test_the_picture_shows_the_size_of_a_segment_and_not_its_hundreds() -> None:
    """Two small segments are tinted alike, though one of them has the number 668."""
    tints = []
    for size in (5, 13):
        board = bytes([1] * (size * size - 1) + [0])
        picture = sight.see(Position.from_board(board, size)).draw("grouping", labels={})
        tints.append(set(re.findall(r'fill-opacity="([^"]*)"', str(picture))))
    assert tints[0] == tints[1]


def test_the_answer_shows_itself() -> None:
    seen = sight.see(Position.empty(9).play("C3").play("G7"))
    data = json.loads(json.dumps(seen.to_dict()))
    assert data["segments"][0]["color"] == "white"
    assert len(data["influence"]) == 81
    first = data["segments"][0]
    assert (len(first["empty_points"]), len(first["stones"])) == (first["empty"], 1)
    assert ["J3", "H3"] not in first["borders"]
    assert all(a in first["points"] and b not in first["points"] for a, b in first["borders"])
    for what in ("influence", "grouping", "breathing", "chain"):
        assert "<svg" in str(seen.draw(what))
        assert len(seen.numbers(what).splitlines()) == 9
    assert seen._repr_svg_().startswith("<svg")
    assert "Black has an army of 1 stone (C3)" in seen.explain()


def test_bad_options_are_refused_in_a_sentence() -> None:
    position = Position.empty(5)
    for options in ({"rounds": -1}, {"rounds": 5000}, {"seed": 0}, {"seed": 10**6}):
        with pytest.raises(InvalidInput, match="must lie between"):
            sight.see(position, **options)
        with pytest.raises(InvalidInput, match="must lie between"):
            sight.load().scan(position, None, **options)
        with pytest.raises(InvalidInput, match="must lie between"):
            sight.load().counts(position, None, **options)
    for wrong in (2.5, "4", True, None):
        with pytest.raises(InvalidInput, match="number of rounds must be a whole number"):
            sight.see(position, rounds=wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="no picture 'colour'"):
        sight.see(position).numbers("colour")
