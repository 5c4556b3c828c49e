"""Games as items."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gokan.batch.work import Items
from gokan.go.collection import Collection, Record

__all__ = ["games"]


def games(collection: Collection | str | Path, *, limit: int | None = None) -> Items:
    """The games of a collection; the data of each are its `Record`, which holds the bytes.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "two.sgf").write_text("(;SZ[9];B[ee];W[cc])(;SZ[9];B[gc])")
    >>> [(item.id, len(item.data.replay().moves)) for item in games(folder)]
    [('two.sgf#1', 2), ('two.sgf#2', 1)]
    """
    found = Collection(collection) if isinstance(collection, (str, Path)) else collection

    def pairs() -> Iterator[tuple[str, Record]]:
        return ((record.name, record) for record in found)

    return Items(pairs, limit=limit)
