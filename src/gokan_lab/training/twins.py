"""Problems that are the same as others, or nearly: what is measured with must not be learned from.

Collections repeat each other, turned, mirrored, in other colours, and with a stone more or less
outside. A twin has four fifths of the stones of both on the same points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput
from gokan_lab.training.lines import read_lines

__all__ = ["Twins"]

_SIDE = 19
_ALIKE = 0.8
_ROWS = 64  # compared at once


class Twins:
    """The problems to keep away from.

    >>> kept = Twins([{"size": 5, "black": [[0, 1]], "white": [[1, 1]]}])
    >>> mirrored = {"size": 5, "black": [[3, 1]], "white": [[4, 1]]}
    >>> kept.among([mirrored, {"size": 5, "black": [[0, 0]], "white": [[1, 1]]}])
    [True, False]
    """

    def __init__(self, records: Sequence[Mapping[str, Any]]) -> None:
        import numpy as np

        boards = {}
        for record in records:
            if _bits(record) is None:
                continue
            for turn in range(8):
                for swap in (0, 1):
                    board = _board(record, turn, swap)
                    boards[board.tobytes()] = board
        cells = 2 * _SIDE * _SIDE
        self._boards = np.array(list(boards.values()), np.float32).reshape(len(boards), cells)
        self._stones = self._boards.sum(1)

    @classmethod
    def of(cls, paths: Iterable[str]) -> Twins:
        """Those of some files."""
        kept = []
        for path in paths:
            for number, record in read_lines(Path(path)):
                if not {"black", "white"} <= record.keys() or _bits(record) is None:
                    raise InvalidInput(
                        f"{path} cannot be read: line {number} does not say where black and white "
                        f"stones stand."
                    )
                kept.append(record)
        return cls(kept)

    def apart(self, records: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """These without twins of ours, as they come."""
        waiting = iter(records)
        while some := list(islice(waiting, _ROWS if len(self._boards) else 1)):
            twins = self.among(some)
            yield from (one for one, twin in zip(some, twins, strict=True) if not twin)

    def among(self, records: Sequence[Mapping[str, Any]]) -> list[bool]:
        """For each of these whether it is a twin of one of ours."""
        import numpy as np

        if not len(self._boards):
            return [False] * len(records)
        found: list[bool] = []
        for first in range(0, len(records), _ROWS):
            some = records[first : first + _ROWS]
            boards = [_bits(record) for record in some]
            blank = np.zeros(self._boards.shape[1], bool)
            rows = np.array([blank if b is None else b for b in boards], np.float32)
            both = rows @ self._boards.T
            either = rows.sum(1)[:, None] + self._stones[None] - both
            found += (both >= _ALIKE * np.maximum(either, 1)).any(1).tolist()
        return found


def _bits(record: Mapping[str, Any]) -> Any:
    """The row of a record, or None if it is no problem or on too large a board."""
    try:
        return _board(record, 0, 0)
    except (ValueError, TypeError, IndexError):
        return None


def _board(record: Mapping[str, Any], turn: int, swap: int) -> Any:
    """A row of bits: where either colour stands, and the size."""
    import numpy as np

    size = int(record.get("size", _SIDE))
    if size > _SIDE:
        raise ValueError
    last = size - 1
    board = np.zeros((2, size, size), bool)
    for k, side in enumerate(("black", "white")):
        for x, y in record.get(side, ()):
            column, row = (
                last - int(x) if turn & 1 else int(x),
                last - int(y) if turn & 2 else int(y),
            )
            if turn & 4:
                row, column = column, row
            board[k ^ swap, row, column] = True
    return np.pad(board, ((0, 0), (0, _SIDE - size), (0, _SIDE - size))).ravel()
