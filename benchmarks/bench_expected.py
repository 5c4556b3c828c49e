"""What it saves to know what to expect: problems solved with and without the network's word.

    python benchmarks/bench_expected.py PROBLEMS.jsonl [--collection Intermediate] [--half even]
        [--nodes 5000000 | --seconds 10] [--whole | --all-moves] [--shard 0/1]
        [--ways plain expected guessed] [--weights SHAPES.bin] [--output ROWS.jsonl]
        [--seed 20261118 --most 60]

PROBLEMS are records as `gokan solve` reads them; those that name their target are taken, by the
number at the end of their id. With `--seconds` or `--whole` everything that `gokan solve` does is
done, else one winning move is looked for by proof search alone. *Expected* asks the network once;
*guessed* has learned first guesses as well (those that come with Gokan, or `--weights`). An answer
is right if all its winning moves, or those of a ko, are listed (its first move, if only one is
looked for). *Verdict*: nodes until it stood, before it was graded and a line was shown. With a seed
the problems are shuffled, so that the first so many are a fair sample. What was chosen here was
chosen on odd numbers.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gokan import intuition
from gokan.intuition.shapes import WEIGHTS
from gokan.reading import Budget, pose_record, solve

Row = dict[str, Any]
_WAYS = ("plain", "expected", "guessed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("problems", type=Path)
    parser.add_argument("--collection", default="")
    parser.add_argument("--half", choices=("odd", "even", "both"), default="both")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=5_000_000)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--all-moves", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--most", type=int)
    parser.add_argument("--ways", nargs="+", choices=_WAYS, default=["plain", "guessed"])
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    shard, shards = map(int, options.shard.split("/"))
    records = [json.loads(line) for line in options.problems.read_text("utf-8").splitlines()]
    wanted = [r for r in records if options.collection in r.get("collection", "")]
    wanted = [
        r for r in wanted if r.get("target") and r.get("first_moves") and _in(options.half, r)
    ]
    if options.seed is not None:
        random.Random(options.seed).shuffle(wanted)
    rows: list[Row] = []
    for record in wanted[:: options.every][shard::shards][: options.most]:
        rows.append(_both(record, options))
        if options.output:
            options.output.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    report(rows, options.ways)


def _in(half: str, record: Row) -> bool:
    number = re.search(r"\d+$", record["id"])
    return half == "both" or int(number[0] if number else 0) % 2 == (half == "odd")


def _both(record: Row, options: argparse.Namespace) -> Row:
    problem = pose_record(record)
    width = problem.position.width
    listed = {width * y + x for x, y in record["first_moves"]}
    row: Row = {"id": record["id"], "goal": problem.goal}
    learned = intuition.first_guesses(options.weights or WEIGHTS)
    for name in options.ways:
        expected = None if name == "plain" else intuition.reach
        guesses = learned if name == "guessed" else None
        begun = time.process_time()
        if options.whole and not options.seconds:
            answer = solve(problem, nodes=options.nodes, expected=expected, guesses=guesses)
        elif options.seconds:
            answer = solve(problem, seconds=options.seconds, expected=expected, guesses=guesses)
        else:
            answer = solve(
                problem,
                budget=Budget(nodes=options.nodes),
                all_moves=options.all_moves,
                details=options.all_moves,
                trials=False,
                expected=expected,
                guesses=guesses,
            )
        found = set(answer.winning_moves or answer.ko_moves or answer.pv[:1])
        row[name] = {
            "result": answer.result,
            "why": answer.why,
            "proved": answer.proved,
            "found": answer.found_after,
            "nodes": answer.nodes,
            "seconds": round(time.process_time() - begun, 3),
            "right": bool(found) and found <= listed,
        }
    return row


def report(rows: list[Row], ways: Sequence[str]) -> None:
    """A table for all items, and for those that every way settles."""
    settled = [row for row in rows if all(row[w]["result"] != "unknown" for w in ways)]
    print(f"{'':10}{'items':>7}{'settled':>9}{'in 10 s':>9}{'proved':>8}{'right':>7}", end="")
    print(f"{'verdict':>11}{'in all':>10}{'nodes':>11}{'in all':>10}{'seconds':>9}")
    attackers, groups = ([r for r in settled if r["goal"] == goal] for goal in ("kill", "live"))
    for title, some in (
        ("all", rows),
        ("settled by all ways", settled),
        ("attackers of these", attackers),
        ("groups of these that move first", groups),
    ):
        print(f"{title}: {len(some)}")
        for way in ways:
            told = [row[way] for row in some]
            print(
                f"  {way:8}{len(told):7}{sum(t['result'] != 'unknown' for t in told):9}"
                f"{sum(t['result'] != 'unknown' and t['seconds'] <= 10 for t in told):9}"
                f"{sum(t['proved'] for t in told):8}{sum(t['right'] for t in told):7}"
                + "".join(
                    f"{statistics.median(t[what] for t in told) if told else 0:11,.0f}"
                    f"{sum(t[what] for t in told) / 1e6:9.1f}M"
                    for what in ("found", "nodes")
                )
                + f"{sum(t['seconds'] for t in told):9.1f}"
            )
    for row in rows:
        results = [row[way]["result"] for way in ways]
        if len(set(results)) > 1:
            print(f"{row['id']}: {', '.join(results)}")


if __name__ == "__main__":
    main()
