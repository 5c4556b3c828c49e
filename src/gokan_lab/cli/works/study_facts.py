"""`gokan study facts`: every number that the five works publish, recomputed, in one table."""

from __future__ import annotations

import json as json_format
from typing import Annotated

import typer


def facts(
    work: Annotated[
        list[str] | None, typer.Option(help="Only this work; may be given several times.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Do the published numbers of the five works hold? Exit code 1 if one came out otherwise."""
    from gokan.errors import InvalidInput
    from gokan_lab.facts import WORKS, Row, load, run, table

    names = {name.lower(): name for name in WORKS}
    if wrong := [one for one in work or () if one.lower() not in names]:
        raise InvalidInput(f"There is no work {wrong[0]!r}; the works are {', '.join(WORKS)}.")
    wanted = {names[one.lower()] for one in work or WORKS}

    def tell(row: Row) -> None:
        if row.seconds > 1:
            typer.echo(f"{row.fact.work}, {row.fact.claim}: {row.seconds:.1f} s", err=True)

    rows = run([fact for fact in load() if fact.work in wanted], told=tell)
    if json:
        typer.echo(json_format.dumps([row.to_dict() for row in rows]))
    else:
        typer.echo(table(rows))
    if not all(row.expected for row in rows):
        raise typer.Exit(1)
