"""`gokan solve` for a collection: on all cores, with progress, resumable; bad lines are skipped."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from gokan.cli.progress import ProgressLine
from gokan.errors import GokanError, InvalidInput
from gokan.stopping import deaf

if TYPE_CHECKING:
    from gokan.cli.problems.asking import Limit
    from gokan.cli.problems.collections import Record

__all__ = ["Solved", "Task", "run_batch", "solve_all"]

_NOTHING: dict[str, Any] = {
    "id": "",
    "to_play": None,
    "goal": None,
    "target": None,
    "targets": [],
    "result": "unknown",
    "why_unknown": None,
    "seki": False,
    "seki_settled": False,
    "how_proved": False,
    "winning_moves": [],
    "ko_moves": [],
    "undecided_moves": [],
    "left_out": None,
    "refutations": [],
    "moves": [],
    "ko": None,
    "only_endless_threats": False,
    "shown_up_to": None,
    "repetition": False,
    "may_ignore": None,
    "pv": [],
    "resistance": [],
    "proved": False,
    "grade": "unknown",
    "judged": [],
    "how": "",
    "also": [],
    "nodes": 0,
    "seconds": 0.0,
    "assessed": None,
    "agrees": True,
}
"""The answer to a record that is no problem; `error` says why."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of every problem of a batch, and what is wanted besides the answer."""

    limit: Limit
    goal: str | None = None
    sgf: bool = False
    pictures: bool = False
    theme: str = "light"
    network: bool = True
    """Whether the network may say what to read first."""


@dataclass(frozen=True, slots=True)
class Solved:
    """One problem of a batch with its answer; `error` where it was none."""

    name: str
    answer: dict[str, Any]
    lines: tuple[str, ...] = ()
    """The answer for a person."""
    row: tuple[str, ...] = ()
    """Task, answer and grade for a table."""
    sgf: bytes = b""
    problem: str = ""
    """A picture of the problem, and of the `solution`, as SVG."""
    solution: str = ""

    @property
    def error(self) -> str:
        """Why it is no problem."""
        return str(self.answer.get("error", ""))


def run_batch(
    records: Sequence[Record],
    task: Task,
    *,
    output: str | None,
    json: bool,
    sgf: str | None,
    jobs: int,
    cluster: str | None = None,
) -> None:
    """Solve a collection: a table on stdout, JSON lines with `json` or into a `.jsonl` file."""
    from gokan.cli.writing import ending_of

    kind = ending_of(output, ("text", "jsonl", "html")) if output is not None else "text"
    lines_to = Path(output) if output is not None and kind == "jsonl" else None
    with _sink(lines_to) as (add, done):
        work = [record for record in records if record["id"] not in done]
        table = _Table([record["name"] for record in work])

        def tell(one: Solved) -> None:
            add(one.answer)
            if json and lines_to is None:
                typer.echo(dumps(one.answer))
            elif output is None or kind == "html":
                table.tell(one)
            if one.error:
                sys.stderr.write(f"gokan: {one.name} skipped: {one.error}\n")

        solved = solve_all(
            work, task, jobs, cluster=cluster, tell=tell, goes_on=lines_to is not None
        )
    if output is not None and kind == "text":
        from gokan.cli.writing import write

        write("".join(f"{table.line(one)}\n" for one in solved), output)
    if kind == "html" and output is not None:
        _write_page(solved, output)
    if sgf is not None:
        write_records([(one.name, one.sgf) for one in solved if one.sgf], sgf)
    if not work:
        sys.stderr.write(f"all {len(done)} problems are already solved\n")
    bad = sum(bool(one.error) for one in solved)
    if bad:
        sys.stderr.write(f"gokan: {bad} of {len(work)} skipped.\n")
        raise typer.Exit(1)


def solve_all(
    work: Sequence[Record],
    task: Task,
    jobs: int,
    *,
    cluster: str | None = None,
    tell: Callable[[Solved], None] = lambda _: None,
    goes_on: bool = False,
) -> list[Solved]:
    """Every answer, in the order of the records, solved on several cores, with progress; `tell`
    hears each as it comes. `goes_on` says that what was told will not be asked again.
    """
    from gokan.batch import Items, Progress, outcomes

    if jobs < 0:
        raise InvalidInput("--jobs must be 0 or more.")
    solved: list[Solved] = []
    tally = dict.fromkeys(("win", "loss", "ko", "unknown"), 0)
    show = ProgressLine("solve", "problems", between=None)
    begun = time.monotonic()
    workers = None if cluster and not jobs else min(jobs or os.cpu_count() or 1, len(work) or 1)
    items = Items(lambda: ((record["id"], _with_bytes(record)) for record in work))
    # Apart, also by one: the core does not look at signals, and a crash of it costs one problem.
    come = outcomes(
        items,
        partial(_solver, task),
        workers=workers,
        cluster=cluster,
        in_order=True,
        apart=True,
    )
    try:
        with closing(come):
            for outcome in come:
                record = work[outcome.index]
                one = outcome.value
                if outcome.error is not None:
                    name = str(record.get("name", record["id"]))
                    one = Solved(name, {**_NOTHING, "id": record["id"], "error": outcome.error})
                solved.append(one)
                tally[one.answer["result"]] += 1
                said = ", ".join(f"{n} {word}" for word, n in tally.items() if n)
                spent = time.monotonic() - begun
                show(Progress(len(solved), len(work), 0, 0, spent), f"; {said}")
                tell(one)
    except KeyboardInterrupt:
        with deaf():
            more = "the same command continues from here"
            more = more if goes_on else "with --output FILE.jsonl it could continue from here"
            count = f"{len(solved)} of {len(work)} problems"
            sys.stderr.write(f"\ngokan: stopped after {count}; {more}.\n")
        raise typer.Exit(130) from None
    return solved


