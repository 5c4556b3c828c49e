"""Labelled positions in the device's memory, and batches of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gokan_lab.teacher.kernel import record_bytes, turn_records
from gokan_lab.teacher.shards import LIKELIEST, SUFFIX, Shard
from gokan_lab.training.planes import Symmetries, unpack
from gokan_lab.training.records import META_BYTES

__all__ = ["Lesson", "Lessons", "Rows", "is_held_out", "rows_of", "watch"]

HELD_OUT = 25
"""Every so-manieth shard is measured with and not learned from; its number tells which."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Positions of one side with what the teacher said, in the order of a shard."""

    side: int
    records: Any
    labels: Any
    held: bool  # for measuring


def rows_of(shard: Shard, *, held: bool = False) -> Rows:
    """Replay the games of a shard; labels of a game that cannot be replayed are left out."""
    labels = shard.labels[np.argsort(shard.labels["game"], kind="stable")]
    starts = np.searchsorted(labels["game"], np.arange(len(shard.games) + 1))
    parts, good = [], np.ones(len(labels), bool)
    for number, line in enumerate(shard.games):
        rows = slice(starts[number], starts[number + 1])
        turns = labels["turn"][rows]
        if not len(turns):
            continue
        made = turn_records(line.at(map(int, turns)).text(), shard.side, len(turns))
        if made is None or len(made) != len(turns):
            good[rows] = False
        else:
            parts.append(made)
    records = np.concatenate(parts) if parts else np.empty((0, record_bytes(shard.side)), np.uint8)
    return Rows(shard.side, records, labels[good], held)


def is_held_out(path: Path) -> bool:
    """Whether a shard is for measuring.

    >>> is_held_out(Path("players-19-000050.labels")), is_held_out(Path("kgs.labels"))
    (True, False)
    """
    number = path.stem.rsplit("-", 1)[-1]
    return number.isdigit() and int(number) % HELD_OUT == 0


@dataclass(slots=True)
class Lesson:
    """A batch, everything seen from the side to move."""

    planes: Any
    next: Any  # the move that was played
    moves: Any  # [n, LIKELIEST]
    shares: Any  # [n, LIKELIEST], adding up to one
    lead: Any
    win: Any
    spread: Any
    owner: Any  # [n, points], 0 the enemy's to 1 own


class Lessons:
    """Positions of one side; it grows until it is full."""

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
            name: torch.empty((room, *shape), dtype=kind, device=device)
            for name, (shape, kind) in made.items()
        }
        self.room = room

    def add(self, rows: Rows) -> None:
        """Take in rows, as far as there is room."""
        records, labels = rows.records, rows.labels
        size = min(len(labels), self.room - self.count)
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
            next=seen.move,
            moves=self.symmetries.target[way].gather(1, moves),
            shares=shares / shares.sum(1, keepdim=True).clamp(min=1),
            lead=lead * sign,
            win=torch.where(sign > 0, win, 1 - win),
            spread=spread,
            owner=(owner * sign[:, None] + 1) / 2,
        )


def _read(path: Path) -> Rows:
    return rows_of(Shard.read(path), held=is_held_out(path))


def watch(
    folders: Sequence[Path], *, threads: int, ended: Callable[[], bool] = lambda: True
) -> Iterator[Rows | None]:
    """The rows of all shards of some folders; None while there is nothing new and it is not
    `ended`.
    """
    seen: set[Path] = set()
    waiting: list[Future[Rows]] = []
    with ThreadPoolExecutor(threads) as pool:
        looked = 0.0
        while True:
            last = ended()
            if last or time.monotonic() - looked > 1:
                looked = time.monotonic()
                new = sorted(
                    path
                    for folder in folders
                    for path in folder.glob(f"*{SUFFIX}")
                    if path not in seen
                )
                seen.update(new)
                waiting += [pool.submit(_read, path) for path in new]
            done = next((job for job in waiting if job.done()), None)
            if done is not None:
                waiting.remove(done)
                yield done.result()
            elif waiting or not last:
                yield None
            else:
                return
