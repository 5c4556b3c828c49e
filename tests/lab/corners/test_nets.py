"""The thesis's networks: their connections, their learning, and what a corner shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gokan import _core
from gokan.errors import InvalidInput
from gokan_lab.corners.learn import by_adam, by_case, correct, twins
from gokan_lab.corners.made import make_corners
from gokan_lab.corners.nets import CHAN, DESIGNS, FULLY, TWO_D, Networks, windows
from gokan_lab.corners.residual import planes, sees

RNG = np.random.default_rng(1)
BOARDS = RNG.integers(-1, 2, (40, 64)).astype(np.int8)
TARGETS = RNG.integers(0, 2, (40, 1)).astype(np.float32)


def test_layers_of_the_thesis() -> None:
    assert [d.text(2) for d in DESIGNS] == [
        "64-64-30-2",
        "64-140-50-30-2",
        "128-150-70-40-30-2",
    ]
    counts = [sum(len(windows([k])) for k in sizes) for sizes in (range(2, 9), range(3, 8))]
    assert counts == [140, 90]
    assert [len(windows([k])) for k in range(2, 9)] == [49, 36, 25, 16, 9, 4, 1]
    mask = CHAN.mask()
    assert mask.shape == (150, 128)
    assert (mask[90:]).all()
    assert mask[0].sum() == 18
    assert Networks.random(TWO_D, outputs=1).connections == 1904 + 140 * 50 + 50 * 30 + 30


@pytest.mark.parametrize("learn", ["case", "adam"])
@pytest.mark.parametrize("design", [TWO_D, CHAN], ids=lambda d: d.name)
def test_no_weight_outside_the_windows(design, learn) -> None:
    nets = Networks.random(design, outputs=1, count=2, seed=5)
    before = nets.weights[0].copy()
    if learn == "case":
        by_case(nets, BOARDS, TARGETS, epochs=3)
    else:
        by_adam(nets, BOARDS, TARGETS, epochs=2, decay=0.1)
    missing = ~design.mask()
    assert (before[:, missing] == 0).all()
    assert (nets.weights[0][:, missing] == 0).all()
    # Points that are seen and were ever taken teach something.
    assert (nets.weights[0][:, ~missing] != before[:, ~missing]).mean() > 0.9


def test_slopes_are_those_of_the_error() -> None:
    """Backpropagation against differences, in a stack of two."""
    nets = Networks.random(FULLY, outputs=2, count=2, seed=2)
    nets.weights = [10 * w for w in nets.weights]
    target = RNG.integers(0, 2, (40, 2)).astype(np.float32)
    inputs = FULLY.inputs_of(BOARDS)

    def error() -> Any:
        out = nets.activations(inputs)[-1].astype(np.float64)
        return 0.5 * ((target - out) ** 2).sum(axis=(1, 2))

    layers = nets.activations(inputs)
    out = layers[-1]
    weights, biases = nets.slopes(layers, (target - out) * out * (1 - out))
    for layer, net, neuron, source in ((0, 0, 3, 5), (1, 1, 2, 7), (2, 0, 1, 4)):
        kept = nets.weights[layer][net, neuron, source]
        step = np.float32(1e-2)
        nets.weights[layer][net, neuron, source] = kept + step
        up = error()[net]
        nets.weights[layer][net, neuron, source] = kept - step
        down = error()[net]
        nets.weights[layer][net, neuron, source] = kept
        slope = -(up - down) / (2 * float(step))
        assert weights[layer][net, neuron, source] == pytest.approx(slope, rel=0.05, abs=1e-4)
    assert biases[0].shape == (2, 64)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.name)
def test_core_learns_as_numpy_does(design) -> None:
    """The slow twin of `core/intuition/backprop.cpp`, for one case many times."""
    fast = Networks.random(design, outputs=2, seed=4)
    slow = fast.one(0)
    board, target = BOARDS[:1], np.array([[1, 0]], np.float32)
    by_case(fast, board, target, epochs=4, rate=0.2)
    for _ in range(4):  # not yet right, so that nobody stops
        layers = slow.activations(design.inputs_of(board))
        out = layers[-1]
        weights, biases = slow.slopes(layers, (target - out) * out * (1 - out))
        for value, slope in zip([*slow.weights, *slow.biases], [*weights, *biases], strict=True):
            value += np.float32(0.2) * slope
    for one, other in zip(fast.weights, slow.weights, strict=True):
        assert np.abs(one - other).max() < 1e-6


@pytest.mark.parametrize("limit", ["slope", "perceptron"])
@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.name)
def test_core_learns_behind_a_hard_limit_as_numpy_does(design, limit) -> None:
    """The same with a step for an output: its error through the sigmoid's slope, or as it is."""
    fast = Networks.random(design, outputs=2, seed=4)
    slow = fast.one(0)
    board = BOARDS[:1]
    target = 1 - (slow.forward(board)[0] >= 0.5).astype(np.float32)  # wrong in both outputs
    by_case(fast, board, target, epochs=3, rate=1e-4, limit=limit)
    for _ in range(3):
        layers = slow.activations(design.inputs_of(board))
        out = layers[-1]
        miss = target - (out >= 0.5)
        assert (abs(miss) == 1).all()
        delta = (miss * out * (1 - out) if limit == "slope" else miss).astype(np.float32)
        weights, biases = slow.slopes(layers, delta)
        for value, slope in zip([*slow.weights, *slow.biases], [*weights, *biases], strict=True):
            value += np.float32(1e-4) * slope
    for one, other in zip(fast.weights, slow.weights, strict=True):
        assert np.abs(one - other).max() < 1e-6
    for one, other in zip(fast.biases, slow.biases, strict=True):
        assert np.abs(one - other).max() < 1e-6


