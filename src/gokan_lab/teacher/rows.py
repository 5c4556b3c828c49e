"""Shards as rows to learn from, read by other processes than the one that learns."""

from __future__ import annotations

import os
import threading
import time
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from gokan.errors import GokanError
from gokan_lab.teacher.kernel import record_bytes, turn_records
from gokan_lab.teacher.lines import SUFFIX as GAMES
from gokan_lab.teacher.shards import SUFFIX, Shard

__all__ = ["Rows", "end_with_parent", "is_held_out", "is_to_be_held_out", "rows_of", "watch"]

_HELD_OUT = 25
"""Every so-manieth shard is measured with and not learned from; its number tells which."""
_MOST_KOMI = 60  # that a plane of the network holds
_WAIT = 1.0  # seconds between two looks at the folders


@dataclass(frozen=True, slots=True)
class Rows:
    """Positions of one side with what the teacher said, in the order of a shard."""

    side: int
    records: Any
    labels: Any
    held: bool  # for measuring


def rows_of(shard: Shard, *, held: bool = False) -> Rows:
    """Replay the games of a shard. Labels of a game that cannot be replayed are left out, and of
    one with more komi than the network is told.
    """
    labels = shard.labels[np.argsort(shard.labels["game"], kind="stable")]
    starts = np.searchsorted(labels["game"], np.arange(len(shard.games) + 1))
    parts, good = [], np.ones(len(labels), bool)
    for number, line in enumerate(shard.games):
        rows = slice(starts[number], starts[number + 1])
        turns = labels["turn"][rows]
        if not len(turns):
            continue
        told = abs(line.komi) <= _MOST_KOMI
        text = line.at(map(int, turns)).text()
        made = turn_records(text, shard.side, len(turns)) if told else None
        if made is None or len(made) != len(turns):
            good[rows] = False
        else:
            parts.append(made)
    records = np.concatenate(parts) if parts else np.empty((0, record_bytes(shard.side)), np.uint8)
    return Rows(shard.side, records, labels[good], held)


def is_held_out(path: Path) -> bool:
    """Whether a shard is for measuring, or a file of games that is to become one.

    >>> is_held_out(Path("players-19-000050.labels")), is_held_out(Path("kgs.labels"))
    (True, False)
    """
    number = path.name.removesuffix(SUFFIX).removesuffix(GAMES).rsplit("-", 1)[-1]
    return number.isdecimal() and int(number) % _HELD_OUT == 0


def is_to_be_held_out(game: str) -> bool:
    """Whether a game of this name belongs into such a shard. What was made of one record, whoever
    made it, is held out together: else a position would be measured with whose neighbours were
    learned from.

    >>> [is_to_be_held_out(f"{kind}-g20") for kind in ("pro", "weak", "19")]
    [True, True, True]
    """
    record = game.partition("-")[2]
    return zlib.crc32(record.encode("utf-8", "replace")) % _HELD_OUT == 0


def watch(
    folders: Sequence[Path], *, processes: int = 0, ended: Callable[[], bool] = lambda: True
) -> Generator[Rows | None, None, None]:
    """The rows of all shards of some folders; None while there is nothing new and it is not
    `ended`. Without processes they are read here. Close it, so that the processes end.
    """
    if not processes:
        for path in _appearing(folders, ended):
            yield None if path is None else _read(path)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin_reading)
    waiting: list[Future[Rows]] = []
    paths = _appearing(folders, ended)
    more = True
    try:
        while more or waiting:
            try:
                while len(waiting) <= 2 * processes and (path := next(paths)) is not None:
                    waiting.append(pool.submit(_read, path))
            except StopIteration:
                more = False
            done = next((job for job in waiting if job.done()), None)
            if done is not None:
                waiting.remove(done)
                yield done.result()
            elif more or waiting:
                yield None
    except BrokenProcessPool:
        raise GokanError("A process that reads labels was ended from outside.") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _appearing(folders: Sequence[Path], ended: Callable[[], bool]) -> Iterator[Path | None]:
    """Each shard once, in order of the names as far as they are there; None if there is no other
    yet.
    """
    seen: set[Path] = set()
    while True:
        last = ended()
        found = (path for folder in folders for path in folder.glob(f"*{SUFFIX}"))
        new = sorted(path for path in found if path not in seen)
        seen.update(new)
        yield from new
        if last:
            return
        looked = time.monotonic()
        while time.monotonic() - looked < _WAIT:
            yield None


def _read(path: Path) -> Rows:
    return rows_of(Shard.read(path), held=is_held_out(path))


def _begin_reading() -> None:
    with suppress(OSError, AttributeError):
        os.nice(5)  # the learner comes first
    end_with_parent(os.getppid())


def end_with_parent(parent: int) -> None:
    """End this process as soon as its parent is no more, however that ended."""

    def wait() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
