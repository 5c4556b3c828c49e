"""Writing a data set: one process, under a lock, so that it can be killed at any moment."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import RawIOBase
from pathlib import Path

from gokan.batch import journal
from gokan.batch.dataset import ITEM_COLUMNS, Manifest, row_columns
from gokan.batch.journal import Entry
from gokan.batch.lock import LOCK, locked
from gokan.batch.parts import need_form, parts_in, read_part, write_part
from gokan.batch.work import Answer, Item, Outcome
from gokan.errors import InvalidInput
from gokan.files import write_whole

__all__ = ["Writer", "writing"]

_TABLES = ("rows", "items", "open")
_OURS = {"manifest.json", *_TABLES, "log.jsonl", LOCK}


@contextmanager
def writing(folder: Path, manifest: Manifest, *, afresh: bool = False) -> Iterator[Writer]:
    """A data set to add to. One that was begun goes on; that of another run is refused, or, if
    this is to begin `afresh`, removed.
    """
    need_form(manifest.form)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        strange = sorted(p.name for p in folder.iterdir() if p.name not in _OURS)
    except OSError as error:
        raise InvalidInput(f"Cannot write into {folder}: {error.strerror}.") from None
    strange = [name for name in strange if not name.startswith(".gokan-")]
    if strange:
        raise InvalidInput(f"{folder} holds something else ({strange[0]}): name another folder.")
    with locked(folder):
        if not _continues(folder, manifest, afresh):
            _note(folder, manifest)  # before there is anything that it would be missed for
        for name in _TABLES:
            (folder / name).mkdir(exist_ok=True)
        for lost in folder.rglob(".gokan-*"):  # a file that was being written at a kill -9
            lost.unlink()
        with (folder / "log.jsonl").open("ab", buffering=0) as log:
            yield Writer(folder, manifest, log)


def _continues(folder: Path, manifest: Manifest, afresh: bool) -> bool:
    """Whether there is something to go on with; refuse what is there, or remove it."""
    path = folder / "manifest.json"
    differs = ""
    try:
        if path.exists():
            differs = (old := Manifest.read(path)).other(manifest)
            if (old.shard, old.form) != (manifest.shard, manifest.form):
                differs = differs or "other parts"
        elif any((folder / name).exists() for name in _TABLES):
            raise InvalidInput(f"{folder} has lost its manifest: name another folder.")
        else:
            return False
    except InvalidInput:
        if not afresh:
            raise
        differs = "a damaged manifest"
    if differs and not afresh:
        raise InvalidInput(
            f"{folder} holds another run ({differs}): name another folder, or remove it."
        )
    if differs:
        for name in _TABLES:
            shutil.rmtree(folder / name, ignore_errors=True)
        (folder / "log.jsonl").unlink(missing_ok=True)
        path.unlink(missing_ok=True)
    return not differs


def _note(folder: Path, manifest: Manifest) -> None:
    text = json.dumps(manifest.to_dict(), indent=1) + "\n"
    write_whole(folder / "manifest.json", text.encode())


class Writer:
    """What a run knows of its data set: which shards are whole, what is done of the others."""

    def __init__(self, folder: Path, manifest: Manifest, log: RawIOBase) -> None:
        self.folder, self.manifest, self._log = folder, manifest, log
        self._columns = row_columns(manifest.columns)
        self.failed = 0
        self.done = 0
        self._whole = self._whole_shards()
        self._open: dict[int, set[int]] = {}
        for path in sorted((folder / "open").glob("*.jsonl")):
            self._resume(path)

    def _whole_shards(self) -> set[int]:
        rows, items = (parts_in(self.folder / table) for table in ("rows", "items"))
        for number, path in items.items():
            if number in rows:
                told = list(read_part(path, {"item": "int", "error": "text"}))
                self.done += len(told)
                self.failed += sum(error is not None for _, error in told)
        return set(rows) & set(items)

    def _resume(self, path: Path) -> None:
        number = int(path.stem) if path.stem.isdigit() else -1
        if number in self._whole:  # killed between the part and the end of its journal
            path.unlink()
            return
        for entry in self._entries(number):
            self._open.setdefault(number, set()).add(entry.index)
            self.done += 1
            self.failed += entry.error is not None
        if number in self._open:
            self._close_if_full(number)

    def pending(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items that have no outcome yet."""
        for item in items:
            shard = item.index // self.manifest.shard
            if shard not in self._whole and item.index not in self._open.get(shard, ()):
                yield item

    def add(self, outcome: Outcome) -> None:
        """Write down what came of an item, at once."""
        shard = outcome.index // self.manifest.shard
        found = outcome.value if outcome.error is None else Answer()
        rows, facts = tuple(tuple(row.values()) for row in found.rows), dict(found.facts)
        entry = Entry(outcome.index, outcome.id, rows, facts, outcome.error, outcome.crashed)
        journal.add(self._journal(shard), entry)
        self._tell(outcome)
        self._open.setdefault(shard, set()).add(outcome.index)
        self.done += 1
        self.failed += outcome.error is not None
        self._close_if_full(shard)

    def finish(self) -> None:
        """After the last item, or after a stop."""
        complete = self.done == self.manifest.items
        self.manifest = replace(self.manifest, complete=complete, failed=self.failed)
        _note(self.folder, self.manifest)

    def _close_if_full(self, shard: int) -> None:
        if len(self._open[shard]) < len(self._places(shard)):
            return
        found = sorted(self._entries(shard), key=lambda entry: entry.index)
        form = self.manifest.form
        items = [(e.index, e.id, len(e.rows), e.error, e.crashed, e.facts or None) for e in found]
        write_part(self.folder / "items", shard, form, ITEM_COLUMNS, items)
        rows = [(entry.index, entry.id, *row) for entry in found for row in entry.rows]
        write_part(self.folder / "rows", shard, form, self._columns, rows)
        self._journal(shard).unlink()
        self._whole.add(shard)
        del self._open[shard]

    def _places(self, shard: int) -> range:
        begin = shard * self.manifest.shard
        return range(begin, min(begin + self.manifest.shard, self.manifest.items))

    def _entries(self, shard: int) -> Iterator[Entry]:
        return journal.entries(self._journal(shard), self._places(shard))

    def _journal(self, shard: int) -> Path:
        return self.folder / "open" / f"{shard:06d}.jsonl"

    def _tell(self, outcome: Outcome) -> None:
        told = {
            "item": outcome.index,
            "id": outcome.id,
            "seconds": round(outcome.seconds, 6),
            "worker": outcome.worker,
            "at": round(time.time(), 3),
        }
        if outcome.error is not None:
            told |= {"error": outcome.error, "trace": outcome.trace}
        try:
            self._log.write(json.dumps(told).encode() + b"\n")
        except OSError as error:
            log = self.folder / "log.jsonl"
            raise InvalidInput(f"Cannot write {log}: {error.strerror}.") from None
