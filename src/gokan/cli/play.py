"""`gokan play`: a game against Gokan in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gokan.go import Position


def play(
    size: Annotated[int, typer.Option(help="Board size.")] = 9,
    level: Annotated[int, typer.Option(help="From 1, a beginner, to 10, all it can.")] = 5,
    color: Annotated[str, typer.Option(help="Your colour: black or white.")] = "black",
    handicap: Annotated[int, typer.Option(help="Handicap stones for Black.")] = 0,
    rules: Annotated[str, typer.Option(help="Rule set; see 'gokan rules'.")] = "chinese",
    komi: Annotated[float | None, typer.Option(help="Komi; that of the rules if left out.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes Gokan's moves repeatable.")] = None,
) -> None:
    """Play a game: type moves such as D4, and help for what else there is."""
    import random
    import sys

    from gokan.go import Color
    from gokan.play.table import Table

    tty = sys.stdin.isatty() and sys.stdout.isatty()
    table = Table(
        size=size,
        level=level,
        color=Color.parse(color),
        handicap=handicap,
        rules=rules,
        komi=komi,
        seed=random.randrange(2**31) if seed is None else seed,
        show=lambda position: position.ansi() if tty else position.diagram(),
        reasons=_reasons,
    )
    typer.echo(table.open())
    while True:
        try:
            line = input("> " if tty else "")
        except EOFError:
            return
        said = table.say(line)
        typer.echo(said.text)
        if said.leave:
            return


def _reasons(position: Position, move: int) -> str:
    from gokan import explain

    return explain.move(position, move, most=3).explain()
