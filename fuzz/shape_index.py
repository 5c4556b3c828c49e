"""Fuzz the reader of shape indexes: a damaged file is refused or searched, never a crash."""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.shape.find import Library

PATTERNS = ("black-hane", "white-between-knight-jump", "black-corner-formation")


def one_input(data: bytes) -> None:
    try:
        library = Library.read(data, name="fuzzed")
        found = [library.find(pattern, most=5) for pattern in PATTERNS]
    except GokanError:
        return
    assert all(len(f.hits) <= min(5, f.total) for f in found)
