"""Options that several commands share, with one wording each."""

from __future__ import annotations

from typing import Annotated

import typer

from gokan import effort
from gokan.cli.records import SOURCE
from gokan.errors import InvalidInput

__all__ = [
    "AsJson",
    "Cluster",
    "Effort",
    "File",
    "GameNumber",
    "MoveNumber",
    "Output",
    "Theme",
    "Variation",
    "check_seconds",
    "chosen_effort",
]

File = Annotated[str, typer.Argument(metavar="FILE", help=SOURCE)]
MoveNumber = Annotated[
    int | None, typer.Option(help="After this many moves; 0 is the start. The last if omitted.")
]
Variation = Annotated[
    str | None, typer.Option(help="A node such as 12/2/3: 12 down, 2nd variation, 3 down.")
]
Cluster = Annotated[
    str | None,
    typer.Option(help="Run on Ray: its address, auto for one on this machine, or local."),
]
GameNumber = Annotated[int, typer.Option(help="Which game of the file, from 1.")]
AsJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Output = Annotated[
    str | None, typer.Option(help="Write to this file; its extension can set the format.")
]
Effort = Annotated[
    str,
    typer.Option(help="How much is read and searched: quick, usual, deep, or a number of nodes."),
]
Theme = Annotated[str, typer.Option(help="For pictures: light, dark or auto.")]


def chosen_effort(word: str) -> effort.Effort:
    """The effort of a name, or of a number of nodes for each question.

    >>> chosen_effort("usual").nodes, chosen_effort("5000").nodes
    (80000, 5000)
    """
    if word.isascii() and word.isdigit() and 0 < len(word) <= 12:
        return effort.Effort(effort.USUAL.visits, int(word))
    return effort.Effort.named(word)


def check_seconds(seconds: float) -> None:
    """Refuse a `--time` that is no time."""
    if not 0 < seconds < 1e6:
        raise InvalidInput("--time must be more than 0 seconds (and less than a million).")
