"""Any setup at all: an answer or a sentence, never a crash; what is called proved has a proof."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, WHITE, Game, Position
from gokan.reading import Problem, pose_record, solve
from gokan.reading.check.bundle import check_file
from gokan.reading.life.answer_sgf import to_game
from gokan.reading.problem import read_fields
from gokan.reading.proof.write import prove


@st.composite
def setups(draw: st.DrawFn) -> tuple[int, int, list[int]]:
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = draw(
        st.lists(st.sampled_from([0, 0, 1, 2]), min_size=width * height, max_size=width * height)
    )
    return width, height, cells


@settings(max_examples=120, deadline=None)
@given(setups(), st.sampled_from([BLACK, WHITE]), st.integers(0, 63))
def test_an_answer_or_a_sentence(setup, mover, which):
    width, height, cells = setup
    black = [i for i, c in enumerate(cells) if c == 1]
    white = [i for i, c in enumerate(cells) if c == 2]
    try:
        position = Position.empty(width, height).setup(black=black, white=white, to_play=mover)
        stones = sorted(black + white)
        target = [stones[which % len(stones)]] if stones and which else []
        problem = Problem.make(position, target=target)
    except GokanError:
        return  # a sentence of ours; anything else fails the test
    answer = solve(problem, nodes=4000, seconds=20)
    record = answer.to_dict()
    assert json.loads(json.dumps(record)) == record
    assert answer.explain().endswith(".")
    if answer.result in ("win", "ko") and not answer.undecided_moves:
        assert answer.winning_moves or answer.ko_moves
    again = Game.parse(to_game(answer).to_sgf())
    assert again.position(0).board == position.board
    if answer.proved and answer.nodes < 1500:
        assert check_file(prove(answer)).accepted


@pytest.mark.parametrize("value", [None, [], "x", {"a": 1}, 10**9, -1, 3.5, [[0, 0]], [[0]]])
@pytest.mark.parametrize("field", ["size", "black", "white", "to_play", "target", "targets", "sgf"])
def test_a_garbled_record_gets_a_sentence(field, value):
    record = {
        "id": "p",
        "size": 5,
        "black": [[0, 1], [1, 1], [2, 0], [2, 1]],
        "white": [[0, 2], [1, 2], [2, 2], [3, 0], [3, 1]],
        "to_play": "W",
        "target": [0, 1],
    }
    if field == "sgf":
        del record["black"]
    with contextlib.suppress(GokanError):  # anything else fails the test
        solve(pose_record({**record, field: value}), nodes=2000)


def test_two_stones_on_one_point_are_refused():
    record = {"id": "p", "size": 5, "black": [[0, 1]], "white": [[0, 1]], "to_play": "W"}
    with pytest.raises(GokanError):
        Problem.from_record(record)


def test_points_of_a_record_may_be_vertices() -> None:
    record = {"size": 5, "black": [[0, 0]], "white": ["C3"], "to_play": "B", "target": ["C3"]}
    fields = read_fields(record)
    assert (fields.position["A5"], fields.position["C3"]) == (BLACK, WHITE)
    assert fields.target == read_fields({**record, "target": [2, 2]}).target == (12,)
    assert read_fields({**record, "target": "C3"}).target == (12,)
    assert read_fields({**record, "targets": [[2, 2]]}).target == (12,)
    for point in ("pass", "Z9", [1], [1, 2, 3], 4, None):
        with pytest.raises(InvalidInput, match=r"vertex|board"):
            read_fields({**record, "white": [point]})
