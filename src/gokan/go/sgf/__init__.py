r"""Game records as files: SGF in, SGF out, every value kept as the bytes it was written with.

This is the plain layer: a file becomes a list of `Record`s, flat lists of nodes with raw values.
Most people want `gokan.go.game.Game` instead, which plays the moves and understands the values.
`parser` reads a file, `text` knows encodings and escapes, `points` and `info` understand moves and
what the root says.

>>> [record] = parse(b"(;GM[1]SZ[9]KM[6.5];B[ee]C[the centre])")
>>> record.nodes[1]["C"]
[b'the centre']
>>> write([record])
b'(;GM[1]SZ[9]KM[6.5]\n;B[ee]C[the centre])\n'
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from gokan.errors import InvalidInput, InvalidSgf
from gokan.go.sgf.parser import Limits, Properties, Record, parse_records

__all__ = ["Limits", "Properties", "Record", "parse", "read_file", "salvage", "write"]

_WIDTH = 78
_BREAKS = 4  # nodes that are left out at most, in search of a whole one


def parse(data: bytes | str, *, limits: Limits | None = None) -> list[Record]:
    """Every game in a file, at least one.

    Broken files are repaired where the meaning is clear (see `Record.warnings`); what cannot be
    read, or is larger than `limits`, raises InvalidSgf with the line.

    >>> [len(record.nodes) for record in parse("junk (;B[aa];W[bb] (;GM[1])")]
    [2, 1]
    >>> parse("(;C[never closed")
    Traceback (most recent call last):
        ...
    gokan.errors.InvalidSgf: Line 1, byte 3: the value that starts here never ends with ']'.
    """
    return parse_records(data, limits=limits)


def salvage(data: bytes | str, *, limits: Limits | None = None) -> list[Record]:
    """As `parse`, but of a file that breaks off in the middle what stands before the break.

    >>> [record] = salvage("(;SZ[9];B[ee];W[gc];B[g")
    >>> len(record.nodes), record.warnings[-1]  # doctest: +ELLIPSIS
    (3, "line 1, byte 21: the value that starts here never ends ...; what stands before is used")
    """
    try:
        return parse(data, limits=limits)
    except InvalidSgf as error:
        raw = data.encode() if isinstance(data, str) else data
        reason = str(error)
        for _ in range(_BREAKS):
            raw = raw[: max(0, raw.rfind(b";"))]
            try:
                found = parse(raw, limits=limits)
            except InvalidSgf:
                continue
            said = f"{reason[0].lower()}{reason[1:].rstrip('.')}; what stands before is used"
            found[-1].warnings.append(said)
            return found
        raise


def write(records: Iterable[Record]) -> bytes:
    """The file that holds these games; values are written exactly as they are stored.

    The nodes of a record must be in file order: each variation complete before the next.
    """
    return b"".join(_write_one(record) for record in records)


def read_file(path: str | os.PathLike[str], *, limits: Limits | None = None) -> bytes:
    """The bytes of a file, refused before reading more than the limit allows."""
    from pathlib import Path  # here and below, because programs start faster without

    most = (limits or Limits()).bytes
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise InvalidInput(f"Cannot read {os.fspath(path)}: {error.strerror}.") from None
    if len(data) > most:
        raise InvalidSgf(f"{os.fspath(path)} is larger than {most} bytes; split it first.")
    return data


def _write_one(record: Record) -> bytes:
    """One game. Iterative, because variations may be nested deeply."""
    parents = record.parents
    siblings = [0] * len(parents)  # how many children each node has
    for parent in parents[1:]:
        siblings[parent] += 1
    out: list[bytes] = []
    opened: list[int] = []  # parents of the variations that are still open
    column = 0
    for index, props in enumerate(record.nodes):
        parent = parents[index]
        pieces = [name.encode("ascii") + _values(values) for name, values in props.items()]
        node = b";" + pieces[0] if pieces else b";"
        if index and parent != index - 1:
            while opened.pop() != parent:
                out.append(b")")
            out.append(b")")
        if index == 0 or siblings[parent] > 1:
            opened.append(parent)
            opening = b"("
            if index:
                opening = b"\n( " if node.startswith((b";FF[", b";GM[")) else b"\n("
            out.append(opening + node)
            column = len(node) + 2
        else:
            column = _append(out, node, column if index > 1 else _WIDTH)
        for piece in pieces[1:]:
            column = _append(out, piece, column)
    out.append(b")" * len(opened) + b"\n")
    return b"".join(out)


def _append(out: list[bytes], piece: bytes, column: int) -> int:
    """Add a piece, on a new line if this one is full; returns the column after it."""
    if column + len(piece) > _WIDTH:
        out.append(b"\n")
        column = 0
    out.append(piece)
    return column + len(piece)


def _values(values: list[bytes]) -> bytes:
    return b"[" + b"][".join(values) + b"]"
