"""`gokan train evolutions`: how territories and groups come about, learned from finished games."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from gokan.errors import InvalidInput


def evolutions(
    games: Annotated[
        list[str],
        typer.Argument(help="Games with results: .jsonl with sgf, or .tsv; .gz may follow."),
    ],
    output: Annotated[str, typer.Option(help="A folder for gallery, classes and counts.")],
    least: Annotated[int, typer.Option(min=2, help="Games in which a class must recur.")] = 20,
    number: Annotated[int, typer.Option(min=1, help="Classes in the gallery.")] = 50,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only this many games with a known end, per file.")
    ] = None,
) -> None:
    """Learn evolutions of territories, dead, captured and living groups, from the end backwards."""
    from gokan_lab.classes.endings import endings
    from gokan_lab.classes.evolution_gallery import gallery
    from gokan_lab.classes.evolving import KINDS, learn

    def show(done: int) -> None:
        if done % 50 == 0 and sys.stderr.isatty():
            print(f"\r{done} games", end="", file=sys.stderr)

    known = [ending for path in games for ending in islice(endings(path), limit)]
    if not known:
        raise InvalidInput(f"No game in {', '.join(games)} has an end that is known for certain.")
    found = learn(known, least=least, progress=show)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    gallery(found, Path(output), number=number, games=len(known))
    counts = ", ".join(f"{sum(e.kind == kind for e in found)} of a {kind}" for kind in KINDS)
    typer.echo(f"{len(found)} classes from {len(known)} games in {output}: {counts}")
