"""The learning rules that the thesis explains before its own (section 2.2): one neuron each.

The perceptron rule moves the weights of a threshold neuron by rate × (target − output) × input, and
learns whatever a line can part. The delta rule follows the slope of the summed error of a linear
neuron (2.4 to 2.6). Neither learns XOR; backpropagation (2.7 to 2.10, `learn.by_case`) does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["delta", "perceptron"]

Case = tuple[Sequence[float], float]


def perceptron(
    cases: Sequence[Case], *, rate: float = 0.5, epochs: int = 100
) -> tuple[NDArray[np.float64], bool]:
    """The weights (the threshold last), and whether every case is right with them.

    >>> both = [((0, 0), 0), ((0, 1), 0), ((1, 0), 0), ((1, 1), 1)]
    >>> perceptron(both)[1]
    True
    """
    inputs, targets = _table(cases)
    weights = np.zeros(inputs.shape[1])
    for _ in range(epochs):
        for row, target in zip(inputs, targets, strict=True):
            weights += rate * (target - float(row @ weights >= 0)) * row
    return weights, bool(((inputs @ weights >= 0) == (targets > 0.5)).all())


def delta(
    cases: Sequence[Case], *, rate: float = 0.1, epochs: int = 500
) -> tuple[NDArray[np.float64], float]:
    """The weights of the linear neuron with the least squares, and the error E that is left.

    >>> xor = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]
    >>> round(delta(xor)[1], 3)  # half of four times 0.25: it says 0.5 to everything
    0.5
    """
    inputs, targets = _table(cases)
    weights = np.zeros(inputs.shape[1])
    for _ in range(epochs):
        weights += rate * (targets - inputs @ weights) @ inputs
    return weights, float(0.5 * ((targets - inputs @ weights) ** 2).sum())


def _table(cases: Sequence[Case]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    inputs = np.array([[*given, 1.0] for given, _ in cases], float)
    return inputs, np.array([target for _, target in cases], float)
