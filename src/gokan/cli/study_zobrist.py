"""`gokan study sources`: where the moves of Zobrist's program come from."""

from __future__ import annotations

import json as json_format
from typing import Annotated

import typer


def sources(
    file: Annotated[
        str | None, typer.Argument(help="A game record; without it the program plays itself.")
    ] = None,
    games: Annotated[int, typer.Option(help="So many games with itself.")] = 10,
    size: Annotated[int, typer.Option(help="The board of these games.")] = 19,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """How many moves of Zobrist's program come from templates, how many from the lookahead?"""
    from gokan.checks import whole
    from gokan.go import Game
    from gokan.study.sources import own_game, positions_of
    from gokan.study.sources import sources as count

    whole("number of games", games, 1, 10_000)
    whole("size", size, 2, 25)
    if file is not None:
        positions = positions_of(Game.load(file))
    else:
        positions = [p for number in range(games) for p in own_game(2 * number, size=size)]
    found = count(positions)
    if json:
        typer.echo(json_format.dumps(found.to_dict()))
        return
    typer.echo(
        f"{found.moves} moves, {found.templates} of them from templates alone "
        f"({100 * found.share:.1f} %; about 80 % in the paper). Of the others the lookahead "
        f"changed {found.changed}."
    )
