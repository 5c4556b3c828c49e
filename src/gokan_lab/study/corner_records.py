"""Records for `gokan train corners`: every file that a collection may be, as games with a name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from gokan.errors import GokanError, InvalidInput
from gokan.go import Game
from gokan.go.collection import Collection, Record

__all__ = ["games_of"]


def games_of(
    path: str, *, level: str | None = None, limit: int | None = None
) -> Iterator[tuple[str, Game]]:
    """The games of a collection with their names; those that cannot be read are passed over.

    `level` keeps the lines of a `.jsonl` whose field `level` says so.
    """
    records = iter(Collection(path)) if level is None else _of_level(Path(path), level)
    count = 0
    for record in records:
        if record.kind in ("bad", "letters"):
            continue
        try:
            game = Game.parse(record.data)
        except GokanError:
            continue
        yield record.name, game
        count += 1
        if limit is not None and count == limit:
            return


def _of_level(path: Path, level: str) -> Iterator[Record]:
    if path.suffix != ".jsonl":
        raise InvalidInput(f"Only a .jsonl file gives levels, and {path} is not one.")
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from None
    for index, line in enumerate(lines):
        try:
            item = json.loads(line)
            if item.get("level") == level:
                yield Record(index, str(item.get("id", index)), "sgf", str(item["sgf"]))
        except (ValueError, KeyError, AttributeError, RecursionError):
            continue
