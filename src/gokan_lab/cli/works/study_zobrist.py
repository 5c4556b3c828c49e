"""`gokan study sources` and `segments`: what Zobrist counted, and the experiment he wished for."""

from __future__ import annotations

import json as json_format
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gokan.sight import Arrays


def sources(
    file: Annotated[
        str | None, typer.Argument(help="A game record; if omitted, the program plays itself.")
    ] = None,
    color: Annotated[
        str | None, typer.Option(help="In a record: only the moves of black or of white.")
    ] = None,
    games: Annotated[int, typer.Option(help="How many games against itself.")] = 10,
    size: Annotated[int, typer.Option(help="Board size of these games.")] = 19,
    arrays: Annotated[
        str, typer.Option(help="seven: the book that reads only the paper's arrays; or all.")
    ] = "all",
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """How many moves of Zobrist's program come from templates, how many from the lookahead?"""
    from gokan.checks import whole
    from gokan.errors import InvalidInput
    from gokan.go import BLACK, WHITE, Game
    from gokan_lab.study.sources import own_game, positions_of
    from gokan_lab.study.sources import sources as count

    whole("number of games", games, 1, 10_000)
    whole("size", size, 2, 25)
    sides = {None: None, "black": BLACK, "white": WHITE}
    if color not in sides:
        raise InvalidInput(f"--color is {color!r} but must be black or white.")
    if arrays not in ("seven", "all"):
        raise InvalidInput(f"--arrays is {arrays!r} but must be seven or all.")
    kind: Arrays = "seven" if arrays == "seven" else "all"
    if file is None and color is not None:
        raise InvalidInput("--color needs a game record.")
    if file is not None:
        positions = positions_of(Game.load(file), color=sides[color])
    else:
        positions = [
            p for number in range(games) for p in own_game(2 * number, size=size, arrays=kind)
        ]
    found = count(positions, arrays=kind)
    if json:
        typer.echo(json_format.dumps(found.to_dict()))
        return
    typer.echo(
        f"{found.moves} moves, {found.templates} of them from templates alone "
        f"({100 * found.share:.1f} %; about 80 % in the paper). Of the others the lookahead "
        f"changed {found.changed}."
    )


def segments(
    file: Annotated[
        str, typer.Argument(help="Games to take boards from, or the .json that the page saved.")
    ],
    output: Annotated[str, typer.Option(help="Where to write the page.")] = "segments.html",
    count: Annotated[int, typer.Option(help="How many boards.")] = 10,
    seed: Annotated[int, typer.Option(help="Another seed picks other boards.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Do you divide a board as the program does? Makes a page to draw on, and compares."""
    from pathlib import Path

    from gokan.files import write_whole
    from gokan.pages import fill
    from gokan_lab.study.segments import PROGRAMS, agreement, choose_boards

    if file.endswith(".json"):
        found = agreement(file)
        if json:
            typer.echo(json_format.dumps([item.to_dict() for item in found]))
            return
        typer.echo(f"{'areas':>5}  " + "  ".join(f"{name:>9}" for name in PROGRAMS) + "  board")
        for item in found:
            values = "  ".join(f"{item.index[name]:9.3f}" for name in PROGRAMS)
            typer.echo(f"{item.areas:5}  {values}  {item.name}")
        drawn = [item for item in found if item.areas > 1]
        if drawn:
            means = (sum(i.index[name] for i in drawn) / len(drawn) for name in PROGRAMS)
            left = "" if len(drawn) == len(found) else f"  of the {len(drawn)} with lines"
            typer.echo(f"{'mean':>5}  " + "  ".join(f"{mean:9.3f}" for mean in means) + left)
        typer.echo("Adjusted Rand index over points: 1 for the same areas, 0 for chance.")
        return
    boards = choose_boards(file, count=count, seed=seed)
    data = {"boards": [board.to_dict() for board in boards]}
    write_whole(Path(output), fill("segments", data, title="Dividing a board").encode())
    typer.echo(f"Open {output} in a browser, draw, save, and give the saved file to this command.")
