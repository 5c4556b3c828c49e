"""How far the lead may be off: the error that is told, held against a teacher's leads.

The network says of each lead by how much it may be wrong. That is taken as a standard deviation, so
about 68 % of the leads should lie within it and 95 % within twice as much. The fit multiplies it by
powers of itself and of the lead, by the likelihood of a Student distribution (a few leads are far
off), and by a last factor that brings both shares as near to 68 and 95 % as one factor can.
It is better if both shares are nearer to that, in small leads and in large ones.
"""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import Any

import numpy as np

from gokan.intuition.calibration import NEAR, calibrated_error
from gokan_lab.fits.folds import interval, left_out
from gokan_lab.fits.looks import looks
from gokan_lab.fits.refit import Figure, Outcome, Plan, today

__all__ = ["fit_error", "miscalibration", "refit", "scale_fit"]

TARGET = "intuition/weights/calibration.json"
ONCE, TWICE = 68.27, 95.45
_MAY = 4.0, 2.0  # by which the shares may differ from these
_DEGREES = 4.0
_CAP = 60.0
_SIZES = 0, 5, 15, 30, 60, math.inf  # of leads that are looked at together


def refit(plan: Plan) -> Outcome:
    """Fit the told error again."""
    rows = looks(plan.network, plan.labelled(), plan.work)
    rows = rows[rows["error"] > 0]
    off, games = np.abs(rows["lead"] - rows["judged_lead"]), rows["game"]
    numbers = features(rows["error"], rows["lead"])
    old = np.array(
        [
            calibrated_error(plan.shipped, e, a)
            for e, a in zip(rows["error"], rows["lead"], strict=True)
        ]
    )
    new = left_out(
        games,
        lambda some: fit_error(numbers[some], off[some]),
        lambda weights, some: np.exp(numbers[some] @ weights),
    )
    weights = fit_error(numbers, off)

    def figure(name: str, measure: Any) -> Figure:
        return Figure(
            name,
            interval(games, lambda some: measure(off[some] / old[some])),
            interval(games, lambda some: measure(off[some] / new[some])),
            1,
        )

    def plain(name: str, measure: Any, digits: int = 2) -> Figure:
        return Figure(name, interval(games, lambda some: measure(rows[some])), None, digits)

    beside = [off / one for one in (old, new)]

    def gain(some: Any) -> float:
        before, after = (miscalibration(one[some], rows["lead"][some]) for one in beside)
        return before - after

    told = {
        "network": plan.network.card.get("sha256", ""),
        "name": plan.network.card.get("name", ""),
        "date": today(),
        "by": "gokan train refit lead",
        "positions": len(rows),
        "games": len(set(games.tolist())),
        "error": [round(float(weight), 4) for weight in weights],
    }
    return Outcome(
        "lead",
        f"{len(rows):,} positions of {told['games']} games that a teacher judged",
        (
            figure("leads within the told error, in percent (68)", lambda z: 100 * np.mean(z < 1)),
            figure("leads within twice the told error (95)", lambda z: 100 * np.mean(z < 2)),
            plain("error of the lead, in points", _error),
            plain("the teacher's lead on ours, both within 60 (1: not shrunk)", _slope, 3),
            plain("the side to move is underrated by, in points", _lean),
            plain("error of the chance to win", _win, 4),
            plain("error of the spread, in points", _spread),
        ),
        {TARGET: json.dumps(told, indent=1) + "\n"},
        interval(games, gain),
        _by_lead(rows, off, old, new),
    )


def features(error: Any, lead: Any) -> Any:
    """What the logarithm of the error is a sum of."""
    return np.c_[np.ones(len(error)), np.log(error), np.log(NEAR + np.abs(lead))]


def fit_error(numbers: Any, off: Any) -> Any:
    """The weights of the logarithm of the told error."""
    weights = scale_fit(numbers, off)
    beside = off / np.exp(numbers @ weights)
    factors = np.exp(np.linspace(-1, 1, 401))
    far = [_far(beside / factor) for factor in factors]
    weights[0] += math.log(factors[int(np.argmin(far))])
    return weights


def _far(beside: Any) -> float:
    """How far the shares within one and two errors are from what they should be."""
    shares = 100 * np.mean(beside < 1), 100 * np.mean(beside < 2)
    pairs = zip(shares, (ONCE, TWICE), _MAY, strict=True)
    return float(sum(((share - goal) / may) ** 2 for share, goal, may in pairs))


def scale_fit(numbers: Any, off: Any, ridge: float = 1e-3) -> Any:
    """The weights of the logarithm of the scale of a Student distribution, by Newton's method."""
    weights = np.zeros(numbers.shape[1])
    weights[0] = math.log(float(np.median(off)) + 1e-9)
    for _ in range(100):
        far = (off / np.exp(numbers @ weights)) ** 2 / _DEGREES
        slope = numbers.T @ (1 - (_DEGREES + 1) * far / (1 + far)) + ridge * weights
        steep = 2 * (_DEGREES + 1) * far / (1 + far) ** 2
        curve = (numbers * steep[:, None]).T @ numbers + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights = weights - step * min(1.0, 1.0 / max(1e-12, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-9:
            break
    return weights


def miscalibration(beside: Any, lead: Any) -> float:
    """How far the shares within one and two errors are from 68 and 95 %, in steps of 4 and 2, among
    leads of about one size each; the mean over all leads.
    """
    total = 0.0
    for low, high in pairwise(_SIZES):
        some = beside[(np.abs(lead) >= low) & (np.abs(lead) < high)]
        if len(some):
            shares = 100 * np.mean(some < 1), 100 * np.mean(some < 2)
            far = (abs(s - g) / m for s, g, m in zip(shares, (ONCE, TWICE), _MAY, strict=True))
            total += len(some) * float(sum(far))
    return total / len(beside)


def _error(rows: Any) -> float:
    return float(np.mean(np.abs(rows["lead"] - rows["judged_lead"])))


def _slope(rows: Any) -> float:
    ours, theirs = (np.clip(rows[name], -_CAP, _CAP) for name in ("lead", "judged_lead"))
    return float((ours * theirs).sum() / (ours * ours).sum())


def _lean(rows: Any) -> float:
    """Half the difference between what Black to move and White to move are told too little."""
    off, black = rows["judged_lead"] - rows["lead"], rows["black"]
    if black.all() or not black.any():
        return math.nan
    return float(np.median(off[black]) - np.median(off[~black])) / 2


def _win(rows: Any) -> float:
    return float(np.mean(np.abs(rows["win"] - rows["judged_win"])))


def _spread(rows: Any) -> float:
    from gokan.play.tree.evaluation import STDEV

    known = rows[rows["judged_spread"] > 0]
    if not len(known):
        return math.nan
    return float(np.mean(np.abs(STDEV * known["spread"] - known["judged_spread"])))


def _by_lead(rows: Any, off: Any, old: Any, new: Any) -> tuple[str, ...]:
    """The shares by how large the lead is."""
    told = []
    for low, high in pairwise(_SIZES):
        some = (np.abs(rows["lead"]) >= low) & (np.abs(rows["lead"]) < high)
        if some.sum() < 20:
            continue
        shares = [
            f"{100 * np.mean(off[some] < one[some]):.0f} and "
            f"{100 * np.mean(off[some] < 2 * one[some]):.0f} %"
            for one in (old, new)
        ]
        told.append(f"leads from {low} on, {int(some.sum()):,}: {shares[0]} → {shares[1]}")
    return tuple(told)
