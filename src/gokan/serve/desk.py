"""Where thinking is queued: worker threads, what is looked at now first, everything cancellable.

There are two lanes, so that a review in the background never holds up an answer at the board. In
the front lane what is more urgent goes first: the opponent's move, then a question, then live
search, which makes room when something more urgent waits. The event loop never thinks.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, TypeVar

from gokan.errors import GokanError

__all__ = ["Desk", "DeskFull", "Rank", "Ticket", "soon"]

T = TypeVar("T")
_WAITING = 64  # more in a lane are turned away


def soon(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *args: Any) -> None:
    """Have the loop do something, from any thread; nothing where the loop has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *args)


class DeskFull(GokanError):
    """Too much is waiting already."""


class Rank(IntEnum):
    """How urgent something is; reviews have the lane behind to themselves."""

    MOVE = 0
    QUESTION = 1
    LIVE = 2
    REVIEW = 9


@dataclass(order=True)
class Ticket(Generic[T]):
    """Something that will be, is, or was thought about."""

    rank: Rank
    number: int
    work: Callable[[Ticket[T]], T] = field(compare=False)
    future: Future[T] = field(default_factory=Future, compare=False)
    _stop: threading.Event = field(default_factory=threading.Event, compare=False)

    def stopped(self) -> bool:
        """Asked by whoever works: should it come to an end?"""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        self._stop.set()
        self.future.cancel()


class Desk:
    """Worker threads with a queue for each lane.

    >>> desk = Desk()
    >>> desk.submit(Rank.QUESTION, lambda ticket: 6 * 7).future.result()
    42
    >>> desk.close()
    True
    """

    def __init__(self, *, front: int | None = None, back: int = 1) -> None:
        processors = os.cpu_count() or 1
        self._numbers = itertools.count()
        self._change = threading.Condition()
        self._lanes: tuple[list[Ticket[Any]], list[Ticket[Any]]] = ([], [])
        self._at_work: dict[int, Ticket[Any]] = {}
        self._closed = False
        self._threads = [
            threading.Thread(target=self._run, args=(lane,), name=f"gokan-{name}", daemon=True)
            for lane, name, many in (
                (0, "front", front or max(1, processors // 2)),
                (1, "back", back),
            )
            for _ in range(many)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, rank: Rank, work: Callable[[Ticket[T]], T]) -> Ticket[T]:
        """Have something worked out; the ticket's future tells the outcome."""
        with self._change:
            lane = self._lanes[rank is Rank.REVIEW]
            if self._closed or len(lane) >= _WAITING:
                raise DeskFull("Too much is being thought about at once; try again in a moment.")
            ticket: Ticket[T] = Ticket(rank, next(self._numbers), work)
            heapq.heappush(lane, ticket)
            self._change.notify_all()
            return ticket

    def is_wanted(self, rank: Rank) -> bool:
        """Does something more urgent than `rank` wait in front?

        >>> desk = Desk()
        >>> desk.is_wanted(Rank.LIVE), desk.is_shared()
        (False, False)
        >>> desk.close()
        True
        """
        waiting = self._lanes[0]
        return bool(waiting) and waiting[0].rank < rank

    def is_shared(self) -> bool:
        """Does anything wait in front?"""
        return bool(self._lanes[0])

    def close(self, *, patience: float = 0.5) -> bool:
        """End everything; whether all threads have come home within so many seconds."""
        with self._change:
            self._closed = True
            tickets = [*self._at_work.values(), *self._lanes[0], *self._lanes[1]]
            self._change.notify_all()
        for ticket in tickets:
            ticket.cancel()
        until = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _run(self, lane: int) -> None:
        while True:
            with self._change:
                while not self._lanes[lane] and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                ticket = heapq.heappop(self._lanes[lane])
                self._at_work[ticket.number] = ticket
            with contextlib.suppress(CancelledError):
                self._do(ticket)
            with self._change:
                del self._at_work[ticket.number]

    def _do(self, ticket: Ticket[Any]) -> None:
        if not ticket.future.set_running_or_notify_cancel():
            return
        try:
            ticket.future.set_result(ticket.work(ticket))
        except BaseException as error:
            ticket.future.set_exception(error)
