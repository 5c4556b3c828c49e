"""Enclosed problems: nodes and milliseconds, against another version measured in the same run.

    python benchmarks/bench_enclosed.py [--every 20] [--nodes 3000000] [--against CHECKOUT]
                                        [--full] [--skip 0]

Every twentieth problem of GoTools' collection is solved as `gokan.reading.solve` usually does: the
result and the first moves that work. `--full` asks for all details (lines of play, refutations,
resistance). `--against` names a built checkout of another version (with `.venv` inside): the same
problems are solved there, each beside the same problem here, and the ratio of this version to that
one is printed, with the results and the lists of winning moves that differ.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

_WORKER = """
import inspect, json, sys, time
from gokan.reading import Problem, solve
full, nodes = json.loads(sys.argv[1])
known = inspect.signature(solve).parameters
given = {"details": True} if full and "details" in known else {}
for line in sys.stdin:
    record = json.loads(line)
    problem = Problem.from_record(record)
    begun = time.perf_counter()
    answer = solve(problem, nodes=nodes, **given)
    spent = time.perf_counter() - begun
    moves = sorted(answer.winning_moves)
    print(json.dumps([answer.result, moves, answer.nodes, 1000 * spent]), flush=True)
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--every", type=int, default=20)
    options.add_argument("--skip", type=int, default=0, help="begin with this problem")
    options.add_argument("--nodes", type=int, default=3_000_000, help="for each problem")
    options.add_argument("--full", action="store_true")
    options.add_argument("--against", type=Path, help="a built checkout of another version")
    args = options.parse_args()
    lines = (DATA / "tsumego" / "gotools.jsonl").read_text(encoding="utf-8").splitlines()
    chosen = lines[args.skip :: args.every]
    workers = {"this version": _start(Path(sys.executable), args.full, args.nodes)}
    if args.against is not None:
        python = args.against.resolve() / ".venv" / "bin" / "python"
        if not python.exists():
            sys.exit(f"{args.against} is not a built checkout: there is no {python}.")
        workers["the other"] = _start(python, args.full, args.nodes)
    rows: dict[str, list[list[Any]]] = {name: [] for name in workers}
    for line in chosen:
        for name, worker in workers.items():
            rows[name].append(_ask(worker, line))
    for worker in workers.values():
        worker.stdin.close()  # type: ignore[union-attr]
        worker.wait()
    report = {name: _summed_up(found) for name, found in rows.items()}
    print(f"{len(chosen)} problems")
    for name, said in report.items():
        print(f"{name:13}" + "".join(f"  {what} {value:,.1f}" for what, value in said.items()))
    closing: dict[str, Any] = {"problems": len(chosen), "versions": report}
    if len(rows) == 2:
        ours, theirs = rows.values()
        ratio = {
            what: report["this version"][what] / max(value, 1e-9)
            for what, value in report["the other"].items()
        }
        print("ratio        " + "".join(f"  {what} {value:.2f}" for what, value in ratio.items()))
        pairs = list(enumerate(zip(ours, theirs, strict=True)))
        other = [i for i, (a, b) in pairs if a[0] != b[0]]
        moves = [i for i, (a, b) in pairs if a[0] == b[0] and a[1] != b[1]]
        print(f"{len(other)} results differ, and of the others {len(moves)} lists of moves")
        for i in [*other, *moves]:
            record = json.loads(chosen[i])
            both = f"{ours[i][:2]} and {theirs[i][:2]}, given {record['result']['raw']}"
            print(f"  {record['id']}: {both}")
        closing |= {"ratio": ratio, "results differ": len(other), "moves differ": len(moves)}
    print(json.dumps(closing))


def _start(python: Path, full: bool, nodes: int) -> subprocess.Popen[str]:
    command = [str(python), "-c", _WORKER, json.dumps([full, nodes])]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _ask(worker: subprocess.Popen[str], line: str) -> list[Any]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(line + "\n")
    worker.stdin.flush()
    answer = worker.stdout.readline()
    if not answer:
        sys.exit("A version stopped; run it alone to see why.")
    found: list[Any] = json.loads(answer)
    return found


def _summed_up(rows: list[list[Any]]) -> dict[str, float]:
    nodes, spent = ([row[i] for row in rows] for i in (2, 3))
    return {
        "median ms": statistics.median(spent),
        "p95 ms": statistics.quantiles(spent, n=20)[-1],
        "seconds": sum(spent) / 1000,
        "median nodes": statistics.median(nodes),
        "p95 nodes": statistics.quantiles(nodes, n=20)[-1],
        "all nodes": float(sum(nodes)),
    }


if __name__ == "__main__":
    main()
