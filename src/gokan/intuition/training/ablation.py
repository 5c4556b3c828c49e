"""What each sense still adds: small networks trained alike, with one sense left out at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gokan.intuition.training.loop import Plan, Store, fit, measure, say, validation_store
from gokan.intuition.training.records import read_games

__all__ = ["ablate"]


def ablate(plan: Plan, senses: Sequence[str], *, seeds: int = 2) -> list[dict[str, Any]]:
    """Train for each seed with everything and without each of `senses`, on equal positions.

    The difference between seeds with everything is the noise to hold against the others.
    """
    games = read_games(Path(plan.games), seed=plan.seed, since=plan.since)
    games = games[: plan.most_games] if plan.most_games else games
    store = Store(games, playouts=plan.playouts, threads=plan.threads, device=plan.device)
    store.fill()
    check = validation_store(plan)
    rows: list[dict[str, Any]] = []
    for seed in range(plan.seed, plan.seed + seeds):
        for left_out in ("", *senses):
            one = replace(plan, seed=seed, without=left_out, output="")
            network, step, _ = fit(one, store)
            row = {"without": left_out or "nothing", "seed": seed, "steps": step}
            rows.append({**row, **measure(network, check, one)})
            say(json.dumps(rows[-1]))
            Path(plan.output + ".json").write_text(json.dumps(rows, indent=1), "utf-8")
    return rows
