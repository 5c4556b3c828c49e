"""The goals alone on problems: how much goals, rules and static values solve without any help.

    python benchmarks/bench_goal_alone.py [--set Elementary] [--half odd] [--nodes 300]
        [--without goals,rules,eyes] [--with aura] [--room 9] [--check 60000] [--most 60]
        [--shuffle 1] [--file problems.jsonl] [--part 0 --parts 1] [--out answers.jsonl]
    python benchmarks/bench_goal_alone.py --report answers.jsonl...
    python benchmarks/bench_goal_alone.py --compare full.jsonl other.jsonl

No network, no reading, no ladders (`gokan goals solve --alone`). *Solved*: it is called reached
and reading, as the opponent, refutes no position of the strategy's tree. *False*: reading refutes
one, by proof or by judgement (both are counted). *Tree*: positions of the strategy. Without goals
every legal move near the target is tried instead, with the same values and as many positions.
Items that the file of `--out` holds already are not asked again: a run can be stopped and resumed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

from cho import confirmed, half, level  # type: ignore[import-not-found]  # beside this file

from gokan.errors import GokanError
from gokan.go import PASS, Position
from gokan.goals.alone.search import Alone
from gokan.goals.alone.value import Parts
from gokan.goals.static import Look
from gokan.play.matches.statistics import wilson
from gokan.reading import Budget, Problem, pose_record
from gokan.reading import solve as read

Record = dict[str, Any]
PARTS = ("goals", "rules", "eyes")


def main() -> None:
    """Answer the items, or report on answers."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--set", default="Elementary")
    options.add_argument("--half", choices=["odd", "even", "both"], default="odd")
    options.add_argument("--nodes", type=int, default=300)
    options.add_argument("--without", default="", help=f"parts to leave out, of {PARTS}")
    options.add_argument("--with", dest="more", default="", help="parts to add: aura")
    options.add_argument("--room", type=int, default=Parts().room)
    options.add_argument("--check", type=int, default=60_000, help="reading's nodes for a question")
    options.add_argument("--most", type=int, default=10_000)
    options.add_argument("--shuffle", type=int)
    options.add_argument("--file", type=Path, help="problems, one JSON line each")
    options.add_argument("--part", type=int, default=0)
    options.add_argument("--parts", type=int, default=1)
    options.add_argument("--out", type=Path)
    options.add_argument("--report", type=Path, nargs="*")
    options.add_argument("--compare", type=Path, nargs=2)
    chosen = options.parse_args()
    if chosen.compare:
        compare(*(_rows(path) for path in chosen.compare))
        return
    if chosen.report:
        report([row for path in chosen.report for row in _rows(path)])
        return
    rows = _rows(chosen.out) if chosen.out and chosen.out.exists() else []
    known = {row["id"] for row in rows}
    for item in items(chosen):
        row = None if item["id"] in known else ask(item, chosen)
        if row is None:
            continue
        rows.append(row)
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    report(rows)


