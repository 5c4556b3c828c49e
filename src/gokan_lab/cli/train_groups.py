"""`gokan train groups`: groups whose fate is known, to learn life and death from."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.checks import whole
from gokan.cli.records import check_name
from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan_lab.cli.training import check_seed
from gokan_lab.training.lines import parse_lines, read_lines

if TYPE_CHECKING:
    from gokan_lab.training.twins import Twins

Row = dict[str, Any]

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
        typer.Option(help="Problems to measure with (.jsonl): none like them is taken."),
    ] = None,
    as_listed: Annotated[
        bool, typer.Option("--as-listed", help="Take a book's moves where reading says nothing.")
    ] = False,
    made: Annotated[int, typer.Option(help="This many corners drawn by the solver.")] = 0,
    number: Annotated[int, typer.Option(help="Look at this many games at most; 0 for all.")] = 0,
    nodes: Annotated[int, typer.Option(help="Nodes for a question about a group.")] = 200_000,
    moves_nodes: Annotated[
        int, typer.Option(help="Nodes for a question about all first moves.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Another seed, other positions.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
) -> None:
    """Gather groups with a fate that is proved, or read as the book has it, for `train network`."""
    from gokan_lab.training.proved_groups import Effort, from_corners
    from gokan_lab.training.twins import Twins

    whole("number of games", number, 0, 10**9)
    whole("number of made corners", made, 0, 10_000_000)
    whole("number of jobs", jobs, 1, 256)
    whole("number of nodes", nodes, 1000, 10**9)
    whole("number of nodes for moves", moves_nodes, 1000, 10**9)
    check_seed(seed)
    effort = Effort(nodes, moves_nodes)
    answer = partial(_answer, effort=effort, seed=seed, as_listed=as_listed)
    if not games and not problems and not made:
        raise InvalidInput("Give --games, --problems or --made to gather groups from.")
    check_name(output)
    path = Path(output)
    done, corners, counts = _done(path)
    reported = time.monotonic()
    # All files are read before the output is opened: what cannot be read leaves no empty file.
    kept_out = Twins.of(without or [])
    tasks = iter(list(_tasks(games, number, problems or [], kept_out, seed))[done:])
    with path.open("a", encoding="utf-8") as sink:
        for task, rows in _answers(tasks, answer, jobs, done):
            counts.update(row["fate"] or "open" for row in rows)
            sink.write("".join(json.dumps({**row, "task": task}) + "\n" for row in rows))
            if time.monotonic() - reported > _SECONDS_BETWEEN_REPORTS:
                reported = time.monotonic()
                sink.flush()
                told = ", ".join(f"{many} {fate}" for fate, many in counts.items())
                sys.stderr.write(f"\r{task + 1} looked at: {told} ")
                sys.stderr.flush()
        if made > corners:
            source = kept_out.apart(from_corners(made, seed=seed, jobs=jobs))
            for row in islice(source, corners, None):
                counts[row["fate"]] += 1
                sink.write(json.dumps(row) + "\n")
    sys.stderr.write("\n")
    typer.echo(", ".join(f"{many} {fate}" for fate, many in sorted(counts.items())) or "none")


def _done(path: Path) -> tuple[int, int, Counter[str]]:
    """How many tasks a file has seen, how many made corners it holds, and which fates.

    A last line that was cut short is taken off, and so are the lines of its task.
    """
    if not path.exists():
        return 0, 0, Counter()
    text = path.read_text("utf-8")
    rows = [row for _, row in parse_lines(path, text[: text.rfind("\n") + 1])]
    if any("fate" not in row for row in rows):
        raise InvalidInput(f"The file {path} holds something other than groups.")
    if not text.endswith("\n"):
        last = rows[-1].get("task") if rows else None
        rows = [row for row in rows if last is None or row.get("task") != last]
        write_whole(path, "".join(json.dumps(row) + "\n" for row in rows).encode())
    tasks = [row["task"] for row in rows if "task" in row]
    done = max(tasks, default=-1) + 1
    return done, len(rows) - len(tasks), Counter(row["fate"] or "open" for row in rows)


def _tasks(
    games: str, number: int, problems: list[str], kept_out: Twins, seed: int
) -> Iterator[Any]:
    from gokan_lab.training.records import read_games

    for path in problems:
        yield from kept_out.apart(row for _, row in read_lines(Path(path)))
    if games:
        yield from read_games(Path(games), seed=seed)[: number or None]


def _answers(
    tasks: Iterator[Any], answer: Callable[[Any], list[Row]], jobs: int, first: int
) -> Iterator[tuple[int, list[Row]]]:
    """Task numbers and their lines, in order."""
    number = first
    with ProcessPoolExecutor(jobs) as pool:
        while some := list(islice(tasks, jobs * _AHEAD)):
            numbers = range(number, number + len(some))
            yield from zip(numbers, pool.map(answer, some), strict=True)
            number += len(some)


def _answer(task: Any, effort: Any, seed: int, as_listed: bool) -> list[Row]:
    from gokan_lab.training.proved_groups import from_game, from_problem

    if isinstance(task, bytes):
        dice = random.Random(f"{seed} {task[:40]!r}")
        return list(from_game(task, dice, effort))
    return list(from_problem(task, effort, as_listed=as_listed))
