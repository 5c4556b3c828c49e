"""`gokan train corners`: patterns for Wong's networks, from games, problems and the solver."""

from __future__ import annotations

import json as json_format
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gokan_lab.corners.samples import Kind

_SECONDS_BETWEEN_REPORTS = 2.0


def corners(
    output: Annotated[str, typer.Argument(help="The table to write: a .parquet file.")],
    games: Annotated[
        list[str] | None, typer.Option(help="Finished games; may be given several times.")
    ] = None,
    problems: Annotated[
        list[str] | None, typer.Option(help="Problems with answers; may be given several times.")
    ] = None,
    played: Annotated[
        list[str] | None,
        typer.Option(help="Problems whose answers the solver plays; may be given several times."),
    ] = None,
    level: Annotated[
        str | None, typer.Option(help="In a .jsonl: only problems of this level.")
    ] = None,
    made: Annotated[
        int, typer.Option(help="This many more from the solver, as many of each fate.")
    ] = 0,
    limit: Annotated[int | None, typer.Option(help="Only this many records of each file.")] = None,
    unproved: Annotated[
        bool, typer.Option("--unproved", help="Keep labels that reading does not confirm.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed for what the solver makes.")] = 1,
    jobs: Annotated[int, typer.Option(help="Threads of the solver; 0 for one per core.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Gather living and dead corner groups, each pattern once, with label, source and proof."""
    from gokan.checks import whole
    from gokan.cli.records import check_name
    from gokan.errors import InvalidInput
    from gokan_lab.cli.training import check_seed, need

    need("numpy", "Gathering corners", "pip install numpy")
    need("polars", "A table of corners", "pip install 'gokan[study]'")
    from gokan_lab.corners.samples import Sample, made_samples, without_twins, write_samples
    from gokan_lab.corners.sources.gather import from_games, from_problems, from_solver
    from gokan_lab.study.corner_records import games_of

    whole("number of made corners", made, 0, 100_000_000)
    whole("number of jobs", jobs, 0, 256)
    whole("number of records", 1 if limit is None else limit, 1, 10**9)
    check_seed(seed)
    check_name(output)
    if not output.endswith(".parquet"):
        raise InvalidInput(f"The table is written to a file that ends in .parquet, not {output}.")
    if not (folder := Path(output).parent).is_dir():
        raise InvalidInput(f"There is no folder {folder} for the table.")
    if not games and not problems and not played and not made:
        raise InvalidInput("Give --games, --problems, --played or --made to gather corners from.")
    from_records = {
        "games": lambda path: from_games(
            games_of(path, limit=limit), check=not unproved, progress=_Counting("games")
        ),
        "problems": lambda path: from_problems(
            games_of(path, level=level, limit=limit),
            check=not unproved,
            progress=_Counting("problems"),
        ),
        "played": lambda path: from_solver(
            games_of(path, level=level, limit=limit), seed=seed, progress=_Counting("problems")
        ),
    }
    found: list[Sample] = []
    notes: list[dict[str, Any]] = []
    for how, paths in (("games", games), ("problems", problems), ("played", played)):
        for path in paths or ():
            gathered = from_records[how](path)
            found += gathered.samples
            notes.append({"file": Path(path).name, **gathered.to_dict()})
    if made:
        found += made_samples(_shares(made), seed=seed, jobs=jobs, progress=_Counting("corners"))
    samples = without_twins(found)
    if not samples:
        raise InvalidInput("Nothing was found: no counted game and no problem had a corner group.")
    write_samples(samples, Path(output))
    counts: dict[str, int] = dict(Counter(sample.kind for sample in samples))
    if json:
        typer.echo(json_format.dumps({"samples": counts, "files": notes}))
    else:
        _tell(notes)
        typer.echo(f"{output}: {len(samples)} patterns: {_listed(counts)}")


def _shares(made: int) -> dict[Kind, int]:
    """As many of each fate as can be."""
    kinds: tuple[Kind, ...] = ("dead", "alive, final", "alive, not final", "ko", "seki")
    return {kind: (made + i) // len(kinds) for i, kind in enumerate(kinds)}


def _tell(notes: list[dict[str, Any]]) -> None:
    """A line for each file, and why its other records gave nothing."""
    sys.stderr.write("\n")
    for note in notes:
        typer.echo(f"{note['file']}: {note['records']} records, {_listed(note['samples'])}")
        for why, number in Counter(note["refused"]).most_common():
            typer.echo(f"  {number:5} {why}")


def _listed(counts: dict[str, int]) -> str:
    """Numbers by kind, always in the same order."""
    order = ("dead", "alive, final", "alive, not final", "ko", "seki")
    return "; ".join(f"{counts[kind]} {kind}" for kind in order if counts.get(kind)) or "none"


class _Counting:
    """How far it is, on stderr, now and then."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.next = 0.0

    def __call__(self, have: int | dict[str, int]) -> None:
        count = have if isinstance(have, int) else sum(have.values())
        now = time.monotonic()
        if now >= self.next:
            self.next = now + _SECONDS_BETWEEN_REPORTS
            sys.stderr.write(f"\r{count} {self.what} ")
            sys.stderr.flush()
