"""Problems told in reasons: is every claim found again?

Problems are drawn evenly from every set in the folder `tsumego` of $GOKAN_DATA, else
../shared/data. Each is solved within some seconds and told by `gokan.explain`; then every claim
about its solution is derived again: the verdict by a proof that the checker accepts, what is exact
by the slow twins, what was read on the mirrored board with colours swapped.

    python benchmarks/bench_explain_problems.py --each 10 [--solve 3] [--part 0 --parts 5]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections import Counter
from pathlib import Path

from gokan.errors import GokanError
from gokan.explain.problems import told
from gokan.explain.second import PROVED_AGAIN, verify
from gokan.reading import Problem, solve


def main() -> None:
    """Go through the problems and print what became of the claims."""
    options = read_options()
    folder = Path(os.environ.get("GOKAN_DATA", "../shared/data")) / "tsumego"
    begun = time.monotonic()
    tally: Counter[str] = Counter()
    checks: Counter[str] = Counter()
    for number, record in enumerate(drawn(folder, options.each, options.seed)):
        if number % options.parts != options.part:
            continue
        if options.seconds and time.monotonic() - begun > options.seconds:
            break
        try:
            problem = Problem.from_record(record)
            answer = solve(problem, seconds=options.solve)
        except GokanError:
            tally["refused"] += 1
            continue
        try:
            account = told(answer)
        except GokanError:  # not settled in time, or there is no move that works
            tally[f"nothing to tell, {answer.result}"] += 1
            continue
        tally["told"] += 1
        for checked in verify(problem.position, account.claims, level="usual"):
            claim = checked.claim
            again = " again" if checked.how == PROVED_AGAIN else ""
            checks[f"{claim.certainty} {checked.verdict}{again}"] += 1
            if checked.verdict == "fails":
                where = {part: list(points) for part, points in claim.points.items()}
                print(f"fails: {record['id']} {claim.certainty} {claim.kind} {where}", flush=True)
        if options.every and tally["told"] % options.every == 0:
            print(json.dumps({"problems": tally, "checked": checks}), flush=True)
    result = {"problems": dict(sorted(tally.items())), "checked": dict(sorted(checks.items()))}
    for key, value in result.items():
        print(f"{key:10} {value}")
    print(json.dumps({"benchmark": "explain problems", **result}))


def drawn(folder: Path, each: int, seed: int) -> list[dict[str, object]]:
    """So many problems of every set, by lot."""
    chance = random.Random(seed)
    found: list[dict[str, object]] = []
    for file in sorted(folder.glob("*.jsonl")):
        records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        found += chance.sample(records, min(each, len(records)))
    chance.shuffle(found)
    return found


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=5, help="problems of every set")
    parser.add_argument("--solve", type=float, default=2.0, help="seconds for each problem")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=0, help="print now and then, after so many")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin nothing after so long")
    return parser.parse_args()


if __name__ == "__main__":
    main()
