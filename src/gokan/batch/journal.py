"""Finished items of a shard that is not full yet: a line each, written at once, with a checksum."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput

__all__ = ["Entry", "add", "entries"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of one item."""

    index: int
    id: str
    rows: tuple[tuple[Any, ...], ...]
    facts: dict[str, Any]
    error: str | None
    crashed: bool

    def line(self) -> bytes:
        """As it is written.

        >>> Entry.read(Entry(3, "a", ((1, None),), {}, None, False).line()).rows
        ((1, None),)
        """
        plain = [self.index, self.id, self.rows, self.facts, self.error, self.crashed]
        text = json.dumps(plain, separators=(",", ":"), allow_nan=False).encode()
        return b"%08x %s\n" % (zlib.crc32(text), text)

    @staticmethod
    def read(line: bytes) -> Entry | None:
        """From a line; None where it was cut off or damaged."""
        sum_, _, text = line.rstrip(b"\n").partition(b" ")
        try:
            if not line.endswith(b"\n") or int(sum_, 16) != zlib.crc32(text):
                return None
            index, id, rows, facts, error, crashed = json.loads(text)
            return Entry(index, id, tuple(map(tuple, rows)), facts, error, crashed)
        except (ValueError, TypeError, RecursionError):
            return None


def add(path: Path, entry: Entry) -> None:
    """Write an item down. A line that was cut off before is left alone in its line."""
    try:
        with path.open("ab+") as file:
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b"\n":
                    file.write(b"\n")
            file.write(entry.line())
    except OSError as error:
        raise InvalidInput(f"Cannot write {path}: {error.strerror}.") from None


def entries(path: Path, places: range) -> Iterator[Entry]:
    """The items of these places whose lines are whole, each once."""
    seen: set[int] = set()
    if not path.exists():
        return
    with path.open("rb") as lines:
        for line in lines:
            entry = Entry.read(line)
            if entry is not None and entry.index in places and entry.index not in seen:
                seen.add(entry.index)
                yield entry
