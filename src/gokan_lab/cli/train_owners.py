"""`gokan train ownership`: who owned what when counted games ended, by the network's moves."""

from __future__ import annotations

from typing import Annotated

import typer

from gokan.checks import whole
from gokan.cli.records import check_name
from gokan_lab.cli.training import check_seed, need_torch


def owners(
    games: Annotated[str, typer.Argument(help="A table of games: .tsv or .tsv.gz.")],
    start: Annotated[str, typer.Argument(help="A network: .pt or .safetensors.")],
    output: Annotated[str, typer.Argument(help="A .jsonl file; an unfinished one is continued.")],
    number: Annotated[int, typer.Option(help="Counted games in all; 0 for all of them.")] = 0,
    batch: Annotated[int, typer.Option(help="Games at once, for each thread.")] = 512,
    seconds: Annotated[
        float, typer.Option(help="Stop after this many seconds, to continue later.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Another seed, another order of the games.")] = 1,
    jobs: Annotated[int, typer.Option(help="Threads that lay out positions.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
) -> None:
    """Finish counted games by the network's moves, for `train network --owners`."""
    need_torch(device)
    from gokan_lab.training.endings import EndingPlan, play_to_the_end

    whole("number of games", number, 0, 10**9)
    whole("number of games at once", batch, 1, 10**6)
    whole("number of jobs", jobs, 1, 256)
    check_seed(seed)
    check_name(output)
    told = play_to_the_end(
        EndingPlan(
            games=games,
            start=start,
            output=output,
            batch=batch,
            threads=jobs,
            seed=seed,
            most=number,
            seconds=seconds,
            device=device,
        )
    )
    typer.echo(
        f"{output}: {told['games']} games, {told['ended']} came to an end, the count of "
        f"{told['agree']} agrees with the record, of {told['exact']} exactly"
    )
