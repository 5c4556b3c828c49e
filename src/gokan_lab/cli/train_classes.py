"""`gokan train classes`: level-2 classes learned from games, and weights to choose moves by."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.errors import GokanError, InvalidInput

if TYPE_CHECKING:
    from gokan_lab.classes.counting import Record

_SECONDS_BETWEEN_REPORTS = 2.0


def classes(
    games: Annotated[str, typer.Argument(help="Games: a folder, a bundle, a .jsonl, a .tsv.gz.")],
    output: Annotated[str, typer.Argument(help="A folder; an interrupted run is continued.")],
    number: Annotated[int, typer.Option(help="Classes to keep, the best first.")] = 250,
    limit: Annotated[int | None, typer.Option(help="Only this many games, from the first.")] = None,
    outcomes: Annotated[int, typer.Option(help="How many counted games to read at the end.")] = 200,
    seed: Annotated[int, typer.Option(help="Another seed, another order of the games.")] = 1,
    weights: Annotated[bool, typer.Option(help="Also fit weights to choose moves by.")] = True,
    threads: Annotated[int, typer.Option(help="Threads for fitting weights.")] = 1,
) -> None:
    """Learn classes of level 2 from games: recurring formations, their order and next steps."""
    from gokan.files import write_whole
    from gokan.shape.learn.opening import BOOK, learn_book
    from gokan.shape.learn.ranking import MODEL
    from gokan_lab.classes.counting import Plan
    from gokan_lab.classes.learning import check, learn, save
    from gokan_lab.classes.report import page
    from gokan_lab.classes.weighing import WeightPlan, fit

    folder = Path(output)
    if outcomes < 0 or threads < 1:
        raise InvalidInput("--outcomes must be 0 or more, --threads 1 or more.")
    records = read_games(games, limit)
    say = _Say()
    library = learn(
        records, Plan(classes=number, seed=seed), folder=folder, outcomes=outcomes, say=say
    )
    save(library, folder)
    missed = check(library)
    page(library, folder)
    write_whole(folder / BOOK, learn_book(r.moves for r in records).text().encode())
    if weights:
        model = fit(
            [r.moves for r in records],
            WeightPlan(seed=seed, threads=threads, least=max(2, min(12, len(records) // 200))),
            known=library.codes,
            told=lambda n, done, loss, first: say(
                f"weights, pass {n + 1}: {done} games, loss {loss:.3f}, first {100 * first:.1f} %"
            ),
        )
        write_whole(folder / MODEL, model.save())
    say.end()
    again = sum(bool(c.again) for c in library.classes)
    typer.echo(f"{len(library.classes)} classes from {len(records)} games in {folder}")
    typer.echo(f"generated and recognised again: all but {len(missed)} of those drawn")
    typer.echo(f"{again} of them are classes that were made by hand before")


def read_games(path: str, limit: int | None = None) -> list[Record]:
    """Games on 19x19 without handicap, Black first, as the learner reads them."""
    from itertools import islice

    from gokan.go.collection import Collection
    from gokan_lab.classes.counting import Record

    found = []
    for record in islice(iter(Collection(path)), limit):
        try:
            replay = record.replay()
        except GokanError:
            continue
        alternate = all(color == 1 + n % 2 for n, (color, _) in enumerate(replay.moves))
        if replay.start.width != 19 or any(replay.start.board) or not alternate:
            continue
        moves = "".join(
            ".." if m < 0 else chr(97 + m % 19) + chr(97 + m // 19) for _, m in replay.moves
        )
        found.append(Record(record.name, moves, is_counted(replay.result)))
    if not found:
        raise InvalidInput(f"There are no games on 19x19 without handicap in {path}.")
    return found


def is_counted(result: str) -> bool:
    """Whether a game was played to the end and counted.

    >>> is_counted("B+3.5"), is_counted("W+R"), is_counted("")
    (True, False, False)
    """
    return len(result) > 2 and result[1] == "+" and result[2].isdigit()


class _Say:
    """Progress on the error stream, one line that is written over."""

    def __init__(self) -> None:
        self.last = 0.0

    def __call__(self, words: str) -> None:
        now = time.monotonic()
        if now - self.last > _SECONDS_BETWEEN_REPORTS:
            self.last = now
            sys.stderr.write(f"\r{words:70}")
            sys.stderr.flush()

    def end(self) -> None:
        sys.stderr.write("\n" if self.last else "")
