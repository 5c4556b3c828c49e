"""`gokan study`: experiments over collections of games."""

from __future__ import annotations

import json as json_format
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.cli.options import Cluster
from gokan_lab.cli.works import study_facts, study_turing, study_wolf, study_wong, study_zobrist
from gokan_lab.cli.works.study_wolf import Games, move_range, tell_skipped

if TYPE_CHECKING:
    from gokan.batch import Job, Manifest
    from gokan_lab.study import Prediction

study = typer.Typer(help="Run experiments over collections of games.", no_args_is_help=True)
study.command("misses")(study_wolf.worst)
study.command("worst", hidden=True)(study_wolf.worst)  # its former name, until 0.2
for _command in (
    study_wolf.parameters,
    study_wolf.solutions,
    study_zobrist.sources,
    study_zobrist.segments,
    study_turing.turing,
    study_wong.thesis_networks,
    study_facts.facts,
):
    study.command()(_command)


@study.command()
def rankers(
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """List the rankers that can be studied."""
    from gokan_lab.study import rankers as known

    if json:
        typer.echo(json_format.dumps([{"name": i.name, "about": i.about} for i in known()]))
        return
    for info in known():
        typer.echo(f"{info.name:20} {info.about}")


@study.command()
def predict(
    file: Annotated[
        str,
        typer.Argument(help="A folder or an archive of SGF files, a .jsonl, a .tsv.gz."),
    ],
    ranker: Annotated[
        list[str] | None, typer.Option(help="A ranker's name; may be given several times.")
    ] = None,
    moves: Annotated[str, typer.Option(help="Move numbers, such as 50 or 1-400.")] = "1-400",
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; one per core if omitted.")] = None,
    cluster: Cluster = None,
    out: Annotated[
        str | None, typer.Option(help="Folder for tables; an unfinished study there continues.")
    ] = None,
    figures: Annotated[bool, typer.Option("--figures", help="Draw figures into --out.")] = False,
    each: Annotated[
        bool, typer.Option("--each", help="Also draw figures for every move number.")
    ] = False,
    by_move: Annotated[
        bool, typer.Option("--by-move", help="A line per move number instead of one for all.")
    ] = False,
    gain: Annotated[
        bool, typer.Option("--gain", help="What each ranker adds to the first, with an interval.")
    ] = False,
    phases: Annotated[
        bool, typer.Option("--phases", help="Also by opening, middle game and endgame.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """How well does a ranker predict the moves that were played?"""
    from gokan.batch.parts import need_form
    from gokan.cli.progress import ProgressLine
    from gokan.errors import InvalidInput
    from gokan_lab.study import Collection
    from gokan_lab.study import predict as run
    from gokan_lab.study.figures import need_figures
    from gokan_lab.study.rankers import ranker as find

    figures = figures or each
    if figures and out is None:
        raise InvalidInput("Figures need a folder: give one with --out.")
    if out is not None:
        need_form("parquet")
    if figures:
        need_figures()
    first, last = move_range(moves)
    names = list(dict.fromkeys(ranker or ["seds"]))
    for name in names:
        find(name)
    collection = Collection(file)
    found: list[Prediction] = []
    place = _Place(Path(out) if out is not None else _cache(), keep=out is not None)
    for name in names:
        prediction = run(
            collection,
            ranker=name,
            moves=(first, last),
            limit=limit,
            workers=workers,
            cluster=cluster,
            data=place.named(name),
            form="parquet" if out is not None else "jsonl",
            progress=ProgressLine(name, "games"),
        )
        found.append(prediction)
        if out is not None:
            prediction.write(Path(out))
    if figures and out is not None:
        from gokan_lab.study.figures import draw_each_move, draw_figures
        from gokan_lab.study.tables import file_name

        what = f", move {first}" if first == last else f", moves {first} to {last}"
        draw_figures(found, Path(out), what=what)
        for prediction in found if each else ():
            draw_each_move(prediction, Path(out) / f"{file_name(prediction.ranker)}.moves")
    if by_move:
        _report_by_move(found, json)
    else:
        _report(found, json)
    if (gain or phases) and not json:
        _report_more(found, gain, phases)
    place.clear()  # only now: a stop before the last ranker's end loses nothing


@study.command()
def moves(
    file: Games,
    out: Annotated[str, typer.Option(help="The folder of the data set.")],
    last: Annotated[int, typer.Option(help="Up to this move of each game.")] = 400,
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; one per core if omitted.")] = None,
    cluster: Cluster = None,
    form: Annotated[str, typer.Option(help="parquet or jsonl.")] = "parquet",
) -> None:
    """Every move and what it costs, as the network sees it at a glance: a data set to ask."""
    from gokan_lab.study import census

    _into(census.moves(last=last), file, out, limit, workers, cluster, form)


@study.command()
def blocks(
    file: Games,
    out: Annotated[str, typer.Option(help="The folder of the data set.")],
    at: Annotated[int, typer.Option(help="After so many moves.")] = 100,
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; one per core if omitted.")] = None,
    cluster: Cluster = None,
    form: Annotated[str, typer.Option(help="parquet or jsonl.")] = "parquet",
) -> None:
    """Every block at one move, its liberties and eyes, and whether it dies: a data set to ask."""
    from gokan_lab.study import census

    _into(census.blocks(at=at), file, out, limit, workers, cluster, form)


@study.command()
def own(
    name: Annotated[str, typer.Argument(metavar="STUDY", help="module:attribute, or its name.")],
    file: Games,
    out: Annotated[str, typer.Option(help="The folder of the data set.")],
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; one per core if omitted.")] = None,
    cluster: Cluster = None,
    form: Annotated[str, typer.Option(help="parquet or jsonl.")] = "parquet",
) -> None:
    """Run a study of your own over games: a data set to ask."""
    from gokan_lab.study.own import job

    _into(job(name), file, out, limit, workers, cluster, form)


def _into(
    job: Job,
    file: str,
    out: str,
    limit: int | None,
    workers: int | None,
    cluster: str | None,
    form: str,
) -> None:
    """Run a job over games into a data set; Ctrl-C keeps what is finished."""
    from gokan.batch import games, run
    from gokan.batch.parts import as_form
    from gokan.cli.progress import ProgressLine
    from gokan.stopping import stopping

    items = games(file, limit=limit)
    with stopping("stopping; what is finished is kept") as stopped:
        data = run(
            job,
            items,
            out,
            workers=workers,
            cluster=cluster,
            form=as_form(form),
            progress=ProgressLine(job.name, "games"),
            stopped=stopped,
        )
    for item in data.items():
        if item["error"] is not None:
            typer.echo(f"skipped {item['id']}: {item['error']}", err=True)
    if not data.manifest.complete:
        typer.echo("gokan: stopped; the same command continues from here.", err=True)
        raise typer.Exit(130)
    many = "1 game" if data.manifest.items == 1 else f"{data.manifest.items} games"
    typer.echo(f"written: {out}, {many}, {data.manifest.failed} failed")


@study.command()
def sql(
    dataset: Annotated[str, typer.Argument(help="The folder of a data set, such as --out makes.")],
    question: Annotated[str, typer.Argument(help="A SELECT over the tables rows and items.")],
    anything: Annotated[
        bool, typer.Option("--anything", help="Allow other files, the network and settings.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Ask a data set a question in SQL."""
    from gokan.batch.sql import ask

    found = ask(dataset, question, anything=anything)
    typer.echo(json_format.dumps(found.to_dicts(), default=str) if json else str(found))


def _report_more(found: list[Prediction], gain: bool, phases: bool) -> None:
    from gokan_lab.study.joined import by_phase
    from gokan_lab.study.joined import gain as compare

    for prediction in found if phases else ():
        for name, positions, first, ten in by_phase(prediction):
            typer.echo(
                f"{prediction.ranker:20} {name:12} {positions:9} {first:5.1f} % {ten:5.1f} %"
            )
    for prediction in found[1:] if gain else ():
        for top in (1, 10):
            typer.echo(compare(found[0], prediction, top=top).explain())


def _report(found: list[Prediction], json: bool) -> None:
    tell_skipped(found)
    summaries = [prediction.summary() for prediction in found]
    if json:
        typer.echo(json_format.dumps(summaries[0] if len(found) == 1 else {"rankers": summaries}))
        return
    typer.echo(
        f"{'ranker':20} {'positions':>9} {'top 1':>6} {'top 5':>6} {'top 10':>6} "
        f"{'rank':>6} {'50 %':>6} {'85 %':>6} {'95 %':>6} {'ms':>7}"
    )
    for summary in summaries:
        if not summary["positions"]:
            typer.echo(f"{summary['ranker']:20} {0:9}  (no such moves)")
            continue
        kept = summary["survival"]
        typer.echo(
            f"{summary['ranker']:20} {summary['positions']:9} {summary['top1']:6.1f} "
            f"{summary['top5']:6.1f} {summary['top10']:6.1f} {summary['mean_rank']:6.1f} "
            f"{kept['50']:6.1f} {kept['85']:6.1f} {kept['95']:6.1f} "
            f"{summary['ms_per_position']:7.3f}"
        )
    typer.echo(
        "Top k, and survival if the worst 50, 85, 95 % are dropped, in percent; ties averaged."
    )


def _report_by_move(found: list[Prediction], json: bool) -> None:
    tell_skipped(found)
    if json:
        tables = [{"ranker": each.ranker, "moves": each.by_move()} for each in found]
        typer.echo(json_format.dumps(tables[0] if len(found) == 1 else {"rankers": tables}))
        return
    for prediction in found:
        typer.echo(f"{prediction.ranker}\n move positions  top 1   50 %   85 %")
        if not prediction.positions:
            typer.echo(f"{'':5} {0:9}  (no such moves)")
        for row in prediction.by_move():
            kept = row["survival"]
            typer.echo(
                f"{row['move']:5} {row['positions']:9} {row['top1']:6.1f} "
                f"{kept['50']:6.1f} {kept['85']:6.1f}"
            )


class _Place:
    """Where the data sets of studies are: for every question a folder, which is kept or not."""

    def __init__(self, folder: Path | None, *, keep: bool) -> None:
        self.folder, self.keep = folder, keep
        self.made: list[Path] = []

    def named(self, ranker: str) -> Callable[[Manifest], Path] | None:
        """Names the folder for a ranker, where anything can be written."""
        from gokan_lab.study.tables import file_name

        place = self.folder
        if place is None:
            return None

        def name(manifest: Manifest) -> Path:
            self.made.append(place / f"{file_name(ranker)}.{manifest.key[:12]}")
            return self.made[-1]

        return name

    def clear(self) -> None:
        """After the end."""
        for folder in () if self.keep else self.made:
            shutil.rmtree(folder, ignore_errors=True)


def _cache() -> Path | None:
    """Where unfinished studies wait, or None where nothing can be written."""
    root = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        folder = Path(root).expanduser() / "gokan" / "study"
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        pass
    typer.echo(
        f"{root} cannot be written: if the study is stopped, it will have to start over.", err=True
    )
    return None
