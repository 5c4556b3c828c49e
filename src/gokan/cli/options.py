"""Options that several commands share, with one wording each."""

from __future__ import annotations

from typing import Annotated

import typer

from gokan.cli.records import SOURCE
from gokan.errors import InvalidInput

__all__ = [
    "AsJson",
    "File",
    "GameNumber",
    "MoveNumber",
    "Output",
    "Theme",
    "Variation",
    "check_seconds",
]

File = Annotated[str, typer.Argument(metavar="FILE", help=SOURCE)]
MoveNumber = Annotated[
    int | None, typer.Option(help="After this many moves; 0 is the start. The last if omitted.")
]
Variation = Annotated[
    str | None, typer.Option(help="A node such as 12/2/3: 12 down, 2nd variation, 3 down.")
]
GameNumber = Annotated[int, typer.Option(help="Which game of the file, from 1.")]
AsJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Output = Annotated[
    str | None, typer.Option(help="Write to this file; its extension can set the format.")
]
Theme = Annotated[str, typer.Option(help="For pictures: light, dark or auto.")]


def check_seconds(seconds: float) -> None:
    """Refuse a `--time` that is no time."""
    if not 0 < seconds < 1e6:
        raise InvalidInput("--time must be more than 0 seconds (and less than a million).")
