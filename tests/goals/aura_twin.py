"""The network of the aura once more, in numpy: slow, for comparison."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gokan.go import Position
from gokan_lab.aura.planes import SIDE, look, spread

__all__ = ["slow_aura"]

_SCALE = 0.1
_BACK = (0, 1, 2, 3, 4, 6, 5, 7)
"""Which turn takes each turn back."""


def slow_aura(
    position: Position, target: Collection[int], *, sides: int = 8
) -> tuple[float, float, dict[int, tuple[float, float]]]:
    """Logits of standing and falling, and for each empty point its worth and its move's logit."""
    owner = position.color_at(next(iter(target)))
    view, top, left = look(position, target, owner)
    planes = spread(view[None], np.array([position.to_play == owner]))
    values, maps = _from_all_sides(planes, range(sides))
    found = {}
    for row in range(max(0, top), min(position.height, top + SIDE)):
        for column in range(max(0, left), min(position.width, left + SIDE)):
            point = row * position.width + column
            if not position.board[point]:
                here = maps[0, :, row - top, column - left]
                found[point] = float(_SCALE * (here[0] - here[1])), float(here[2])
    return float(values[0, 0]), float(values[0, 1]), found


def _from_all_sides(
    planes: NDArray[np.float32], sides: Sequence[int]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The mean over turned and mirrored views: surer than one look, and the same for all."""
    total, pictures = None, None
    for k in sides:
        values, maps = _network().run(_turned(planes, k))
        back = _turned(maps, _BACK[k])
        total = values if total is None else total + values
        pictures = back if pictures is None else pictures + back
    assert total is not None
    assert pictures is not None
    return total / len(sides), pictures / len(sides)


def _turned(x: NDArray[Any], k: int) -> NDArray[Any]:
    x = x[..., ::-1] if k & 1 else x
    x = x[..., ::-1, :] if k & 2 else x
    return x.swapaxes(-1, -2) if k & 4 else x


class _Network:
    """Convolutions in numpy: the sums over the points and the picture of moves."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.layers = []
        k = 0
        while f"w{k}" in weights:
            w = weights[f"w{k}"].astype(np.float32)
            # As (9 * inputs, outputs): one matrix product for each layer.
            self.layers.append((w.transpose(2, 3, 1, 0).reshape(-1, w.shape[0]), weights[f"b{k}"]))
            k += 1
        self.heads, self.heads_bias = weights["heads"], weights["heads_bias"]
        self.bias = weights["bias"]

    def run(self, planes: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Logits (n, 2) of standing and falling, and maps (n, 3, SIDE, SIDE)."""
        x = np.ascontiguousarray(planes.transpose(0, 2, 3, 1))
        board = x[..., :1]
        h = np.maximum(self._layer(x, 0), 0) * board
        for k in range(1, len(self.layers), 2):
            inner = np.maximum(self._layer(h, k), 0) * board
            h = np.maximum(h + self._layer(inner, k + 1), 0) * board
        maps = (h @ self.heads.T + self.heads_bias) * board
        values = maps[..., :2].sum((1, 2)) * _SCALE + self.bias
        return values, maps.transpose(0, 3, 1, 2)

    def _layer(self, x: NDArray[np.float32], k: int) -> NDArray[np.float32]:
        weight, bias = self.layers[k]
        n, side, _, channels = x.shape
        padded = np.zeros((n, side + 2, side + 2, channels), np.float32)
        padded[:, 1:-1, 1:-1] = x
        columns = np.empty((n, side, side, 9, channels), np.float32)
        for row in range(3):
            for column in range(3):
                columns[..., row * 3 + column, :] = padded[
                    :, row : row + side, column : column + side
                ]
        found: NDArray[np.float32] = columns.reshape(n, side, side, -1) @ weight + bias
        return found


def _network() -> _Network:
    file = resources.files("gokan.goals.aura") / "aura.npz"
    with resources.as_file(file) as path, np.load(path) as weights:
        return _Network(dict(weights))
