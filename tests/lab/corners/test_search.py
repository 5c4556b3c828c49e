"""The network in minimax search, plain search beside it, and networks evolved by playing."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from gokan.errors import InvalidInput
from gokan.go import PASS
from gokan_lab.corners.evolve import evolve
from gokan_lab.corners.first_move import first_moves, judged_by, minimax
from gokan_lab.corners.nets import FULLY, TWO_D, Networks
from gokan_lab.corners.rooms import Room, problems

CASES = list(problems(8, seed=5))


def draft(*rows: str) -> np.ndarray:
    signs = {"#": 0, ".": 1, "O": 2, "X": 3}
    full = [row.ljust(7, "#") for row in rows] + ["#" * 7] * (7 - len(rows))
    return np.array([signs[sign] for row in full for sign in row], np.uint8)


def test_the_three_in_a_row_hangs_on_its_middle() -> None:
    room = Room(draft("...X", "XXXX"))
    middle = room.points[1]
    assert room.answers(attack=True) == [middle]
    assert room.answers(attack=False) == [middle]
    assert room.killed([PASS], attack=True) is False
    assert room.search(attack=True, nodes=10_000)[0] == middle
    assert room.search(attack=True, nodes=1)[0] is None


def test_problems_have_few_answers_of_many_moves() -> None:
    for room, right in CASES:
        moves = room.moves(room.start(attack=True))
        assert 1 <= len(right) <= 2 < 6 <= len(moves)
        for move in moves:
            assert (room.killed([move], attack=True) is True) == (move in right)


def looked_up(lives: dict[bytes, float], boards: Any) -> Any:
    return np.array([lives[board.tobytes()] for board in boards], np.float32)


def test_who_judges_rightly_plays_rightly() -> None:
    for room, right in CASES:
        start = room.start(attack=True)
        lives = {
            start.play(move).inputs().tobytes(): float(not room.killed([move], attack=True))
            for move in room.moves(start)
        }
        values, looked = minimax(room, start, 1, partial(looked_up, lives))
        assert {move for move, value in values.items() if value == 0} == set(right)
        assert looked <= len(values)


def test_deeper_trees_take_the_best_reply() -> None:
    """With a judge that counts black stones, depth two is min over max by hand."""
    room, _ = CASES[0]
    start = room.start(attack=True)

    def judge(boards: Any) -> Any:
        return (boards == 1).sum(axis=1).astype(np.float32) / 64

    values, _ = minimax(room, start, 2, judge)
    for move in room.moves(start):
        scene = start.play(move)
        replies = [scene.play(reply) for reply in [*room.moves(scene), PASS]]
        best = max(0.0 if s.taken else float(judge(s.inputs()[None])[0]) for s in replies)
        assert values[move] == pytest.approx(best)


def test_the_table_of_first_moves() -> None:
    nets = Networks.random(FULLY, outputs=1, seed=1)
    found = first_moves(CASES[:3], judged_by(nets))
    assert found.problems == 3
    assert set(found.network) == {1, 2, 3}
    assert found.positions[1] < found.positions[2] < found.positions[3]
    assert "depth positions" in found.explain()
    assert set(found.to_dict()["depths"]["1"]) == {
        "positions",
        "network",
        "search",
        "search_proves",
        "hybrid",
    }
    with pytest.raises(InvalidInput, match="depths from 1 to 3"):
        first_moves(CASES, judged_by(nets), depths=(4,))


def test_evolution_keeps_the_windows_and_repeats() -> None:
    rooms = [room for room, _ in CASES[:3]]
    first = evolve(rooms, generations=2, population=4, opponents=1, problems=2, moves=3, seed=3)
    again = evolve(rooms, generations=2, population=4, opponents=1, problems=2, moves=3, seed=3)
    assert first.to_dict() == again.to_dict()
    assert first.games == 2 * 2 * 4
    assert (first.networks.weights[0] == again.networks.weights[0]).all()
    assert (first.networks.weights[0][:, ~TWO_D.mask()] == 0).all()
    parents = Networks.random(TWO_D, outputs=1, seed=1)
    child = evolve(rooms, generations=1, population=4, opponents=1, moves=1, parents=parents)
    distance = np.abs(child.networks.weights[1] - parents.weights[1]).max()
    assert 0 < distance < 1
    with pytest.raises(InvalidInput, match="even number"):
        evolve(rooms, population=5)
