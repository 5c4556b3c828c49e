"""A store of analyses on disk, in one SQLite file that several processes may share.

What is kept are the numbers of an analysis; who lives and what was said follow from the position
and are asked for again. The file is bounded: what was used longest ago goes first. It may be
deleted at any time. Where the disk is full, read-only or damaged one sentence says so, and memory
serves.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import threading
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.play.tree.analysis import Analysis, key_of
from gokan.play.tree.store import MemoryStore, refuse_incomplete

__all__ = ["SqliteStore", "cache_folder"]

MOST_BYTES = 256 << 20
"""Of all that is kept; a position on 19 by 19 takes some six kilobytes."""
_VERSION = 1
_WAIT = 5.0  # seconds for another process to finish writing
_LEAVE = 0.9  # of the most, when room is made
_MOST_JSON = 4 << 20  # bytes of one analysis, when unpacked
_TABLE = """
    CREATE TABLE IF NOT EXISTS analyses (
        key TEXT, source TEXT, visits INTEGER, nodes INTEGER,
        used INTEGER NOT NULL, size INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (key, source, visits, nodes)) WITHOUT ROWID
"""


class SqliteStore:
    """Analyses by position, source and effort, on disk; see `gokan.play.tree.analysis.Store`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = SqliteStore(Path(folder) / "analyses.sqlite")
    ...     print(store.deepest(Position.empty(9), "anybody"), store.trouble == "")
    ...     store.close()
    None True
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        most_bytes: int = MOST_BYTES,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        """Args:
        path: the file; `analyses.sqlite` in `cache_folder()` if left out.
        most_bytes: of all that is kept.
        warn: hears the one sentence if the file cannot be used; stderr if left out.
        """
        if most_bytes < 1:
            raise InvalidInput("A store needs room for at least one byte.")
        self.path = cache_folder() / "analyses.sqlite" if path is None else path
        self.trouble = ""
        """Why the file is not used any more; empty while it is."""
        self._most_bytes = most_bytes
        self._warn = warn or (lambda said: print(f"gokan: {said}", file=sys.stderr))
        self._memory = MemoryStore()
        self._lock = threading.Lock()
        self._file: sqlite3.Connection | None = None
        try:
            self._file = self._open()
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)

    def get(self, position: Position, source: str, effort: Effort) -> Analysis | None:
        """Exactly that one."""
        found = self._memory.get(position, source, effort)
        if found is not None:
            return found
        where = "visits = ? AND nodes = ?"
        return self._read(position, source, where, (effort.visits, effort.nodes))

    def deepest(self, position: Position, source: str) -> Analysis | None:
        """The one with the most visits behind it."""
        kept = self._memory.deepest(position, source)
        found = self._read(position, source, "1 ORDER BY visits DESC, nodes DESC LIMIT 1", ())
        if kept is None or found is None:
            return kept or found
        return found if found.effort > kept.effort else kept

    def put(self, analysis: Analysis) -> None:
        """Keep it, in the place of an equal one."""
        refuse_incomplete(analysis)
        self._memory.put(analysis)
        data = zlib.compress(json.dumps(analysis.to_dict()).encode())
        effort = analysis.effort
        row = (analysis.key, analysis.source, effort.visits, effort.nodes)
        with self._lock:
            if self._file is None:
                return
            try:
                with self._file as file:
                    file.execute(
                        "INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?, "
                        "(SELECT COALESCE(MAX(used), 0) + 1 FROM analyses), ?, ?)",
                        (*row, len(data), data),
                    )
                    self._make_room(file)
            except sqlite3.Error as error:
                self._give_up(error)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = sqlite3.connect(self.path, timeout=_WAIT, check_same_thread=False)
        try:
            (version,) = file.execute("PRAGMA user_version").fetchone()
            if version not in (0, _VERSION):
                raise sqlite3.DatabaseError(f"it was written by another version ({version})")
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = NORMAL")
            with file:
                file.execute(_TABLE)
                file.execute("CREATE INDEX IF NOT EXISTS oldest ON analyses (used)")
                file.execute(f"PRAGMA user_version = {_VERSION}")
        except sqlite3.Error:
            file.close()
            raise
        return file

    def _read(
        self, position: Position, source: str, where: str, values: tuple[int, ...]
    ) -> Analysis | None:
        key = key_of(position)
        with self._lock:
            if self._file is None:
                return None
            try:
                with closing(
                    self._file.execute(
                        f"SELECT data FROM analyses WHERE key = ? AND source = ? AND {where}",
                        (key, source, *values),
                    )
                ) as rows:
                    row = rows.fetchone()
                if row is None:
                    return None
                with self._file as file:
                    file.execute(
                        "UPDATE analyses SET used = (SELECT MAX(used) + 1 FROM analyses) "
                        "WHERE key = ? AND source = ?",
                        (key, source),
                    )
            except sqlite3.Error as error:
                self._give_up(error)
                return None
        return self._unpacked(position, source, row[0])

    def _unpacked(self, position: Position, source: str, data: bytes) -> Analysis | None:
        """The analysis of a row; a row that is none is as good as not there."""
        try:
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(data, _MOST_JSON)
            found = Analysis.numbers_of(position, json.loads(text))
        except (zlib.error, ValueError, RecursionError, InvalidInput):
            return None
        if found.source != source or not found.complete:
            return None
        self._memory.put(found)
        return found

    def _make_room(self, file: sqlite3.Connection) -> None:
        (total,) = file.execute("SELECT COALESCE(SUM(size), 0) FROM analyses").fetchone()
        if total <= self._most_bytes:
            return
        limit = _LEAVE * self._most_bytes
        rows = file.execute("SELECT used, size FROM analyses ORDER BY used").fetchall()
        for used, size in rows:
            if total <= limit:
                break
            file.execute("DELETE FROM analyses WHERE used = ?", (used,))
            total -= size

    def _give_up(self, error: Exception) -> None:
        """Go on in memory, and say so once."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if not self.trouble:
            self.trouble = (
                f"{self.path} is not used: {error}; what is found is kept in memory only."
            )
            self._warn(self.trouble)


def cache_folder() -> Path:
    """Where Gokan keeps what it can work out again: `GOKAN_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("GOKAN_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "gokan"
