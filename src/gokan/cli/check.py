"""`gokan check`: verify a proof of life or death."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from gokan.errors import InvalidInput


def check(
    proof: Annotated[
        str, typer.Argument(metavar="PROOF", help="A proof from `gokan solve`, or - for stdin.")
    ],
) -> None:
    """Verify a proof: exit status 0 accepted, 1 rejected, 2 unreadable."""
    from gokan.reading.check.bundle import BUNDLE, check_file
    from gokan.reading.check.graph import FORMAT

    try:
        text = sys.stdin.read() if proof == "-" else Path(proof).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InvalidInput(f"{proof} is not a text file; a proof is lines of JSON.") from None
    if f'"{FORMAT}"' not in text[:200] and f'"{BUNDLE}"' not in text[:200]:
        raise InvalidInput(f"{proof} is not a {FORMAT} file.")
    answer = check_file(text.splitlines())
    typer.echo(answer.text)
    if not answer.accepted:
        raise typer.Exit(1)
