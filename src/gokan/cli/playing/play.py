"""`gokan play`: a game against Gokan in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.play.player import Player


def play(
    size: Annotated[int, typer.Option(help="Board size.")] = 9,
    level: Annotated[
        int | None,
        typer.Option(help="From 1, a beginner, to 10, the strongest; 5 if omitted."),
    ] = None,
    player: Annotated[
        str, typer.Option(help="Who plays against you: gokan, or another of 'gokan players'.")
    ] = "gokan",
    arrays: Annotated[
        str | None,
        typer.Option(help="For zobrist: seven (the paper's arrays alone), or all if omitted."),
    ] = None,
    color: Annotated[str, typer.Option(help="Your colour: black or white.")] = "black",
    handicap: Annotated[int, typer.Option(help="Handicap stones for Black.")] = 0,
    rules: Annotated[str, typer.Option(help="Rule set; see 'gokan rules'.")] = "chinese",
    komi: Annotated[float | None, typer.Option(help="Komi; that of the rules if omitted.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes Gokan's moves repeatable.")] = None,
    keys: Annotated[bool, typer.Option(help="Arrow keys on a terminal, or typed lines.")] = True,
    levels: Annotated[bool, typer.Option("--levels", help="List the levels, and stop.")] = False,
) -> None:
    """Play a game with arrow keys and Enter, or type moves such as D4; help lists the rest."""
    if levels:
        for line in _levels():
            typer.echo(line)
        return
    import random
    import sys

    from gokan.go import Color
    from gokan.play.table import Table

    seed = random.randrange(2**31) if seed is None else seed
    other = _other(player, level, arrays, seed)
    tty = sys.stdin.isatty() and sys.stdout.isatty()
    keys = keys and tty and _has_terminal()

    def show(position: Position) -> str:
        if keys:  # the board is on the screen already
            return ""
        return position.ansi() if tty else position.diagram()

    table = Table(
        size=size,
        level=5 if level is None else level,
        player=other,
        color=Color.parse(color),
        handicap=handicap,
        rules=rules,
        komi=komi,
        seed=seed,
        show=show,
        reasons=_reasons,
    )
    opening = table.open()
    if keys:
        from gokan.cli.playing.play_screen import run_screen

        run_screen(table, opening)
        return
    typer.echo(opening)
    while True:
        try:
            line = input("> " if tty else "")
        except EOFError:
            return
        said = table.say(line)
        typer.echo(said.text)
        if said.leave:
            return


def _other(name: str, level: int | None, arrays: str | None, seed: int) -> Player | None:
    """The player that was named; None for Gokan itself, which has levels."""
    from gokan.errors import InvalidInput
    from gokan.play.players import make_player

    if name == "gokan":
        if arrays is not None:
            raise InvalidInput("--arrays is for --player zobrist; Gokan's own player has levels.")
        return None
    if level is not None:
        raise InvalidInput(f"Levels are Gokan's own; the player {name.partition(':')[0]} has none.")
    if arrays is not None:
        name += f"{',' if ':' in name else ':'}arrays={arrays}"
    return make_player(name, seed=seed)


def _levels() -> Iterator[str]:
    """How every level chooses, and what handicap games say of it."""
    from gokan.play.players.levels import LEVELS
    from gokan.play.players.ranks import rank_of, source_words

    for number, level in LEVELS.items():
        rank = rank_of(number)
        told = rank.explain() if rank else "no rank yet"
        yield f"{number:2}  {told:32}{level.explain()}"
    yield source_words()


def _has_terminal() -> bool:
    """Whether keys can be read one by one here; not on Windows, and not on a dumb terminal."""
    import os
    from importlib.util import find_spec

    return find_spec("termios") is not None and os.environ.get("TERM", "dumb") != "dumb"


def _reasons(position: Position, move: int) -> str:
    from gokan import explain

    return explain.move(position, move, most=3).explain()
