"""`gokan explain`: why this move, and what else was there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.cli.show import _read, _write
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.explain import Explanation
    from gokan.go import Game, Position
    from gokan.play.answer import Search

_FORMATS = ("text", "json", "svg", "png", "html")


def explain(
    file: Annotated[
        str, typer.Argument(metavar="GAME", help="A game record (SGF), or - for stdin.")
    ],
    move: Annotated[
        int | None, typer.Option(help="Which move of the game; the last if left out.")
    ] = None,
    instead: Annotated[
        str | None, typer.Option(help="Explain this point in place of the move: why not here?")
    ] = None,
    most: Annotated[int, typer.Option(help="How many sentences at most.")] = 5,
    level: Annotated[str, typer.Option(help="How much is read: quick, usual or deep.")] = "usual",
    visits: Annotated[
        int, typer.Option(help="Search so many positions first for what moves are worth; 0: none.")
    ] = 0,
    time: Annotated[float, typer.Option(help="Seconds for the solution of a problem.")] = 10.0,
    verify: Annotated[
        bool, typer.Option("--verify", help="Derive every claim again by an independent path.")
    ] = False,
    game: Annotated[int, typer.Option(help="Which game of the file, from 1.")] = 1,
    format: Annotated[str | None, typer.Option(help="text, json, svg, png or html.")] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    output: Annotated[
        str | None, typer.Option(help="Write to this file; its ending may give the format.")
    ] = None,
) -> None:
    """Say why a move was played, in reasons that can be checked.

    A record without moves is a life-and-death problem: its solution is told.
    """
    from gokan import explain as room

    kind = _format(format, json, output)
    found, _ = _read(file, game)
    if level not in ("quick", "usual", "deep"):
        raise InvalidInput(f"--level is {level!r} but must be quick, usual or deep.")
    if not found.moves() and move is None and instead is None:
        account = room.problem(found.position(0), seconds=time, most=most)
    else:
        position, played = _question(found, move, instead)
        search = _search(position, visits)
        account = room.move(position, played, search=search, most=most, level=level)  # type: ignore[arg-type]
    if verify:
        _verify(account, json=kind == "json")
        return
    if kind == "json":
        from json import dumps

        data = dumps(account.to_dict(), indent=2, ensure_ascii=False) + "\n"
    elif kind == "text":
        data = account.explain() + "\n"
    elif kind == "html":
        data = _page(account)
    elif kind == "svg":
        data = str(account.draw()) + "\n"
    else:
        if output is None and sys.stdout.isatty():
            raise InvalidInput("A PNG picture does not fit a terminal; name a file with --output.")
        _write(account.draw().png(), output)
        return
    _write(data.encode(), output)


def _format(format: str | None, json: bool, output: str | None) -> str:
    if json and format not in (None, "json"):
        raise InvalidInput(f"--json and --format {format} contradict each other.")
    if json:
        return "json"
    if format is None:
        ending = Path(output).suffix.lower().removeprefix(".") if output else ""
        return ending if ending in _FORMATS else "text"
    if format not in _FORMATS:
        raise InvalidInput(f"--format is {format!r} but must be one of {', '.join(_FORMATS)}.")
    return format


def _question(game: Game, move: int | None, instead: str | None) -> tuple[Position, int]:
    """The position before the move, and the point to explain."""
    from gokan.go import PASS

    moves = game.moves()
    number = len(moves) if move is None else move
    if instead is not None and not moves and number == 0:
        position = game.position(0)
        return position, position.point(instead)
    if not 1 <= number <= len(moves):
        raise InvalidInput(f"The game has moves 1 to {len(moves)}, so there is no move {number}.")
    color, played = moves[number - 1]
    position = game.position(number - 1)
    if position.to_play != color:
        position = position.with_to_play(color)
    if instead is not None:
        return position, position.point(instead)
    if played == PASS:
        raise InvalidInput(f"Move {number} is a pass; --instead explains a point there.")
    return position, played


def _search(position: Position, visits: int) -> Search | None:
    from gokan.checks import whole
    from gokan.play import search

    whole("number of visits", visits, 0, 1_000_000)
    return search(position, visits=visits) if visits else None


def _verify(account: Explanation, *, json: bool) -> None:
    """Print what came of every claim; exit status 1 if one does not hold."""
    from gokan.explain.second import verify

    checked = verify(account.position, account.claims, level=account.level)
    width, height = account.position.width, account.position.height
    if json:
        from json import dumps

        found = [
            {**one.claim.to_dict(width, height), "verdict": one.verdict, "how": one.how}
            for one in checked
        ]
        typer.echo(dumps({"claims": found}, indent=2, ensure_ascii=False))
    else:
        from gokan.explain.words import sentence

        for one in checked:
            said = sentence(one.claim, account.position)
            typer.echo(f"{one.verdict}: {said.text} ({said.certainty}; {one.how})")
    if any(one.verdict == "fails" for one in checked):
        raise typer.Exit(1)


def _page(account: Explanation) -> str:
    """One page without a script: the board and the sentences."""
    from html import escape

    lines = "\n".join(
        f"<li>{escape(one.text)} <small>({one.certainty})</small></li>" for one in account.sentences
    )
    picture = account.draw(caption=None, theme="auto")
    title = (
        f"Why {str(account.position.to_play).capitalize()} {account.position.vertex(account.move)}?"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        "<style>body{font-family:system-ui,sans-serif;max-width:44rem;margin:1rem auto;"
        "padding:0 1rem;color-scheme:light dark}svg{max-width:100%;height:auto}</style>\n"
        f"<h1>{escape(title)}</h1>\n{picture}\n<ol>\n{lines}\n</ol>\n</html>\n"
    )
