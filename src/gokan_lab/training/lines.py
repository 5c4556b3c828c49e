"""Files of problems and groups: a JSON object on each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput

__all__ = ["parse_lines", "read_lines"]


def read_lines(path: Path) -> list[tuple[int, dict[str, Any]]]:
    """The objects of a file with the numbers of their lines; empty lines do not count."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{path} cannot be read: it is no text in UTF-8.") from None
    return parse_lines(path, text)


def parse_lines(path: Path, text: str) -> list[tuple[int, dict[str, Any]]]:
    """The same of a text; the path is for the message if a line is none.

    >>> parse_lines(Path("some.jsonl"), '{"id": "a"}')
    [(1, {'id': 'a'})]
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise InvalidInput(f"{path} cannot be read: line {number} is no JSON object.")
        found.append((number, row))
    return found
