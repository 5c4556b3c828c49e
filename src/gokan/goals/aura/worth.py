"""The aura of a target: what each point around it is worth, and what the sum says."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.goals.aura.planes import SIDE, look, spread

__all__ = ["Aura", "aura", "auras"]

_SCALE = 0.1
_SIDES = range(8)
_BACK = (0, 1, 2, 3, 4, 6, 5, 7)
"""Which turn takes each turn back."""
_NEAR = 3
"""Steps from the target within which a move may be urgent: the fit saw no others."""


@dataclass(frozen=True, eq=False)
class Aura:
    """What is judged of one target with one side to move."""

    stands: float
    """The chance that it lives, even if the opponent has endless ko threats."""
    falls: float
    """The chance that it is captured, even if its side has many ko threats."""
    worth: dict[int, float]
    """What each point near it adds to its life; below zero it speaks for the attacker."""
    urgent: dict[int, float]
    """The chance that a move there reaches the goal of the side to move."""


def aura(position: Position, target: Collection[int]) -> Aura:
    """The aura of some stones of one colour, with the side to move of the position.

    >>> position = Position.from_diagram('''
    ...     . . . O X . .
    ...     O O O O X . .
    ...     X X X X X . .
    ...     . . . . . . .
    ...     . . . . . . .
    ... ''', to_play="white")
    >>> found = aura(position, [position.point("A4")])
    >>> found.stands > 0.9, position.vertex(max(found.urgent, key=lambda p: found.urgent[p]))
    (True, 'B5')
    """
    return auras([(position, target)])[0]


def auras(
    questions: Sequence[tuple[Position, Collection[int]]], *, quick: bool = False
) -> list[Aura]:
    """The same for several at once, which takes less time than one by one. A `quick` look is made
    from one side only and is a little less sure.
    """
    views, turns, places = [], [], []
    for position, target in questions:
        if not target:
            raise InvalidInput("An aura needs a target: name one of its stones.")
        owner = position.color_at(next(iter(target)))
        view, top, left = look(position, target, owner)
        views.append(view)
        turns.append(position.to_play == owner)
        places.append((top, left))
    values, maps = _from_all_sides(
        spread(np.stack(views), np.array(turns)), (0,) if quick else _SIDES
    )
    answer = []
    for k, (position, _) in enumerate(questions):
        top, left = places[k]
        worth, urgent = {}, {}
        board, width = position.board, position.width
        stones = [divmod(p, width) for p in questions[k][1]]
        for row in range(max(0, top), min(position.height, top + SIDE)):
            for column in range(max(0, left), min(width, left + SIDE)):
                point = row * width + column
                if not board[point]:
                    here = maps[k, :, row - top, column - left]
                    worth[point] = float(_SCALE * (here[0] - here[1]))
                    if any(abs(row - y) + abs(column - x) <= _NEAR for y, x in stones):
                        urgent[point] = _chance(here[2])
        answer.append(Aura(_chance(values[k, 0]), _chance(values[k, 1]), worth, urgent))
    return answer


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


def _chance(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


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


@lru_cache(maxsize=1)
def _network() -> _Network:
    file = resources.files("gokan.goals.aura") / "aura.npz"
    with resources.as_file(file) as path, np.load(path) as weights:
        return _Network(dict(weights))
