"""Life and death on real problems: how many are right, and how fast.

    python benchmarks/bench_reading.py [--sets gotools,cho_elementary] [--sample 60] [--time 10]
                                       [--seed 7] [--out results.jsonl]

Right means: win, loss or ko agrees with the source where it says so, and a listed first move is
among ours. Every miss is listed with its cause: *budget* (not settled in time), *goal* (no goal
or target could be found), *read* (we judged otherwise, without a proof) or *proved* (we have a
proof of another answer). With `--out` each answer is written down at once, and a second run goes
on where the first stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.cli.problems.asking import FOR_TARGET, Limit
from gokan.errors import GokanError
from gokan.reading import pose_record, solve

Record = dict[str, Any]


def _level(name: str, *, confirmed: bool = False) -> Callable[[Record], bool]:
    """Problems of a level or collection; on request only those that a second source confirms."""

    def chosen(record: Record) -> bool:
        where = f"{record.get('collection')} {record.get('level')}"
        return name in where and (not confirmed or record.get("cross_agree") is True)

    return chosen


SETS: dict[str, tuple[str, Callable[[Record], bool]]] = {
    "gotools": ("gotools", _level("")),
    **{f"gotools_{n}": ("gotools", _level(f"lv{n}.")) for n in range(1, 7)},
    "gotools_ko": ("gotools_ko", _level("")),
    "cho_elementary": ("sanderland_cho_chikun", _level("Elementary", confirmed=True)),
    "cho_intermediate": ("sanderland_cho_chikun", _level("Intermediate", confirmed=True)),
    "gogameguru_easy": ("gogameguru", _level("easy", confirmed=True)),
    "gogameguru_intermediate": ("gogameguru", _level("intermediate", confirmed=True)),
    "d180cf": ("d180cf", _level("")),
}
USUAL = "gotools,gotools_ko,cho_elementary,cho_intermediate,gogameguru_easy,d180cf"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sets", default=USUAL, help=", ".join(SETS))
    options.add_argument("--sample", type=int, default=60, help="problems of each set; 0: all")
    options.add_argument("--time", type=float, default=10.0, help="seconds for each problem")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--out", type=Path, help="answers as JSON lines; resumes from it")
    args = options.parse_args()
    folder = DATA / "tsumego"
    done = _done(args.out)
    for name in args.sets.split(","):
        file, chosen = SETS[name]
        lines = (folder / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
        records = [r for r in map(json.loads, lines) if chosen(r)]
        if args.sample:
            records = random.Random(args.seed).sample(records, min(args.sample, len(records)))
        answers = []
        for record in records:
            key = f"{name} {record['id']} {args.time}"
            if key not in done:
                done[key] = {"key": key, **judge(record, args.time)}
                if args.out:
                    with args.out.open("a", encoding="utf-8") as file_out:
                        file_out.write(json.dumps(done[key]) + "\n")
            answers.append(done[key])
        report(name, answers, args.time)


def _done(path: Path | None) -> dict[str, Record]:
    if path is None or not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {answer["key"]: answer for answer in map(json.loads, lines)}


def judge(record: Record, seconds: float) -> Record:
    """Our answer to one problem, with `verdict` right or the cause of the miss."""
    began = time.process_time()
    try:
        limit = Limit(seconds)
        problem = pose_record(record, budget=limit.budget.part(FOR_TARGET))
        answer = solve(problem, seconds=limit.left_of(problem).seconds)
    except GokanError as error:
        return {"verdict": "goal", "says": str(error), "cpu": 0.0, "seconds": 0.0, "nodes": 0}
    data = answer.to_dict()
    wanted = expected(record)
    width = answer.problem.position.width
    listed = {row * width + column for column, row in record["first_moves"]}
    found = listed & {*answer.winning_moves, *answer.ko_moves}
    ours = data["winning_moves"] + data["ko_moves"]
    books = [answer.problem.position.vertex(p) for p in sorted(listed)]
    return {
        "verdict": _verdict(data, wanted, bool(found)),
        "says": f"wanted {wanted or 'a move'} {books}, got {answer.result} {ours[:6]}",
        "complete": answer.result != "unknown" and not answer.undecided_moves,
        "more": len(set(answer.winning_moves + answer.ko_moves) - listed),
        "threats": _threats(record, data),
        "proved": answer.proved,
        "cpu": time.process_time() - began,
        "seconds": answer.seconds,
        "nodes": answer.nodes,
    }


def _verdict(data: Record, wanted: str | None, found: bool) -> str:
    if wanted in (None, data["result"]) and found:
        return "right"
    if wanted == data["result"] == "loss":
        return "right"
    if data["result"] == "unknown" or (
        wanted in (None, data["result"]) and data["undecided_moves"]
    ):
        return "budget"
    return "proved" if data["proved"] else "read"


def _threats(record: Record, data: Record) -> bool | None:
    """Whether the number of ko threats agrees with the source, where both name one."""
    number = (record.get("result") or {}).get("ko_threats")
    return data["ko"]["threats"] == number if number and data["ko"] else None


def report(name: str, answers: list[Record], seconds: float) -> None:
    """One line for the set, then every miss."""
    count = len(answers)

    def of(verdict: str) -> int:
        return sum(a["verdict"] == verdict for a in answers)

    right = of("right")
    wall = sorted(a["seconds"] for a in answers)
    cpu = sorted(a["cpu"] for a in answers)
    print(f"{name}: {count} problems, {seconds:g} s each: right {right}", end=" ")
    print(f"({100 * right / count:.1f} %), budget {of('budget')}, goal {of('goal')},", end=" ")
    print(f"read otherwise {of('read')}, proved otherwise {of('proved')}")
    print(
        f"    every first move settled: {sum(a.get('complete', False) for a in answers)};", end=" "
    )
    print(f"proved: {sum(a.get('proved', False) for a in answers)};", end=" ")
    print(f"further winning moves in {sum(a.get('more', 0) > 0 for a in answers)};", end=" ")
    ko = [a["threats"] for a in answers if a.get("threats") is not None]
    if ko:
        print(f"number of threats as in the source: {sum(ko)} of {len(ko)};", end=" ")
    print(
        f"median {1e3 * wall[count // 2]:.1f} ms (processor {1e3 * cpu[count // 2]:.1f}),", end=" "
    )
    print(f"90 % within {1e3 * wall[count * 9 // 10]:.0f} ms,", end=" ")
    print(f"{sum(a['nodes'] for a in answers) / 1e6:.1f} M nodes")
    for answer in answers:
        if answer["verdict"] != "right":
            print(f"    {answer['verdict']:7} {answer['key'].split()[1]}: {answer['says']}")


def expected(record: Record) -> str | None:
    """What a GoTools result says for the mover; None where the source does not say."""
    raw = (record.get("result") or {}).get("raw")
    if not raw:
        return None
    if any(letter.isdigit() for letter in raw):
        return "ko"
    return "win" if raw[1] == "+" else "loss"


if __name__ == "__main__":
    main()
