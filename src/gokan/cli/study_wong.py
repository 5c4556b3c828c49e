"""`gokan study thesis-networks`: Wong's experiments with corner networks."""

from __future__ import annotations

import json as json_format
import sys
from pathlib import Path
from typing import Annotated

import typer


def thesis_networks(
    samples: Annotated[
        str | None,
        typer.Option(help="A table of `gokan train corners`; without it samples are made."),
    ] = None,
    part: Annotated[
        list[str] | None, typer.Option(help="tables, alternatives or map; may be given often.")
    ] = None,
    networks: Annotated[int, typer.Option(help="Networks of each design; ten in the thesis.")] = 10,
    epochs: Annotated[int, typer.Option(help="At most; 0 is the usual number.")] = 0,
    small: Annotated[int, typer.Option(help="Divide the numbers of samples by this.")] = 1,
    seed: Annotated[int, typer.Option(help="Of the draw, the split and the weights.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Living and dead corners told apart by Wong's networks: his tables with ours beside them."""
    from gokan.study.thesis_networks import PARTS
    from gokan.study.thesis_networks import thesis_networks as study

    found = study(
        Path(samples) if samples else None,
        parts=part or PARTS,
        networks=networks,
        epochs=epochs,
        small=small,
        seed=seed,
        progress=lambda what: print(what, file=sys.stderr, flush=True),
    )
    typer.echo(json_format.dumps(found.to_dict()) if json else found.explain())
