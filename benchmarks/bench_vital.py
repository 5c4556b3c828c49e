"""How often the network's first vital point solves a problem of the books.

    python benchmarks/bench_vital.py PROBLEMS.jsonl [--most 0] [--nodes 200000]

PROBLEMS are records as `gokan solve` reads them. A first choice is right if it is listed, or if
reading proves, within the nodes, that it reaches the goal. The policy restricted to the same
points is measured beside it. Nothing is fitted here, so every item may be used.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from gokan import intuition
from gokan.reading import Budget, Problem, pose_record, solve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", type=Path)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=200_000)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.problems.read_text("utf-8").splitlines()]
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    step = max(1, len(rows) // options.most) if options.most else 1
    for row in rows[::step]:
        if not row.get("target") or not row.get("first_moves"):
            continue
        problem = pose_record(row)
        count = counts[row.get("collection", "")]
        listed, proved, likeliest = _right(problem, row, options.nodes)
        for k, value in enumerate((True, listed, listed or proved, likeliest)):
            count[k] += value
    print(f"{'collection':60}{'items':>7}{'listed':>9}{'or proved':>11}{'policy':>9}")
    for name, (items, *found) in sorted(counts.items()):
        shares = [100 * value / items for value in found]
        print(f"{name:60}{items:7}{shares[0]:8.1f}%{shares[1]:10.1f}%{shares[2]:8.1f}%")


def _right(problem: Problem, row: dict[str, object], nodes: int) -> tuple[bool, bool, bool]:
    position = problem.position
    size = position.width
    listed = {size * int(y) + int(x) for x, y in row["first_moves"]}  # type: ignore[attr-defined]
    targets = row.get("targets") or [row["target"]]
    named = [size * int(y) + int(x) for x, y in targets]  # type: ignore[attr-defined]
    color = position.color_at(named[0])
    stones = {p for t in named if position.color_at(t) == color for p in position.block(t).stones}
    guess = intuition.life(position, stones)
    fate = guess.own_first if position.to_play == color else guess.enemy_first
    first = fate.vital[0][0]
    chances = intuition.judge(position, ways=(0, 3, 5, 6))
    likeliest = max((p for p, _ in fate.vital), key=chances.chance)
    if first in listed:
        return True, True, likeliest in listed
    answer = solve(problem, budget=Budget(nodes=nodes))
    wins = {*answer.winning_moves, *answer.ko_moves} & set(answer.shown)
    return False, first in wins, likeliest in listed


if __name__ == "__main__":
    main()
