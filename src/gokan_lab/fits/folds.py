"""What fits have in common: folds that keep a game together, a logistic model, and intervals.

A figure "on games left out" is made of what was said of each game by a fit to the others. Its
interval comes from games drawn again with replacement, so that many positions of one game count as
one witness.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Interval", "chances", "interval", "left_out", "log_loss", "logistic", "logit"]

FOLDS = 5
_DRAWS = 300
_STEPS = 60
_SMALL = 1e-9


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, and where 95 % of games drawn again have it."""

    value: float
    low: float
    high: float

    def explain(self, digits: int = 3) -> str:
        """In words.

        >>> Interval(0.5, 0.25, 0.75).explain(2)
        '0.50 (0.25 to 0.75)'
        """
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


def interval(games: Any, measure: Callable[[Any], float]) -> Interval:
    """`measure` of all rows, and of games drawn again; it is given the numbers of rows.

    >>> found = interval(np.array([0, 0, 1, 1]), lambda rows: float(len(rows)))
    >>> (found.value, found.low, found.high)
    (4.0, 4.0, 4.0)
    """
    games = np.unique(np.asarray(games), return_inverse=True)[1]
    order = np.argsort(games, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(games[order])) + 1)
    dice = np.random.default_rng(5)
    drawn = [
        measure(np.concatenate([parts[k] for k in dice.integers(len(parts), size=len(parts))]))
        for _ in range(_DRAWS)
    ]
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    return Interval(float(measure(np.arange(len(games)))), float(low), float(high))


def left_out(games: Any, fit: Callable[[Any], Any], say: Callable[[Any, Any], Any]) -> Any:
    """What is said of every row by a fit to the games of other folds.

    `fit` is given a mask of rows and answers with a model; `say` is given that and a mask.

    >>> games, values = np.array([1, 1, 2, 2]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> left_out(games, lambda some: values[some].mean(), lambda mean, _: mean).tolist()
    [6.0, 6.0, 2.0, 2.0]
    """
    games = np.asarray(games)
    names = np.unique(games)
    fold = np.searchsorted(names, games) % min(FOLDS, max(2, len(names)))
    said = np.zeros(len(games))
    for one in np.unique(fold):
        said[fold == one] = say(fit(fold != one), fold == one)
    return said


def logit(chance: Any, least: float = 1e-6) -> Any:
    """Log-odds, no farther than those of `least`.

    >>> round(float(logit(0.9)), 3)
    2.197
    """
    kept = np.clip(chance, least, 1 - least)
    return np.log(kept / (1 - kept))


def chances(numbers: Any, weights: Any) -> Any:
    """The chances that a logistic model gives."""
    return 1 / (1 + np.exp(-np.clip(numbers @ weights, -40, 40)))


def logistic(numbers: Any, came_true: Any, *, ridge: float = 1.0, towards: Any = None) -> Any:
    """The weights of a logistic model, by Newton's method, drawn a little `towards` some (zero).

    `came_true` may also be a chance between 0 and 1.

    >>> numbers = np.array([[1.0, -1.0], [1.0, 1.0]])
    >>> logistic(numbers, np.array([0.25, 0.75]), ridge=1e-9).round(3).tolist()
    [0.0, 1.099]
    """
    goal = np.zeros(numbers.shape[1]) if towards is None else np.asarray(towards, float)
    weights = goal.copy()
    pull = ridge * np.eye(len(weights))

    def worth(at: Any) -> float:
        return float(
            log_loss(chances(numbers, at), came_true).sum() + ridge * ((at - goal) ** 2).sum() / 2
        )

    now = worth(weights)
    for _ in range(_STEPS):
        said = chances(numbers, weights)
        slope = numbers.T @ (said - came_true) + pull @ (weights - goal)
        curve = (numbers * (said * (1 - said))[:, None]).T @ numbers + pull
        step = np.linalg.solve(curve, slope)
        while (then := worth(weights - step)) > now and np.abs(step).max() > _SMALL:
            step = step / 2
        weights, now = weights - step, min(now, then)
        if np.abs(step).max() <= _SMALL:
            break
    return weights


def log_loss(said: Any, came_true: Any) -> Any:
    """Of each row."""
    kept = np.clip(said, 1e-6, 1 - 1e-6)
    return -(came_true * np.log(kept) + (1 - came_true) * np.log(1 - kept))
