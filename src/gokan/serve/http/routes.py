"""What can be asked under `/api/v1`. Each route is thin: a message in, a message out."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import StringConstraints

from gokan import __version__
from gokan.errors import InvalidInput
from gokan.go.rules import RULE_SETS
from gokan.play.players import PLAYERS
from gokan.play.players.levels import LEVELS
from gokan.play.players.ranks import rank_of
from gokan.play.session import Session
from gokan.play.tree.analysis import Analysis
from gokan.reading.budget import Cancel
from gokan.serve import messages, views
from gokan.serve.desk import Rank, Ticket
from gokan.serve.groups import every_group, lens, one_group
from gokan.serve.http.export import archive, pieces
from gokan.serve.questions import along, try_move
from gokan.serve.records import bytes_of
from gokan.serve.reviews import record_of
from gokan.serve.store import Seat
from gokan.serve.store.places import following, place_keys

if TYPE_CHECKING:
    from gokan.serve.http.app import Workbench

__all__ = ["router"]

_FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.Failure} for status in (400, 401, 403, 404, 409, 413, 415, 422, 503)
}
T = TypeVar("T")
_LIST = 50
Id = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]

router = APIRouter(prefix="/api/v1", responses=_FAILURES)


def workbench(request: Request) -> Workbench:
    """The server that was asked."""
    found: Workbench = request.app.state.workbench
    return found


Bench = Annotated[Any, Depends(workbench)]

# --- access -----------------------------------------------------------------------------------


@router.get("/session")
async def read_session(request: Request, bench: Bench) -> messages.Access:
    """Is this browser let in?"""
    headers = dict(request.scope["headers"])
    told = {name: value.decode("latin-1") for name, value in headers.items()}
    return messages.Access(open=bench.guard.is_open(told), version=__version__)


@router.post("/session")
async def open_session(ask: messages.Key, response: Response, bench: Bench) -> messages.Access:
    """Let this browser in, if it knows the key: it is given a cookie."""
    fits = bench.guard.knows(ask.key)
    if fits:
        response.headers["set-cookie"] = bench.guard.cookie
    return messages.Access(open=fits, version=__version__)


@router.get("/players")
async def read_players() -> messages.Players:
    """Everybody to play against, and the rules there are."""
    levels = [
        f"{rank.explain() if (rank := rank_of(number)) else 'no rank yet'}; {level.explain()}"
        for number, level in LEVELS.items()
    ]
    players = [
        messages.PlayerInfo(
            name=name, about=_plain(about), levels=levels if name == "gokan" else []
        )
        for name, (_, about) in PLAYERS.items()
    ]
    return messages.Players(players=players, rules=list(RULE_SETS))


# --- games ------------------------------------------------------------------------------------


@router.get("/games")
async def list_games(
    bench: Bench,
    before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    search: Annotated[str, Query(max_length=200)] = "",
    kind: messages.Kind | None = None,
    winner: messages.Side | None = None,
) -> messages.GameList:
    """Games, the last changed first; `before` goes on from the last one of the list before.

    `search` are words of which each stands among the names, the event, the date, the result or
    the file's name.
    """
    found = await bench.reach(
        bench.store.games,
        limit=_LIST + 1,
        before=before,
        search=search,
        kind=kind or "",
        winner=winner[0].upper() if winner else "",
    )
    games = [views.summary(kept) for kept in found[:_LIST]]
    count = await bench.reach(bench.store.count_games)
    return messages.GameList(games=games, more=len(found) > _LIST, all=count)


@router.post("/games")
async def create_game(ask: messages.NewGame, bench: Bench) -> messages.GameState:
    """Begin a game; a program that moves first begins to think."""
    black, white = _seat(ask.black), _seat(ask.white)
    if not (black.is_person or white.is_person):
        raise InvalidInput("One of the players must be a person; 'gokan match' plays the rest.")
    session = Session.new(ask.size, rules=ask.rules, komi=ask.komi, handicap=ask.handicap)
    return views.game_state(await bench.games.create(session, black, white, request=ask.request))


@router.post("/records")
async def open_record(ask: messages.Upload, bench: Bench) -> messages.GameState:
    """Open a game record (SGF). One that the library has already is opened there."""
    data = await asyncio.to_thread(bytes_of, ask.sgf)
    [brought] = await bench.imports.take([(ask.name, data)])
    if not brought.games:
        raise InvalidInput(brought.trouble)
    return views.game_state(await bench.games.table(brought.games[0]))


@router.post("/imports")
async def bring_files(ask: messages.ImportAsk, bench: Bench) -> messages.Imported:
    """Put the games of files into the library; a file that cannot be read does not hold up the
    others, and what is wrong with it is told.
    """
    brought = await bench.imports.take(_content(ask.files))
    return messages.Imported(files=[views.imported(one) for one in brought])


@router.get("/imports")
async def read_folders(bench: Bench) -> list[messages.Folder]:
    """How far the folders are that `gokan serve` was given."""
    return [*bench.imports.folders]


@router.get("/library.zip", response_class=StreamingResponse)
async def export_library(bench: Bench) -> StreamingResponse:
    """Everything in one archive: records, reviews, problems, and a list of them."""
    file = await archive(bench.store, bench.reach)
    headers = {"content-disposition": 'attachment; filename="gokan-library.zip"'}
    return StreamingResponse(pieces(file), media_type="application/zip", headers=headers)


@router.post("/library/seen")
async def seen_before(ask: messages.LibraryAsk, bench: Bench) -> messages.LibrarySeen:
    """The other games in which a position arose, and what was played there."""
    session = (await bench.games.table(ask.game)).session
    position = along(session, ask.at, ask.line)
    [key] = place_keys([position])
    found = await bench.reach(bench.store.seen, key, but=ask.game)
    return views.seen(position, found, following(position) if found.moves else {})


@router.get("/games/{id}")
async def read_game(id: Id, bench: Bench) -> messages.GameState:
    """A game as it stands."""
    return views.game_state(await bench.games.table(id))


@router.delete("/games/{id}", status_code=204)
async def delete_game(id: Id, bench: Bench) -> None:
    """Remove a game and its reviews."""
    await bench.games.delete(id)


@router.post("/games/{id}/actions")
async def act(id: Id, ask: messages.Action, bench: Bench) -> messages.GameState:
    """Play, take back, resign, mark dead stones, agree, or go on."""
    table = await bench.games.act(
        id, request=ask.request, revision=ask.revision, do=ask.do, vertex=ask.vertex
    )
    return views.game_state(table)


@router.get("/games/{id}/sgf", response_class=Response)
async def read_sgf(id: Id, bench: Bench) -> Response:
    """The game as a record."""
    game = await bench.reach(record_of, bench.store, id)
    return Response(
        game.to_sgf(),
        media_type="application/x-go-sgf",
        headers={"content-disposition": f'attachment; filename="gokan-{id}.sgf"'},
    )


@router.post("/games/{id}/try")
async def try_here(id: Id, ask: messages.TryAsk, request: Request, bench: Bench) -> messages.Tried:
    """What a move would be worth, what answers it, and why."""
    session = (await bench.games.table(id)).session
    along(session, ask.at, ask.line)  # refused before it waits
    return await _asked(
        bench,
        request,
        lambda ticket: try_move(bench.analyst, session, ask, stop=ticket.stopped),
    )


@router.post("/games/{id}/groups")
async def read_groups(
    id: Id, ask: messages.PlaceAsk, request: Request, bench: Bench
) -> messages.Groups:
    """What is true of every group of a position."""
    session = (await bench.games.table(id)).session
    along(session, ask.at, ask.line)
    cancel = Cancel()
    return await _asked(
        bench, request, lambda ticket: every_group(session, ask, cancel), cancel.set
    )


@router.post("/games/{id}/group")
async def read_group(
    id: Id, ask: messages.StoneAsk, request: Request, bench: Bench
) -> messages.GroupTold:
    """What is true of the group of a stone, what that rests on, and the lines behind it."""
    session = (await bench.games.table(id)).session
    along(session, ask.at, ask.line)
    cancel = Cancel()
    return await _asked(bench, request, lambda ticket: one_group(session, ask, cancel), cancel.set)


@router.post("/games/{id}/practise")
async def practise_group(id: Id, ask: messages.PractiseAsk, bench: Bench) -> messages.ProblemState:
    """A problem about the group of a stone, to play against the best resistance."""
    table = await bench.games.table(id)
    along(table.session, ask.at, ask.line)
    found: messages.ProblemState = await bench.problems.add_group(table.kept, table.session, ask)
    return found


@router.post("/games/{id}/lens")
async def read_lens(id: Id, ask: messages.LensAsk, bench: Bench) -> messages.LensTold:
    """What a sense sees of the whole board."""
    position = along((await bench.games.table(id)).session, ask.at, ask.line)
    ticket = bench.desk.submit(Rank.QUESTION, lambda ticket: lens(position, ask.lens))
    found: messages.LensTold = await asyncio.wrap_future(ticket.future)
    return found


# --- reviews ----------------------------------------------------------------------------------


@router.post("/games/{id}/reviews")
async def begin_review(id: Id, ask: messages.ReviewAsk, bench: Bench) -> messages.ReviewInfo:
    """Have a game reviewed in the background; events tell how it gets on."""
    table = await bench.games.table(id)
    if not table.session.turns:
        raise InvalidInput("The game has no moves to review.")
    info: messages.ReviewInfo = await bench.reviews.begin(id, ask.level)
    return info


@router.get("/games/{id}/reviews")
async def list_reviews(id: Id, bench: Bench) -> messages.ReviewList:
    """The reviews of a game, the latest first."""
    return messages.ReviewList(reviews=await bench.reviews.of(id))


@router.get("/reviews")
async def list_all_reviews(bench: Bench) -> messages.ReviewList:
    """Every review, the latest first."""
    return messages.ReviewList(reviews=await bench.reviews.of(""))


@router.get("/reviews/{id}", response_class=Response)
async def read_review(id: Id, bench: Bench) -> Response:
    """What a review says so far: the JSON of `gokan review --json`."""
    return Response(await bench.reviews.answer(id), media_type="application/json")


@router.post("/reviews/{id}/stop")
async def stop_review(id: Id, bench: Bench) -> messages.ReviewInfo:
    """Leave a review as it is."""
    info: messages.ReviewInfo = await bench.reviews.stop(id)
    return info


@router.post("/reviews/{id}/mistakes")
async def practise_mistakes(
    id: Id, ask: messages.MistakesAsk, bench: Bench
) -> messages.MistakesAdded:
    """Make problems of one side's mistakes, those of four points and more."""
    found: messages.MistakesAdded = await bench.problems.add_mistakes(id, ask.color)
    return found


