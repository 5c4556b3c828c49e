"""`gokan train shapes`: first guesses for the proof search, from positions that it has settled."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from gokan.checks import whole
from gokan.cli.records import check_name
from gokan.errors import InvalidInput
from gokan_lab.cli.training import check_seed, need_torch
from gokan_lab.training.lines import read_lines

_SECONDS_BETWEEN_REPORTS = 2.0


def shapes(
    output: Annotated[str, typer.Argument(help="The weights: a .bin file, with a .json card.")],
    problems: Annotated[
        list[str], typer.Option(help="Problems to read (.jsonl); may be given several times.")
    ],
    without: Annotated[
        list[str] | None,
        typer.Option(help="Problems to measure with (.jsonl): none like them is learned from."),
    ] = None,
    gather: Annotated[
        float, typer.Option(help="Read problems for this many seconds at most; 0 for all.")
    ] = 0,
    nodes: Annotated[int, typer.Option(help="Nodes for a question about a region.")] = 200_000,
    seconds: Annotated[float, typer.Option(help="Fit for this many seconds.")] = 0,
    steps: Annotated[int, typer.Option(help="Or fit for this many steps.")] = 0,
    seed: Annotated[int, typer.Option(help="Another seed, another order.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes that read.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
) -> None:
    """Read problems, and learn which shapes live from the positions that are settled on the way."""
    need_torch(device)
    whole("number of nodes", nodes, 1000, 10**9)
    whole("number of steps", steps, 0, 10**9)
    whole("number of jobs", jobs, 1, 256)
    if not output.endswith(".bin"):
        raise InvalidInput(f"The weights are written to a file that ends in .bin, not {output}.")
    check_seed(seed)
    check_name(output)
    if gather < 0:
        raise InvalidInput("The number of seconds to gather must not be negative.")
    from gokan_lab.training.shape_fit import ShapePlan, check_shape_plan, fit_shapes
    from gokan_lab.training.shape_rows import Effort, settled_positions
    from gokan_lab.training.twins import Twins

    plan = ShapePlan(seconds=seconds, steps=steps, seed=seed, device=device)
    check_shape_plan(plan, Path(output))
    read = [row for path in problems for _, row in read_lines(Path(path))]
    random.Random(seed).shuffle(read)
    apart = Twins.of(without or []).apart(read)
    rows = _for_a_while(settled_positions(apart, Effort(nodes), jobs=jobs), gather)
    card = fit_shapes(list(rows), Path(output), plan)
    held = card["held_out"]
    typer.echo(
        f"{output}: {card['shapes']} shapes from {card['positions']} positions; held out, "
        f"{100 * held['right']:.1f} % of {held['positions']} are right"
    )


def _for_a_while(rows: Iterator[bytes], seconds: float) -> Iterator[bytes]:
    """What comes within so many seconds."""
    begun = reported = time.monotonic()
    many: Any = 0
    for many, some in enumerate(rows, start=1):
        yield some
        now = time.monotonic()
        if now - reported > _SECONDS_BETWEEN_REPORTS:
            reported = now
            sys.stderr.write(f"\r{many} problems read ")
            sys.stderr.flush()
        if seconds and now - begun > seconds:
            break
    sys.stderr.write(f"\r{many} problems read\n")
