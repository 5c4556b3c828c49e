"""The time a check may take, from reading the game to the last strategy."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from gokan.errors import GokanError

__all__ = ["Deadline", "OutOfTime"]

Item = TypeVar("Item")
_OFTEN = 256


class OutOfTime(GokanError):
    """The time for a check is over; nothing is known about its result."""


class Deadline:
    """When the time is over, counted from now; never, if no seconds are given.

    >>> list(Deadline().over([1, 2]))
    [1, 2]
    >>> Deadline(-1).check()
    Traceback (most recent call last):
    ...
    gokan.logic.checking.deadline.OutOfTime: The time (-1 s) is over before the result was known.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self, what: str = "the result was known") -> None:
        """Stop if the time is over; `what` has not come about then."""
        if self._end is not None and time.monotonic() > self._end:
            raise OutOfTime(f"The time ({self.seconds:g} s) is over before {what}.")

    def over(self, items: Iterable[Item], what: str = "the result was known") -> Iterable[Item]:
        """The items, with a look at the clock every now and then; a list may grow meanwhile."""
        return items if self._end is None else self._watched(items, what)

    def _watched(self, items: Iterable[Item], what: str) -> Iterator[Item]:
        for k, item in enumerate(items):
            if k % _OFTEN == 0:
                self.check(what)
            yield item
