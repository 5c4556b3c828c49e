"""How far a strategy with judged ends can be trusted: a chance, fitted on odd problems.

The doubts of the judged ends are not all there is: a search looks for ends that please it, and so
finds those that are judged too well. What helps to tell the good strategies from the bad is how the
position after the first move was judged before anything was tried, the doubts added up, and how
large the tree had to become. Their weights were fitted to strategies that reading had checked
(`trust.json` says how many); a strategy that is trusted too little is called unknown.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib import resources

import numpy as np

__all__ = ["fit", "signs", "trust"]


def signs(*, after: float, belief: float, nodes: int, saving: bool) -> tuple[float, ...]:
    """What the chance is made of: the belief, the first move, the size of the tree, the goal."""
    return _logit(belief), _logit(after), math.log(nodes + 1), float(saving)


def _logit(chance: float) -> float:
    bounded = min(0.999, max(0.001, chance))
    return math.log(bounded / (1 - bounded))


def trust(*, after: float, belief: float, nodes: int, saving: bool) -> float:
    """The chance that nothing refutes a strategy with judged ends.

    >>> good = trust(after=0.99, belief=0.99, nodes=5, saving=True)
    >>> good > trust(after=0.3, belief=0.6, nodes=80, saving=True)
    True
    """
    weights, bias = _fitted()
    found = signs(after=after, belief=belief, nodes=nodes, saving=saving)
    total = bias + sum(w * x for w, x in zip(weights, found, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def _fitted() -> tuple[tuple[float, ...], float]:
    file = resources.files("gokan.goals") / "trust.json"
    told = json.loads(file.read_text("utf-8"))
    return tuple(told["weights"]), float(told["bias"])


def fit(found: Sequence[tuple[float, ...]], right: Sequence[bool]) -> tuple[list[float], float]:
    """Weights and bias for signs of strategies of which is known whether they were right."""
    x = np.column_stack([np.array(found, float), np.ones(len(found))])
    y = np.array(right, float)
    weights = np.zeros(x.shape[1])
    hold = np.diag([0.5] * (x.shape[1] - 1) + [1e-6])  # drawn toward none, but for the bias
    for _ in range(50):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance) - hold @ weights
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + hold
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return [round(float(w), 4) for w in weights[:-1]], round(float(weights[-1]), 4)
