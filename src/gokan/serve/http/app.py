"""The application behind `gokan serve`: the page, and `/api/v1` on the analyst and the store."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from gokan import __version__
from gokan.effort import Effort
from gokan.errors import GokanError
from gokan.go import Position
from gokan.play.tree.analysis import Analyst
from gokan.play.tree.analyst import SearchAnalyst
from gokan.play.tree.searching import SearchOptions
from gokan.serve import messages, views
from gokan.serve.desk import Desk, DeskFull, Rank, Ticket
from gokan.serve.games import Games, Table, WrongRevision
from gokan.serve.http import routes
from gokan.serve.http.access import Guard
from gokan.serve.http.static import Pages
from gokan.serve.imports import Imports
from gokan.serve.problems import Problems
from gokan.serve.records import EXAMPLE, add_records
from gokan.serve.reviews import Reviews
from gokan.serve.store import NotKept, Store, StoreFailed
from gokan.serve.streams import Streams

__all__ = ["Workbench"]

_TREES, _TREE_BYTES = 8, 64 << 20
_STARTED = "first start"
_USUAL_SIZES = (19, 9, 13)
_CODES = {400: "invalid", 401: "locked", 403: "forbidden", 404: "missing", 405: "invalid"}


class Workbench:
    """Everything of one running server; `asgi` is what a web server calls."""

    def __init__(
        self,
        store: Store,
        *,
        secret: str,
        port: int,
        analyst: Analyst | None = None,
        pages: Pages | None = None,
        example: bool = False,
        folders: Sequence[Path] = (),
        read: Callable[[messages.Folder], None] = lambda folder: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.desk = Desk()
        self.analyst = analyst or SearchAnalyst(
            options=SearchOptions(max_bytes=_TREE_BYTES), trees=_TREES
        )
        self.streams = Streams(self.desk, self.analyst)
        self._shelf = ThreadPoolExecutor(1, thread_name_prefix="gokan-store")
        self.games = Games(store, self.reach, self.desk, self._changed)
        self.reviews = Reviews(
            StoreOfThread(store, self._shelf),  # type: ignore[arg-type]
            self.reach,
            self.desk,
            self._reviewed,
        )
        self.imports = Imports(store, self.reach, self._importing, read)
        self._folders = tuple(folders)
        self.problems = Problems(store, self.reach, self.desk, clock, self.analyst)
        self.app = self._app(pages or Pages.built())
        self.guard = Guard(self.app, secret=secret, port=port)
        self.app.state.workbench = self
        self.asgi = self.guard
        self._closed = False
        self._example = example
        self._warms = analyst is None

    async def reach(self, work: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Do something with the store, in its own thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._shelf, partial(work, *args, **options))

    def hush(self) -> None:
        """End streams and searches, so that nobody waits for them."""
        self.streams.close()
        self.imports.close()
        self.games.close()
        self.desk.close(patience=0)

    def close(self, *, patience: float = 0.5) -> bool:
        """End streams, searches and reviews; what is known is kept. Whether all threads ended."""
        if self._closed:
            return True
        self._closed = True
        self.hush()
        home = self.desk.close(patience=patience)
        self._shelf.shutdown(wait=True)
        self.store.close()
        return home

    def _changed(self, table: Table) -> None:
        if not self._closed:
            state = views.game_state(table)
            self.streams.tell("game", state.id, state, game=state.id)

    def _importing(self, folder: messages.Folder) -> None:
        if not self._closed:
            self.streams.tell("folder", folder.name, folder)

    def _reviewed(self, info: messages.ReviewInfo) -> None:
        if not self._closed:
            self.streams.tell("review", info.id, info)

    def _app(self, pages: Pages) -> FastAPI:
        app = FastAPI(
            title="Gokan",
            version=__version__,
            description="The workbench's interface: games, live analysis and reviews.",
            openapi_url="/api/v1/openapi.json",
            docs_url=None,
            redoc_url=None,
            lifespan=self._lifespan,
        )
        app.include_router(routes.router)
        for kind, answer in (
            (GokanError, _gokan_error),
            (RequestValidationError, _unreadable),
            (HTTPException, _http_error),
        ):
            app.add_exception_handler(kind, answer)

        @app.get("/{path:path}", include_in_schema=False)
        async def page(path: str, request: Request) -> Response:
            if path.startswith("api/"):
                raise HTTPException(404, "There is no such page")
            return pages.response(path, dict(request.headers))

        return app

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(0.002)  # searches in threads let the loop have its turn soon
        if self._warms:
            self.desk.submit(Rank.LIVE, self._warm)
        await self.reviews.resume()
        if self._example:
            await self._first_start()
        self.imports.begin(self._folders)
        yield

    def _warm(self, ticket: Ticket[None]) -> None:
        """Prepare the network for the usual boards, before somebody waits for a first look."""
        for size in _USUAL_SIZES:
            if ticket.stopped() or self.desk.is_wanted(Rank.LIVE):
                return
            self.analyst.analyse(Position.empty(size), Effort(1, 0), stop=ticket.stopped)

    async def _first_start(self) -> None:
        """A new library begins with a game that is reviewed, to see what there is."""
        if not await self.reach(self.store.setting, _STARTED):
            names = await self.reach(add_records, self.store, [str(EXAMPLE)])
            await self.reviews.begin(names[0], "quick")
            await self.reach(self.store.set, _STARTED, __version__)


class StoreOfThread:
    """A store that is asked from any thread and works in its own."""

    def __init__(self, store: Store, shelf: ThreadPoolExecutor) -> None:
        self._store = store
        self._shelf = shelf

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._store, name)

        def ask(*args: Any, **options: Any) -> Any:
            import threading

            if threading.current_thread().name.startswith("gokan-store"):
                return asked(*args, **options)
            return self._shelf.submit(asked, *args, **options).result()

        return ask


async def _gokan_error(request: Request, error: Exception) -> Response:
    if isinstance(error, WrongRevision):
        return _failure(409, "revision", str(error))
    if isinstance(error, NotKept):
        return _failure(404, "missing", str(error))
    if isinstance(error, DeskFull):
        return _failure(503, "busy", str(error))
    if isinstance(error, StoreFailed):
        return _failure(507 if "full" in str(error) else 500, "failed", str(error))
    return _failure(400, "invalid", str(error))


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    about = f"The field {where[:80]}: " if where else ""
    return _failure(422, "invalid", f"{about}{first['msg']}.")


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "too-large" if error.status_code == 413 else _CODES.get(error.status_code, "failed")
    return _failure(error.status_code, code, f"{error.detail}".rstrip(".") + ".")


def _failure(status: int, code: Any, sentence: str) -> JSONResponse:
    said = sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
    said = said[:1].upper() + said[1:]
    body = messages.Failure(error=said, code=code).model_dump()
    return JSONResponse(body, status_code=status, headers={"cache-control": "no-store"})
