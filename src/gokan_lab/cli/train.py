"""`gokan train`: samples to learn from, networks and classes that are learned."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from gokan.checks import whole
from gokan.cli.records import check_name
from gokan.errors import InvalidInput
from gokan_lab.cli import (
    train_classes,
    train_corners,
    train_evolutions,
    train_groups,
    train_owners,
    train_refit,
    train_shapes,
    train_teacher,
)
from gokan_lab.cli.training import check_seed, need, need_torch

train = typer.Typer(help="Make training samples, networks and classes.", no_args_is_help=True)
train.command()(train_corners.corners)
train.command()(train_classes.classes)
train.command()(train_evolutions.evolutions)
train.command()(train_groups.groups)
train.command("ownership")(train_owners.owners)
train.command("owners", hidden=True)(train_owners.owners)  # its former name, until 0.2
train.command()(train_refit.refit)
train.command()(train_shapes.shapes)
for _command in (
    train_teacher.positions,
    train_teacher.labels,
    train_teacher.learn,
    train_teacher.teach,
):
    train.command()(_command)

_SECONDS_BETWEEN_REPORTS = 2.0


@train.callback()
def _samples() -> None:
    """Make training samples, networks and classes."""


@train.command()
def problems(
    output: Annotated[str, typer.Argument(help="A .jsonl file; an unfinished one is continued.")],
    number: Annotated[int, typer.Option(help="Problems in the file when done.")] = 1000,
    seed: Annotated[int, typer.Option(help="Another seed makes another collection.")] = 1,
    size: Annotated[int, typer.Option(help="Board size.")] = 19,
    answers: Annotated[int, typer.Option(help="At most this many winning first moves.")] = 3,
    effort: Annotated[
        int, typer.Option(help="Leave out problems that took fewer search nodes.")
    ] = 1,
    nodes: Annotated[
        int, typer.Option(help="Give up on a question after this many nodes.")
    ] = 10_000,
    jobs: Annotated[int, typer.Option(help="Threads; 0 for one per core.")] = 0,
    sgf: Annotated[
        str | None,
        typer.Option(help="Also write all problems as SGF: to a folder, or to one .sgf file."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Problems to measure with (.jsonl): none like them is kept."),
    ] = None,
) -> None:
    """Make life-and-death problems with proved answers, without duplicates."""
    from json import dumps

    from gokan.reading.generate import make_problems

    if number < 1 or jobs < 0:
        raise InvalidInput("--number must be 1 or more, --jobs 0 or more.")
    check_seed(seed)
    check_name(output)
    twins = _twins(without)
    path = Path(output)
    known, first, done = _resume(path, seed) if path.exists() else (set(), 0, 0)
    begun = reported = time.monotonic()
    made = 0
    source = make_problems(
        seed,
        first=first,
        size=size,
        most_answers=answers,
        least_effort=effort,
        nodes=nodes,
        known=known,
        jobs=jobs,
    )
    with path.open("a", encoding="utf-8") as sink:
        while done + made < number:
            problem = next(source)
            if twins is not None and twins.among([problem])[0]:
                continue
            sink.write(dumps(problem) + "\n")
            made += 1
            now = time.monotonic()
            if now - reported > _SECONDS_BETWEEN_REPORTS or done + made == number:
                sink.flush()
                reported = now
                rate = 3600 * made / max(now - begun, 1e-9)
                sys.stderr.write(f"\r{done + made} of {number} problems, {rate:,.0f} an hour ")
                sys.stderr.flush()
    source.close()
    sys.stderr.write("\n" if made else f"{path} has {done} problems already.\n")
    if sgf is not None:
        _export(path, sgf)


def _twins(paths: list[str] | None) -> Any:
    """The problems to keep away from, or None if there are none."""
    if not paths:
        return None
    from gokan_lab.training.twins import Twins

    return Twins.of(paths)


def _export(path: Path, where: str) -> None:
    """The problems of a file as records: the position, the task, and the answers as variations."""
    from json import loads

    from gokan.cli.problems.solve_batch import write_records
    from gokan.reading.generate import to_game

    rows = [loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    write_records([(str(row["id"]), to_game(row).to_sgf()) for row in rows], where)


@train.command()
def network(
    games: Annotated[str, typer.Argument(help="A table of games: .tsv or .tsv.gz.")],
    output: Annotated[
        str, typer.Argument(help="Writes OUTPUT.pt; an unfinished one is continued.")
    ],
    validation: Annotated[str, typer.Option(help="Games to measure with at the end.")] = "",
    blocks: Annotated[int, typer.Option(help="Residual blocks.")] = 8,
    channels: Annotated[int, typer.Option(help="Width of a block; a multiple of 32.")] = 128,
    batch: Annotated[int, typer.Option(help="Positions in a step.")] = 2048,
    steps: Annotated[int, typer.Option(help="Length of the schedule in steps.")] = 0,
    seconds: Annotated[float, typer.Option(help="Length of the schedule in seconds.")] = 0,
    piece: Annotated[
        float, typer.Option(help="Stop after this many seconds, to continue later.")
    ] = 0,
    since: Annotated[int, typer.Option(help="Leave out games before this year.")] = 1900,
    seed: Annotated[int, typer.Option(help="Another seed, another network.")] = 1,
    jobs: Annotated[int, typer.Option(help="Threads that replay games.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    start: Annotated[
        str, typer.Option(help="Weights (.pt, .safetensors) to begin with; they may be narrower.")
    ] = "",
    problems: Annotated[
        str,
        typer.Option(help="From `train problems` or `train groups`, to learn life and death from."),
    ] = "",
    own: Annotated[
        str, typer.Option(help="A folder from `gokan train selfplay`, to learn small boards from.")
    ] = "",
    own_share: Annotated[float, typer.Option(help="Share of the steps spent on it.")] = 0.3,
    owners: Annotated[
        str,
        typer.Option(help="From `train ownership`, or random endings say who owned what."),
    ] = "",
    rate: Annotated[float, typer.Option(help="Learning rate; lower to refine weights.")] = 0.02,
) -> None:
    """Train the whole-board network on games; the same seed and steps give the same weights."""
    need_torch(device)
    check_seed(seed)
    whole("number of blocks", blocks, 1, 64)
    whole("number of channels", channels, 32, 1024)
    whole("number of positions in a step", batch, 1, 10**6)
    whole("number of jobs", jobs, 1, 256)
    if channels % 32:
        raise InvalidInput(f"The number of channels must be a multiple of 32, not {channels}.")
    if not 0 < rate < 1 or not 0 < own_share < 1:
        raise InvalidInput("--rate and --own-share must lie between 0 and 1.")
    from gokan_lab.training.loop import Plan
    from gokan_lab.training.loop import train as run

    run(
        Plan(
            games=games,
            validation=validation,
            output=output,
            blocks=blocks,
            channels=channels,
            batch=batch,
            steps=steps,
            seconds=seconds,
            piece=piece,
            since=since,
            seed=seed,
            threads=jobs,
            device=device,
            compiled=device != "cpu",
            start=start,
            problems=problems,
            own=own,
            own_share=own_share,
            owners=owners,
            rate=rate,
            rate_rest=rate / 10,
        )
    )


@train.command()
def selfplay(
    checkpoint: Annotated[str, typer.Argument(help="A network: .pt or .safetensors.")],
    output: Annotated[str, typer.Argument(help="A folder; each run adds its games to it.")],
    size: Annotated[str, typer.Option(help="Board sizes, separated by commas.")] = "9,13",
    games: Annotated[int, typer.Option(help="Games at once on each size.")] = 256,
    visits: Annotated[int, typer.Option(help="Visits per move where moves are learned from.")] = 96,
    brief: Annotated[int, typer.Option(help="Visits per move elsewhere.")] = 16,
    seconds: Annotated[float, typer.Option(help="Stop after this many seconds.")] = 0,
    positions: Annotated[int, typer.Option(help="Stop after this many positions per size.")] = 0,
    seed: Annotated[int, typer.Option(help="Another seed, other games.")] = 1,
    jobs: Annotated[int, typer.Option(help="Threads for each size.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
) -> None:
    """Let a network play against itself, with search; `train network --own` learns from it."""
    need_torch(device)
    check_seed(seed)
    from gokan_lab.training.self_play import SelfPlay, self_play

    try:
        sides = tuple(int(side) for side in size.split(","))
    except ValueError:
        raise InvalidInput(f"--size takes sides of boards such as 9,13, not {size}.") from None
    for what, number in (("games", games), ("visits", visits), ("brief visits", brief)):
        whole(f"number of {what}", number, 1, 1_000_000)
    whole("number of jobs", jobs, 1, 256)
    plan = SelfPlay(
        games=games,
        visits=visits,
        brief_visits=brief,
        seconds=seconds,
        positions=positions,
        seed=seed,
        threads=jobs,
        device=device,
    )
    for path in self_play(Path(checkpoint), Path(output), sides, plan):
        typer.echo(path)


@train.command()
def vital(
    start: Annotated[str, typer.Argument(help="A network: .pt or .safetensors.")],
    output: Annotated[str, typer.Argument(help="Name of the result: OUTPUT.pt, for `export`.")],
    problems: Annotated[
        list[str], typer.Option(help="Lines of `train problems` or `groups`; may be given again.")
    ],
    share: Annotated[
        list[float] | None, typer.Option(help="How much each file counts, in the same order.")
    ] = None,
    steps: Annotated[int, typer.Option(help="Stop after this many steps.")] = 0,
    seconds: Annotated[float, typer.Option(help="Stop after this many seconds.")] = 0,
    batch: Annotated[int, typer.Option(help="Problems in a step.")] = 1536,
    decay: Annotated[float, typer.Option(help="How fast weights fade; more for fewer.")] = 0.3,
    drop: Annotated[
        float, typer.Option(help="Share of what the head sees that it must do without.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Another seed, another order.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes that lay out the boards.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Discard the present head and start afresh.")
    ] = False,
    without: Annotated[
        list[str] | None,
        typer.Option(help="Problems to measure with (.jsonl): none like them is learned from."),
    ] = None,
) -> None:
    """Fit the head for vital points to problems; everything else in the network stays as it is."""
    need_torch(device)
    check_seed(seed)
    from gokan_lab.training.vital import VitalPlan, fit_vital

    whole("number of steps", steps, 0, 10**9)
    whole("number of problems in a step", batch, 1, 10**6)
    whole("number of jobs", jobs, 1, 256)
    plan = VitalPlan(
        start=start,
        problems=problems,
        output=output,
        shares=share or (),
        steps=steps,
        seconds=seconds,
        batch=batch,
        decay=decay,
        drop=drop,
        seed=seed,
        device=device,
        threads=jobs,
        fresh=fresh,
        without=without or (),
    )
    for path, told in fit_vital(plan).items():
        before, after = 100 * told["before"]["first"], 100 * told["after"]["first"]
        typer.echo(f"{path}: first choice right in {after:.1f} % held out, {before:.1f} % before")


@train.command()
def export(
    checkpoint: Annotated[str, typer.Argument(help="A .pt file from `gokan train network`.")],
    output: Annotated[
        str, typer.Argument(help="The network for use: a .safetensors file (or .onnx).")
    ],
    name: Annotated[str, typer.Option(help="Its name on the model card.")] = "own",
) -> None:
    """Make a trained network ready for use; $GOKAN_NETWORK then names the file."""
    need_torch()
    from gokan_lab.training.export import export as run

    if not output.endswith((".safetensors", ".onnx")):
        raise InvalidInput(
            f"The network is written to a file that ends in .safetensors, or in .onnx for other "
            f"programs, not {output}."
        )
    if output.endswith(".onnx"):
        need("onnx", "A file for other programs", "pip install 'gokan[train]'")
    card = run(Path(checkpoint), Path(output), {"name": name})
    typer.echo(
        f"{output}: {card['blocks']} blocks of {card['channels']}, {card['weights']} weights"
    )


def _resume(path: Path, seed: int) -> tuple[set[int], int, int]:
    """Keys, next candidate and number of problems of a file; a line cut short is taken off."""
    from json import loads

    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    known: set[int] = set()
    last: dict[str, Any] = {}
    for line, row in enumerate(whole.splitlines(), start=1):
        try:
            last = loads(row)
            known.add(int(last["key"]))
            if last["seed"] != seed:
                raise InvalidInput(
                    f"{path} was made with --seed {last['seed']}, not {seed};"
                    " go on with that seed or give another file."
                )
            int(last["number"])
        except (ValueError, KeyError, TypeError):
            raise InvalidInput(
                f"{path} line {line} is not a problem of this command; give another file."
            ) from None
    if len(whole) < len(text):
        path.write_bytes(whole)
    return known, int(last["number"]) if last else 0, len(whole.splitlines())