# --- problems ---------------------------------------------------------------------------------


@router.get("/problems")
async def problem_summary(bench: Bench) -> messages.ProblemSummary:
    """How one gets on with problems."""
    found: messages.ProblemSummary = await bench.problems.summary()
    return found


@router.post("/problems/next")
async def next_problem(ask: messages.ProblemNext, bench: Bench) -> messages.ProblemState:
    """A problem that is due, or a new one about as hard as one can bear."""
    found: messages.ProblemState = await bench.problems.next(ask.deck, skip=ask.skip or "")
    return found


@router.post("/problems/files")
async def bring_problems(ask: messages.ProblemFiles, bench: Bench) -> messages.ProblemsBrought:
    """Put the problems of files into the library; each is read when it is about to be asked."""
    found = await bench.problems.take(_content(ask.files))
    return messages.ProblemsBrought(files=found)


@router.get("/problems/unfit")
async def unfit_problems(bench: Bench) -> messages.UnfitList:
    """The problems that are not asked, and why."""
    found: messages.UnfitList = await bench.problems.unfit()
    return found


@router.get("/problems/{id}")
async def read_problem(id: Id, bench: Bench) -> messages.ProblemState:
    """A problem."""
    found: messages.ProblemState = await bench.problems.state(id)
    return found


@router.post("/problems/{id}/moves")
async def play_problem(id: Id, ask: messages.ProblemMove, bench: Bench) -> messages.ProblemAnswer:
    """Play a move: it is right, or wrong with its refutation, or the effort does not decide it."""
    found: messages.ProblemAnswer = await bench.problems.play(id, ask)
    return found


