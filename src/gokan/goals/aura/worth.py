"""The aura of a target: what each point around it is worth, and what the sum says."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Position

__all__ = ["Aura", "aura", "read_weights"]

_SIDES = 8
_NEAR = 5
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


def aura(position: Position, target: Collection[int], *, quick: bool = False) -> Aura:
    """The aura of some stones of one colour, with the side to move of the position. A `quick` look
    is made from one side only and is a little less sure.

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
    if not target:
        raise InvalidInput("An aura needs a target: name one of its stones.")
    seen = _network().look(position.core, list(target), 1 if quick else _SIDES)
    width = position.width
    stones = [divmod(p, width) for p in target]
    near = {
        y * width + x
        for row, column in stones
        for y in range(row - _NEAR, row + _NEAR + 1)
        for x in range(
            max(0, column - _NEAR + abs(y - row)), min(width, column + _NEAR - abs(y - row) + 1)
        )
    }
    return Aura(
        _chance(seen.stands),
        _chance(seen.falls),
        dict(zip(seen.points, seen.worth, strict=True)),
        {p: _chance(m) for p, m in zip(seen.points, seen.move, strict=True) if p in near},
    )


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


def read_weights(path: Path, *, kernels: str = "") -> _core.AuraRunner:
    """The network from a file of weights."""
    with np.load(path) as file:
        weights = {name: file[name].astype(np.float32) for name in file.files}
    layers = range(sum(name.startswith("w") for name in weights))
    return _core.AuraRunner(
        [weights[f"w{k}"].tobytes() for k in layers],
        [weights[f"b{k}"].tobytes() for k in layers],
        weights["heads"].tobytes(),
        weights["heads_bias"].tobytes(),
        weights["bias"].tobytes(),
        kernels,
    )


@lru_cache(maxsize=1)
def _network() -> _core.AuraRunner:
    file = resources.files("gokan.goals.aura") / "aura.npz"
    with resources.as_file(file) as path:
        return read_weights(path)
