"""`gokan train positions`, `labels`, `learn`, `teach`: learning from a stronger program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from gokan.errors import InvalidInput
from gokan.stopping import stopping
from gokan_lab.cli.training import check_seed, need, need_torch

_TEACHER = "The teacher's command line: any program that speaks KataGo's analysis JSON."
_NETWORK = "A network: .pt or .safetensors."
_TABLE = "A table of games: .tsv or .tsv.gz."
_SEED = "Another seed, other dice."
_DEVICE = "cpu or cuda."


def positions(
    folder: Annotated[Path, typer.Argument(help="Files of games go there; it is added to.")],
    kind: Annotated[str, typer.Option(help="players, weakened or as-played.")] = "players",
    start: Annotated[str, typer.Option(help=f"The players are made from it. {_NETWORK}")] = "",
    recorded: Annotated[str, typer.Option(help=f"To begin in, or to weaken. {_TABLE}")] = "",
    sides: Annotated[str, typer.Option(help="Sides of boards, with commas.")] = "19",
    turns: Annotated[int, typer.Option(help="Make at least so many turns.")] = 0,
    seconds: Annotated[float, typer.Option(help="Or make them for so many seconds.")] = 0,
    tables: Annotated[int, typer.Option(help="Games at once on the largest board.")] = 1024,
    gap: Annotated[int, typer.Option(help="A turn out of so many; 0 for the usual.")] = 0,
    seed: Annotated[int, typer.Option(help=_SEED)] = 1,
    jobs: Annotated[int, typer.Option(help="Threads that lay out positions.")] = 1,
    device: Annotated[str, typer.Option(help=_DEVICE)] = "cpu",
) -> None:
    """Make games as people play them, with turns for a teacher to label."""
    if kind == "players":
        need_torch(device)
    _need_numpy()
    check_seed(seed)
    from gokan_lab.teacher.positions import Making, make

    plan = _plan(Making, locals(), sides=_numbers(sides), threads=jobs)
    made = _until_stopped(make, plan, "Stopping: the games that are over are kept.")
    typer.echo(f"{folder}: {made} turns to label")


def labels(
    games: Annotated[Path, typer.Argument(help="A folder from `train positions`.")],
    folder: Annotated[Path, typer.Argument(help="The folder for the labels; it is continued.")],
    teacher: Annotated[str, typer.Option(help=_TEACHER)],
    visits: Annotated[int, typer.Option(help="How long it searches each position.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes of the teacher.")] = 1,
    follow: Annotated[
        bool, typer.Option("--follow", help="Wait for more games, until a file `done` is there.")
    ] = False,
    worker: Annotated[int, typer.Option(help="The number of this machine, from 0.")] = 0,
    workers: Annotated[int, typer.Option(help="How many machines share the files.")] = 1,
    patience: Annotated[
        float, typer.Option(help="Seconds without an answer after which it is given up.")
    ] = 120,
) -> None:
    """Ask a teacher for win, lead, spread, owners and moves of positions."""
    _need_numpy()
    from gokan_lab.teacher.labelling import Labelling, label

    plan = _plan(Labelling, locals(), labels=folder)
    made = _until_stopped(label, plan, "Stopping after the files at hand.")
    typer.echo(f"{folder}: {made} new labels")


def learn(
    folders: Annotated[list[str], typer.Argument(help="Folders of labels.")],
    output: Annotated[str, typer.Option(help="Writes OUTPUT.pt; an unfinished one is continued.")],
    start: Annotated[str, typer.Option(help=f"Weights to begin with. {_NETWORK}")] = "",
    steps: Annotated[int, typer.Option(help="Length of the schedule in steps.")] = 0,
    seconds: Annotated[float, typer.Option(help="Length of the schedule in seconds.")] = 0,
    professional: Annotated[str, typer.Option(help=f"What professionals play. {_TABLE}")] = "",
    development: Annotated[
        list[str] | None, typer.Option(help="Labels to measure with only; may be repeated.")
    ] = None,
    problems: Annotated[str, typer.Option(help="Rows of life and death (.npz).")] = "",
    blocks: Annotated[int, typer.Option(help="Residual blocks.")] = 8,
    channels: Annotated[int, typer.Option(help="Width of a block.")] = 128,
    batch: Annotated[int, typer.Option(help="Labelled positions in a step.")] = 1536,
    rate: Annotated[float, typer.Option(help="Learning rate of Muon.")] = 0.01,
    readers: Annotated[int, typer.Option(help="Processes that read labels.")] = 1,
    jobs: Annotated[int, typer.Option(help="Threads that replay games.")] = 1,
    seed: Annotated[int, typer.Option(help=_SEED)] = 1,
    device: Annotated[str, typer.Option(help=_DEVICE)] = "cpu",
) -> None:
    """Train the network on labels, while more of them may arrive."""
    need_torch(device)
    check_seed(seed)
    from gokan_lab.teacher.labelling import DONE
    from gokan_lab.teacher.learn import Learning
    from gokan_lab.teacher.learn import learn as learn_from

    least = 100_000 if any(not (Path(one) / DONE).exists() for one in folders) else 1
    further = {"labels": tuple(folders), "development": tuple(development or ()), "threads": jobs}
    plan = _plan(Learning, locals(), least=least, **further)
    told = _until_stopped(learn_from, plan, "Stopping after this step.")
    typer.echo(f"{output}.pt: {told['steps']} steps")


def teach(
    folder: Annotated[Path, typer.Argument(help="For games, labels and logs; it is continued.")],
    output: Annotated[str, typer.Option(help="Writes OUTPUT.pt and OUTPUT.averaged.pt.")],
    start: Annotated[str, typer.Option(help=f"To begin with. {_NETWORK}")],
    teacher: Annotated[str, typer.Option(help=_TEACHER)],
    seconds: Annotated[float, typer.Option(help="Everything ends after so many.")],
    labelling: Annotated[float, typer.Option(help="Share of the time for labelling.")] = 0.6,
    recorded: Annotated[str, typer.Option(help=_TABLE)] = "",
    players: Annotated[float, typer.Option(help="Share of players' games, 19×19.")] = 0.55,
    small: Annotated[float, typer.Option(help="Share of smaller boards.")] = 0.15,
    weakened: Annotated[float, typer.Option(help="Share of weakened records.")] = 0.2,
    as_played: Annotated[float, typer.Option(help="Share of records as they were played.")] = 0.1,
    visits: Annotated[int, typer.Option(help="How long the teacher searches.")] = 1,
    keep: Annotated[str, typer.Option(help="A folder for held-out labels.")] = "",
    keep_mb: Annotated[float, typer.Option(help="At most this many megabytes of them.")] = 48,
    workers: Annotated[int, typer.Option(help="Processes of the teacher; 0 by cores.")] = 0,
    cores: Annotated[int, typer.Option(help="Cores to keep busy; 0 for all.")] = 0,
    tables: Annotated[int, typer.Option(help="Games of players at once.")] = 1024,
    learning: Annotated[
        list[str] | None, typer.Option(help="An option of the learner, NAME=VALUE.")
    ] = None,
    seed: Annotated[int, typer.Option(help=_SEED)] = 1,
    device: Annotated[str, typer.Option(help=_DEVICE)] = "cpu",
) -> None:
    """Make positions, label them and learn from them in one go, until a deadline."""
    need_torch(device)
    check_seed(seed)
    from gokan_lab.teacher.teach import Teaching
    from gokan_lab.teacher.teach import teach as run

    plan = _plan(Teaching, locals(), learning=tuple(learning or ()))
    told = _until_stopped(run, plan)
    typer.echo(f"{output}.pt: {told['labels']:.0f} labels in {told['seconds']:.0f} seconds")


def _plan(kind: Any, given: dict[str, Any], **more: Any) -> Any:
    """The plan whose fields are options of the same name, and `more`."""
    names = {field.name for field in fields(kind)}
    return kind(**{name: given[name] for name in names & given.keys()} | more)


def _until_stopped(run: Callable[..., Any], plan: Any, saying: str = "") -> Any:
    with stopping(saying) as stopped:
        return run(plan, stopped)


def _need_numpy() -> None:
    need("numpy", "Labels", "pip install 'gokan[train]'")


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in text.split(",") if one.strip())
    except ValueError:
        raise InvalidInput(f"--sides is {text!r} but must be numbers with commas.") from None
