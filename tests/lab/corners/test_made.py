"""Corners made in the core: their fates against reading, and that a seed always gives the same."""

from __future__ import annotations

import numpy as np
import pytest

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Color
from gokan.reading import Budget, Problem, solve
from gokan_lab.corners.made import (
    FATES,
    Made,
    make_corners,
    near_pairs,
    patterns_of,
    read_made,
)

DEAD, FINAL, ALIVE, KO, SEKI, ON_THE_MOVE = range(1, 7)


@pytest.fixture(scope="module")
def made() -> Made:
    return make_corners(30, seed=3, jobs=1)


def test_fates_are_what_reading_says(made: Made) -> None:
    """The slow twin: the same corner on a whole board, read for either side first."""
    for row in range(len(made)):
        attacked, defended = _read_out(made, row, WHITE), _read_out(made, row, BLACK)
        fate = made.fate[row]
        where = f"{made.reference(row)}\n{made.corner(row)}"
        if fate == DEAD:
            assert defended.result == "loss", where
        elif fate == KO:
            assert (attacked.result, defended.result) == ("ko", "ko"), where
        else:
            assert attacked.result == "loss", where
            assert attacked.seki is bool(fate == SEKI), where


def _read_out(made: Made, row: int, mover: Color):
    position = made.corner(row).position().setup(to_play=mover)
    room = position.board
    target = tuple(p for p, stone in enumerate(room) if stone == BLACK)
    return solve(
        Problem(position, target, "live" if mover == BLACK else "kill"),
        budget=Budget(nodes=400_000),
    )


def test_the_same_however_it_is_cut(made: Made) -> None:
    whole = _core.make_corners(5, 10, 40)
    assert whole == _core.make_corners(5, 10, 15) + _core.make_corners(5, 25, 25)
    assert whole != _core.make_corners(6, 10, 40)
    again = make_corners(30, seed=3, jobs=2)
    assert (again.drafts == made.drafts).all()
    assert (again.fate == made.fate).all()
    later = make_corners(30, seed=3, first=500, jobs=1)
    assert later.family.min() >= 500


def test_balanced_and_without_twins(made: Made) -> None:
    assert np.bincount(made.fate, minlength=6).tolist() == [0, 6, 6, 6, 6, 6]
    keys = {made.corner(row).key for row in range(len(made))}
    assert len(keys) == len(made)
    assert len(FATES) == 5


def test_near_pairs_differ_in_one_point() -> None:
    raw = read_made(_core.make_corners(1, 0, 60), 1)
    rows = {(f, s): i for i, (f, s) in enumerate(zip(raw.family, raw.step, strict=True))}
    boards = raw.inputs()
    near = near_pairs(raw)
    assert near.any()
    for row, pair in enumerate(zip(raw.family, raw.before, strict=True)):
        other = rows[pair]
        if near[row] and near[other] and raw.fate[row] != raw.fate[other]:
            walls = (raw.drafts[row] == 0) == (raw.drafts[other] == 0)
            if walls.all():
                assert (boards[row] != boards[other]).sum() == 1


def test_walls_close_the_room() -> None:
    made = make_corners(20, seed=9, jobs=1)
    boards = patterns_of(made.drafts).reshape(-1, 8, 8)
    room = np.zeros(boards.shape, bool)
    room[:, :7, :7] = made.drafts.reshape(-1, 7, 7) > 0
    beside = np.zeros_like(room)
    beside[:, 1:] |= room[:, :-1]
    beside[:, :-1] |= room[:, 1:]
    beside[:, :, 1:] |= room[:, :, :-1]
    beside[:, :, :-1] |= room[:, :, 1:]
    assert (boards[beside & ~room] == -1).all()


def test_bad_orders_are_refused() -> None:
    with pytest.raises(InvalidInput, match="at least one corner"):
        make_corners(0)
    with pytest.raises(ValueError, match="49 cells"):
        _core.corner_fate(b"\0")
    with pytest.raises(ValueError, match="defender"):
        _core.corner_fate(bytes(49))
