"""Records in archives: read one after the other, never extracted, and within bounds."""

from __future__ import annotations

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from gokan.errors import InvalidInput
from gokan.go import sgf

__all__ = ["ARCHIVES", "members"]

ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz")

_MOST = 3_000_000  # members; more than any collection of games
_RATIO = 250  # records shrink to a tenth, a bomb to a thousandth
_SMALL = 1 << 20  # bytes below which no ratio is looked at

_Broken = (
    *(OSError, EOFError, ValueError, RuntimeError, OverflowError, struct.error),
    *(zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile),
)


def members(path: Path) -> Iterator[tuple[str, bytes | None, str]]:
    """Each record of an archive: its name, and its bytes or the reason why there are none.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp()) / "games.zip"
    >>> with zipfile.ZipFile(place, "w") as archive:
    ...     archive.writestr("a/game.sgf", "(;SZ[9])")
    ...     archive.writestr("notes.txt", "hello")
    >>> list(members(place))
    [('a/game.sgf', b'(;SZ[9])', '')]
    """
    try:
        found = _zipped(path) if path.suffix.lower() == ".zip" else _tarred(path)
        for number, one in enumerate(found):
            if number >= _MOST:
                yield path.name, None, f"The archive has more than {_MOST} records: split it."
                return
            yield one
    except _Broken as error:
        yield path.name, None, f"The rest cannot be read: {error}."


def _wanted(name: str) -> bool:
    return name.lower().endswith(".sgf")


def _zipped(path: Path) -> Iterator[tuple[str, bytes | None, str]]:
    with _opened(path) as file, zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            name = info.filename
            if name.lower().endswith(ARCHIVES):
                yield name, None, "It is an archive in an archive, which is not opened."
            elif info.is_dir() or not _wanted(name):
                continue
            elif info.file_size > _SMALL and info.file_size > _RATIO * max(info.compress_size, 1):
                yield name, None, "It is packed more tightly than any record."
            elif info.flag_bits & 1:
                yield name, None, "It is encrypted."
            else:
                try:
                    with archive.open(info) as member:
                        yield name, *_read(member)
                except _Broken as error:
                    yield name, None, f"It cannot be unpacked: {error}."


def _tarred(path: Path) -> Iterator[tuple[str, bytes | None, str]]:
    size = path.stat().st_size
    with _opened(path) as file, tarfile.open(fileobj=file, mode="r|*") as archive:
        for info in archive:
            archive.members.clear()  # type: ignore[attr-defined]  # else it keeps them all
            if info.offset_data > _SMALL and info.offset_data > _RATIO * max(size, 1):
                yield path.name, None, "The rest is packed more tightly than any record."
                return
            if info.name.lower().endswith(ARCHIVES):
                yield info.name, None, "It is an archive in an archive, which is not opened."
            elif info.isreg() and _wanted(info.name):
                member = archive.extractfile(info)
                if member is not None:
                    yield info.name, *_read(member)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from None


def _read(member: IO[bytes]) -> tuple[bytes | None, str]:
    most = sgf.Limits().bytes
    data = member.read(most + 1)
    if len(data) > most:
        return None, f"It is larger than {most} bytes."
    return data, ""
