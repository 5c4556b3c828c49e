"""`gokan status`: every group of a position, alive or dead."""

from __future__ import annotations

from typing import Annotated

import typer


def status(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game record (SGF), or - for stdin.")
    ],
    move: Annotated[
        int | None, typer.Option(help="After this many moves; 0 is the start. Last if left out.")
    ] = None,
    time: Annotated[float, typer.Option(help="Seconds for each group.")] = 2.0,
    json: Annotated[bool, typer.Option("--json", help="Machine output only.")] = False,
) -> None:
    """Say of every group on the board whether it lives."""
    from json import dumps

    from gokan.cli.show import _read
    from gokan.reading.groups import Status
    from gokan.reading.groups import status as read_status

    game, _ = _read(file, 1)
    position = game.position(move)
    found: list[Status] = []
    seen: set[int] = set()
    for block in position.blocks():
        if block.stones[0] in seen:
            continue
        answer = read_status(position, block.stones[0], seconds=time)
        seen.update(answer.target)
        found.append(answer)
        if not json:
            grade = "proved" if answer.proved else "read"
            if answer.word == "unknown":
                grade = "not settled in time"
            name = position.vertex(block.stones[0])
            typer.echo(f"{answer.color} {name} ({len(answer.target)}): {answer.word}, {grade}")
    if json:
        typer.echo(dumps({"groups": [answer.to_dict() for answer in found]}))
