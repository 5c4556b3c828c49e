"""What reading saves if the first moves that the goals suggest are tried before all others.

    python benchmarks/bench_goal_order.py [--set Elementary,Intermediate] [--half even] [--first 2]
        [--nodes 400000] [--part 0 --parts 1] [--out answers.jsonl]
    python benchmarks/bench_goal_order.py --report answers.jsonl...

Confirmed problems of Cho's encyclopedia, one winning move asked for. The most urgent suggestions
are handed to `reading.solve` as its `order`; what they cost themselves is no node of reading's.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median
from typing import Any

from cho import confirmed  # type: ignore[import-not-found]  # beside this file

from gokan.goals import solve
from gokan.reading import Budget, pose_record
from gokan.reading import solve as read


def main() -> None:
    """Answer the items both ways, or report on answers."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--set", default="Elementary,Intermediate")
    options.add_argument("--half", choices=["odd", "even"], default="odd")
    options.add_argument("--first", type=int, default=2, help="so many suggestions come first")
    options.add_argument("--nodes", type=int, default=400_000)
    options.add_argument("--part", type=int, default=0)
    options.add_argument("--parts", type=int, default=1)
    options.add_argument("--out", type=Path)
    options.add_argument("--report", type=Path, nargs="*")
    chosen = options.parse_args()
    rows: list[dict[str, Any]] = []
    for file in chosen.report or []:
        rows += [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    items = [] if chosen.report else confirmed(chosen.set, chosen.half)
    for item in items[chosen.part :: chosen.parts]:
        rows.append(ask(item, chosen))
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    report(rows)


def ask(item: dict[str, Any], chosen: argparse.Namespace) -> dict[str, Any]:
    """One item: nodes and verdict without and with the order."""
    problem = pose_record(item, budget=Budget(nodes=chosen.nodes))
    suggested = solve(problem.position, problem.target, nodes=1).suggestions
    order = [s.move for s in suggested[: chosen.first]]
    row: dict[str, Any] = {"id": item["id"]}
    for name, first in (("without", ()), ("with", tuple(order))):
        said = read(
            problem,
            budget=Budget(nodes=chosen.nodes),
            all_moves=False,
            details=False,
            trials=False,
            order=first,
        )
        row[name], row[f"{name}_says"] = said.nodes, said.result
    book = {r * problem.position.width + c for c, r in item["first_moves"]}
    return row | {"book": bool(book & set(order))}


def report(rows: list[dict[str, Any]]) -> None:
    """All nodes without and with the order, and how often the verdict is the same."""
    without, with_ = sum(r["without"] for r in rows), sum(r["with"] for r in rows)
    same = sum(r["without_says"] == r["with_says"] for r in rows)
    book = sum(r["book"] for r in rows)
    shares = [r["with"] / max(1, r["without"]) for r in rows]
    less = sum(share < 1 for share in shares)
    share = with_ / max(1, without)
    print(f"{len(rows)} items, the book's move among the first suggestions in {book}")
    print(f"nodes without {without:,}, with {with_:,}: {share:.3f}; fewer in {less}")
    print(f"median of the ratio {median(shares) if shares else 1:.3f}; same verdict in {same}")
    result = {"items": len(rows), "without": without, "with": with_, "same": same, "book": book}
    print(json.dumps({"bench": "goal order", **result}))


if __name__ == "__main__":
    main()
