"""What is worked on and what comes of it: items, jobs, outcomes."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from gokan.errors import GokanError, InvalidInput

__all__ = ["CRASHED", "Answer", "Item", "Items", "Job", "Kind", "Make", "Outcome", "attempt"]

Make = Callable[[], Callable[[Any], Any]]
"""Called once in each process; gives the function that works on the data of items."""

CRASHED = "It ended the process that worked on it."

Kind = Literal["int", "float", "bool", "text", "json"]
"""What a column holds; nothing (None) may stand in any."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to work on: its place in the input, a name for people, and the data themselves.

    The data travel to other processes and other machines, so they are plain: bytes, text, numbers,
    tuples, or frozen dataclasses of these; never an open file, and better no path.
    """

    index: int
    id: str
    data: Any

    def digest(self) -> bytes:
        """Changes with the name and the data, and with nothing else."""
        return hashlib.sha256(repr((self.id, self.data)).encode("utf-8", "surrogatepass")).digest()


class Items:
    """Pairs of a name and data as items; looked through afresh each time, never held in memory.

    They are given as something to look through, or as a function that gives it.

    >>> [item.index for item in Items([("a", 1), ("b", 2), ("c", 3)], limit=2)]
    [0, 1]
    """

    def __init__(
        self,
        pairs: Iterable[tuple[str, Any]] | Callable[[], Iterable[tuple[str, Any]]],
        *,
        limit: int | None = None,
    ) -> None:
        if limit is not None and limit < 1:
            raise InvalidInput(f"The limit must be at least one item, not {limit}.")
        if isinstance(pairs, Iterator):
            raise TypeError("items are looked through more than once; an iterator cannot be")
        self._pairs, self._limit = pairs, limit

    def __iter__(self) -> Iterator[Item]:
        pairs = self._pairs() if callable(self._pairs) else self._pairs
        for index, (name, data) in enumerate(islice(pairs, self._limit)):
            yield Item(index, name, data)

    def survey(self) -> tuple[int, str]:
        """How many there are, and a digest of all of them."""
        count, digest = 0, hashlib.sha256()
        for item in self:
            digest.update(item.digest())
            count += 1
        return count, digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a job says of an item: any number of rows, and what is true of the item as a whole.

    `seconds` is for the log, where only a part of the work is to be timed.
    """

    rows: Sequence[Mapping[str, Any]] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with every item.

    Attributes:
        name: such as "study predict".
        make: called once in each process; gives the function that takes an item's data and gives
            an `Answer`, or just rows. Other processes import it, so it stands in a module (a
            function, a class, or `functools.partial` of one). The function must be pure: the same
            data give the same answer, whatever came before.
        columns: what the rows hold, in this order.
        settings: all that the answers depend on besides items and program, as plain data.
    """

    name: str
    make: Callable[[], Callable[[Any], Answer | Sequence[Mapping[str, Any]]]]
    columns: Mapping[str, Kind]
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one item: a value, or the reason why there is none.

    `crashed` says that it ended the process that worked on it. `trace` is Python's account of a
    mistake in the program. Times and processes are for logs; results never hang on them.
    """

    index: int
    id: str
    value: Any = None
    error: str | None = None
    crashed: bool = False
    seconds: float = 0.0
    worker: int = 0
    trace: str = ""


def attempt(function: Callable[[Any], Any], item: Item, worker: int = 0) -> Outcome:
    """Work on one item. Whatever goes wrong costs this item alone.

    >>> attempt(len, Item(0, "a", "four")).value, attempt(len, Item(1, "b", 4)).error
    (4, "TypeError: object of type 'int' has no len()")
    """
    begun = time.process_time()
    value, error, trace = None, None, ""
    try:
        value = function(item.data)
    except GokanError as wrong:
        error = str(wrong)
    except Exception as wrong:
        error, trace = f"{type(wrong).__name__}: {wrong}", traceback.format_exc()
    told = value.seconds if isinstance(value, Answer) else None
    seconds = time.process_time() - begun if told is None else told
    return Outcome(item.index, item.id, value, error, False, seconds, worker, trace)
