"""Which program an answer comes from, by what the program's files hold, not when they were made."""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from gokan import _core
from gokan.batch.work import Job

__all__ = ["code_signature"]

_LEFT_OUT = ("__pycache__", "pages")  # pages only show what was found


def code_signature(make: Callable[..., Any] | None = None) -> str:
    """A digest of the compiled core, every file of Gokan (code, weights, templates), and the
    package or file in which `make` stands.

    >>> code_signature() == code_signature(), len(code_signature())
    (True, 32)
    """
    digest = hashlib.sha256(_of_package("gokan"))
    for module in sorted(set(_modules(make))):
        package = module.partition(".")[0]
        known = getattr(sys.modules.get(package), "__file__", None) is not None
        if package != "gokan" and known and hasattr(sys.modules[package], "__path__"):
            digest.update(_of_package(package))
        elif package != "gokan":
            digest.update(_of_file(module))
    return digest.hexdigest()[:32]


def _modules(make: object) -> Iterator[str]:
    """Where a function stands, and those that it was given."""
    if isinstance(make, partial):
        for part in (make.func, *make.args, *make.keywords.values()):
            yield from _modules(part)
    elif isinstance(make, Job):
        yield from _modules(make.make)
    elif callable(make):
        yield getattr(make, "__module__", None) or "gokan"


def _of_file(module: str) -> bytes:
    file = getattr(sys.modules.get(module), "__file__", None)
    return module.encode() + (Path(file).read_bytes() if file else b"")


@cache
def _of_package(name: str) -> bytes:
    digest = hashlib.sha256()
    if name == "gokan" and _core.__file__:
        digest.update(Path(_core.__file__).read_bytes())
    for folder in importlib.import_module(name).__path__:
        for path in _files(Path(folder)):
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        known = path.suffix not in (".so", ".pyd", ".swp") and not path.name.startswith(".")
        if known and path.is_file() and not set(path.relative_to(folder).parts) & set(_LEFT_OUT):
            yield path
