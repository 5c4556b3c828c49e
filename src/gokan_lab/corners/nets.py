"""The thesis's networks: layers of log-sigmoid neurons, some of them joined to windows only.

Several networks of one design are kept as one stack, so that ten of them train in one pass. A
missing connection has no weight: its place in the matrix is zero, and its slope is zero, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from gokan.errors import InvalidInput
from gokan_lab.corners.pattern import SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

__all__ = ["CHAN", "DESIGNS", "FULLY", "MAP_ALONE", "TWO_D", "Design", "Networks", "windows"]

_START = 0.1  # first weights lie between -0.1 and 0.1, as in the library that the thesis used


def windows(sizes: Iterable[int], maps: int = 1) -> NDArray[np.bool_]:
    """Which inputs each neuron sees: one neuron per k×k window of the board, for each size k.

    >>> mask = windows(range(2, 9))
    >>> mask.shape, int(mask.sum())
    ((140, 64), 1904)
    """
    rows = []
    for size in sizes:
        for top in range(SIDE - size + 1):
            for left in range(SIDE - size + 1):
                one = np.zeros((SIDE, SIDE), bool)
                one[top : top + size, left : left + size] = True
                rows.append(np.tile(one.ravel(), maps))
    return np.array(rows)


@dataclass(frozen=True, slots=True)
class Design:
    """The layers of a network; the outputs are added when it is made.

    `sees` names its inputs: the board (64), the board and Chan's location map (128), or the map
    alone (64).
    """

    name: str
    hidden: tuple[int, ...]
    sees: Literal["board", "board and map", "map"] = "board"
    windows: tuple[int, ...] = ()
    """Sizes of the windows that neurons of the first layer look through; the rest see all."""

    @property
    def inputs(self) -> int:
        """How many numbers go in."""
        return SIDE * SIDE * (2 if self.sees == "board and map" else 1)

    def mask(self) -> NDArray[np.bool_]:
        """The connections of the first hidden layer."""
        if not self.windows:
            return np.ones((self.hidden[0], self.inputs), bool)
        some = windows(self.windows, self.inputs // (SIDE * SIDE))
        return np.concatenate([some, np.ones((self.hidden[0] - len(some), self.inputs), bool)])

    def text(self, outputs: int) -> str:
        """As in the thesis.

        >>> TWO_D.text(1)
        '64-140-50-30-1'
        """
        return "-".join(map(str, (self.inputs, *self.hidden, outputs)))

    def inputs_of(self, boards: NDArray[np.int8]) -> Floats:
        """What it takes in of patterns with 64 numbers each."""
        if boards.ndim != 2 or boards.shape[1] != SIDE * SIDE:
            raise InvalidInput(f"A corner has 64 inputs, but these have shape {boards.shape}.")
        board = boards.astype(np.float32)
        if self.sees == "board":
            return board
        enclosed = (board > 0).astype(np.float32)
        return enclosed if self.sees == "map" else np.concatenate([board, enclosed], axis=1)


FULLY = Design("fully connected", (64, 30))
TWO_D = Design("2D Go board", (140, 50, 30), windows=(2, 3, 4, 5, 6, 7, 8))
CHAN = Design("Chan, location map", (150, 70, 40, 30), "board and map", (3, 4, 5, 6, 7))
MAP_ALONE = Design("location map alone", (64, 30), "map")
DESIGNS = (FULLY, TWO_D, CHAN)


class Networks:
    """A stack of networks of one design with different weights.

    >>> nets = Networks.random(FULLY, outputs=1, count=2, seed=1)
    >>> nets.forward(np.zeros((3, 64), np.int8)).shape
    (2, 3, 1)
    """

    def __init__(self, design: Design, weights: list[Floats], biases: list[Floats]) -> None:
        self.design = design
        self.weights = weights  # per layer: network, neuron, input
        self.biases = biases  # per layer: network, neuron
        self.mask = design.mask().astype(np.float32)

    @classmethod
    def random(cls, design: Design, *, outputs: int, count: int = 1, seed: int = 1) -> Networks:
        """Fresh networks; network i of a seed is the same however many there are."""
        sizes = (design.inputs, *design.hidden, outputs)
        drawn = []
        for number in range(count):
            rng = np.random.default_rng([seed, number])
            drawn.append(
                [
                    rng.uniform(-_START, _START, (after, before + 1)).astype(np.float32)
                    for before, after in pairwise(sizes)
                ]
            )
        weights = [np.stack([net[i][:, :-1] for net in drawn]) for i in range(len(sizes) - 1)]
        biases = [np.stack([net[i][:, -1] for net in drawn]) for i in range(len(sizes) - 1)]
        weights[0] = weights[0] * design.mask()
        return cls(design, weights, biases)

    def widen(self, seed: int = 1) -> None:
        """Fresh weights as large as each neuron's number of inputs bears (Glorot and Bengio), for
        optimisers that are not lost in the flat beginning.
        """
        for number in range(self.count):
            rng = np.random.default_rng([seed, number, 1])
            for layer, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
                shape = weight[number].shape
                sources = self.mask.sum(axis=1, keepdims=True) if layer == 0 else shape[1]
                reach = 4 * np.sqrt(6 / (sources + shape[0]))
                weight[number] = rng.uniform(-1, 1, shape) * reach
                bias[number] = 0
        self.weights[0] *= self.mask

    @property
    def count(self) -> int:
        """How many networks."""
        return len(self.weights[0])

    @property
    def connections(self) -> int:
        """Weights of one network that exist, without the thresholds."""
        return int(self.mask.sum()) + sum(int(w[0].size) for w in self.weights[1:])

    def one(self, number: int) -> Networks:
        """One of the networks, as a stack of one."""
        pick = slice(number, number + 1)
        return Networks(
            self.design,
            [w[pick].copy() for w in self.weights],
            [b[pick].copy() for b in self.biases],
        )

    def forward(self, boards: NDArray[np.int8]) -> Floats:
        """The outputs: network, pattern, output."""
        return self.activations(self.design.inputs_of(boards))[-1]

    def activations(self, inputs: Floats) -> list[Floats]:
        """What every layer says, the inputs first."""
        layers: list[Floats] = [np.broadcast_to(inputs, (self.count, *inputs.shape))]
        for weight, bias in zip(self.weights, self.biases, strict=True):
            layers.append(sigmoid(layers[-1] @ weight.transpose(0, 2, 1) + bias[:, None]))
        return layers

    def slopes(self, layers: list[Floats], error: Floats) -> tuple[list[Floats], list[Floats]]:
        """How the summed error falls with every weight and threshold: backpropagation.

        `error` is what the outputs miss, already times their slope: the deltas of (2.10).
        """
        weights: list[Floats] = [error] * len(self.weights)
        biases: list[Floats] = [error] * len(self.weights)
        delta = error
        for i in reversed(range(len(self.weights))):
            weights[i] = delta.transpose(0, 2, 1) @ layers[i]
            biases[i] = delta.sum(axis=1)
            if i:
                delta = (delta @ self.weights[i]) * layers[i] * (1 - layers[i])
        weights[0] = weights[0] * self.mask
        return weights, biases


def sigmoid(x: Floats) -> Floats:
    """The log-sigmoid 1 / (1 + exp(-x)), without overflow."""
    out: Floats = 0.5 * (1 + np.tanh(0.5 * x))
    return out
