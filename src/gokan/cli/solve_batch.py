"""`gokan solve` for a folder or a `.jsonl` file: on all cores, with progress, resumable."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from json import dumps, loads
from pathlib import Path
from typing import Any

from gokan.errors import GokanError, InvalidInput

__all__ = ["run_batch"]

_NOTHING: dict[str, Any] = {
    "id": "",
    "to_play": None,
    "goal": None,
    "target": None,
    "result": "unknown",
    "seki": False,
    "seki_settled": False,
    "winning_moves": [],
    "ko_moves": [],
    "undecided_moves": [],
    "ko": None,
    "pv": [],
    "proved": False,
    "nodes": 0,
    "seconds": 0.0,
}
"""The answer to a record that is no problem; `error` says why."""


def run_batch(path: Path, goal: str | None, seconds: float, output: str | None, jobs: int) -> None:
    """Solve a collection. Lines go to `output`, or to stdout, in the order of the collection."""
    from concurrent.futures import ProcessPoolExecutor

    if jobs < 0:
        raise InvalidInput("--jobs must be 0 or more.")
    done = _done(Path(output)) if output is not None else set()
    work = [record for record in _records(path) if record["id"] not in done]
    sink = open(output, "a", encoding="utf-8") if output else sys.stdout  # noqa: SIM115, PTH123
    workers = min(jobs or os.cpu_count() or 1, max(len(work), 1))
    tally = dict.fromkeys(("win", "loss", "ko", "unknown"), 0)
    try:
        with ProcessPoolExecutor(max_workers=workers) as pool:
            answers = pool.map(_solve_record, work, [goal] * len(work), [seconds] * len(work))
            try:
                for count, answer in enumerate(answers, start=1):
                    sink.write(dumps(answer) + "\n")
                    sink.flush()
                    tally[answer["result"]] += 1
                    if count % 10 == 0 or count == len(work):
                        said = ", ".join(f"{n} {word}" for word, n in tally.items() if n)
                        sys.stderr.write(f"\r{count} of {len(work)} problems: {said} ")
                        sys.stderr.flush()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        sys.stderr.write("\n" if work else f"all {len(done)} problems are done already\n")
    finally:
        if output:
            sink.close()


def _done(output: Path) -> set[str]:
    """What an earlier run has answered; a line cut short by an interruption is taken off."""
    if not output.exists():
        return set()
    text = output.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        output.write_bytes(whole)
    try:
        return {str(loads(line)["id"]) for line in whole.splitlines() if line.strip()}
    except (ValueError, KeyError, TypeError):
        raise InvalidInput(f"{output} holds something else than answers of this command.") from None


def _records(path: Path) -> Iterator[dict[str, Any]]:
    seen: set[str] = set()
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.suffix in (".sgf", ".txt"))
        if not files:
            raise InvalidInput(f"There is no .sgf or .txt file in {path}.")
        yield from ({"id": str(file), "file": str(file)} for file in files)
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record = loads(line)
                record["id"] = str(record.get("id", f"{path}:{number}"))
            except (ValueError, AttributeError, TypeError):
                raise InvalidInput(f"{path} line {number} is not a JSON object.") from None
            if record["id"] in seen:
                raise InvalidInput(f"{path} line {number}: the id {record['id']!r} is there twice.")
            seen.add(record["id"])
            record.pop("file", None)
            yield record


def _solve_record(record: dict[str, Any], goal: str | None, seconds: float) -> dict[str, Any]:
    from gokan.cli.solve import FOR_TARGET, left_of, read_problem
    from gokan.reading.budget import Budget
    from gokan.reading.life.solve import solve
    from gokan.reading.problem import Problem

    try:
        if "file" in record:
            file = record["file"]
            problem = read_problem(file, None, None, goal, seconds)  # type: ignore[arg-type]
        else:
            problem = Problem.from_record(record, budget=Budget(seconds=FOR_TARGET * seconds))
            if goal not in (None, problem.goal):
                raise InvalidInput(f"The goal of this problem is {problem.goal}, not {goal}.")
        answer = solve(problem, seconds=left_of(seconds, problem))
        return {**answer.to_dict(), "id": record["id"]}
    except GokanError as error:
        return {**_NOTHING, "id": record["id"], "error": str(error)}
