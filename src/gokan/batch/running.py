"""A job over many items, into a data set that can be gone on with."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from gokan.batch.dataset import Dataset, Manifest
from gokan.batch.parts import Form
from gokan.batch.pool import outcomes
from gokan.batch.work import Answer, Items, Job, Kind
from gokan.batch.writing import writing
from gokan.checks import whole
from gokan.errors import GokanError

__all__ = ["Progress", "run"]

SHARD = 1000
"""Items in a part."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    >>> print(Progress(done=30, of=100, before=10, failed=1, seconds=4.0))
    30 of 100, 1 failed, 5.0 a second, 14 s left
    """

    done: int
    of: int
    before: int
    """Of these were done before this run began."""
    failed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Items a second, in this run."""
        return (self.done - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the end, at this rate; None while nothing is known."""
        return (self.of - self.done) / self.rate if self.rate else None

    def __str__(self) -> str:
        return self.said()

    def said(self, what: str = "") -> str:
        """In words; `what` are the items, such as games."""
        of = f"{self.of} {what}".rstrip()
        failed = f", {self.failed} failed" if self.failed else ""
        left = (
            "starting"
            if self.left is None
            else f"{self.rate:.1f} a second, {_time(self.left)} left"
        )
        return f"{self.done} of {of}{failed}, {left}"


def run(
    job: Job,
    items: Items,
    folder: str | Path | Callable[[Manifest], Path],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    form: Form = "jsonl",
    shard: int = SHARD,
    afresh: bool = False,
    progress: Callable[[Progress], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Dataset:
    """Do the job for every item that has no outcome yet, and give the data set.

    The folder may be named by its manifest, which has a `key` that other questions do not share.
    It is complete unless `stopped` said to stop; `manifest.complete` tells. Neither the number of
    workers nor what happened on the way changes a byte of its rows.

    >>> import tempfile
    >>> job = Job("lengths", lambda: lambda word: [{"letters": len(word)}], {"letters": "int"})
    >>> folder = tempfile.mkdtemp()
    >>> done = run(job, Items([("a", "ko"), ("b", "seki")]), folder, workers=1)
    >>> [(row["id"], row["letters"]) for row in done.rows()], done.manifest.complete
    ([('a', 2), ('b', 4)], True)
    """
    whole("number of items in a shard", shard, 1, 10**9)
    manifest = Manifest.of(job, items.survey(), shard, form)
    folder = folder(manifest) if callable(folder) else Path(folder)
    begun = time.monotonic()
    with writing(folder, manifest, afresh=afresh) as writer:
        before = writer.done
        make = partial(_checked, job)
        come = outcomes(
            writer.pending(items), make, workers=workers, cluster=cluster, stopped=stopped
        )
        try:
            with closing(come):
                for outcome in come:
                    writer.add(outcome)
                    if progress is not None:
                        spent = time.monotonic() - begun
                        counts = (writer.done, manifest.items, before, writer.failed)
                        progress(Progress(*counts, spent))
        finally:
            writer.finish()
    return Dataset(folder)


def _checked(job: Job) -> Callable[[Any], Answer]:
    """In a worker: the job, with answers whose rows fit its columns."""
    function, columns = job.make(), job.columns

    def answer(data: Any) -> Answer:
        found = function(data)
        found = found if isinstance(found, Answer) else Answer(found)
        return replace(found, rows=[_row(row, columns) for row in found.rows])

    return answer


_TYPES: dict[Kind, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "text": (str,),
    "json": (object,),
}


def _row(row: Mapping[str, Any], columns: Mapping[str, Kind]) -> dict[str, Any]:
    if row.keys() != columns.keys():
        raise GokanError(f"The job gave the columns {', '.join(row)}, not {', '.join(columns)}.")
    for name, kind in columns.items():
        value = row[name]
        wrong = value is not None and not isinstance(value, _TYPES[kind])
        wrong = wrong or (isinstance(value, bool) and kind in ("int", "float"))
        if wrong or (isinstance(value, float) and not math.isfinite(value)):
            raise GokanError(f"The job gave {value!r} as {name!r}, which holds {kind}.")
    return {name: row[name] for name in columns}


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
