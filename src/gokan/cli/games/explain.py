"""`gokan explain`: why this move, and what else was there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gokan.cli.options import AsJson, GameNumber, Output
from gokan.cli.records import SOURCE, mention_others, read_game
from gokan.cli.writing import as_json, chosen_format, write, write_picture
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gokan.explain import Explanation
    from gokan.explain.reviews.answer import Review
    from gokan.go import Game, Position
    from gokan.play.tree.answer import Search

_FORMATS = ("text", "json", "svg", "png", "html")


def explain(
    file: Annotated[str, typer.Argument(metavar="GAME", help=SOURCE)],
    move: Annotated[
        int | None, typer.Option(help="Which move of the game; the last if omitted.")
    ] = None,
    instead: Annotated[
        str | None, typer.Option(help="Ask about this point instead: why not here?")
    ] = None,
    most: Annotated[int, typer.Option(help="At most this many sentences.")] = 5,
    level: Annotated[
        str, typer.Option(help="How much to read: quick, tactics, usual or deep.")
    ] = "usual",
    visits: Annotated[
        int, typer.Option(help="Search this many positions first to see what moves are worth.")
    ] = 0,
    review: Annotated[
        Path | None,
        typer.Option(
            help="A review of this game (NAME.review.json), to quote its searches; one that was "
            "made here is found by itself."
        ),
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Do not look for a review of this game.")
    ] = False,
    time: Annotated[float, typer.Option(help="Seconds for solving a problem.")] = 10.0,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every claim again in an independent way.")
    ] = False,
    game: GameNumber = 1,
    format: Annotated[str | None, typer.Option(help="text, json, svg, png or html.")] = None,
    json: AsJson = False,
    output: Output = None,
) -> None:
    """Explain a move with reasons that can be checked.

    A record without moves is a life-and-death problem: its solution is explained.
    """
    from gokan import explain as room
    from gokan.explain.scene import LEVELS

    kind = chosen_format(format, json, output, _FORMATS)
    found, games = read_game(file, game, salvage=True)
    mention_others(file, game, games)
    for warning in found.warnings:
        print(f"gokan: note: {warning}", file=sys.stderr)
    if level not in LEVELS:
        raise InvalidInput(f"--level is {level!r} but must be one of {', '.join(LEVELS)}.")
    account = None
    if not found.moves() and move is None:
        account = _problem(found, instead, time, most)
    if account is None:
        position, point, played = _question(found, move, instead)
        account = room.move(
            position,
            point,
            search=_quoted(review, found, position, point, move, look=not (no_cache or visits))
            or _search(position, visits),
            most=most,
            level=level,
            before=[m for _, m in found.moves()][: position.move_number],
            instead_of=played,
        )
    if verify:
        _verify(account, json=kind == "json")
        return
    if kind == "json":
        write(as_json(account.to_dict()) + "\n", output)
    elif kind == "text":
        write(account.explain() + "\n", output)
    elif kind == "html":
        write(_page(account), output)
    else:
        write_picture(account.draw(), kind, output)


def _problem(game: Game, instead: str | None, seconds: float, most: int) -> Explanation | None:
    """The account of a problem; None where a move is asked about on a board that poses none."""
    from gokan import explain as room

    position = game.position(0)
    try:
        return room.problem(position, seconds=seconds, most=most, instead=instead)
    except InvalidInput:
        if instead is None:
            raise
        return None


def _question(
    game: Game, move: int | None, instead: str | None
) -> tuple[Position, int, int | None]:
    """The position before the move, the point to explain, and the move it would replace."""
    from gokan.go import PASS

    moves = game.moves()
    number = len(moves) if move is None else move
    if instead is not None and not moves and number == 0:
        position = game.position(0)
        return position, position.point(instead), None
    if not 1 <= number <= len(moves):
        raise InvalidInput(f"The game has moves 1 to {len(moves)}, so there is no move {number}.")
    color, played = moves[number - 1]
    position = game.position(number - 1)
    if position.to_play != color:
        position = position.with_to_play(color)
    if instead is not None:
        return position, position.point(instead), None if played == PASS else played
    if played == PASS:
        raise InvalidInput(f"Move {number} is a pass; use --instead to ask about a point.")
    return position, played, None


def _search(position: Position, visits: int) -> Search | None:
    from gokan.checks import whole
    from gokan.play import search

    whole("number of visits", visits, 0, 1_000_000)
    return search(position, visits=visits) if visits else None


def _quoted(
    file: Path | None,
    game: Game,
    position: Position,
    point: int,
    number: int | None,
    *,
    look: bool,
) -> Search | None:
    """What a review searched here at length: the one that was named, else the deepest that is kept.
    None where it did not.
    """
    from gokan.explain.reviews.ledger import quoted

    played = game.moves()
    vertices = [position.vertex(one) for _, one in played]
    at = len(played) if number is None else number
    if not played or not at:
        return None
    if file is not None:
        from gokan.cli.games.review_files import read_review

        search = quoted(read_review(file), position, at, vertices, point)
        if search is None:
            vertex = position.vertex(point)
            print(
                f"gokan: note: the review did not search {vertex} at length there",
                file=sys.stderr,
            )
    else:
        searches = (quoted(one, position, at, vertices, point) for one in _kept(game, look))
        search = next((one for one in searches if one is not None), None)
    if search is not None:
        seen = "numbers of the review" if file is not None else "seen deeper in the review"
        print(f"gokan: note: {seen}, {search.visits} visits each", file=sys.stderr)
    return search


def _kept(game: Game, look: bool) -> Iterator[Review]:
    """The reviews of this record that are kept here, the deepest first."""
    from gokan.explain.reviews.ledger import kept_review
    from gokan.explain.reviews.reviewing import kept_as
    from gokan.play.tree.kept import any_kept

    if not look or not any_kept():
        return
    for level in ("deep", "usual", "quick"):
        name = kept_as(game, level=level)
        found = None if name is None else kept_review(name)
        if found is not None:
            yield found


def _verify(account: Explanation, *, json: bool) -> None:
    """Print what came of every claim; exit status 1 if one does not hold."""
    from gokan.explain.verifying.second import verify

    checked = verify(account.position, account.claims, level=account.level)
    width, height = account.position.width, account.position.height
    if json:
        from json import dumps

        found = [
            {**one.claim.to_dict(width, height), "verdict": one.verdict, "how": one.how}
            for one in checked
        ]
        typer.echo(dumps({"claims": found}, indent=2, ensure_ascii=False))
    else:
        from gokan.explain.words import sentence

        for one in checked:
            said = sentence(one.claim, account.position)
            typer.echo(f"{one.verdict}: {said.text} ({said.certainty}; {one.how})")
    if any(one.verdict == "fails" for one in checked):
        raise typer.Exit(1)


def _page(account: Explanation) -> str:
    """One page without a script: the board and the sentences."""
    from gokan.pages import Leaf, leaflet

    side = str(account.position.to_play).capitalize()
    picture = str(account.draw(caption=None, theme="auto"))
    return leaflet(
        f"Why {side} {account.position.vertex(account.move)}?", [Leaf("", picture, account.lines())]
    )
