"""A journal of finished games, so that a study can be stopped and go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from gokan import _core
from gokan.errors import InvalidInput
from gokan.version import __version__
from gokan_lab.study.rankers import RankerInfo


def study_key(collection: str, ranker: RankerInfo, first: int, last: int) -> str:
    """Names a study: the same games, ranker (with its data), moves and program give the same."""
    program = Path(_core.__file__ or "").stat() if _core.__file__ else None
    build = f"{program.st_size}-{program.st_mtime_ns}" if program else ""
    made = f"{ranker.name}|{ranker.about}|{ranker.fingerprint()}"
    text = f"{collection}|{made}|{first}|{last}|{__version__}|{build}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


class Journal:
    """One line of JSON per finished game, after a first line with the study's key.

    From a line that was cut off or damaged on, games are studied again. The journal of another
    study is refused, not overwritten: it may be unfinished. So is a file that is no journal.
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
            head = _line({"study": self.key}).encode()
            first = lines.readline(len(head) + 1)
            if first != head:
                if not head.startswith(first):  # a first line cut off is made anew
                    raise InvalidInput(
                        f"{self.path} is not the journal of this study (other games, moves, ranker "
                        "or program, or no journal at all): remove it or name another file."
                    )
                return
            self._keep = len(head)
            for line in lines:
                if not line.endswith(b"\n"):
                    return
                try:
                    item = json.loads(line)
                except (ValueError, RecursionError):
                    return
                if not _is_result(item):
                    return
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
            self._file.write(_line(item))
            self._file.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()


def _line(item: dict[str, Any]) -> str:
    return json.dumps(item, separators=(",", ":")) + "\n"


def _is_result(item: object) -> bool:
    """Whether a line has what `predict` writes."""
    if not isinstance(item, dict) or not isinstance(item.get("rows"), list):
        return False
    return (
        isinstance(item.get("index"), int)
        and isinstance(item.get("name"), str)
        and isinstance(item.get("seconds"), (int, float))
        and isinstance(item.get("skipped"), int)
        and isinstance(item.get("error"), (str, type(None)))
        and all(
            isinstance(row, list) and len(row) == 5 and all(isinstance(x, int) for x in row)
            for row in item["rows"]
        )
    )
