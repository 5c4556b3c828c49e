"""A file of results, a line each, which a run that was cut short goes on from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["append_row", "read_rows"]


def read_rows(path: str) -> list[dict[str, Any]]:
    """What earlier runs left there; a line that was cut short is left out."""
    if not path or not Path(path).exists():
        return []
    rows = []
    for line in Path(path).read_text("utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows


def append_row(path: str, row: dict[str, Any]) -> None:
    """Add a result at once; nothing where there is no file."""
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
