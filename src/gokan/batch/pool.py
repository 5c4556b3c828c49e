"""A function over many items: in this process, in several that may crash, or on a Ray cluster."""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import Any, Protocol

from gokan.batch.work import Item, Make, Outcome, attempt
from gokan.errors import GokanError, InvalidInput

__all__ = ["outcomes", "values", "workers_of"]


class _Runner(Protocol):
    """Where items are worked on."""

    most: int
    """Items under way at once."""

    def run(self, items: Iterator[Item], may_begin: Callable[[], bool]) -> Generator[Outcome]:
        """What comes of them, as it comes; none is begun while none may."""
        ...


def outcomes(
    items: Iterable[Item],
    make: Make,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    in_order: bool = False,
    apart: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Generator[Outcome]:
    """What comes of each item, as it comes; `in_order` as the items came.

    Items are taken only as fast as outcomes are, so neither pile up in memory. With one worker
    (unless it is to be `apart`), or where other processes cannot import `make`, all is done in this
    process. After `stopped` says so, or when nobody asks for more, other processes end at once.

    `cluster` is the address of a Ray cluster, `auto` for one that runs on this machine, or `local`
    to start one here for the time being; all its processors are used unless `workers` says less.

    >>> [one.value for one in outcomes([Item(0, "a", 3), Item(1, "b", 4)], lambda: abs, workers=1)]
    [3, 4]
    """
    if cluster is not None:
        runner = _on_ray(make, cluster, workers, stopped)
    else:
        workers = workers_of(workers)
        packed = _packed(make) if workers > 1 or apart else None
        if packed is None:
            return _here(items, make, stopped)
        from gokan.batch.processes import Processes

        runner = Processes(packed, make, workers, stopped)
    return _in_order(items, runner) if in_order else runner.run(iter(items), lambda: True)


def _on_ray(make: Make, cluster: str, workers: int | None, stopped: Callable[[], bool]) -> _Runner:
    from gokan.batch.on_ray import OnRay

    packed = _packed(make)
    if packed is None:
        raise InvalidInput("The job cannot be sent to a cluster: it must stand in a module.")
    return OnRay(packed, make, cluster, workers and workers_of(workers), stopped)


def _in_order(items: Iterable[Item], runner: _Runner) -> Generator[Outcome]:
    """Holds back what comes too early; no more is begun while much is held back."""
    asked: deque[int] = deque()
    early: dict[int, Outcome] = {}

    def noted() -> Iterator[Item]:
        for item in items:
            asked.append(item.index)
            yield item

    with closing(runner.run(noted(), lambda: len(early) < runner.most)) as come:
        for one in come:
            early[one.index] = one
            while asked and asked[0] in early:
                yield early.pop(asked.popleft())


def values(come: Iterable[Outcome]) -> Iterator[Any]:
    """What outcomes hold, where one without a value ends everything, with its reason.

    >>> list(values(outcomes([Item(0, "a", 3), Item(1, "b", "x")], lambda: abs, workers=1)))
    Traceback (most recent call last):
        ...
    gokan.errors.GokanError: b: TypeError: bad operand type for abs(): 'str'
    """
    for one in come:
        if one.error is not None:
            raise GokanError(f"{one.id}: {one.error}")
        yield one.value


def workers_of(workers: int | None) -> int:
    """How many processes are meant; one for each processor where nothing is said.

    >>> workers_of(3)
    3
    """
    if workers is None:
        return os.cpu_count() or 1
    if workers < 1:
        raise InvalidInput(f"At least one worker is needed, not {workers}.")
    return workers


def _packed(make: Make) -> bytes | None:
    """What another process needs; None if it cannot be told."""
    try:
        return pickle.dumps(make)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _here(items: Iterable[Item], make: Make, stopped: Callable[[], bool]) -> Generator[Outcome]:
    function = make()
    for item in items:
        if stopped():
            return
        yield attempt(function, item)
