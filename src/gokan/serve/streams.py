"""Live news for pages: one stream for each visible tab, with everything the tab wants to hear.

A stream holds at most one message of a kind about a thing, the latest, so that a slow reader costs
nothing. When it ends, so does the search for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import CancelledError
from typing import Any

from gokan.effort import DEEP, QUICK, USUAL, Effort
from gokan.errors import GokanError, InvalidInput
from gokan.go import Position
from gokan.play.tree.analysis import Analysis, Analyst
from gokan.serve.desk import Desk, Rank, Ticket, soon
from gokan.serve.messages import Message

__all__ = ["Stream", "Streams"]

MOST_STREAMS = 32
_HEARTBEAT = 10.0  # seconds; a proxy or a lost reader is noticed by it
_SLICE = 0.25  # seconds of live search before another tab has its turn
log = logging.getLogger("gokan.serve")

ToLook = Callable[[Analysis, bool], Message]
_DEEPER = (Effort(1, 0), QUICK, USUAL, DEEP)  # so that first words come soon


class Stream:
    """What one tab hears."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.game: str | None = None
        self.search: Ticket[Any] | None = None
        self._news: dict[tuple[str, str], str] = {}
        self._ready = asyncio.Event()
        self._over = False

    def tell(self, kind: str, about: str, message: Message) -> None:
        """Have something told, instead of what waits to be told about the same thing."""
        self._news[kind, about] = message.model_dump_json()
        self._ready.set()

    def end(self) -> None:
        """Nothing more is told, and nothing more is searched for it."""
        self._over = True
        self._ready.set()
        self.look_away()

    def look_away(self) -> None:
        """End the search that is on."""
        if self.search is not None:
            self.search.cancel()
            self.search = None
        self._news = {key: news for key, news in self._news.items() if key[0] != "look"}

    async def text(self) -> AsyncIterator[str]:
        """The stream as server-sent events."""
        yield f'retry: 1000\nevent: hello\ndata: {{"stream":"{self.id}"}}\n\n'
        while not self._over:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), _HEARTBEAT)
            self._ready.clear()
            if not self._news:
                yield ": still here\n\n"
            while self._news:
                key = next(iter(self._news))
                yield f"event: {key[0]}\ndata: {self._news.pop(key)}\n\n"


class Streams:
    """All streams, and the searches for what they look at."""

    def __init__(self, desk: Desk, analyst: Analyst) -> None:
        self._desk = desk
        self._analyst = analyst
        self._open: dict[str, Stream] = {}

    def open(self) -> Stream:
        """A new one; where there are too many, the oldest ends."""
        while len(self._open) >= MOST_STREAMS:
            self.end(next(iter(self._open.values())))
        stream = Stream()
        self._open[stream.id] = stream
        return stream

    def end(self, stream: Stream) -> None:
        """The tab is gone."""
        self._open.pop(stream.id, None)
        stream.end()

    def stream(self, id: str) -> Stream:
        """The one of that name."""
        found = self._open.get(id)
        if found is None:
            raise InvalidInput("The stream has ended; open another.")
        return found

    def tell(self, kind: str, about: str, message: Message, *, game: str | None = None) -> None:
        """Tell every stream, or those that look at a game."""
        for stream in self._open.values():
            if game is None or stream.game == game:
                stream.tell(kind, about, message)

    def close(self) -> None:
        """End them all."""
        for stream in list(self._open.values()):
            self.end(stream)

    def watch(self, stream: Stream, position: Position, *, to_look: ToLook) -> None:
        """Search a position for a stream, deeper and deeper, until it looks elsewhere."""
        stream.look_away()
        loop = asyncio.get_running_loop()

        def work(ticket: Ticket[bool]) -> bool:
            """Whether it is deep enough; if not, somebody else had to be let in."""
            begin = time.monotonic()

            def stop() -> bool:
                if ticket.stopped() or self._desk.is_wanted(Rank.LIVE):
                    return True
                return self._desk.is_shared() and time.monotonic() - begin > _SLICE

            def seen(found: Analysis) -> None:
                if found.visits >= shown:
                    deep = found.complete and found.effort >= _DEEPER[-1]
                    soon(loop, tell, ticket, to_look(found, deep))

            known = self._analyst.known(position)
            shown = known.visits if known is not None else 0
            if known is not None:
                seen(known)
            for effort in _DEEPER:
                if known is not None and known.effort >= effort:
                    continue
                found = self._analyst.analyse(position, effort, stop=stop, progress=seen)
                if not found.complete:
                    return False
            return True

        def tell(ticket: Ticket[bool], look: Message) -> None:
            if stream.search is ticket and not ticket.stopped():
                stream.tell("look", "", look)

        def again(ticket: Ticket[bool]) -> None:
            if stream.search is not ticket:
                return
            with contextlib.suppress(CancelledError):
                error = ticket.future.exception()
                if error is not None and not isinstance(error, GokanError):
                    log.error("live search failed", exc_info=error)
                if error is None and not ticket.future.result():
                    begin()

        def begin() -> None:
            with contextlib.suppress(GokanError):  # a full desk: the page asks again
                stream.search = ticket = self._desk.submit(Rank.LIVE, work)
                ticket.future.add_done_callback(lambda _: soon(loop, again, ticket))

        begin()
