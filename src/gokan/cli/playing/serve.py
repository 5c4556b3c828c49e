"""`gokan serve`: the workbench in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gokan.serve.messages import Folder


def serve(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|FOLDER]...", help="Game records (SGF) to open, folders of them to read."
        ),
    ] = None,
    data: Annotated[
        str | None, typer.Option(help="The folder for your games; the usual place if omitted.")
    ] = None,
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes a free one.")] = 8361,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    example: Annotated[
        bool, typer.Option(help="Begin a new library with an example, reviewed.")
    ] = True,
    renew_secret: Annotated[
        bool, typer.Option("--renew-secret", help="Lock out every browser that was let in.")
    ] = False,
) -> None:
    """Open the workbench: play, try moves, review; only this machine can reach it."""
    from pathlib import Path

    from gokan.checks import whole
    from gokan.serve import folder as folders

    whole("port", port, 0, 65535)
    for path in paths or []:
        if not Path(path).exists():
            from gokan.errors import InvalidInput

            raise InvalidInput(f"There is no file or folder {path}.")
    folder = folders.DataFolder(Path(data).expanduser() if data else folders.usual_folder())

    from gokan.serve.http import program

    def ready(address: str) -> None:
        typer.echo(f"Gokan keeps your games in {folder.path}.")
        typer.echo(f"Open {address}")
        typer.echo("Ctrl-C ends it; every move that was played is kept.")
        if browser:
            import webbrowser

            webbrowser.open(program.opener(folder, address).as_uri())

    def read(folder: Folder) -> None:
        for trouble in folder.troubles:
            typer.echo(trouble, err=True)
        if folder.bad > len(folder.troubles):
            typer.echo(f"… and {folder.bad - len(folder.troubles)} more.", err=True)
        typer.echo(
            f"{folder.new} new game{'' if folder.new == 1 else 's'}, {folder.known} that were "
            f"there already, in {folder.done} files of {folder.name}.",
            err=True,
        )

    program.serve(
        folder,
        port=port,
        records=paths or [],
        renew_secret=renew_secret,
        example=example,
        ready=ready,
        read=read,
    )
