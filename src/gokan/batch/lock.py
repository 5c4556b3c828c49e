"""One run at a time in a folder; the lock goes with the process that holds it, however it ends."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from gokan.errors import InvalidInput

__all__ = ["LOCK", "locked", "take"]

LOCK = "lock"
_ROOM = 4096  # where the locked byte lies: behind what others may read


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder, or say who does.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with locked(folder):
    ...     try:
    ...         with locked(folder):
    ...             print("twice")
    ...     except InvalidInput as error:
    ...         print("in use by another run" in str(error))
    True
    """
    try:
        file = (folder / LOCK).open("a+b")
    except OSError as error:
        raise InvalidInput(f"Cannot write into {folder}: {error.strerror}.") from None
    with file:
        if not _taken(file):
            file.seek(0)
            holder = file.read(200).decode("utf-8", "replace").strip() or "not known"
            raise _in_use(folder, f" (process {holder})", "folder")
        file.truncate(0)
        file.write(f"{os.getpid()} on {platform.node() or 'this machine'}\n".encode())
        file.flush()
        yield


def take(file: IO[bytes], path: Path) -> None:
    """Hold an open file for as long as it is open, or say that somebody else does."""
    if not _taken(file):
        raise _in_use(path, "", "file")


def _in_use(path: Path, by: str, what: str) -> InvalidInput:
    return InvalidInput(
        f"{path} is in use by another run{by}: wait until it ends, or name another {what}."
    )


if sys.platform == "win32":
    import msvcrt

    def _taken(file: IO[bytes]) -> bool:
        file.seek(_ROOM)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _taken(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
