"""`gokan review`: an explained review of a game, or of a folder of games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gokan.explain.review_answer import Review
    from gokan.go import Game


def review(
    file: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game record (SGF), a folder of them, or - (stdin)."),
    ],
    level: Annotated[str, typer.Option(help="quick, usual or deep.")] = "usual",
    output: Annotated[
        str | None, typer.Option(help="The folder to write to; review/ if left out.")
    ] = None,
    player: Annotated[str | None, typer.Option(help="Only this side: black or white.")] = None,
    most: Annotated[int | None, typer.Option(help="Tell at most so many moves at length.")] = None,
    numbers: Annotated[
        str, typer.Option(help="Who judges: search (the network), strength, or auto.")
    ] = "auto",
    game: Annotated[int, typer.Option(help="Which game of the file, from 1.")] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where an earlier review was stopped.")
    ] = False,
    problems: Annotated[
        bool, typer.Option("--problems", help="Also write the mistakes as problems (SGF).")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="The review as JSON on stdout; files only with --output.")
    ] = False,
) -> None:
    """Review a game: what mattered, what was better and why; as page, record and data."""
    from gokan.cli.review_files import review_folder, review_one
    from gokan.errors import InvalidInput
    from gokan.explain.reviewing import LEVELS

    if level not in LEVELS:
        raise InvalidInput(f"--level is {level!r} but must be one of {', '.join(LEVELS)}.")
    if file != "-" and Path(file).is_dir():
        if json:
            raise InvalidInput("--json is for one game; a folder of reviews holds a JSON each.")
        options = {"level": level, "player": player, "most": most, "numbers": numbers}
        done = review_folder(
            Path(file), Path(output or "review"), resume=resume, problems=problems, **options
        )
        if not done:
            raise typer.Exit(130)
        return
    from gokan.cli.records import read_game

    found, _ = read_game(file, game)
    name = "stdin" if file == "-" else Path(file).stem + (f"-{game}" if game > 1 else "")
    folder = None if json and output is None else Path(output or "review")
    answer = review_one(
        found,
        name,
        folder,
        resume=resume,
        problems=problems,
        level=level,
        player=player,
        most=most,
        numbers=numbers,
    )
    _tell(answer, found, name, folder, json)
    if not answer.complete:
        raise typer.Exit(130)


def _tell(answer: Review, game: Game, name: str, folder: Path | None, json: bool) -> None:
    if json:
        from json import dumps

        typer.echo(dumps(answer.to_dict(), ensure_ascii=False))
        return
    for warning in answer.game["warnings"]:
        print(f"gokan: {warning}", file=sys.stderr)
    typer.echo(answer.explain())
    if folder is not None:
        typer.echo(f"written: {folder / name}.review.html, .sgf and .json")
    if not answer.complete:
        print("gokan: stopped; go on with the same command and --resume.", file=sys.stderr)
