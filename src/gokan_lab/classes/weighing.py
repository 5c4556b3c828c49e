"""Weights for class elements: fitted so that the moves that were played become likely.

Formations that were played often enough are collected first. Then every chunk of games is shared
out among threads, each with its own copy of the weights; their mean goes on. So the result does not
depend on how fast the threads are, only on how many there are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from gokan import _core
from gokan.checks import whole
from gokan.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class WeightPlan:
    """How long to learn; the defaults are those of the weights that come with Gokan."""

    least: int = 12
    """Formations that were played less often are unknown."""
    collect: int = 6000
    """Games in which formations are collected."""
    every: int = 4
    """Of the positions learned from in each pass."""
    rates: tuple[float, ...] = (0.1, 0.05, 0.03)
    """One pass for each."""
    chunk: int = 300
    threads: int = 1
    seed: int = 1
    level2: bool = True
    time: bool = True
    shuffled: bool = False
    windows: bool = False

    def __post_init__(self) -> None:
        for name in ("least", "collect", "every", "chunk", "threads"):
            whole(f"plan's {name}", getattr(self, name), 1, 10_000_000)
        if not self.rates or not all(0 < rate < 10 for rate in self.rates):
            raise InvalidInput("Learning rates must be numbers above 0.")


Told = Callable[[int, int, float, float], None]
"""Called with pass, games done, loss and the share of first choices."""


def fit(
    games: Sequence[str],
    plan: WeightPlan | None = None,
    *,
    known: Sequence[int] = (),
    told: Told = lambda number, done, loss, first: None,
) -> _core.FormationModel:
    """Weights from games on 19x19, each as pairs of letters, Black first, `..` for a pass.

    `known` are the codes of learned classes: their next steps get weights, too.
    """
    plan = plan or WeightPlan()
    if not games:
        raise InvalidInput("there are no games to learn from.")
    order = list(games)
    random.Random(plan.seed).shuffle(order)
    made = _core.FormationModel(
        level2=plan.level2, time=plan.time, shuffled=plan.shuffled, windows=plan.windows
    )
    if known and plan.level2:
        made.know(list(known))
    made.harvest(order[: plan.collect], plan.least)
    step = plan.chunk * plan.threads
    with ThreadPoolExecutor(plan.threads) as pool:
        for number, rate in enumerate(plan.rates):
            for at in range(0, len(order), step):
                parts = [
                    order[start : start + plan.chunk]
                    for start in range(at, min(at + step, len(order)), plan.chunk)
                ]
                models = [made, *(made.copy() for _ in parts[1:])]
                work = [
                    pool.submit(m.train, part, plan.every, number, rate)
                    for m, part in zip(models, parts, strict=True)
                ]
                results = [w.result() for w in work]
                if len(models) > 1:
                    made.average(models[1:])
                told(number, min(at + step, len(order)), results[0].loss, results[0].top1)
    return made
