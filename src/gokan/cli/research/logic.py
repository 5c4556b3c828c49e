"""`gokan logic`: formulas over finite games."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gokan.cli.records import read_text

logic = typer.Typer(help="Check formulas over finite games.", no_args_is_help=True)


@logic.command("check")
def check_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of checks; - for stdin.")],
    states: Annotated[int, typer.Option(min=1, help="Give up beyond this many states.")] = 200_000,
    time: Annotated[float, typer.Option(min=0, help="Seconds for the whole file.")] = 60.0,
    depth: Annotated[
        int | None, typer.Option(min=0, help="Cut the game tree at this depth, if one is needed.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Explore a game and check what a file claims.

    Exit status 0: all of it is true; 1: not; 2: unreadable; 3: nothing is known to be wrong, but a
    claim depends on what lies below the cut of --depth.
    """
    from gokan.logic import run

    text = read_text(file, "checks are lines of text")
    report = run(text, states=states, seconds=time, depth=depth, games={"go": _go})
    if json:
        from json import dumps

        typer.echo(dumps(report.to_dict(), indent=2, ensure_ascii=False))
    else:
        typer.echo(report.explain())
    if not report.holds:
        raise typer.Exit(3 if report.holds is None else 1)


@logic.command("games")
def games_() -> None:
    """List the games a file can name."""
    from gokan.logic.games import GAMES

    for name, (_, arguments) in GAMES.items():
        typer.echo(f"{name:12} {arguments}")
    typer.echo(f"{'go':12} width and height (2 2), at most nine points; Klinger's rules")


def _go(width: int = 2, height: int = 2) -> Any:
    from gokan.goals.tiny import TinyGo

    return TinyGo(width, height)
