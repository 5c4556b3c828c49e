"""Files of a data set: whole tables, each named by its number and by what it holds.

`part-000017.9f86d081884c7d65.parquet` holds shard 17 and says of itself whether it is damaged: the
second part of its name begins the SHA-256 of its bytes. So no list has to be kept in step with it.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from gokan.batch.work import Kind
from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole

__all__ = ["Form", "as_form", "need_form", "parts_in", "read_part", "write_part"]

Form = Literal["jsonl", "parquet"]
Columns = Mapping[str, Kind]

_NAME = re.compile(r"part-(\d{6,})\.([0-9a-f]{16})\.(jsonl|parquet)")


def write_part(
    folder: Path, number: int, form: Form, columns: Columns, rows: Sequence[Sequence[Any]]
) -> Path:
    """Write a shard's table, instead of any that it had."""
    data = _parquet(columns, rows) if form == "parquet" else _lines(columns, rows)
    path = folder / f"part-{number:06d}.{hashlib.sha256(data).hexdigest()[:16]}.{form}"
    write_whole(path, data)
    for other in folder.glob(f"part-{number:06d}.*"):
        if other != path:
            other.unlink()
    return path


def parts_in(folder: Path, *, check: bool = True) -> dict[int, Path]:
    """The parts of a folder by number. What is damaged, or stands twice, is refused."""
    found: dict[int, Path] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith("."):
            continue
        name = _NAME.fullmatch(path.name)
        if name is None or int(name[1]) in found:
            raise InvalidInput(f"{path} is no part of this data set: move it elsewhere.")
        if check and hashlib.sha256(_bytes(path)).hexdigest()[:16] != name[2]:
            raise InvalidInput(
                f"{path} is damaged; remove it, and the command that made the data set makes it "
                "again."
            )
        found[int(name[1])] = path
    return dict(sorted(found.items()))


def read_part(path: Path, columns: Columns) -> Iterator[tuple[Any, ...]]:
    """The rows of a part."""
    try:
        if path.suffix == ".parquet":
            rows = need_form("parquet").read_parquet(path, columns=list(columns)).iter_rows()
        else:
            lines = map(json.loads, path.read_text("utf-8").splitlines())
            yield from (tuple(line[name] for name in columns) for line in lines)
            return
    except GokanError:
        raise
    except Exception:
        raise InvalidInput(f"{path} is no table of this data set.") from None
    packed = [kind == "json" for kind in columns.values()]
    for row in rows:
        pairs = zip(row, packed, strict=True)
        yield tuple(json.loads(x) if text and x is not None else x for x, text in pairs)


def as_form(text: str) -> Form:
    """A form by its name.

    >>> as_form("jsonl")
    'jsonl'
    """
    if text == "jsonl":
        return "jsonl"
    if text == "parquet":
        return "parquet"
    raise InvalidInput(f"A data set is written as jsonl or parquet, not as {text!r}.")


def need_form(form: Form) -> Any:
    """The library that writes tables; a sentence if it is missing."""
    if form == "jsonl":
        return None
    try:
        import polars
    except ImportError:
        raise GokanError("Parquet needs the extra 'study': pip install 'gokan[study]'.") from None
    return polars


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from None


def _lines(columns: Columns, rows: Iterable[Sequence[Any]]) -> bytes:
    texts = (json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) for row in rows)
    return "".join(text + "\n" for text in texts).encode("utf-8", "backslashreplace")


def _parquet(columns: Columns, rows: Sequence[Sequence[Any]]) -> bytes:
    polars = need_form("parquet")
    types = {"int": polars.Int64, "float": polars.Float64, "bool": polars.Boolean}
    data: dict[str, list[Any]] = {}
    for place, (name, kind) in enumerate(columns.items()):
        values = [row[place] for row in rows]
        if kind == "json":
            values = [None if x is None else json.dumps(x) for x in values]
        elif kind == "text":
            values = [None if x is None else _unicode(x) for x in values]
        data[name] = values
    schema = {name: types.get(kind, polars.String) for name, kind in columns.items()}
    file = io.BytesIO()
    polars.DataFrame(data, schema=schema).write_parquet(file)
    return file.getvalue()


def _unicode(text: str) -> str:
    """A name of a file that is not UTF-8 holds what no Unicode text may."""
    return text.encode("utf-8", "backslashreplace").decode()
