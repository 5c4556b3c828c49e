"""Collections of problems: a folder, a `.jsonl` file or stream, an SGF file with several games.

What is not a problem is passed on with the reason, so that a batch can say so and go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from json import loads
from pathlib import Path
from typing import Any

from gokan.checks import nested_too_deeply
from gokan.cli.records import check_name, read_bytes
from gokan.errors import GokanError, InvalidInput

__all__ = ["find_collection", "read_records"]

Record = dict[str, Any]
"""`id` and `name`; and `file` with `game`, or the fields of a problem, or `error`."""

_ENDINGS = (".sgf", ".txt")


def find_collection(source: str) -> tuple[list[Record] | None, bytes | None]:
    """The records of a collection; None for a single problem, with its content if it was read."""
    check_name(source)
    path = Path(source)
    if source != "-" and (path.is_dir() or path.suffix.lower() == ".jsonl"):
        return list(read_records(source)), None
    if source != "-" and not path.is_file():
        raise InvalidInput(f"There is no problem {source}; give a file, a folder or -.")
    data = read_bytes(source)
    if data.lstrip()[:1] == b"{":
        name = "stdin" if source == "-" else source
        return list(_lines(name, data)), data
    found = list(_games(source, Path(source), source, data)) if source != "-" else []
    return (found if len(found) > 1 else None), data


def read_records(source: str) -> Iterator[Record]:
    """Every problem of a folder or a file, in order."""
    path = Path(source)
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.suffix.lower() in _ENDINGS)
        if not files:
            raise InvalidInput(f"There is no .sgf or .txt file in {path}.")
        for file in files:
            yield from _games(str(file), file, str(file.relative_to(path)), None)
    elif path.suffix.lower() == ".jsonl":
        yield from _lines(source, read_bytes(source))
    else:
        yield from _games(source, path, path.name, read_bytes(source))


def _games(id: str, file: Path, name: str, data: bytes | None) -> Iterator[Record]:
    """One record for each game of a file."""
    from gokan.cli.records import read_game

    count = 1
    if file.suffix.lower() == ".sgf" or data is not None:
        try:
            count = read_game(str(file), 1, data if data is not None else file.read_bytes())[1]
        except (GokanError, OSError):
            count = 1  # the sentence comes when it is read as a problem
    for number in range(1, count + 1):
        tail = f"#{number}" if number > 1 else ""
        yield {"id": id + tail, "name": name + tail, "file": str(file), "game": number}


def _lines(name: str, data: bytes) -> Iterator[Record]:
    """One record for each line of JSON."""
    seen: set[str] = set()
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        if not line.strip():
            continue
        where = f"{name}:{number}"
        record: Record = {"id": where}
        try:
            if nested_too_deeply(line):
                raise ValueError
            found = loads(line)
            record = {**found, "id": str(found.get("id", where))}
            record.pop("file", None)
            record.pop("error", None)
            if record["id"] in seen:
                record = {"id": where, "error": f"The id {record['id']!r} was there before."}
        except (ValueError, AttributeError, TypeError):
            record["error"] = f"Line {number} is not a JSON object."
        seen.add(record["id"])
        yield {**record, "name": str(record["id"])}