@router.post("/problems/{id}/show")
async def show_problem(id: Id, ask: messages.ProblemShow, bench: Bench) -> messages.ProblemShown:
    """A hint, or the moves that solve it."""
    found: messages.ProblemShown = await bench.problems.show(id, ask)
    return found


# --- live news --------------------------------------------------------------------------------


@router.get("/events", response_class=StreamingResponse)
async def events(bench: Bench) -> StreamingResponse:
    """Server-sent events for one tab: `hello` with the stream's name, then `game`, `look` and
    `review` with the messages GameState, Look and ReviewInfo.
    """
    stream = bench.streams.open()

    async def text() -> AsyncIterator[str]:
        try:
            async for piece in stream.text():
                yield piece
        finally:
            bench.streams.end(stream)

    return StreamingResponse(
        text(), media_type="text/event-stream", headers={"cache-control": "no-store"}
    )


@router.post("/streams/{id}/watch", status_code=204)
async def watch(id: Id, ask: messages.Watch, bench: Bench) -> None:
    """Say what a tab looks at: it is searched deeper and deeper until the tab looks elsewhere."""
    stream = bench.streams.stream(id)
    stream.look_away()
    stream.game = ask.game
    if ask.game is None:
        return
    table = await bench.games.table(ask.game)
    position = along(table.session, ask.at, ask.line)
    if ask.search and not position.is_over:
        bench.streams.watch(stream, position, to_look=_to_look(ask))