def _rows(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def items(chosen: argparse.Namespace) -> list[Record]:
    """The items of a set and half, or of a file."""
    if chosen.file:
        found = [json.loads(line) for line in chosen.file.read_text("utf-8").splitlines()]
    else:
        found = confirmed(chosen.set, chosen.half)
    if chosen.shuffle is not None:
        random.Random(chosen.shuffle).shuffle(found)
    return found[: chosen.most][chosen.part :: chosen.parts]


def ask(item: Record, chosen: argparse.Namespace) -> Record | None:
    """One item: what the goals say, and whether it stands."""
    try:
        problem = pose_record(item)
    except GokanError:
        return None
    position, target = problem.position, problem.target
    look = Look(tuple(target), position.color_at(target[0]), position.to_play)
    parts = {name: False for name in chosen.without.split(",") if name}
    parts |= {name: True for name in chosen.more.split(",") if name}
    begun = time.perf_counter()
    search = Alone(position, look, most_nodes=chosen.nodes, parts=Parts(room=chosen.room, **parts))
    search.run()
    root = search.root
    row: Record = {
        "id": item["id"],
        "set": item["id"].split("/")[0] if chosen.file else level(item),
        "half": "all" if chosen.file else half(item),
        "goal": problem.goal,
        "nodes": search.nodes,
        "reached": not root.proof,
        "ms": round(1000 * (time.perf_counter() - begun), 1),
    }
    if root.proof:
        return row
    row["tree"] = sum(1 for _ in search.strategy()) - 1
    first = next((line.asked.move for line in root.lines if not line.to.proof), PASS)
    book = {r * position.width + c for c, r in item["first_moves"]}
    row["book"] = first in book
    row["refuted"] = _refuted(search, chosen.check) if chosen.check else None
    return row


def _refuted(search: Alone, nodes: int) -> str | None:
    """Whether reading refutes a position of the strategy with the opponent to move, and how."""
    judged = None
    for spot in search.strategy():
        position: Position = spot.position
        left = search.look.left(position)
        if position.to_play == search.look.player or not left:
            continue
        problem = Problem.make(position, target=list(left))
        said = read(
            problem, budget=Budget(nodes=nodes), all_moves=False, details=False, trials=False
        )
        if said.result in ("win", "ko"):
            if said.proved:
                return "proved"
            judged = "judged"
    return judged


def report(rows: list[Record]) -> None:
    """A line for each set and half."""
    print(f"{'':24} {'items':>5} {'solved':>21} {'false':>6} {'proved':>6} {'book':>5}", end="")
    print(f" {'tree':>5} {'nodes':>6} {'ms':>6}")
    for name, part in sorted({(row["set"], row["half"]) for row in rows}):
        mine = [r for r in rows if (r["set"], r["half"]) == (name, part)]
        for goal in ("", "live", "kill"):
            some = [r for r in mine if goal in ("", r["goal"])]
            if some:
                _line(f"{name[-14:]} {part} {goal}", some)


def _line(name: str, rows: list[Record]) -> None:
    reached = [r for r in rows if r["reached"]]
    solved = [r for r in reached if not r["refuted"]]
    false, proved = (
        len([r for r in reached if r["refuted"] in kinds])
        for kinds in (("proved", "judged"), ("proved",))
    )
    tree = sum(r["tree"] for r in solved) / max(1, len(solved))
    nodes = sum(r["nodes"] for r in rows) / len(rows)
    ms = sum(r["ms"] for r in rows) / len(rows)
    book = sum(r["book"] for r in solved)
    print(
        f"{name:24} {len(rows):5} {share(len(solved), len(rows)):>21} {false:6} {proved:6}", end=""
    )
    print(f" {book:5} {tree:5.1f} {nodes:6.0f} {ms:6.0f}")


def compare(full: list[Record], other: list[Record]) -> None:
    """Item by item: what the other one solves less, with a 95 % interval of the difference."""
    solved = [{r["id"]: r["reached"] and not r["refuted"] for r in rows} for rows in (full, other)]
    both = sorted(solved[0].keys() & solved[1].keys())
    gains = [solved[0][name] - solved[1][name] for name in both]
    mean = sum(gains) / len(gains)
    spread = (sum((x - mean) ** 2 for x in gains) / len(gains) / len(gains)) ** 0.5
    only = [sum(solved[k][n] and not solved[1 - k][n] for n in both) for k in (0, 1)]
    print(f"{len(both)} items, {sum(solved[0][n] for n in both)} against", end=" ")
    print(
        f"{sum(solved[1][n] for n in both)}; only the first {only[0]}, only the other {only[1]};",
        end="",
    )
    print(f" {mean:+.1%} [{mean - 1.96 * spread:+.1%}, {mean + 1.96 * spread:+.1%}]")


def share(good: int, all_: int) -> str:
    """A share with its 95 % interval (Wilson)."""
    low, high = wilson(good, all_)
    return f"{good / all_:.1%} [{low:.1%}, {high:.1%}]"


if __name__ == "__main__":
    main()
