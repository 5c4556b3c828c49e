"""When to give up: what other thresholds of resignation would do, by a teacher's leads.

In games that a teacher judged turn by turn it is asked where a player would resign who gives up
after several hopeless turns in a row, each judged at one look: a resignation is wrong if the
teacher sees it less than ten points behind. One look errs more than the search that decides in a
game, so the shares are upper ones. Nothing is written: the default stands in the code of the
player, and the figures say whether another would be better.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from gokan.errors import InvalidInput
from gokan.play.players.gokan_player import GokanPlayer
from gokan_lab.fits.folds import interval
from gokan_lab.fits.looks import looks
from gokan_lab.fits.refit import Figure, Outcome, Plan

__all__ = ["refit", "resignations"]

THRESHOLDS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1)
CLOSE = 10.0
"""Points: who is not farther behind should not have resigned."""
_TURNS = 3
_LEAST = 20
"""Turns of a game that a teacher must have judged."""


def refit(plan: Plan) -> Outcome:
    """Measure the thresholds."""
    rows = looks(plan.network, plan.labelled(), plan.work)
    games = _games(rows)
    default = float(inspect.signature(GokanPlayer).parameters["resign"].default)
    found = {one: resignations(games, one) for one in {*THRESHOLDS, default}}
    told = []
    for threshold in THRESHOLDS:
        gave_up = found[threshold]
        wrong = sum(behind < CLOSE for _, behind, _ in gave_up)
        saved = np.mean([left for *_, left in gave_up]) if gave_up else 0.0
        told.append(
            f"below {100 * threshold:g} %: {len(gave_up)} of {len(games)} games resigned, {wrong} "
            f"less than {CLOSE:.0f} points behind, {saved:.0f} moves before the end"
        )
    gave_up = found[default]
    numbers = np.array([number for number, *_ in gave_up])
    wrong_ones = np.array([behind < CLOSE for _, behind, _ in gave_up], float)
    share = (
        interval(numbers, lambda some: 100 * float(wrong_ones[some].mean())) if gave_up else None
    )
    return Outcome(
        "resign",
        f"{len(games)} games that a teacher judged; the default is {100 * default:g} %",
        (Figure("resignations less than ten points behind, in percent", share, None, 1),),
        remarks=tuple(told),
    )


def _games(rows: Any) -> list[Any]:
    """The rows of each game that was judged often enough, in order."""
    found = []
    for number in np.unique(rows["game"]):
        some = rows[rows["game"] == number]
        some = some[np.argsort(some["turn"], kind="stable")]
        if len(some) >= _LEAST:
            found.append(some)
    if not found:
        raise InvalidInput("No game has labels of enough turns to ask when to resign.")
    return found


def resignations(games: Sequence[Any], threshold: float) -> list[tuple[int, float, int]]:
    """Of each game in which somebody resigns: its number, how far behind the teacher sees that
    side, and the moves to the last label.
    """
    found = []
    for number, rows in enumerate(games):
        points = int(rows["side"][0]) ** 2
        hopeless = {True: 0, False: 0}
        for row in rows:
            for black in (True, False):
                sign = 1 if black else -1
                win = row["win"] if black else 1 - row["win"]
                lost = win < threshold and sign * row["lead"] < -max(2.0, 0.04 * points)
                hopeless[black] = hopeless[black] + 1 if lost else 0
            late = row["turn"] > 0.4 * points
            if late and (gone := [black for black, turns in hopeless.items() if turns >= _TURNS]):
                behind = (-1 if gone[0] else 1) * float(row["judged_lead"])
                found.append((number, behind, int(rows["turn"][-1] - row["turn"])))
                break
    return found
