"""Reviews in the background: asked for, made one after the other, kept now and then, resumed."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gokan.errors import GokanError, InvalidInput
from gokan.go.game import Game
from gokan.play.session import Session
from gokan.serve import messages, views
from gokan.serve.desk import Desk, Rank, Ticket, soon
from gokan.serve.store import KeptReview, Store

if TYPE_CHECKING:
    from gokan.explain.reviews.answer import Review
    from gokan.explain.reviews.reviewing import Progress

__all__ = ["Reviews", "record_of"]

_TOLD_EVERY = 0.2  # seconds
_KEPT_EVERY = 5.0
_WAITING = 20
log = logging.getLogger("gokan.serve")


class Reviews:
    """All reviews of a library; `tell` hears how each gets on."""

    def __init__(
        self,
        store: Store,
        reach: Callable[..., Awaitable[Any]],
        desk: Desk,
        tell: Callable[[messages.ReviewInfo], None],
    ) -> None:
        self._store = store
        self._reach = reach
        self._desk = desk
        self._tell = tell
        self._now: dict[str, messages.ReviewInfo] = {}
        self._tickets: dict[str, Ticket[Any]] = {}

    async def begin(self, game: str, level: str) -> messages.ReviewInfo:
        """Have a game reviewed; where the same is being made already, that is told."""
        for known in await self._reach(self._store.reviews, game):
            if known.level == level and known.state in ("waiting", "running", "done"):
                return self._info(known)
        if len(self._tickets) >= _WAITING:
            raise GokanError("Many reviews are waiting already; try again when some are done.")
        kept = KeptReview(secrets.token_hex(8), game, level, "waiting")
        await self._reach(self._store.put_review, kept)
        return self._queue(kept)

    async def resume(self) -> None:
        """Go on with what was not done when the server ended."""
        for state in ("running", "waiting"):
            for known in reversed(await self._reach(self._store.reviews, state=state)):
                self._queue(await self._reach(self._store.review, known.id))

    async def stop(self, id: str) -> messages.ReviewInfo:
        """Leave a review as it is."""
        kept: KeptReview = await self._reach(self._store.review, id)
        ticket = self._tickets.pop(id, None)
        if ticket is not None:
            ticket.cancel()
            kept = replace(kept, state="stopped")
            await self._reach(self._store.put_review, kept)
            self._now.pop(id, None)
            self._tell(self._info(kept))
        return self._info(kept)

    async def of(self, game: str) -> list[messages.ReviewInfo]:
        """The reviews of a game, or all of them."""
        return [self._info(kept) for kept in await self._reach(self._store.reviews, game)]

    async def answer(self, id: str) -> str:
        """What a review says, as JSON."""
        kept: KeptReview = await self._reach(self._store.review, id)
        if not kept.answer:
            raise InvalidInput("Nothing is known of this review yet.")
        return kept.answer

    def _info(self, kept: KeptReview) -> messages.ReviewInfo:
        return self._now.get(kept.id) or views.review_info(kept)

    def _queue(self, kept: KeptReview) -> messages.ReviewInfo:
        work = _Work(self._store, kept, asyncio.get_running_loop(), self._heard)
        ticket = self._desk.submit(Rank.REVIEW, work)
        self._tickets[kept.id] = ticket
        info = views.review_info(kept)
        self._now[kept.id] = info
        ticket.future.add_done_callback(lambda _: soon(work.loop, self._over, kept.id, ticket))
        self._tell(info)
        return info

    def _heard(self, info: messages.ReviewInfo) -> None:
        if info.id in self._tickets:
            self._now[info.id] = info
            self._tell(info)

    def _over(self, id: str, ticket: Ticket[Any]) -> None:
        """Done, failed, or stopped because the server ends: then it stays as it is in the store."""
        if self._tickets.get(id) is not ticket:
            return
        del self._tickets[id]
        self._now.pop(id, None)
        try:
            kept = ticket.future.result()
        except CancelledError:
            return
        except Exception:
            log.exception("a review could not be kept")
            return
        self._tell(views.review_info(kept))


class _Work:
    """One review being made, in a worker thread."""

    def __init__(
        self,
        store: Store,
        kept: KeptReview,
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[messages.ReviewInfo], None],
    ) -> None:
        self.loop = loop
        self._store = store
        self._kept = kept
        self._heard = heard
        self._told = self._saved = 0.0
        self._readable = bool(kept.answer)

    def __call__(self, ticket: Ticket[Any]) -> KeptReview:
        from gokan.explain.reviews.answer import Review
        from gokan.explain.reviews.reviewing import review

        self._keep(state="running")
        try:
            game = record_of(self._store, self._kept.game)
            old = Review.from_dict(json.loads(self._kept.answer)) if self._kept.answer else None
            found = review(
                game,
                level=self._kept.level,  # type: ignore[arg-type]
                progress=self._progress,
                checkpoint=self._checkpoint,
                stop=ticket.stopped,
                resume=old,
                threads=max(1, (os.cpu_count() or 1) - 1),
            )
        except GokanError as error:
            return self._keep(state="failed", reason=str(error))
        except Exception:
            if ticket.stopped():  # the library may be closed already
                return self._kept
            log.exception("a review failed")
            return self._keep(state="failed", reason="The review failed; the log says why.")
        if ticket.stopped():  # somebody else says what becomes of it
            return self._kept
        return self._keep(state="done", share=1.0, answer=_text(found))

    def _progress(self, now: Progress) -> None:
        if time.monotonic() - self._told < _TOLD_EVERY:
            return
        self._told = time.monotonic()
        self._kept = replace(self._kept, share=round(now.share, 3))
        stage = f"{now.stage}, {now.done} of {now.of}"
        info = views.review_info(self._kept, stage=stage, readable=self._readable)
        soon(self.loop, self._heard, info)

    def _checkpoint(self, found: Review) -> None:
        if time.monotonic() - self._saved < _KEPT_EVERY:
            return
        self._saved = time.monotonic()
        self._readable = True
        self._keep(answer=_text(found))

    def _keep(self, **changes: Any) -> KeptReview:
        self._kept = replace(self._kept, **changes)
        self._store.put_review(self._kept)
        return self._kept


def record_of(store: Store, id: str) -> Game:
    """A game of the library as a record: the one it came from, or the one that was played."""
    kept = store.game(id)
    if kept.record:
        return Game.parse(kept.record)
    session: Session | None = kept.session
    assert session is not None
    names = (
        one.name or ("" if one.is_person else f"{one.player}{f' {one.level}' if one.level else ''}")
        for one in (kept.black, kept.white)
    )
    black, white = names
    return session.game(black=black, white=white)


def _text(found: Review) -> str:
    return json.dumps(found.to_dict(), ensure_ascii=False, separators=(",", ":"))
