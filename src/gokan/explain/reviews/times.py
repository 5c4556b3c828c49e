"""Where the time of a review goes: processor time, by part and by move.

A review shall spend at least half of its time on the moves that matter. That can only be checked
where it is counted, and the clock counts what else a machine does; so each piece of work is timed
on its own thread. It is no part of the review itself: the same record has the same review.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Times"]


class Times:
    """Seconds of processor time.

    >>> times = Times()
    >>> with times.part("think", move=7):
    ...     total = sum(range(1000))
    >>> times.close_up = frozenset({7})
    >>> 0 <= times.on_close_up <= times.of("think") <= times.total
    True
    """

    def __init__(self) -> None:
        self._begin = time.process_time()
        self._lock = threading.Lock()
        self._spent: dict[tuple[str, int], float] = {}
        self.close_up: frozenset[int] = frozenset()
        """The moves that were searched at length."""

    @contextmanager
    def part(self, name: str, move: int = 0) -> Iterator[None]:
        """Count what this thread does inside for a part, and for a move if one is named."""
        begin = time.thread_time()
        try:
            yield
        finally:
            spent = time.thread_time() - begin
            with self._lock:
                self._spent[name, move] = self._spent.get((name, move), 0.0) + spent

    @property
    def total(self) -> float:
        """Everything since the beginning, on all threads."""
        return time.process_time() - self._begin

    @property
    def on_close_up(self) -> float:
        """What the moves took that were searched at length: searches and reasons."""
        return sum(spent for (_, move), spent in self._spent.items() if move in self.close_up)

    def of(self, name: str) -> float:
        """What one part took."""
        return sum(spent for (part, _), spent in self._spent.items() if part == name)
