"""`gokan check`: verify a proof of life or death."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import typer

from gokan.cli.records import check_name
from gokan.errors import InvalidInput


def check(
    proof: Annotated[
        str, typer.Argument(metavar="PROOF", help="A proof from `gokan solve`, or - for stdin.")
    ],
    json: Annotated[bool, typer.Option("--json", help="The answer as one line of JSON.")] = False,
    max_mb: Annotated[int, typer.Option(help="Read no file larger than this.")] = 64,
    max_nodes: Annotated[int, typer.Option(help="Check no proof with more nodes.")] = 1_500_000,
) -> None:
    """Verify a proof and say what it states: exit status 0 accepted, 1 rejected, 2 unreadable."""
    from gokan.reading.check.bundle import BUNDLE, check_file
    from gokan.reading.check.graph import FORMAT

    if max_mb < 1 or max_nodes < 1:
        raise InvalidInput("--max-mb and --max-nodes must be 1 or more.")
    text = _read(proof, max_mb * 1_000_000)
    if f'"{FORMAT}"' not in text[:200] and f'"{BUNDLE}"' not in text[:200]:
        raise InvalidInput(f"{proof} is not a {FORMAT} file.")
    answer = check_file(_lines(text), max_bytes=max_mb * 1_000_000, max_nodes=max_nodes)
    if json:
        from json import dumps

        typer.echo(dumps(answer.to_dict()))
    else:
        typer.echo(answer.text)
        if answer.says is not None:
            typer.echo(answer.says.diagram)
            typer.echo(answer.says.text)
    if not answer.accepted:
        raise typer.Exit(1)


def _read(file: str, most: int) -> str:
    """The text of a file or of stdin, if it is no longer than this."""
    check_name(file)
    if file == "-":
        data = _bounded(sys.stdin.buffer, most)
    else:
        with Path(file).open("rb") as source:
            data = _bounded(source, most)
    if len(data) > most:
        raise InvalidInput(
            f"{file} is larger than {most // 1_000_000} MB; allow more with --max-mb."
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidInput(f"{file} is not a text file; a proof is lines of JSON.") from None


def _bounded(source: IO[bytes], most: int) -> bytes:
    """What there is, or the first bytes of what is too much, or of what is no text at all."""
    first = source.read(4096)
    return first if b"\0" in first else first + source.read(most + 1 - len(first))


def _lines(text: str) -> Iterator[str]:
    """One after the other, so that the text is there only once."""
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text[at:end]
        at = end + 1
