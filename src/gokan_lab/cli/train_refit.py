"""`gokan train refit`: everything that is fitted to the network, fitted again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan_lab.cli.training import need


def refit(
    steps: Annotated[
        list[str] | None, typer.Argument(help="Which steps; all if none is named.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The folder of finished games, problems and tests; else $GOKAN_DATA."),
    ] = None,
    labels: Annotated[
        list[Path] | None,
        typer.Option(help="What a teacher said: a folder of shards, or a file; may be repeated."),
    ] = None,
    without: Annotated[
        Path | None, typer.Option(help="A file of games (.jsonl, .gz) that nothing is fitted to.")
    ] = None,
    network: Annotated[
        Path | None, typer.Option(help="Another network than the one that comes with Gokan.")
    ] = None,
    work: Annotated[
        Path, typer.Option(help="What is gathered is kept here, and continued.")
    ] = Path("build/refit"),
    most: Annotated[
        int, typer.Option(help="Games, positions or problems for a step, at most; 0 for all.")
    ] = 0,
    write: Annotated[
        bool, typer.Option("--write", help="Write the data of the steps that are clearly better.")
    ] = False,
    into: Annotated[
        Path | None, typer.Option(help="Write there instead of into the package.")
    ] = None,
    long: Annotated[
        bool, typer.Option("--long", help="Also measure what takes hours, such as levels.")
    ] = False,
    names: Annotated[bool, typer.Option("--list", help="Only list the steps.")] = False,
) -> None:
    """Fit everything that is fitted to the network again; old against new on games left out."""
    need("numpy", "Fitting", "pip install numpy")
    from gokan.intuition.network import Network
    from gokan_lab.fits import refit as fits

    wanted = fits.chosen(steps or [], long=long)
    if names:
        for name in wanted:
            typer.echo(f"{name:8} {fits.about(name)}")
        return
    whole("number of games or problems", most, 0, 10**9)
    plan = fits.Plan(
        network=Network(network, calibrated=False) if network else Network(calibrated=False),
        data=_folder(data),
        labels=tuple(labels or ()),
        without=without,
        work=work,
        most=most,
        say=_say,
    )
    for outcome in fits.run(wanted, plan):
        typer.echo(outcome.explain())
        if write:
            written = fits.write(outcome, into or fits.PACKAGE)
            typer.echo("".join(f"  wrote {path}\n" for path in written) or "  nothing written\n")


def _folder(data: Path | None) -> Path:
    folder = data or Path(os.environ.get("GOKAN_DATA") or "../shared/data")
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {folder} of games; name it with --data.")
    return folder


def _say(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text} ")
        sys.stderr.flush()
