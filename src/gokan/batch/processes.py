"""Items in several processes of this machine.

The processes are those of `concurrent.futures`. When one dies, the library says so to every item
that was under way; these are then run again, each alone, and the one that ends its process again
has crashed. The others are answered as if nothing had happened.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from gokan.batch.work import CRASHED, Item, Make, Outcome, attempt
from gokan.errors import GokanError
from gokan.stopping import deaf

__all__ = ["Processes"]

_AHEAD = 3  # items handed out at once, for each process: none waits, and a crash repeats few
_LOOK = 0.1  # seconds between two looks at whether to stop


class Processes:
    """Several processes, and what is under way in them."""

    def __init__(
        self, packed: bytes, make: Make, workers: int, stopped: Callable[[], bool]
    ) -> None:
        self.packed, self.make, self.workers, self.stopped = packed, make, workers, stopped
        self.most = _AHEAD * workers

    def run(self, items: Iterator[Item], may_begin: Callable[[], bool]) -> Generator[Outcome]:
        """What comes of the items, as it comes."""
        running: dict[Future[Outcome | None], Item] = {}
        here: Callable[[Any], Any] | None = None
        pool = _Pool(self.packed, self.workers)
        try:
            while not self.stopped():
                room = self.most - len(running) if may_begin() or not running else 0
                for item in islice(items, room):
                    running[pool.submit(item)] = item
                if not running:
                    return
                finished, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
                if any(isinstance(one.exception(), BrokenProcessPool) for one in finished):
                    wait(running)  # they end together
                    finished = set(running)
                doubtful = []
                for future in finished:
                    item = running.pop(future)
                    if isinstance(future.exception(), BrokenProcessPool):
                        doubtful.append(item)
                        continue
                    outcome = future.result()
                    if outcome is None:
                        here = here or self.make()
                        outcome = attempt(here, item)
                    yield outcome
                if doubtful:
                    pool.cut()
                    yield from self._alone(sorted(doubtful, key=lambda item: item.index))
                    pool = _Pool(self.packed, self.workers)
        finally:
            pool.cut()

    def _alone(self, items: Iterable[Item]) -> Generator[Outcome]:
        """One by one in a process of its own, so that it is known who ends it."""
        pool: _Pool | None = None
        try:
            for item in items:
                if pool is None:
                    pool = _Pool(self.packed, 1)
                    pool.check()
                future = pool.submit(item)
                while not wait([future], timeout=_LOOK).done:
                    if self.stopped():
                        return
                if isinstance(future.exception(), BrokenProcessPool):
                    pool.cut()
                    pool = None
                    yield Outcome(item.index, item.id, error=CRASHED, crashed=True)
                elif outcome := future.result():
                    yield outcome
        finally:
            if pool is not None:
                pool.cut()


class _Pool:
    """Processes on a leash: they end when it is cut, also by the end of this process."""

    def __init__(self, packed: bytes, workers: int) -> None:
        # A fresh interpreter per worker: threads of this one (progress, notebooks) do no harm.
        context = get_context("spawn")
        theirs, self._leash = context.Pipe(duplex=False)
        self._theirs = theirs
        self._pool = ProcessPoolExecutor(workers, context, _begin, (packed, theirs))

    def submit(self, item: Item) -> Future[Outcome | None]:
        try:
            return self._pool.submit(_work, item)
        except BrokenProcessPool as error:
            broken: Future[Outcome | None] = Future()
            broken.set_exception(error)
            return broken

    def check(self) -> None:
        """Can a process begin at all? Else it is no item's fault that it ends."""
        try:
            self._pool.submit(os.getpid).result()
        except BrokenProcessPool:
            raise GokanError(
                "Other processes end before they begin. A program that hands work to them does so "
                "under `if __name__ == '__main__':`; or use one worker."
            ) from None

    def cut(self) -> None:
        with deaf():
            self._leash.close()
            self._pool.shutdown(cancel_futures=True)
            self._theirs.close()


_made: list[Callable[[Any], Any]] = []
_failed: list[BaseException] = []


def _begin(packed: bytes, leash: Connection) -> None:
    """In a worker: make the function. Ctrl-C is the first process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(leash,), daemon=True).start()
    try:
        _made[:] = [pickle.loads(packed)()]
    except (ImportError, AttributeError):
        _made.clear()  # its module cannot be imported here: the first process does it
    except Exception as error:
        _failed[:] = [error]


def _watch(leash: Connection) -> None:
    """Whatever this process is doing: it ends with the one that began it."""
    try:
        leash.poll(None)
    finally:
        os._exit(1)


def _work(item: Item) -> Outcome | None:
    if _failed:
        raise _failed[0]
    return attempt(_made[0], item, os.getpid()) if _made else None
