"""`gokan study misses`, `parameters` and `solutions`: Wolf's sections VII-C, VI-E and VI-A."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.cli.options import Cluster

if TYPE_CHECKING:
    from gokan_lab.study import Prediction

Games = Annotated[
    str,
    typer.Argument(help="A folder or an archive of SGF files, a .jsonl, a .tsv.gz."),
]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable.")]


def worst(
    file: Games,
    ranker: Annotated[str, typer.Option(help="Its name.")] = "seds",
    moves: Annotated[str, typer.Option(help="Move numbers, such as 50 or 1-400.")] = "1-400",
    count: Annotated[int, typer.Option(help="How many positions.")] = 20,
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; one per core if omitted.")] = None,
    cluster: Cluster = None,
    out: Annotated[str | None, typer.Option(help="Folder for a picture of each position.")] = None,
    json: Json = False,
) -> None:
    """Where does a ranker fail worst? The positions, with the moves that were played."""
    from gokan.cli.progress import ProgressLine
    from gokan.errors import InvalidInput
    from gokan.files import write_whole
    from gokan_lab.study import Collection, predict
    from gokan_lab.study import worst as find

    if count < 1:
        raise InvalidInput(f"The count must be at least 1, not {count}.")
    collection = Collection(file)
    prediction = predict(
        collection,
        ranker=ranker,
        moves=move_range(moves),
        limit=limit,
        workers=workers,
        cluster=cluster,
        progress=ProgressLine(ranker, "games"),
    )
    tell_skipped([prediction])
    found = find(collection, prediction, count=count)
    if out is not None:
        from gokan import draw

        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        for place, item in enumerate(found, 1):
            title = f"{item.game}, move {item.number}: {item.move}"
            marks: dict[int | str, str] = {item.move: "circle"}
            picture = draw.board(item.position, title=title, marks=marks)
            write_whole(folder / f"worst{place:03}.svg", f"{picture}\n".encode())
    if json:
        rows = [item.to_dict() for item in found]
        typer.echo(json_format.dumps({"ranker": ranker, "worst": rows}))
        return
    for item in found:
        typer.echo(str(item))
    if not found:
        typer.echo("No game has such moves.")
        return
    kinds = [item.kind for item in found]
    told = (f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    typer.echo(f"Of these {len(found)} of {prediction.positions}: {', '.join(told)}.")


def parameters(
    file: Games,
    move: Annotated[int, typer.Option(help="The move number to predict.")] = 50,
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = 400,
    queue: Annotated[
        bool, typer.Option("--queue", help="The paper's order: undamped, unit after unit.")
    ] = False,
    out: Annotated[str | None, typer.Option(help="An SVG file for the plot.")] = None,
    json: Json = False,
) -> None:
    """How much do the two parameters of Wolf's system matter, for quality and for time?"""
    from gokan_lab.study import parameters as run
    from gokan_lab.study.figures import need_figures

    if out is not None:
        need_figures()  # said before the work, not after it

    def tell(done: int, total: int) -> None:
        print(f"{done} of {total} pairs", file=sys.stderr, flush=True)

    found = run(file, move=move, limit=limit, queue=queue, progress=tell)
    if out is not None:
        found.draw(Path(out))
    if json:
        typer.echo(json_format.dumps(found.to_dict()))
        return
    typer.echo(f"{found.positions} positions at move {move}: survival at 85 %, time of a ranking")
    typer.echo(found.table())


def solutions(
    file: Games,
    move: Annotated[
        list[int] | None, typer.Option(help="The move number; may be given several times.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = 100,
    starts: Annotated[int, typer.Option(help="How many starts for each.")] = 8,
    static_life: Annotated[
        bool, typer.Option("--static-life", help="Keep what is certainly alive at strength 1.")
    ] = False,
    json: Json = False,
) -> None:
    """How many solutions does Wolf's system have besides the extreme ones?"""
    from gokan_lab.study import solutions as run

    rows = []
    for number in move or [50]:
        for raised in (False, True):
            found = run(
                file,
                move=number,
                limit=limit,
                starts=starts,
                raise_last_liberty=raised,
                static_life=static_life,
            )
            rows.append(found)
            print(f"move {number} done", file=sys.stderr, flush=True)
    if json:
        typer.echo(json_format.dumps([row.to_dict() for row in rows]))
        return
    typer.echo("move  raise  positions    one  several (start only)  neutral  unsettled")
    for row in rows:
        typer.echo(
            f"{row.move:4}  {'on' if row.raise_last_liberty else 'off':>5}  {row.positions:9}  "
            f"{row.one:5}  {row.several:7} {row.start_only:12}  {row.neutral:7}  {row.unsettled:9}"
        )


def tell_skipped(found: Sequence[Prediction]) -> None:
    """The games that could not be read or played, and why, on stderr."""
    for prediction in found:
        for name, why in prediction.bad_games:
            typer.echo(f"skipped {name}: {why}", err=True)


def move_range(text: str) -> tuple[int, int]:
    """Move numbers as they are written: 50, or 1-400."""
    from gokan.errors import InvalidInput

    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        raise InvalidInput(f"{text!r} is not a range of move numbers; try 50 or 1-400.") from None
