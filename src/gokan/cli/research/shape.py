"""`gokan shape`: shapes in collections of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.errors import GokanError, InvalidInput

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.shape.find import Library

shape = typer.Typer(help="Find shapes in games, after Scrimger.", no_args_is_help=True)


@shape.command("find")
def find_(
    pattern: Annotated[
        str,
        typer.Argument(metavar="PATTERN", help="A class of level 2, or a file with one."),
    ],
    games: Annotated[
        str, typer.Argument(metavar="GAMES", help="SGF file or folder, .jsonl, .tsv, or an index.")
    ],
    save: Annotated[
        str | None, typer.Option(help="Save the index of the games to this file (.shapes).")
    ] = None,
    most: Annotated[int, typer.Option(min=0, help="Show at most this many places.")] = 20,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Find a shape, or its formation, in games."""
    from gokan.shape.find import read_pattern

    setting = None
    if Path(pattern).is_file():
        try:
            text = Path(pattern).read_text("utf-8")
        except UnicodeDecodeError:
            raise InvalidInput(f"{pattern} is not a text file.") from None
        setting, definition = read_pattern(text, file=pattern)
        wanted = definition.name
    else:
        from gokan.shape.go.record import classes

        wanted = pattern
        if pattern not in classes().classes:
            from gokan.shape.learn.learned import shipped

            setting = shipped().setting
            wanted = setting.class_(pattern).name
    found = _library(games, save).find(wanted, setting=setting, most=most)
    if json:
        from json import dumps

        typer.echo(dumps(found.to_dict(), indent=2, ensure_ascii=False))
    else:
        typer.echo(found.explain())


@shape.command("classes")
def classes_(
    level: Annotated[int | None, typer.Option(min=0, help="Only those of this level.")] = None,
) -> None:
    """List the classes that come with Gokan."""
    from gokan.shape.go.record import classes

    shipped = classes().classes.values()
    if level not in (None, *(definition.level for definition in shipped)):
        top = max(definition.level for definition in shipped)
        raise InvalidInput(f"There are no classes of level {level}; the levels are 0 to {top}.")
    for definition in shipped:
        if level in (None, definition.level):
            title = definition.title or definition.name.replace("-", " ")
            typer.echo(f"{definition.level}  {definition.name:34} {title}")


@shape.command("evaluate")
def evaluate_(
    file: Annotated[str, typer.Argument(help="A game on 19×19 without handicap.")],
    move: Annotated[
        int | None, typer.Option(min=0, help="After so many moves; at the end if omitted.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Who is ahead, and which blocks live, by the learned classes that the game has formed?"""
    from gokan.go import Game
    from gokan.shape.learn.evaluating import evaluate

    found = evaluate(Game.load(file), move)
    if json:
        from json import dumps

        typer.echo(dumps(found.to_dict(), ensure_ascii=False))
    else:
        typer.echo(found.explain())


def _library(games: str, save: str | None) -> Library:
    from gokan.shape.find import Library

    if games.endswith(".shapes"):
        try:
            return Library.load(games)
        except OSError as error:
            raise InvalidInput(f"{games} cannot be read: {error.strerror}.") from None

    def show(count: int) -> None:
        if count % 50 == 0 and sys.stderr.isatty():
            print(f"\r{count} games", end="", file=sys.stderr)

    made = Library.build(_games(games), progress=show)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if not len(made):
        raise InvalidInput(f"There are no games in {games}.")
    if save is not None:
        made.save(save)
    return made


def _games(path: str) -> Iterator[tuple[str, list[Position]]]:
    from gokan.go import Color
    from gokan.go.collection import Collection

    for record in Collection(path):
        try:
            replay = record.replay()
            positions = [replay.start]
            for color, move in replay.moves:
                positions.append(positions[-1].play_forced(move, Color(color)))
        except GokanError as error:
            print(f"gokan: {record.name} is left out: {error}", file=sys.stderr)
            continue
        yield record.name, positions