def _to_look(ask: messages.Watch) -> Callable[[Analysis, bool], messages.Look]:
    game, at, line = ask.game or "", ask.at, ask.line
    return lambda found, done: views.look(found, game=game, at=at, line=line, done=done)


async def _asked(
    bench: Workbench,
    request: Request,
    work: Callable[[Ticket[T]], T],
    stop: Callable[[], None] = lambda: None,
) -> T:
    """Have a question answered, unless the asker leaves."""
    ticket = bench.desk.submit(Rank.QUESTION, work)
    future = asyncio.wrap_future(ticket.future)
    while not future.done():
        await asyncio.wait([future], timeout=0.25)
        if ticket.stopped() or await request.is_disconnected():
            ticket.cancel()
            stop()
            break
    return await future


def _content(files: list[messages.ImportFile]) -> list[tuple[str, bytes]]:
    try:
        return [(one.name, base64.b64decode(one.data, validate=True)) for one in files]
    except ValueError:
        raise InvalidInput("Send what is in the files in Base64.") from None


def _plain(about: str) -> str:
    """Without the options that a command line has.

    >>> _plain("the network's first choice (temperature=0)")
    "the network's first choice"
    """
    return about.partition(" (")[0]


def _seat(ask: messages.SeatAsk) -> Seat:
    if ask.player != "person" and ask.player not in PLAYERS:
        raise InvalidInput(f"There is no player called {ask.player!r}.")
    level = ask.level if ask.player == "gokan" else 0
    return Seat(ask.player, level, ask.name.strip() if ask.player == "person" else "")
