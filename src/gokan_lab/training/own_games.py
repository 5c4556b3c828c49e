"""Games that the network played against itself, as lessons: see `gokan_lab.training.self_play`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan_lab.training.planes import Batch, Symmetries, gather
from gokan_lab.training.records import BYTES, META_BYTES

__all__ = ["Lessons", "OwnGames", "load_own_games"]

_SHARPENED = 1.4  # exponent of the shares of visits: a search also spends visits on second choices


@dataclass(frozen=True, slots=True)
class Lessons:
    """What games on boards of one side left behind.

    Per position a record (as of professional games) and the share of visits of every move in
    255ths, all 0 where the search was brief; per game the owner of each point.
    """

    side: int
    records: np.ndarray[Any, np.dtype[np.uint8]]
    visits: np.ndarray[Any, np.dtype[np.uint8]]
    owners: np.ndarray[Any, np.dtype[np.int8]]

    @classmethod
    def of(cls, side: int, records: bytes, visits: bytes, owners: bytes) -> Lessons:
        """From the bytes of the core."""
        points = side * side
        return cls(
            side,
            np.frombuffer(records, np.uint8).reshape(-1, BYTES * points + META_BYTES),
            np.frombuffer(visits, np.uint8).reshape(-1, points + 1),
            np.frombuffer(owners, np.int8).reshape(-1, points),
        )

    def save(self, path: Path) -> None:
        """Write a `.npz` file."""
        sink = BytesIO()
        np.savez_compressed(sink, records=self.records, visits=self.visits, owners=self.owners)
        write_whole(path, sink.getvalue())

    @classmethod
    def load(cls, path: Path) -> Lessons:
        """Read a file of `save`."""
        try:
            with np.load(path) as data:
                records, visits, owners = data["records"], data["visits"], data["owners"]
            side = math.isqrt(owners.shape[1])
            return cls.of(side, records.tobytes(), visits.tobytes(), owners.tobytes())
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise InvalidInput(f"The games in {path} cannot be read: {error}.") from None

    @classmethod
    def joined(cls, parts: Sequence[Lessons]) -> Lessons:
        """Several as one; their games are numbered through."""
        records = [part.records.copy() for part in parts]
        first = 0
        for part, some in zip(parts, records, strict=True):
            numbers = some[:, -META_BYTES + 12 : -META_BYTES + 16].copy().view("<u4") + first
            some[:, -META_BYTES + 12 : -META_BYTES + 16] = numbers.astype("<u4").view(np.uint8)
            first += len(part.owners)
        return cls(
            parts[0].side,
            np.concatenate(records),
            np.concatenate([part.visits for part in parts]),
            np.concatenate([part.owners for part in parts]),
        )


class OwnGames:
    """Lessons in the device's memory."""

    def __init__(self, lessons: Lessons, device: str) -> None:
        self.side = lessons.side
        self.records = torch.from_numpy(lessons.records.copy()).to(device)
        self.visits = torch.from_numpy(lessons.visits.copy()).to(device)
        self.owners = torch.from_numpy(lessons.owners.copy()).to(device)
        self.symmetries = Symmetries(device, lessons.side)

    def batch(self, size: int, generator: Any) -> tuple[Batch, Any]:
        """Some positions by chance, turned by chance, and the shares of visits of their moves."""
        device, count = self.records.device, len(self.records)
        rows = torch.randint(count, (size,), device=device, generator=generator)
        way = torch.randint(8, (size,), device=device, generator=generator)
        batch = gather(self.records, self.owners, count, rows, way, self.symmetries)
        passing = torch.full((8, 1), self.side**2, device=device)
        source = torch.cat([self.symmetries.source, passing], 1)[way]
        shares = (self.visits[rows].gather(1, source).float() / 255) ** _SHARPENED
        return batch, shares / shares.sum(1, keepdim=True).clamp(min=1e-9)


def load_own_games(folder: Path, device: str, *, window: int = 0) -> list[OwnGames]:
    """The lessons of a folder, one set for each size of board.

    With a `window` the newest files of a size that hold so many positions; files are named so
    that later ones come later.
    """
    by_side: dict[int, list[Lessons]] = {}
    for path in sorted(folder.glob("*.npz"), reverse=True):
        lessons = Lessons.load(path)
        known = by_side.setdefault(lessons.side, [])
        if not window or sum(len(one.records) for one in known) < window:
            known.append(lessons)
    if not by_side:
        raise InvalidInput(f"There are no games in {folder}; `gokan train selfplay` makes them.")
    return [OwnGames(Lessons.joined(parts), device) for _, parts in sorted(by_side.items())]
