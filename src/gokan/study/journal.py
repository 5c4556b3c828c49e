"""A journal of finished games, so that a study can be stopped and go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from gokan import _core
from gokan.version import __version__


def study_key(collection: str, ranker: str, first: int, last: int) -> str:
    """Names a study: the same games, ranker, moves and program give the same key."""
    program = Path(_core.__file__ or "").stat() if _core.__file__ else None
    build = f"{program.st_size}-{program.st_mtime_ns}" if program else ""
    text = f"{collection}|{ranker}|{first}|{last}|{__version__}|{build}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


class Journal:
    """One line of JSON per finished game, after a first line with the study's key.

    A line cut off by a crash is dropped; a journal of another study is started anew.
    """

    def __init__(self, path: Path | None, key: str) -> None:
        self.path = path
        self.key = key
        self._file: IO[str] | None = None
        self._keep = 0

    def read(self) -> Iterator[dict[str, Any]]:
        """What is there already."""
        if self.path is None or not self.path.exists():
            return
        with self.path.open("rb") as lines:
            for number, line in enumerate(lines):
                if not line.endswith(b"\n"):
                    return
                try:
                    item = json.loads(line)
                except ValueError:
                    return
                if number == 0:
                    if item != {"study": self.key}:
                        return
                else:
                    yield item
                self._keep += len(line)

    def __enter__(self) -> Journal:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.truncate(self._keep)
            self._file = self.path.open("a", encoding="utf-8")
            if self._keep == 0:
                self.write({"study": self.key})
        return self

    def write(self, item: dict[str, Any]) -> None:
        """Add a finished game at once."""
        if self._file is not None:
            self._file.write(json.dumps(item, separators=(",", ":")) + "\n")
            self._file.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()
