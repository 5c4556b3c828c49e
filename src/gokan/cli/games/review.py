"""`gokan review`: an explained review of a game, or of a folder of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.cli.options import GameNumber

if TYPE_CHECKING:
    from gokan.explain.reviews.answer import Review
    from gokan.go import Game


def review(
    file: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game record (SGF), a folder of them, or - (stdin)."),
    ],
    level: Annotated[str, typer.Option(help="quick, usual or deep.")] = "usual",
    output: Annotated[
        str | None, typer.Option(help="The folder to write to; review/ if omitted.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Look closely at this side only: black or white.")
    ] = None,
    most: Annotated[
        int | None, typer.Option(help="Discuss at most this many moves in detail.")
    ] = None,
    numbers: Annotated[
        str,
        typer.Option(
            "--evaluator",
            "--numbers",
            help="What judges: search (the network), strength (no network), or auto.",
        ),
    ] = "auto",
    oracle: Annotated[
        str | None,
        typer.Option(
            help="Take the numbers from a program such as 'katago analysis ...'; "
            "the reasons are still Gokan's."
        ),
    ] = None,
    game: GameNumber = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue a review that was stopped.")
    ] = False,
    problems: Annotated[
        bool, typer.Option("--problems", help="Also write the mistakes as problems (SGF).")
    ] = False,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Neither use nor keep searches on disk.")
    ] = False,
    json: Annotated[
        bool,
        typer.Option("--json", help="Print the review as JSON; write files only with --output."),
    ] = False,
) -> None:
    """Review a game: what mattered, what was better, and why; as a page, a record and JSON."""
    from gokan.cli.games.review_files import review_folder, review_one
    from gokan.cli.records import check_name, mention_others, read_game
    from gokan.errors import InvalidInput
    from gokan.explain.reviews.reviewing import LEVELS

    if level not in LEVELS:
        raise InvalidInput(f"--level is {level!r} but must be one of {', '.join(LEVELS)}.")
    if oracle is not None and numbers != "auto":
        raise InvalidInput("--oracle supplies the numbers, so it does not go with --evaluator.")
    check_name(file)
    folder = Path(file) if file != "-" and Path(file).is_dir() else None
    if folder is not None and json:
        raise InvalidInput("--json is for one game; a folder of reviews has a JSON file for each.")
    with _numbers(oracle, numbers, level) as source, _store(off=no_cache) as store:
        options = {"level": level, "player": player, "most": most, "numbers": source}
        options["store"] = store
        if folder is not None:
            out = Path(output or "review")
            if not review_folder(folder, out, resume=resume, problems=problems, **options):
                raise typer.Exit(130)
            return
        found, games = read_game(file, game, salvage=True)
        mention_others(file, game, games)
        if not len(found):
            raise InvalidInput(
                f"{'stdin' if file == '-' else file} has no moves to review; 'gokan solve' and "
                "'gokan status' look at a position."
            )
        name = "stdin" if file == "-" else Path(file).stem + (f"-{game}" if game > 1 else "")
        target = None if json and output is None else Path(output or "review")
        answer = review_one(found, name, target, resume=resume, problems=problems, **options)
    _tell(answer, found, name, target, json)
    if not answer.complete:
        raise typer.Exit(130)


@contextmanager
def _numbers(oracle: str | None, numbers: str, level: str) -> Iterator[Any]:
    """The source of numbers; an outside program is ended when the review is."""
    if oracle is None:
        yield numbers
        return
    from gokan.explain.reviews.numbers import SearchNumbers
    from gokan.explain.reviews.reviewing import LEVELS
    from gokan.play.tree.oracle import OracleEvaluator

    with OracleEvaluator(oracle) as evaluator:
        yield SearchNumbers(evaluator, visits=LEVELS[level].visits, source="oracle")


@contextmanager
def _store(*, off: bool) -> Iterator[Any]:
    """The user's store of searches; None where it is not wanted."""
    if off:
        yield None
        return
    from gokan.play.tree.store_sqlite import SqliteStore

    store = SqliteStore()
    try:
        yield store
    finally:
        store.close()


def _tell(answer: Review, game: Game, name: str, folder: Path | None, json: bool) -> None:
    if json:
        from json import dumps

        typer.echo(dumps(answer.to_dict(), ensure_ascii=False))
        return
    for warning in answer.game["warnings"]:
        print(f"gokan: {warning}", file=sys.stderr)
    typer.echo(answer.explain())
    if folder is not None:
        typer.echo(f"written: {folder / name}.review.html, .sgf and .json")
    if not answer.complete:
        print("gokan: stopped; continue with the same command and --resume.", file=sys.stderr)
