"""Fits that take hours: matches, and questions that must be read again.

They are scripts of the repository, beside the package; each is run with a small sample, and what it
prints is the answer. What they write they write themselves, when they are called at length. What
they keep is kept for each network.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from gokan.errors import InvalidInput
from gokan_lab.fits.looks import network_name
from gokan_lab.fits.refit import Outcome, Plan

__all__ = ["COMMANDS", "measured"]

ROOT = Path(__file__).resolve().parents[3]
_LINES = 30
COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "levels": (
        "how many points the moves of each level lose",
        ("benchmarks/bench_levels.py", "--games", "1"),
    ),
    "ranks": (
        "ranks of the levels, by handicap games with GNU Go; its `--write FILE` writes them",
        ("benchmarks/bench_ranks.py", "--games", "1", "--output", "{work}/ranks-{network}.jsonl"),
    ),
    "search": (
        "a wider search against the usual one, at equal visits",
        (
            "benchmarks/bench_duels.py",
            "gokan:visits=32;cpuctExploration=1.4 vs gokan:visits=32",
            "gokan:visits=32;staticScoreUtilityFactor=0.2 vs gokan:visits=32",
            "--games",
            "40",
            "--output",
            "{work}/duels-{network}.jsonl",
        ),
    ),
    "solver": (
        "the evidence that the solver weighs where nothing is proved; its `--write` writes weights",
        ("tools/fit_judgement.py", "{work}/evidence-{network}.jsonl"),
    ),
    "worth": (
        "what claims are worth; rows come from `benchmarks/bench_explain.py --keep`",
        ("tools/fit_worth.py", "{work}/explained-{network}.jsonl.gz"),
    ),
}
"""By name: what is measured, and the script with its arguments."""


def measured(name: str, plan: Plan) -> Outcome:
    """Run a script and hand back what it printed last."""
    about, (script, *arguments) = COMMANDS[name]
    path = ROOT / script
    if not path.is_file():
        raise InvalidInput(f"The step {name!r} needs {script}, which is in the repository alone.")
    plan.work.mkdir(parents=True, exist_ok=True)
    names = {"work": str(plan.work.resolve()), "network": network_name(plan.network)}
    command = [sys.executable, str(path), *(one.format(**names) for one in arguments)]
    if plan.most and "--games" in command:
        command[command.index("--games") + 1] = str(plan.most)
    environment = {**os.environ, "GOKAN_DATA": str(plan.data.resolve())}
    environment["GOKAN_NETWORK"] = str(plan.network.path.resolve())
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise InvalidInput(f"The step {name!r} failed: {script} ended with {done.returncode}.")
    told = tuple(done.stdout.splitlines()[-_LINES:])
    return Outcome(name, about, (), remarks=told)
