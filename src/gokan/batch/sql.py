"""Questions in SQL to a data set, answered by DuckDB: the data set's tables and nothing else."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from gokan.batch.dataset import ITEM_COLUMNS, Dataset, row_columns
from gokan.batch.parts import parts_in
from gokan.batch.work import Kind
from gokan.errors import GokanError, InvalidInput

__all__ = ["Table", "ask"]

_TYPES: dict[Kind, str] = {
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "text": "VARCHAR",
    "json": "JSON",
}


@dataclass(frozen=True, slots=True)
class Table:
    """An answer: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row each."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def __str__(self) -> str:
        texts = [self.columns, *([_text(value) for value in row] for row in self.rows)]
        wide = [max(len(row[k]) for row in texts) for k in range(len(self.columns))]
        right = [
            all(isinstance(row[k], (int, float, type(None))) for row in self.rows)
            for k in range(len(self.columns))
        ]
        lines = []
        for row in texts:
            cells = zip(row, wide, right, strict=True)
            lines.append("  ".join(f"{x:>{w}}" if r else f"{x:<{w}}" for x, w, r in cells).rstrip())
        return "\n".join(lines)


def ask(folder: str | Path, question: str, *, anything: bool = False) -> Table:
    """Ask a data set. Its tables are `rows` and `items`.

    A question is one SELECT. It reaches no other file, no network and no setting, unless
    `anything` is allowed.

    >>> import tempfile
    >>> from gokan.batch import Items, Job, run
    >>> job = Job("lengths", lambda: lambda word: [{"letters": len(word)}], {"letters": "int"})
    >>> data = run(job, Items([("a", "ko"), ("b", "seki")]), tempfile.mkdtemp(), workers=1)
    >>> print(ask(data.folder, "SELECT id, letters FROM rows ORDER BY letters DESC"))
    id  letters
    b         4
    a         2
    """
    data = Dataset(folder)
    try:
        duckdb: Any = import_module("duckdb")
    except ImportError:
        raise GokanError("SQL needs the extra 'sql': pip install 'gokan[sql]'.") from None
    with tempfile.TemporaryDirectory() as spill:
        connection = duckdb.connect(":memory:")
        try:
            files = _views(connection, data)
            if not anything:
                _only_one_select(duckdb, question)
                _shut(connection, files, spill)
            found = connection.execute(question)
            columns = tuple(column[0] for column in found.description or ())
            return Table(columns, tuple(map(tuple, found.fetchall())))
        except duckdb.Error as error:
            first = str(error).strip().splitlines()[0].rstrip(".")
            raise InvalidInput(f"The question cannot be answered: {first}.") from None
        finally:
            connection.close()


def _views(connection: Any, data: Dataset) -> list[str]:
    """Make the tables of the data set known; the files that they stand in."""
    files: list[str] = []
    tables: dict[str, Mapping[str, Kind]] = {
        "rows": row_columns(data.manifest.columns),
        "items": ITEM_COLUMNS,
    }
    for table, columns in tables.items():
        parts = [str(path.absolute()) for path in parts_in(data.folder / table).values()]
        names = ", ".join(_quoted(part) for part in parts)
        types = {name: _TYPES[kind] for name, kind in columns.items()}
        if not parts:
            told = ", ".join(f"NULL::{kind} AS {_named(name)}" for name, kind in types.items())
            source = f"SELECT {told} LIMIT 0"
        elif data.manifest.form == "parquet":
            as_said = (f"{_named(name)}::{kind} AS {_named(name)}" for name, kind in types.items())
            source = f"SELECT {', '.join(as_said)} FROM read_parquet([{names}])"
        else:
            told = ", ".join(f"{_quoted(name)}: {_quoted(kind)}" for name, kind in types.items())
            source = (
                f"SELECT * FROM read_json([{names}], format = 'newline_delimited', "
                f"columns = {{{told}}})"
            )
        connection.execute(f"CREATE VIEW {table} AS {source}")
        files += parts
    return files


def _only_one_select(duckdb: Any, question: str) -> None:
    statements = duckdb.extract_statements(question)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise InvalidInput("A question is one SELECT statement.")


def _shut(connection: Any, files: list[str], spill: str) -> None:
    paths = ", ".join(_quoted(path) for path in files)
    for setting in (
        f"temp_directory = {_quoted(spill)}",
        "autoinstall_known_extensions = false",
        "autoload_known_extensions = false",
        f"allowed_paths = [{paths}]",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        connection.execute(f"SET {setting}")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _named(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)
