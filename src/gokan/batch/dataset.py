"""A data set: a folder with the answers to many items, shard by shard.

    manifest.json   what was asked of what, by which program; the columns; how far it is
    rows/           the rows, one part for each shard of the input
    items/          a line for every item: its name, its error, how many rows it has, its facts
    open/           finished items of shards that are not full yet
    log.jsonl       times and processes, for people; no row hangs on it
    lock            held by the run that writes here

Shards are cut by the place of items in the input, and rows stand in that order; so the files do not
depend on how many workers there were, or who was first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan import __version__
from gokan.batch.parts import Form, parts_in, read_part
from gokan.batch.signature import code_signature
from gokan.batch.work import Job, Kind
from gokan.errors import InvalidInput
from gokan.files import read_json

__all__ = ["ITEM_COLUMNS", "Dataset", "Manifest", "row_columns"]

FORMAT, VERSION = "gokan.batch", 1
ITEM_COLUMNS: dict[str, Kind] = {
    "item": "int",
    "id": "text",
    "rows": "int",
    "error": "text",
    "crashed": "bool",
    "facts": "json",
}


def row_columns(columns: Mapping[str, Kind]) -> dict[str, Kind]:
    """What the rows of a data set hold: the item's place and name first.

    >>> list(row_columns({"move": "int"}))
    ['item', 'id', 'move']
    """
    return {"item": "int", "id": "text", **columns}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a data set says of itself.

    Attributes:
        job, settings, columns: of the job.
        code: the signature of the program.
        items, inputs: how many there are, and a digest of all of them.
        shard: how many items make a part.
        form: of the parts.
        complete: whether every item has its outcome.
        failed: how many items had none, as far as it was counted.
    """

    job: str
    settings: Mapping[str, Any]
    columns: Mapping[str, Kind]
    code: str
    items: int
    inputs: str
    shard: int
    form: Form
    complete: bool = False
    failed: int = 0

    @staticmethod
    def of(job: Job, survey: tuple[int, str], shard: int, form: Form) -> Manifest:
        """For a run that begins."""
        settings = json.loads(json.dumps(dict(job.settings)))
        code = code_signature(job.make)
        return Manifest(job.name, settings, dict(job.columns), code, *survey, shard, form)

    @property
    def key(self) -> str:
        """The same for the same question: job, settings, program, and what the inputs hold."""
        told = [self.job, self.settings, list(self.columns.items()), self.code]
        text = json.dumps([*told, self.items, self.inputs], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def other(self, mine: Manifest) -> str:
        """Where another run differs from this one, in words; empty where it does not."""
        parts = {
            "another job": self.job != mine.job,
            "other settings": self.settings != mine.settings or self.columns != mine.columns,
            "another version of the program": self.code != mine.code,
            "other inputs": (self.items, self.inputs) != (mine.items, mine.inputs),
        }
        return ", ".join(part for part, differs in parts.items() if differs)

    def to_dict(self) -> dict[str, Any]:
        """As it is written."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "gokan": __version__,
            "key": self.key,
            **{name: getattr(self, name) for name in self.__slots__},
        }

    @staticmethod
    def read(path: Path) -> Manifest:
        """From a file of `to_dict`."""
        try:
            said = read_json(path.read_text("utf-8"))
            if said["format"] != FORMAT:
                raise ValueError
            if said["version"] != VERSION:
                raise InvalidInput(f"{path} was written by another version of Gokan.")
            found = Manifest(**{name: said[name] for name in Manifest.__slots__})
            if found.key != said["key"] or found.form not in ("jsonl", "parquet"):
                raise ValueError
            if not isinstance(found.shard, int) or found.shard < 1:
                raise ValueError
            return found
        except OSError as error:
            raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InvalidInput(f"{path} is damaged, or no manifest of a data set.") from None


class Dataset:
    """A data set to read: rows and items one by one, in the order of the input."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not (self.folder / "manifest.json").is_file():
            raise InvalidInput(f"There is no data set in {self.folder}.")
        self.manifest = Manifest.read(self.folder / "manifest.json")

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, as far as there are parts."""
        yield from self._read("rows", row_columns(self.manifest.columns))

    def items(self) -> Iterator[dict[str, Any]]:
        """What became of every item, as far as there are parts."""
        yield from self._read("items", ITEM_COLUMNS)

    def check(self) -> None:
        """Refuse a data set with a part that is damaged or missing."""
        for table in ("rows", "items"):
            found = parts_in(self.folder / table)
            wanted = -(-self.manifest.items // self.manifest.shard)
            missing = next((n for n in range(wanted) if n not in found), None)
            if missing is not None and self.manifest.complete:
                raise InvalidInput(
                    f"{self.folder / table} has lost part {missing}; the command that made the "
                    "data set makes it again."
                )

    def seconds(self) -> dict[int, float]:
        """Processor time by item, as logged; nothing for items whose line is lost."""
        found: dict[int, float] = {}
        path = self.folder / "log.jsonl"
        for line in path.read_bytes().splitlines() if path.exists() else ():
            try:
                told = json.loads(line)
                found[int(told["item"])] = float(told["seconds"])
            except (ValueError, TypeError, KeyError):
                continue
        return found

    def _read(self, table: str, columns: dict[str, Kind]) -> Iterator[dict[str, Any]]:
        for path in parts_in(self.folder / table, check=False).values():
            for row in read_part(path, columns):
                yield dict(zip(columns, row, strict=True))
