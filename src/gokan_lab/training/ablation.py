"""What each sense still adds: small networks trained alike, with one sense left out at a time."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.multiprocessing

from gokan.errors import InvalidInput
from gokan_lab.training.loop import (
    Plan,
    Store,
    check_plan,
    fit,
    measure,
    say,
    validation_store,
)
from gokan_lab.training.planes import SENSES
from gokan_lab.training.records import read_games

__all__ = ["ablate", "compared"]

_TRIAL = 12.0  # seconds, to see how fast so many networks learn side by side
_SPARE = 0.8  # of the time; the rest is for measuring

Row = dict[str, Any]
Run = Callable[[list[Plan]], Any]


def ablate(plan: Plan, senses: Sequence[str], *, seeds: int = 2, together: int = 1) -> list[Row]:
    """Train for each seed with everything and without each of `senses`, on equal positions.

    A name such as `ladders+life` leaves out both. The difference between seeds is the noise to hold
    against the others; see `compared`. So many networks are trained `together`, each in a process
    of its own. With seconds instead of steps everything together takes at most about that long: a
    trial says how many steps each can have. OUTPUT.json holds what is known after each network.
    """
    check_plan(plan.steps, plan.seconds, plan.output)
    for name in (one for left_out in senses for one in left_out.split("+")):
        if name not in SENSES:
            raise InvalidInput(f"There is no sense {name!r}; there are {', '.join(SENSES)}.")
    begun = time.monotonic()
    home = replace(plan, device="cpu") if together > 1 else plan
    games = read_games(Path(plan.games), seed=plan.seed, since=plan.since)
    games = games[: plan.most_games] if plan.most_games else games
    store = Store(games, playouts=plan.playouts, threads=plan.threads, device=home.device)
    store.fill()
    stores = (store, validation_store(home))
    say(f"{store.count} positions to learn from, {stores[1].count} to measure with")
    if together == 1:
        tasks = _tasks(plan, senses, seeds)
        return _all(plan, tasks, 1, begun, lambda some: (_one(task, *stores) for task in some))
    with tempfile.TemporaryDirectory() as folder:
        for number, one in enumerate(stores):
            np.save(_part(folder, "records", number), one.records[: one.count].numpy())
            np.save(_part(folder, "owners", number), one.owners.numpy())
        context = torch.multiprocessing.get_context("spawn")
        start = (folder, plan.device)
        with ProcessPoolExecutor(together, context, _share, start) as pool:

            def run(tasks: list[Plan]) -> Any:
                jobs = [pool.submit(_one_of_shared, task) for task in tasks]
                return (job.result() for job in as_completed(jobs))

            return _all(plan, _tasks(plan, senses, seeds), together, begun, run)


def _tasks(plan: Plan, senses: Sequence[str], seeds: int) -> list[Plan]:
    return [
        replace(plan, seed=seed, without=left_out.replace("+", ","), output="")
        for seed in range(plan.seed, plan.seed + seeds)
        for left_out in ("", *senses)
    ]


def _all(plan: Plan, tasks: list[Plan], together: int, begun: float, run: Run) -> list[Row]:
    if not plan.steps:
        trials = [replace(tasks[0], seconds=min(_TRIAL, plan.seconds / 8))] * together
        speed = sum(trial["steps"] / trials[0].seconds for trial in run(trials))
        left = plan.seconds - (time.monotonic() - begun)
        steps = max(1, int(_SPARE * left * speed / len(tasks)))
        say(f"{speed:.1f} steps a second together: {steps} for each of {len(tasks)} networks")
        tasks = [replace(task, steps=steps, seconds=0) for task in tasks]
    rows: list[Row] = []
    for row in run(tasks):
        rows.append(row)
        say(json.dumps(row))
        Path(plan.output + ".json").write_text(json.dumps(rows, indent=1), "utf-8")
    return rows


def compared(rows: Sequence[Row], what: str = "first") -> list[Row]:
    """For each thing left out the mean over seeds, and what it lacks beside everything.

    `noise` is the standard error of that difference, from the differences between seeds.

    >>> told = [("nothing", 1, 0.5), ("nothing", 2, 0.52), ("life", 1, 0.4), ("life", 2, 0.42)]
    >>> rows = [{"without": name, "seed": seed, "first": value} for name, seed, value in told]
    >>> compared(rows)[1]
    {'without': 'life', 'mean': 0.41, 'lacks': 0.1, 'noise': 0.0141}
    """
    found: dict[str, list[float]] = {}
    for row in sorted(rows, key=lambda row: int(row["seed"])):
        found.setdefault(row["without"], []).append(row[what])
    mean = {name: float(np.mean(values)) for name, values in found.items()}
    several = [values for values in found.values() if len(values) > 1]
    one = np.sqrt(np.mean([np.var(values, ddof=1) for values in several])) if several else np.nan
    whole = len(found.get("nothing", ()))
    return [
        {
            "without": name,
            "mean": round(mean[name], 5),
            "lacks": round(mean.get("nothing", np.nan) - mean[name], 5),
            "noise": round(float(one * np.sqrt(1 / len(values) + 1 / max(1, whole))), 4),
        }
        for name, values in found.items()
    ]


def _one(plan: Plan, store: Store, check: Store) -> Row:
    network, step, _ = fit(plan, store)
    row = {"without": plan.without or "nothing", "seed": plan.seed, "steps": step}
    if not plan.steps:  # a trial of speed
        return row
    return {**row, **measure(network, check, plan)}


def _part(folder: str, name: str, number: int) -> Path:
    return Path(folder) / f"{name}-{number}.npy"


_SHARED: list[Store] = []


def _share(folder: str, device: str) -> None:
    """Take the positions that another process wrote; on a GPU as a copy of one's own."""
    torch.set_num_threads(1)
    for number in range(2):
        records, owners = (
            torch.from_numpy(np.load(_part(folder, name, number), mmap_mode="c")).to(device)
            for name in ("records", "owners")
        )
        _SHARED.append(Store.of(records, owners, len(records)))


def _one_of_shared(plan: Plan) -> Row:
    return _one(plan, *_SHARED)
