"""Two ways to teach the corner networks: as in the thesis, and with a modern optimiser.

The thesis changes the weights after every case by plain backpropagation with a rate of 0.5, until
every case is right: the square of what an output misses is below 0.0625. The core does that
(`core/intuition/backprop.h`); the other way is Adam over small batches, with cross-entropy.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

import numpy as np

from gokan import _core
from gokan.errors import InvalidInput
from gokan_lab.corners.nets import Networks

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CLOSE", "Limit", "by_adam", "by_case", "correct", "twins"]

CLOSE = 0.0625
"""The thesis's criterion: an answer is right if the square of its error is below this."""
Limit = Literal["sigmoid", "slope", "perceptron"]
"""What outputs say while they learn. The thesis's first experiment has a hard limit there, and does
not say how such a neuron learns: its error goes back through the sigmoid's slope, or as it is."""
_LIMITS = {
    "sigmoid": _core.OutputLimit.SIGMOID,
    "slope": _core.OutputLimit.SLOPE,
    "perceptron": _core.OutputLimit.PERCEPTRON,
}
_SPEEDS = (0.9, 0.999)  # how fast Adam forgets
_LEAST = 1e-8


def by_case(
    networks: Networks,
    boards: NDArray[np.int8],
    targets: NDArray[np.float32],
    *,
    rate: float = 0.5,
    epochs: int = 300,
    seed: int = 1,
    limit: Limit = "sigmoid",
) -> list[int]:
    """Backpropagation case by case; the epochs that each network took.

    With a hard limit a case is right, and teaches nothing, once its outputs are on the right side.

    >>> from gokan_lab.corners.nets import FULLY
    >>> nets = Networks.random(FULLY, outputs=1)
    >>> boards = np.eye(64, dtype=np.int8)[:2]
    >>> took = by_case(nets, boards, np.array([[0], [1]], np.float32), epochs=1000)
    >>> took[0] < 1000, correct(nets.forward(boards), np.array([[0], [1]]))[0].tolist()
    (True, [True, True])
    """
    targets = _checked(boards, targets)
    design = networks.design
    inputs = design.inputs_of(boards).astype(np.int8).tobytes()
    wanted = targets.astype(np.float32).tobytes()
    sizes = [design.inputs, *(weight.shape[1] for weight in networks.weights)]
    mask = b"" if not design.windows else networks.mask.astype(np.uint8).tobytes()

    def teach(number: int) -> int:
        layers = [
            np.concatenate([weight[number], bias[number][:, None]], axis=1)
            for weight, bias in zip(networks.weights, networks.biases, strict=True)
        ]
        packed = b"".join(layer.astype(np.float32).tobytes() for layer in layers)
        learned = _core.train_by_case(
            sizes,
            packed,
            mask,
            inputs,
            wanted,
            rate,
            CLOSE**0.5,
            epochs,
            seed + number,
            _LIMITS[limit],
        )
        flat = np.frombuffer(learned.weights, np.float32)
        for weight, bias, layer in zip(networks.weights, networks.biases, layers, strict=True):
            part, flat = flat[: layer.size].reshape(layer.shape), flat[layer.size :]
            weight[number] = part[:, :-1]
            bias[number] = part[:, -1]
        return learned.epochs

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:  # the core frees Python
        return list(pool.map(teach, range(networks.count)))


def by_adam(
    networks: Networks,
    boards: NDArray[np.int8],
    targets: NDArray[np.float32],
    *,
    rate: float = 0.003,
    epochs: int = 30,
    batch: int = 64,
    decay: float = 0.0,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Adam over shuffled batches; the rate falls to zero along a cosine.

    `decay` pulls the weights towards zero in proportion to the rate.
    """
    targets = _checked(boards, targets)
    rng = np.random.default_rng(seed)
    inputs = networks.design.inputs_of(boards)
    params = [*networks.weights, *networks.biases]
    first = [np.zeros_like(p) for p in params]
    second = [np.zeros_like(p) for p in params]
    steps = epochs * -(-len(inputs) // batch)
    step = 0
    for epoch in range(epochs):
        order = rng.permutation(len(inputs))
        for begin in range(0, len(order), batch):
            rows = order[begin : begin + batch]
            layers = networks.activations(inputs[rows])
            error = (targets[rows] - layers[-1]) / np.float32(len(rows))  # of the cross-entropy
            weights, biases = networks.slopes(layers, error)
            step += 1
            pace = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            scale = np.sqrt(1 - _SPEEDS[1] ** step) / (1 - _SPEEDS[0] ** step)
            for p, m, v, slope in zip(params, first, second, [*weights, *biases], strict=True):
                m += (1 - _SPEEDS[0]) * (slope - m)
                v += (1 - _SPEEDS[1]) * (slope * slope - v)
                p += np.float32(pace * scale) * m / (np.sqrt(v) + np.float32(_LEAST))
                if decay:
                    p *= np.float32(1 - pace * decay)
        if progress:
            progress(epoch + 1, epochs)


def correct(outputs: NDArray[np.float32], targets: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which answers are right by the thesis's criterion, all outputs of a case together."""
    right: NDArray[np.bool_] = np.asarray(((outputs - targets) ** 2 < CLOSE).all(axis=-1))
    return right


def twins(
    boards: NDArray[np.int8], targets: NDArray[np.float32]
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """The cases and their mirror images at the diagonal: for training only (section 5.3)."""
    mirrored = boards.reshape(-1, 8, 8).transpose(0, 2, 1).reshape(-1, 64)
    return np.concatenate([boards, mirrored]), np.concatenate([targets, targets])


def _checked(boards: NDArray[np.int8], targets: NDArray[np.float32]) -> NDArray[np.float32]:
    if len(boards) == 0 or len(boards) != len(targets):
        raise InvalidInput(
            f"There must be a target for each of the {len(boards)} patterns, not {len(targets)}."
        )
    return targets if targets.ndim == 2 else targets[:, None]
