"""What each sense still adds: small networks trained alike, with one sense left out at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch.multiprocessing

from gokan.intuition.training.loop import Plan, Store, fit, measure, say, validation_store
from gokan.intuition.training.records import read_games

__all__ = ["ablate"]


def ablate(
    plan: Plan, senses: Sequence[str], *, seeds: int = 2, together: int = 1
) -> list[dict[str, Any]]:
    """Train for each seed with everything and without each of `senses`, on equal positions.

    A name such as `ladders+life` leaves out both. The difference between seeds with everything is
    the noise to hold against the others. So many networks are trained `together`, each in a
    process of its own; they share the positions in memory.
    """
    games = read_games(Path(plan.games), seed=plan.seed, since=plan.since)
    games = games[: plan.most_games] if plan.most_games else games
    store = Store(games, playouts=plan.playouts, threads=plan.threads, device=plan.device)
    store.fill()
    check = validation_store(plan)
    tasks = [
        replace(plan, seed=seed, without=left_out.replace("+", ","), output="")
        for seed in range(plan.seed, plan.seed + seeds)
        for left_out in ("", *senses)
    ]
    rows: list[dict[str, Any]] = []

    def note(row: dict[str, Any]) -> None:
        rows.append(row)
        say(json.dumps(row))
        Path(plan.output + ".json").write_text(json.dumps(rows, indent=1), "utf-8")

    if together == 1:
        for task in tasks:
            note(_one(task, store, check))
        return rows
    shared = [(one.records, one.owners, one.count) for one in (store, check)]
    context: Any = torch.multiprocessing.get_context("spawn")
    with context.Pool(together, initializer=_share, initargs=shared) as pool:
        for row in pool.imap_unordered(_one_of_shared, tasks):
            note(row)
    return rows


def _one(plan: Plan, store: Store, check: Store) -> dict[str, Any]:
    network, step, _ = fit(plan, store)
    row = {"without": plan.without or "nothing", "seed": plan.seed, "steps": step}
    return {**row, **measure(network, check, plan)}


_SHARED: list[Store] = []


def _share(*parts: tuple[Any, Any, int]) -> None:
    _SHARED[:] = [Store.of(*part) for part in parts]


def _one_of_shared(plan: Plan) -> dict[str, Any]:
    return _one(plan, *_SHARED)
