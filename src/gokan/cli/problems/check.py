"""`gokan check`: verify a proof of life or death."""

from __future__ import annotations

from typing import Annotated

import typer

from gokan.cli.records import read_text
from gokan.errors import InvalidInput


def check(
    proof: Annotated[
        str, typer.Argument(metavar="PROOF", help="A proof from `gokan solve`, or - for stdin.")
    ],
) -> None:
    """Verify a proof: exit status 0 accepted, 1 rejected, 2 unreadable."""
    from gokan.reading.check.bundle import BUNDLE, check_file
    from gokan.reading.check.graph import FORMAT

    text = read_text(proof, "a proof is lines of JSON")
    if f'"{FORMAT}"' not in text[:200] and f'"{BUNDLE}"' not in text[:200]:
        raise InvalidInput(f"{proof} is not a {FORMAT} file.")
    answer = check_file(text.splitlines())
    typer.echo(answer.text)
    if not answer.accepted:
        raise typer.Exit(1)
