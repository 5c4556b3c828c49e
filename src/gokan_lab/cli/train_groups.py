"""`gokan train groups`: groups whose fate is known, to learn life and death from."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.batch import Items, Progress, appending, outcomes
from gokan.checks import whole
from gokan.cli.progress import ProgressLine
from gokan.cli.records import check_name
from gokan.errors import InvalidInput
from gokan_lab.cli.training import check_seed
from gokan_lab.training.lines import parse_lines, read_lines

if TYPE_CHECKING:
    from gokan_lab.training.twins import Twins

Row = dict[str, Any]


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
    # All files are read before the output is opened: what cannot be read leaves no empty file.
    kept_out = Twins.of(without or [])
    tasks = list(_tasks(games, number, problems or [], kept_out, seed))
    known = _Known(path)
    show = ProgressLine("groups")
    begun = time.monotonic()
    with appending(path, known.keep) as sink:
        counts, before = known.counts, known.done
        todo = Items([(_named(n, tasks[n]), (n, tasks[n])) for n in range(before, len(tasks))])
        for one in outcomes(todo, partial(_numbered, answer), workers=jobs, in_order=True):
            task, rows = one.value or (before + one.index, [])
            if one.error is not None:
                sys.stderr.write(f"gokan: {one.id} skipped: {one.error}\n")
            counts.update(row["fate"] or "open" for row in rows)
            sink.write(b"".join(_line({**row, "task": task}) for row in rows))
            spent = time.monotonic() - begun
            told = ", ".join(f"{many} {fate}" for fate, many in counts.items())
            show(Progress(task + 1, len(tasks), before, 0, spent), f"; {told}")
            sink.flush()
        if made > known.corners:
            source = kept_out.apart(from_corners(made, seed=seed, jobs=jobs))
            for row in islice(source, known.corners, None):
                counts[row["fate"]] += 1
                sink.write(_line(row))
    typer.echo(", ".join(f"{many} {fate}" for fate, many in sorted(counts.items())) or "none")


def _named(number: int, task: Any) -> str:
    return str(task.get("id", number)) if isinstance(task, dict) else f"game {number + 1}"


def _line(row: Row) -> bytes:
    return json.dumps(row).encode() + b"\n"


class _Known:
    """What a file holds: how many tasks it has seen, how many made corners, and which fates."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done = self.corners = 0
        self.counts: Counter[str] = Counter()

    def keep(self, text: bytes) -> bytes | None:
        """All but a last line that was cut short and the lines of its task."""
        whole_lines = text[: text.rfind(b"\n") + 1].decode("utf-8", "replace")
        rows = [row for _, row in parse_lines(self.path, whole_lines)]
        if any("fate" not in row for row in rows):
            raise InvalidInput(f"The file {self.path} holds something other than groups.")
        cut = not text.endswith(b"\n") and bool(text)
        if cut:
            last = rows[-1].get("task") if rows else None
            rows = [row for row in rows if last is None or row.get("task") != last]
        tasks = [row["task"] for row in rows if "task" in row]
        self.done = max(tasks, default=-1) + 1
        self.corners = len(rows) - len(tasks)
        self.counts = Counter(row["fate"] or "open" for row in rows)
        return b"".join(map(_line, rows)) if cut else None


def _tasks(
    games: str, number: int, problems: list[str], kept_out: Twins, seed: int
) -> Iterator[Any]:
    from gokan_lab.training.records import read_games

    for path in problems:
        yield from kept_out.apart(row for _, row in read_lines(Path(path)))
    if games:
        yield from read_games(Path(games), seed=seed)[: number or None]


def _numbered(answer: Callable[[Any], list[Row]]) -> Callable[[Any], tuple[int, list[Row]]]:
    return lambda numbered: (numbered[0], answer(numbered[1]))


def _answer(task: Any, effort: Any, seed: int, as_listed: bool) -> list[Row]:
    from gokan_lab.training.proved_groups import from_game, from_problem

    if isinstance(task, bytes):
        dice = random.Random(f"{seed} {task[:40]!r}")
        return list(from_game(task, dice, effort))
    return list(from_problem(task, effort, as_listed=as_listed))
