"""`gokan train groups`: groups whose fate Gokan proves, to learn life and death from."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from gokan.checks import whole
from gokan.errors import InvalidInput

_SECONDS_BETWEEN_REPORTS = 2.0
_AHEAD = 64  # tasks handed out at once, for each process


def groups(
    output: Annotated[str, typer.Argument(help="A .jsonl file; an unfinished one is continued.")],
    games: Annotated[
        str, typer.Option(help="A table of games (.tsv, .tsv.gz): one position of each.")
    ] = "",
    problems: Annotated[
        list[str] | None, typer.Option(help="Problems (.jsonl); may be given several times.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Problems to measure with (.jsonl): none of them is taken."),
    ] = None,
    made: Annotated[int, typer.Option(help="This many corners drawn by the solver.")] = 0,
    number: Annotated[int, typer.Option(help="Look at this many games at most; 0 for all.")] = 0,
    nodes: Annotated[int, typer.Option(help="Nodes for a question about a group.")] = 200_000,
    moves_nodes: Annotated[
        int, typer.Option(help="Nodes for a question about all first moves.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Another seed, other positions.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
) -> None:
    """Gather groups with a proved fate, for `gokan train network --problems`."""
    from gokan.intuition.training.proved_groups import Effort, from_corners

    whole("number of made corners", made, 0, 10_000_000)
    whole("number of jobs", jobs, 1, 256)
    whole("number of nodes", nodes, 1000, 10**9)
    whole("number of nodes for moves", moves_nodes, 1000, 10**9)
    effort = Effort(nodes, moves_nodes)
    if not games and not problems and not made:
        raise InvalidInput("Give --games, --problems or --made to gather groups from.")
    path = Path(output)
    done, counts = _done(path)
    tasks = islice(_tasks(games, number, problems or [], without or [], seed), done, None)
    with path.open("a", encoding="utf-8") as sink:
        for task, rows in _answers(tasks, effort, seed, jobs, done):
            for row in rows:
                counts[row["fate"]] += 1
                sink.write(json.dumps({**row, "task": task}) + "\n")
            if _due():
                sink.flush()
                told = ", ".join(f"{many} {fate}" for fate, many in counts.items())
                sys.stderr.write(f"\r{task + 1} looked at: {told} ")
                sys.stderr.flush()
        if made and not any(name == "made" for name in counts):
            for row in from_corners(made, seed=seed, jobs=jobs):
                counts[row["fate"]] += 1
                sink.write(json.dumps(row) + "\n")
    del counts["made"]
    sys.stderr.write("\n")
    typer.echo(", ".join(f"{many} {fate}" for fate, many in sorted(counts.items())) or "none")


def _done(path: Path) -> tuple[int, Counter[str]]:
    """How many tasks a file has seen, and what it holds."""
    counts: Counter[str] = Counter()
    done = 0
    if path.exists():
        for row in _records(str(path)):
            if "fate" not in row:
                raise InvalidInput(f"The file {path} holds something else than groups.")
            counts[row["fate"]] += 1
            if "task" in row:
                done = max(done, row["task"] + 1)
            else:
                counts["made"] += 1
    return done, counts


def _tasks(
    games: str, number: int, problems: list[str], without: list[str], seed: int
) -> Iterator[Any]:
    from gokan.intuition.training.proved_groups import signature_of
    from gokan.intuition.training.records import read_games

    kept_out = {signature_of(record) for path in without for record in _records(path)}
    for path in problems:
        yield from (r for r in _records(path) if signature_of(r) not in kept_out)
    if games:
        yield from read_games(Path(games), seed=seed)[: number or None]


def _records(path: str) -> list[dict[str, Any]]:
    try:
        lines = Path(path).read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The problems in {path} cannot be read: {error}.") from None


def _answers(
    tasks: Iterator[Any], effort: Any, seed: int, jobs: int, first: int
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Task numbers and their lines, in order."""
    number = first
    with ProcessPoolExecutor(jobs) as pool:
        while some := list(islice(tasks, jobs * _AHEAD)):
            numbers = range(number, number + len(some))
            many = len(some)
            yield from zip(
                numbers, pool.map(_answer, some, [effort] * many, [seed] * many), strict=True
            )
            number += many


def _answer(task: Any, effort: Any, seed: int) -> list[dict[str, Any]]:
    from gokan.intuition.training.proved_groups import from_game, from_problem

    if isinstance(task, bytes):
        dice = random.Random(f"{seed} {task[:40]!r}")
        return list(from_game(task, dice, effort))
    return list(from_problem(task, effort))


def _due(_last: list[float] = [0.0]) -> bool:  # noqa: B006
    """Is it time for a report again?"""
    now = time.monotonic()
    if now - _last[0] <= _SECONDS_BETWEEN_REPORTS:
        return False
    _last[0] = now
    return True
