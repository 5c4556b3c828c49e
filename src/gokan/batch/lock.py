"""One run at a time in a folder; the lock goes with the process that holds it, however it ends."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from gokan.errors import InvalidInput
from gokan.files import write_whole

__all__ = ["LOCK", "appending", "locked"]

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


@contextmanager
def appending(path: Path, keep: Callable[[bytes], bytes | None]) -> Iterator[IO[bytes]]:
    r"""A file to add lines to, held by one run at a time.

    `keep` is told what stands there and says what to keep of it, None for everything: so a line
    that was cut short goes, and a file of something else is refused before anything is touched.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "lines"
    >>> _ = path.write_bytes(b"whole\ncut sho")
    >>> with appending(path, lambda text: text[: text.rfind(b"\n") + 1]) as file:
    ...     _ = file.write(b"new\n")
    >>> path.read_bytes()
    b'whole\nnew\n'
    """
    with ExitStack() as held:
        keep(path.read_bytes() if path.is_file() else b"")  # a refusal leaves nothing behind
        file = held.enter_context(_held(path))
        if path.is_file():
            text = path.read_bytes()  # what another run may have added meanwhile
            kept = keep(text)
            if kept is not None and text.startswith(kept):
                file.truncate(len(kept))
            elif kept is not None:
                write_whole(path, kept)
                file = held.enter_context(_held(path))  # it is another file by now
        yield file


@contextmanager
def _held(path: Path) -> Iterator[IO[bytes]]:
    try:
        file = path.open("ab")
    except OSError as error:
        raise InvalidInput(f"Cannot write {path}: {error.strerror}.") from None
    with file:
        if path.is_file() and not _taken(file):  # a pipe or a device is nobody's
            raise _in_use(path, "", "file")
        yield file


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
