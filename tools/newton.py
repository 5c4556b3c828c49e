"""Two small models fitted by Newton's method: yes or no, and a choice between moves."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any


def logistic(rows: list[tuple[list[float], bool]], ridge: float) -> list[float]:
    """Weights of a logistic regression with a ridge, by Newton's method."""
    import numpy as np

    x = np.array([row for row, _ in rows])
    y = np.array([label for _, label in rows], dtype=float)
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (y - p) - ridge * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        step = np.linalg.solve(curve, slope)
        weights += step
        if float(np.abs(step).max()) < 1e-9:
            break
    return [round(float(w), 3) for w in weights]


def choice(
    rows: list[tuple[list[list[float]], list[bool]]],
    names: tuple[str, ...],
    ridge: float,
    *,
    without: Collection[str] = (),
) -> dict[str, float]:
    """Weights of a choice between moves: they make the right ones likely. By Newton's method, with
    the numbers scaled by their spread; a ridge draws them to zero. Those `without` are zero.
    """
    import numpy as np

    spread = np.concatenate([np.array(x) for x, _ in rows]).std(0) + 1e-6
    used = np.array([name not in without for name in names])
    questions = [(np.array(x) / spread * used, np.array(right)) for x, right in rows]
    stacked, where = (
        np.concatenate([x for x, _ in questions]),
        np.concatenate([[i] * len(right) for i, (_, right) in enumerate(questions)]),
    )
    good = np.concatenate([right for _, right in questions])
    starts = np.flatnonzero(np.diff(where, prepend=-1))

    def likely(w: Any) -> tuple[float, Any, Any]:
        """What is to be as large as possible, and the chances among all and among the right."""
        score = stacked @ w
        e = np.exp(score - np.maximum.reduceat(score, starts)[where])
        every, right = np.add.reduceat(e, starts), np.add.reduceat(e * good, starts) + 1e-12
        value = float(np.log(right / every).sum()) - 0.5 * ridge * float(w @ w)
        return value, e / every[where], e * good / right[where]

    weights = np.zeros(len(names))
    value, among, of_right = likely(weights)
    for _ in range(60):
        means = np.add.reduceat(stacked * among[:, None], starts)
        slope = (of_right - among) @ stacked - ridge * weights
        curve = (stacked * among[:, None]).T @ stacked - means.T @ means
        step = np.linalg.solve(curve + ridge * np.eye(len(names)), slope)
        while True:
            better, *now = likely(weights + step)
            if better >= value or float(np.abs(step).max()) < 1e-4:
                break
            step /= 2
        weights += step
        if better - value < 1e-2:
            break
        value, (among, of_right) = better, now
    found = [round(float(w), 3) for w in weights / spread * used]
    return dict(zip(names, found, strict=True))