def _with_bytes(record: Record) -> Record:
    """What travels are the bytes, since a file may not be there where the problem is solved."""
    from gokan.cli.records import read_bytes

    try:
        return {**record, "data": read_bytes(record["file"])} if "file" in record else record
    except GokanError:
        return record  # the sentence comes when it is read as a problem


def _solver(task: Task) -> Callable[[Record], Solved]:
    return partial(solve_record, task=task)


def solve_record(record: Record, task: Task) -> Solved:
    """One problem of a collection; what is none gets a sentence."""
    from gokan.assess.problems import headline
    from gokan.cli.problems.asking import (
        FOR_TARGET,
        expectation,
        make_problem,
        may_ask,
        report,
    )
    from gokan.reading.life.solve import solve
    from gokan.reading.posing import pose_record

    name, id = str(record.get("name", record["id"])), record["id"]
    try:
        if "error" in record:
            raise InvalidInput(record["error"])
        if "file" in record:
            from gokan.cli.records import read_game

            game, _ = read_game(record["file"], record["game"], record.get("data"))
            position = game.position(0)
            problem = make_problem(position, None, task.goal, task.limit, id=id)
        else:
            problem = pose_record(record, budget=task.limit.budget.part(FOR_TARGET))
            if task.goal not in (None, problem.goal):
                raise InvalidInput(f"The goal of this problem is {problem.goal}, not {task.goal}.")
        expected = expectation(problem.position, network=task.network)
        budget = task.limit.left_of(problem)
        answer = solve(problem, budget=budget, details=True, expected=expected)
        network = may_ask(problem.position, network=task.network)
        told = headline(answer, task.limit.assessing, network=network)
    except GokanError as error:
        return Solved(name, {**_NOTHING, "id": id, "error": str(error)})
    from gokan.cli.problems.solve_table import cells

    sgf = b""
    if task.sgf:
        from gokan.reading.life.answer_sgf import to_game

        sgf = to_game(answer).to_sgf()
    asked = solution = ""
    if task.pictures:
        asked = str(problem.draw(title=None, theme=task.theme))
        solution = str(answer.draw(title=None, theme=task.theme))
    said = {**told.to_dict(), "id": id}
    return Solved(name, said, tuple(report(told)), cells(told), sgf, asked, solution)


def write_records(records: Sequence[tuple[str, bytes]], where: str) -> None:
    """Records into a folder, one file each; or into one file whose name ends in .sgf."""
    from gokan.files import write_whole

    if where.lower().endswith(".sgf"):
        write_whole(where, b"\n".join(data.strip() for _, data in records) + b"\n")
        return
    folder = Path(where)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"Cannot make the folder {folder}: {error.strerror}.") from None
    for name, data in records:
        stem = name.removesuffix(".sgf").removesuffix(".txt")
        safe = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in stem)
        write_whole(folder / f"{safe.strip('.') or 'problem'}.sgf", data)


class _Table:
    """The answers as a table that grows while they come."""

    def __init__(self, names: Sequence[str]) -> None:
        self.wide = min(max((len(name) for name in names), default=0), 32)

    def tell(self, one: Solved) -> None:
        if sys.stderr.isatty() and sys.stdout.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        typer.echo(self.line(one))

    def line(self, one: Solved) -> str:
        name = one.name if len(one.name) <= self.wide else "…" + one.name[1 - self.wide :]
        if one.error:
            return f"{name:{self.wide}}  skipped: {one.error}"
        task, answer, grade = one.row
        line = f"{name:{self.wide}}  {task:21}  {answer:30}  {grade:6}"
        return f"{line}  {one.answer['seconds']:.1f} s"


def _write_page(solved: Sequence[Solved], output: str) -> None:
    from gokan.cli.writing import write
    from gokan.pages import Leaf, leaflet

    leaves = [Leaf(one.name, one.solution, one.lines) for one in solved if not one.error]
    write(leaflet("Life and death", leaves), output)


@contextmanager
def _sink(path: Path | None) -> Iterator[tuple[Callable[[dict[str, Any]], None], set[str]]]:
    """A function that adds a line to the file, if there is one, and what is answered there. One run
    at a time holds the file.
    """
    if path is None:
        yield lambda answer: None, set()
        return
    from gokan.batch import appending

    done: set[str] = set()

    def keep(text: bytes) -> bytes:
        """All but a line cut short and those that were skipped, which come again."""
        whole = text[: text.rfind(b"\n") + 1]
        try:
            lines = {line: loads(line) for line in whole.splitlines() if line.strip()}
            good = {line: str(found["id"]) for line, found in lines.items() if "error" not in found}
        except (ValueError, KeyError, TypeError):
            raise InvalidInput(
                f"{path} contains something other than answers from this command."
            ) from None
        done.clear()
        done.update(good.values())
        return b"".join(line + b"\n" for line in good)

    with appending(path, keep) as file:

        def add(answer: dict[str, Any]) -> None:
            file.write(dumps(answer).encode() + b"\n")
            file.flush()

        yield add, done
