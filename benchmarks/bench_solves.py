"""Many solves in one process: how many a second, and whether memory grows.

    python benchmarks/bench_solves.py [--number 100000] [--seed 7]

Problems are made as `gokan train problems` makes them and solved again by `gokan.reading.solve`,
with everything an answer holds. The resident memory is read after each tenth; in the end it may
have grown by no more than a few megabytes, or the benchmark fails.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from itertools import islice
from pathlib import Path

from gokan.reading import Problem, make_problems, solve

_MOST_GROWTH = 16 << 20
_DIFFERENT = 500


def resident() -> int:
    """Bytes of memory this process holds now (0 where the system does not tell)."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--number", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=7)
    args = options.parse_args()
    made = make_problems(args.seed, jobs=1, nodes=500)
    problems = [Problem.from_record(record) for record in islice(made, _DIFFERENT)]
    for problem in problems:  # all that is kept for good is there after this
        solve(problem)
    begun, before, used = time.perf_counter(), resident(), time.process_time()
    print(f"{len(problems)} problems; {before / 1e6:.1f} MB at the start")
    for part in range(10):
        for i in range(args.number // 10):
            solve(problems[i % len(problems)])
        print(f"{(part + 1) * args.number // 10} solves: {resident() / 1e6:.1f} MB", flush=True)
    spent, busy = time.perf_counter() - begun, time.process_time() - used
    print(
        f"{args.number / busy:.0f} solves for each second of one core ({spent:.0f} s by the clock)"
    )
    grown = resident() - before
    if grown > _MOST_GROWTH:
        sys.exit(f"memory grew by {grown / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
