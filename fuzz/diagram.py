"""Fuzz the reader of text diagrams: whatever it accepts must survive a round trip."""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.go import diagram


def one_input(data: bytes) -> None:
    try:
        found = diagram.parse(data.decode("utf-8", "replace"))
    except GokanError:
        return
    assert diagram.parse(str(found)) == found