@pytest.mark.parametrize("limit", ["slope", "perceptron"])
def test_a_case_on_the_right_side_of_a_hard_limit_teaches_nothing(limit) -> None:
    nets = Networks.random(FULLY, outputs=1, seed=4)
    before = [weight.copy() for weight in nets.weights]
    right = (nets.forward(BOARDS[:1])[0] >= 0.5).astype(np.float32)
    assert by_case(nets, BOARDS[:1], right, epochs=9, limit=limit) == [1]
    assert all((one == other).all() for one, other in zip(before, nets.weights, strict=True))
    assert by_case(nets, BOARDS[:1], right, epochs=9) != [1]  # a sigmoid wants to be surer


def test_the_networks_of_a_stack_are_their_own() -> None:
    three = Networks.random(FULLY, outputs=1, count=3, seed=8)
    one = Networks.random(FULLY, outputs=1, count=1, seed=8)
    assert (three.weights[0][0] == one.weights[0][0]).all()
    assert (three.weights[0][1] != three.weights[0][0]).any()
    by_case(three, BOARDS, TARGETS, epochs=2)
    by_case(one, BOARDS, TARGETS, epochs=2)
    assert (three.weights[1][0] == one.weights[1][0]).all()


@pytest.mark.parametrize("learn", [by_case, by_adam])
def test_they_learn_by_heart(learn) -> None:
    nets = Networks.random(FULLY, outputs=1, seed=3)
    learn(nets, BOARDS, TARGETS, epochs=400)
    assert correct(nets.forward(BOARDS), TARGETS).mean() > 0.95


def test_twins_mirror_at_the_diagonal() -> None:
    boards, targets = twins(BOARDS, TARGETS)
    assert boards.shape == (80, 64)
    assert (boards[40].reshape(8, 8) == BOARDS[0].reshape(8, 8).T).all()
    assert (targets[40:] == TARGETS).all()


def test_mistakes_are_sentences() -> None:
    with pytest.raises(InvalidInput, match="64 inputs"):
        Networks.random(FULLY, outputs=1).forward(np.zeros((2, 63), np.int8))
    with pytest.raises(InvalidInput, match="a target for each"):
        by_case(Networks.random(FULLY, outputs=1), BOARDS, TARGETS[:3])
    with pytest.raises(ValueError, match="do not fit"):
        _core.train_by_case([2, 1], b"\0" * 8, b"", b"\0\0", b"\0" * 4, 0.5, 0.25, 1, 1)


def test_what_is_seen_of_a_corner() -> None:
    """The slow twin of `core/intuition/corner_planes.cpp`."""
    boards = np.concatenate([make_corners(10, jobs=1).inputs(), BOARDS])
    for board, seen in zip(boards.tolist(), sees(boards).tolist(), strict=True):
        assert seen == _slow(board)
    assert planes(sees(boards)).shape == (50, 14, 8, 8)


def _slow(board: list[int]) -> list[int]:
    def near(p: int) -> list[int]:
        row, column = divmod(p, 8)
        steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [8 * r + c for r, c in steps if 0 <= r < 8 and 0 <= c < 8]

    def block(p: int) -> set[int]:
        found, todo = {p}, [p]
        while todo:
            for q in near(todo.pop()):
                if q not in found and board[q] == board[p]:
                    found.add(q)
                    todo.append(q)
        return found

    def breath(stones: set[int]) -> set[int]:
        return {q for p in stones for q in near(p) if board[q] == 0}

    def is_open(points: set[int]) -> bool:
        return any(p % 8 == 7 or p >= 56 for p in points)

    seen = [0] * 64
    ko = set()
    for p, stone in enumerate(board):
        own = block(p)
        if not stone:
            seen[p] = 32 * is_open(own)
            continue
        liberties = 3 if stone < 0 and is_open(own) else min(3, len(breath(own)))
        seen[p] = (1 if stone > 0 else 2) + 4 * liberties
        if len(own) == 1 and len(breath(own)) == 1 and not is_open(own):
            (point,) = breath(own)
            others = [block(q) for q in near(point) if q != p]
            alone = all(board[q] == stone for q in near(point))
            safe = all(len(breath(other)) > 1 or is_open(other) for other in others)
            if alone and safe and not is_open({point}):
                ko |= {p, point}
    return [value | (16 if p in ko else 0) for p, value in enumerate(seen)]
