"""Static values of positions of life and death: how many are known at a glance, and how rightly.

    python benchmarks/bench_goal_static.py [--set Elementary] [--half even] [--lines 2] [--every 1]
        [--part 0 --parts 1] [--out values.jsonl]
    python benchmarks/bench_goal_static.py --report values.jsonl...

Lines are played out of the problems, good moves and careless ones, and reading decides every
position (`gokan_lab.aura.samples`). *Sure* values rest on unconditional life, territory and
captures at once; *judged* ones on the fitted aura.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from cho import confirmed, half, level  # type: ignore[import-not-found]  # beside this file

from gokan.errors import GokanError
from gokan.goals.static import Look, evaluate
from gokan.play.matches.statistics import wilson
from gokan.reading import Budget, pose_record
from gokan_lab.aura.samples import samples

YES, NO = 0.97, 0.03


def main() -> None:
    """Look at positions, or report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--set", default="Elementary")
    options.add_argument("--half", choices=["odd", "even"], default="odd")
    options.add_argument("--lines", type=int, default=2)
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--file", type=Path)
    options.add_argument("--part", type=int, default=0)
    options.add_argument("--parts", type=int, default=1)
    options.add_argument("--out", type=Path)
    options.add_argument("--report", type=Path, nargs="*")
    chosen = options.parse_args()
    if chosen.report:
        report([json.loads(x) for f in chosen.report for x in f.read_text().splitlines()])
        return
    found = confirmed(chosen.set, chosen.half, file=chosen.file)[:: chosen.every]
    rows: list[dict[str, Any]] = []
    for item in found[chosen.part :: chosen.parts]:
        rows += _values(item, chosen)
        if chosen.out:
            chosen.out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report(rows)


def _values(item: dict[str, Any], chosen: argparse.Namespace) -> list[dict[str, Any]]:
    try:
        problem = pose_record(item, budget=Budget(nodes=200_000))
    except GokanError:
        return []
    owner = problem.position.color_at(problem.target[0])
    look = Look(problem.target, owner, owner)
    rows = []
    for sample in samples(problem, lines=chosen.lines, seed=9, keep=True):
        if sample.position is None or sample.stands < 0 or sample.falls < 0:
            continue
        seen = evaluate(sample.position, look)
        truth = "lives" if sample.stands else "dies" if sample.falls else "ko"
        if seen.grade == "sure":
            says = "lives" if seen.reached else "dies"
        else:
            says = "lives" if seen.chance >= YES else "?"
            other = evaluate(sample.position, Look(look.target, owner, owner.opponent))
            says = "dies" if other.chance >= YES else says
        rows.append(
            {"set": f"{level(item)} {half(item)}", "grade": seen.grade or "judged", "says": says}
            | {"truth": truth}
        )
    return rows


def report(rows: list[dict[str, Any]]) -> None:
    """For each set how many positions have a value of each grade, and how many of these hold."""
    print(f"{'':20} {'positions':>9}  value        share    right")
    for name in sorted({row["set"] for row in rows}):
        mine = [r for r in rows if r["set"] == name]
        for grade in ("sure", "judged"):
            for says in ("lives", "dies"):
                part = [r for r in mine if r["grade"] == grade and r["says"] == says]
                good = sum(r["truth"] == says for r in part)
                if part:
                    told = f"{len(part) / len(mine):6.1%}  {share(good, len(part))}"
                    print(f"{name:20} {len(mine):9}  {grade:6} {says:5} {told}")
        left = sum(r["says"] == "?" for r in mine)
        print(f"{name:20} {len(mine):9}  unknown      {left / len(mine):6.1%}")


def share(good: int, all_: int) -> str:
    """A share with its 95 % interval (Wilson)."""
    low, high = wilson(good, all_)
    return f"{good / all_:.1%} [{low:.1%}, {high:.1%}]"


if __name__ == "__main__":
    main()
