"""Life and death on real problems: how many are right, and how fast.

    python benchmarks/bench_reading.py [--set gotools] [--sample 200] [--time 2] [--seed 7]

Right means: win, loss or ko agrees with the source where it says so, and a listed first move is
among ours. Every miss is listed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from pathlib import Path
from typing import Any

from gokan.errors import GokanError
from gokan.reading import Problem, solve

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--set", default="gotools")
    options.add_argument("--only", default="", help="part of the collection's or level's name")
    options.add_argument("--sample", type=int, default=200)
    options.add_argument("--time", type=float, default=2.0)
    options.add_argument("--seed", type=int, default=7)
    args = options.parse_args()
    folder = Path(os.environ.get("GOKAN_DATA", ROOT.parent / "shared" / "data")) / "tsumego"
    lines = (folder / f"{args.set}.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    records = [r for r in records if args.only in f"{r.get('collection')} {r.get('level')}"]
    records = random.Random(args.seed).sample(records, min(args.sample, len(records)))
    report(records, args.time)


def report(records: list[dict[str, Any]], seconds: float) -> None:
    right = wrong = proved = 0
    times, misses = [], []
    for record in records:
        try:
            answer = solve(Problem.from_record(record), seconds=seconds)
        except GokanError as error:
            misses.append(f"{record['id']}: {error}")
            continue
        data = answer.to_dict()
        times.append(answer.seconds)
        proved += answer.proved
        wanted = expected(record)
        width = answer.problem.position.width
        listed = {row * width + column for column, row in record["first_moves"]}
        agrees = wanted in (None, answer.result)
        if agrees and listed & {*answer.winning_moves, *answer.ko_moves}:
            right += 1
            continue
        wrong += answer.result != "unknown"
        ours = data["winning_moves"] + data["ko_moves"]
        misses.append(f"{record['id']}: wanted {wanted}, got {answer.result} {ours[:5]}")
    times.sort()
    print(f"{len(records)} problems, {seconds} s each")
    print(f"right {right} ({100 * right / len(records):.1f} %), definite but not right {wrong}")
    print(f"proved {proved}; median {1e3 * times[len(times) // 2]:.1f} ms,", end=" ")
    print(f"90 % within {1e3 * times[len(times) * 9 // 10]:.0f} ms")
    print(*misses, sep="\n")


def expected(record: dict[str, Any]) -> str | None:
    """What a GoTools result says for the mover; None where the source does not say."""
    raw = (record.get("result") or {}).get("raw")
    if not raw:
        return None
    if any(letter.isdigit() for letter in raw):
        return "ko"
    return "win" if raw[1] == "+" else "loss"


if __name__ == "__main__":
    main()
