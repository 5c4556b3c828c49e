"""Finished work on disk, by name: what need not be made twice.

A name is made of everything that the work is a function of, and of the code (`name_of`). So what is
found is what would be made; whatever changes, something else is made. The folder may be deleted at
any time, and holds no more than `MOST` texts: those used last.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gokan import _core
from gokan.errors import GokanError
from gokan.files import write_whole
from gokan.play.tree.store_sqlite import cache_folder

__all__ = ["MOST", "any_kept", "find", "keep", "name_of"]

MOST = 200
_MOST = 64 << 20  # bytes of one text, when unpacked
_READ = (".py", ".toml", ".txt", ".json")


def name_of(what: bytes, *asked: object) -> str:
    """The name of the work on something with these options.

    >>> name_of(b"(;SZ[9])", "usual") == name_of(b"(;SZ[9])", "usual")
    True
    >>> name_of(b"(;SZ[9])", "usual") == name_of(b"(;SZ[9])", "deep")
    False
    """
    said = json.dumps([_code(), [str(one) for one in asked]]).encode()
    return hashlib.blake2b(said + b"\0" + what, digest_size=16).hexdigest()


def find(name: str, *, folder: Path | None = None) -> str | None:
    """The text of that name; None where none is kept, or none that can be read."""
    path = _folder(folder) / name
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(path.read_bytes(), _MOST).decode()
        path.touch()
    except (OSError, zlib.error, ValueError):
        return None
    return text if unpacker.eof else None


def keep(text: str, name: str, *, folder: Path | None = None) -> bool:
    """Keep a text; False where the disk does not let us."""
    where = _folder(folder)
    try:
        where.mkdir(parents=True, exist_ok=True)
        write_whole(where / name, zlib.compress(text.encode()))
        for _, old in sorted(_kept(where), reverse=True)[MOST:]:
            old.unlink(missing_ok=True)
    except (OSError, GokanError):
        return False
    return True


def any_kept(*, folder: Path | None = None) -> bool:
    """Whether anything is kept, so that a name is worth making."""
    where = _folder(folder)
    return where.is_dir() and any(where.iterdir())


def _kept(where: Path) -> Iterator[tuple[float, Path]]:
    """When each was used last."""
    for path in where.iterdir():
        try:
            yield path.stat().st_mtime, path
        except FileNotFoundError:  # another process made room
            continue


def _folder(folder: Path | None) -> Path:
    return cache_folder() / "reviews" if folder is None else folder


@cache
def _code() -> str:
    """What the program is: every line of it, and the compiled part."""
    seen = hashlib.blake2b(digest_size=16)
    root = Path(__file__).resolve().parents[2]
    for path in sorted(one for one in root.rglob("*") if one.suffix in _READ):
        seen.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    seen.update(str(Path(_core.__file__).stat().st_size).encode())
    return seen.hexdigest()
