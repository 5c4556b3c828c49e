"""`gokan sheet`: problems to print, so many a page, with the answers at the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.cli.options import check_seconds
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.cli.problems.solve_batch import Solved
    from gokan.draw import Svg

_FORMATS = ("text", "html", "svg")


def sheet(
    source: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEMS",
            help="A folder, a .jsonl from `gokan train problems`, an SGF, or - for JSON lines.",
        ),
    ],
    output: Annotated[
        str, typer.Option(help="The sheet: one .html, or an .svg for each page.")
    ] = "problems.html",
    each: Annotated[int, typer.Option(help="Problems on a page.")] = 6,
    title: Annotated[str, typer.Option(help="Title of every page.")] = "Life and death",
    answers: Annotated[bool, typer.Option(help="Solve them, and add the answers.")] = True,
    most: Annotated[int | None, typer.Option(help="At most this many problems.")] = None,
    time: Annotated[float, typer.Option(help="Seconds for each answer.")] = 10.0,
    jobs: Annotated[int, typer.Option(help="Processes; 0 for one per core.")] = 0,
) -> None:
    """Make problem sheets to print, with the answers on pages of their own at the end."""
    from gokan.checks import whole
    from gokan.cli.problems.asking import Limit
    from gokan.cli.problems.collections import find_collection, read_records
    from gokan.cli.problems.solve_batch import Task, solve_all
    from gokan.cli.writing import ending_of

    kind = ending_of(output, _FORMATS)
    if kind == "text":
        raise InvalidInput("--output must end in .html or .svg.")
    whole("number of problems on a page", each, 1, 30)
    if most is not None:
        whole("number of problems", most, 1, 10_000)
    check_seconds(time)
    records, _ = find_collection(source)
    if records is None:
        if source == "-":
            raise InvalidInput(
                "Standard input must be JSON lines; to print a record, name its file."
            )
        records = list(read_records(source))
    theme = "auto" if kind == "html" else "light"
    task = Task(Limit(time), pictures=True, theme=theme)
    found = solve_all(records[:most], task, jobs)
    good = [one for one in found if not one.error]
    for one in found:
        if one.error:
            sys.stderr.write(f"gokan: {one.name} skipped: {one.error}\n")
    if not good:
        raise InvalidInput(f"There is no problem in {source} that can be printed.")
    if kind == "html":
        pages = _html(good, output, title, each, answers)
    else:
        pages = _svg(good, output, title, each, answers)
    many = "1 problem" if len(good) == 1 else f"{len(good)} problems"
    typer.echo(f"{many}; written: {', '.join(pages)}")
    if len(good) < len(found):
        raise typer.Exit(1)


def _html(good: Sequence[Solved], output: str, title: str, each: int, answers: bool) -> list[str]:
    from gokan.cli.writing import write
    from gokan.draw.composed import columns
    from gokan.pages import Leaf
    from gokan.pages import sheet as page

    problems = [Leaf(_heading(n, one), one.problem, []) for n, one in enumerate(good, 1)]
    solved = [Leaf(_heading(n, one), one.solution, one.lines[:2]) for n, one in enumerate(good, 1)]
    text = page(title, problems, solved if answers else [], each=each, across=columns(each))
    write(text, output)
    return [output]


def _svg(good: Sequence[Solved], output: str, title: str, each: int, answers: bool) -> list[str]:
    from gokan.cli.writing import write
    from gokan.draw import Cell, sheet

    problems = [Cell(_heading(n, one), _picture(one.problem), "") for n, one in enumerate(good, 1)]
    pages = [("", page) for page in sheet(problems, each=each, title=title)]
    if answers:
        solved = [
            Cell(_heading(n, one), _picture(one.solution), " ".join(one.lines[:1]))
            for n, one in enumerate(good, 1)
        ]
        heading = f"{title}: the answers"
        pages += [("answers-", page) for page in sheet(solved, each=each, title=heading)]
    written = []
    numbers: dict[str, int] = {}
    for part, page in pages:
        numbers[part] = numbers.get(part, 0) + 1
        path = Path(output)
        name = str(path.with_name(f"{path.stem}-{part}{numbers[part]}.svg"))
        write(str(page), name)
        written.append(name)
    return written


def _heading(number: int, one: Solved) -> str:
    side = "Black" if one.answer["to_play"] == "B" else "White"
    return f"{number}. {side} to {one.answer['goal']}"


def _picture(text: str) -> Svg:
    """A picture that came from another process as text."""
    import re

    from gokan.draw import Svg

    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', text)
    assert size is not None
    return Svg(text, float(size[1]), float(size[2]))
