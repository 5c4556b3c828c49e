"""Labelled positions in the device's memory, and batches of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from gokan_lab.teacher.kernel import record_bytes
from gokan_lab.teacher.rows import Rows
from gokan_lab.teacher.shards import LIKELIEST
from gokan_lab.training.planes import Symmetries, unpack
from gokan_lab.training.records import META_BYTES

__all__ = ["Lesson", "Lessons"]


@dataclass(slots=True)
class Lesson:
    """A batch, everything seen from the side to move."""

    planes: Any
    moves: Any  # [n, LIKELIEST]
    shares: Any  # [n, LIKELIEST], adding up to one
    lead: Any
    win: Any
    spread: Any
    owner: Any  # [n, points], 0 the enemy's to 1 own


_ROOM = 1 << 14  # positions that there is room for at first


class Lessons:
    """Positions of one side; it takes more memory as more of them come, until it is full."""

    def __init__(self, side: int, room: int, device: str) -> None:
        self.side, self.device, self.count = side, device, 0
        points = side * side
        self.symmetries = Symmetries(device, side)
        made = {
            "records": ((record_bytes(side),), torch.uint8),
            "owners": (((points + 1) // 2,), torch.uint8),
            "moves": ((LIKELIEST,), torch.int16),
            "shares": ((LIKELIEST,), torch.uint8),
            "numbers": ((3,), torch.float32),
        }
        self._parts = {
            name: torch.empty((min(room, _ROOM), *shape), dtype=kind, device=device)
            for name, (shape, kind) in made.items()
        }
        self.room = room

    def add(self, rows: Rows) -> None:
        """Take in rows, as far as there is room."""
        records, labels = rows.records, rows.labels
        size = min(len(labels), self.room - self.count)
        self._make_room(self.count + size)
        at = slice(self.count, self.count + size)
        labels = labels[:size]
        numbers = np.stack([labels["lead"], labels["win"], labels["spread"]], 1)
        for name, values in (
            ("records", records[:size]),
            ("owners", labels["owners"]),
            ("moves", labels["moves"].astype(np.int16)),
            ("shares", labels["shares"]),
            ("numbers", numbers.astype(np.float32)),
        ):
            self._parts[name][at] = torch.from_numpy(np.ascontiguousarray(values)).to(self.device)
        self.count += size

    def _make_room(self, count: int) -> None:
        have = len(self._parts["records"])
        if count <= have:
            return
        more = min(self.room, max(count, 2 * have))
        for name, part in self._parts.items():
            made = torch.empty((more, *part.shape[1:]), dtype=part.dtype, device=part.device)
            made[: self.count] = part[: self.count]
            self._parts[name] = made

    def some(self, size: int, generator: Any) -> Lesson:
        """Positions by chance, turned by chance."""
        rows = torch.randint(self.count, (size,), device=self.device, generator=generator)
        way = torch.randint(8, (size,), device=self.device, generator=generator)
        return self.batch(rows, way)

    def in_order(self, size: int, most: int = 0) -> Iterator[Lesson]:
        """All positions as they lie, or the first of them."""
        end = min(self.count, most or self.count)
        for start in range(0, end, size):
            rows = torch.arange(start, min(start + size, end), device=self.device)
            yield self.batch(rows, torch.zeros_like(rows))

    def batch(self, rows: Any, way: Any) -> Lesson:
        """The positions of these numbers, each turned its way."""
        points = self.side**2
        records = self._parts["records"][rows]
        none = torch.zeros((len(rows), points), dtype=torch.int8, device=self.device)
        seen = unpack(records, records, none, way, self.symmetries)
        sign = torch.where(records[:, -META_BYTES + 20] == 1, 1.0, -1.0)
        lead, win, spread = self._parts["numbers"][rows].unbind(1)
        packed = self._parts["owners"][rows]
        levels = torch.stack([packed & 15, packed >> 4], 2).flatten(1)[:, :points]
        owner = (levels.float() / 15 * 2 - 1).gather(1, self.symmetries.source[way])
        shares = self._parts["shares"][rows].float()
        moves = self._parts["moves"][rows].long()
        return Lesson(
            planes=seen.planes,
            moves=self.symmetries.target[way].gather(1, moves),
            shares=shares / shares.sum(1, keepdim=True).clamp(min=1),
            lead=lead * sign,
            win=torch.where(sign > 0, win, 1 - win),
            spread=spread,
            owner=(owner * sign[:, None] + 1) / 2,
        )
