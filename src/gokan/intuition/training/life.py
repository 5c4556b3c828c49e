"""Learning life and death beside the games: batches of solved problems, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional as fn

from gokan.intuition.training.life_rows import CANDIDATE, GROUP, WINS, LifeRows
from gokan.intuition.training.planes import Symmetries, unpack
from gokan.intuition.training.records import NO_OWNER, POINTS

__all__ = ["Life", "LifeBatch", "life_losses"]

_HELD_OUT = 20  # one row in so many is measured with, not learned from


@dataclass(slots=True)
class LifeBatch:
    """Planes of problems and what is known of them."""

    planes: Any  # [n, PLANES, side, side]
    points: Any  # [n, points], the bits of `life_rows`
    status: Any  # [n]


class Life:
    """Rows in the device's memory; the last ones are kept for measuring."""

    def __init__(self, rows: LifeRows, device: str) -> None:
        self.records = torch.from_numpy(rows.records).to(device)
        self.points = torch.from_numpy(rows.points).to(device)
        self.status = torch.from_numpy(rows.status).to(device).long()
        self.learned = len(rows.status) - len(rows.status) // _HELD_OUT

    def batch(self, rows: Any, way: Any, symmetries: Symmetries) -> LifeBatch:
        """The rows of these numbers, turned."""
        chosen = self.records[rows]
        none = torch.full((len(rows), POINTS), NO_OWNER, dtype=torch.int8, device=chosen.device)
        planes = unpack(chosen, chosen, none, way, symmetries).planes
        points = self.points[rows].gather(1, symmetries.source[way])
        return LifeBatch(planes, points.int(), self.status[rows])

    def some(self, size: int, generator: Any, symmetries: Symmetries) -> LifeBatch:
        """Rows to learn from, by chance."""
        device = self.records.device
        rows = torch.randint(self.learned, (size,), device=device, generator=generator)
        way = torch.randint(8, (size,), device=device, generator=generator)
        return self.batch(rows, way, symmetries)


def life_losses(groups: Any, batch: LifeBatch) -> dict[str, Any]:
    """What is wrong in the status of the group, and in the chance of its vital points.

    Among the candidates the winning moves together should have all of the chance.
    """
    groups = groups.float()
    stones = ((batch.points & GROUP) > 0).float()
    logits = (groups[:, 1:] * stones[:, None]).sum(2) / stones.sum(1, keepdim=True).clamp(min=1)
    status = fn.cross_entropy(logits, batch.status)
    candidate, wins = (batch.points & CANDIDATE) > 0, (batch.points & WINS) > 0
    asked = wins.any(1)
    all_of_it = groups[:, 0].masked_fill(~candidate, -1e4).logsumexp(1)
    won = groups[:, 0].masked_fill(~wins, -1e4).logsumexp(1)
    vital = ((all_of_it - won) * asked).sum() / asked.sum().clamp(min=1)
    return {"status": status, "vital": vital}


@torch.no_grad()
def measure_life(network: Any, life: Life, *, size: int, mixed: bool) -> dict[str, float]:
    """On the rows held out: how often the first choice wins, and the status is right."""
    network.eval()
    device = life.records.device
    symmetries = Symmetries(device)
    hits = asked = right = seen = 0.0
    for start in range(life.learned, len(life.status), size):
        rows = torch.arange(start, min(start + size, len(life.status)), device=device)
        batch = life.batch(rows, torch.zeros_like(rows), symmetries)
        with torch.autocast(device.type, torch.bfloat16, enabled=mixed):
            groups = network(batch.planes.contiguous(memory_format=torch.channels_last))[3].float()
        stones = ((batch.points & GROUP) > 0).float()
        logits = (groups[:, 1:] * stones[:, None]).sum(2)
        right += (logits.argmax(1) == batch.status).sum().item()
        seen += len(rows)
        candidate, wins = (batch.points & CANDIDATE) > 0, (batch.points & WINS) > 0
        first = groups[:, 0].masked_fill(~candidate, -1e4).argmax(1, keepdim=True)
        hits += wins.gather(1, first).sum().item()
        asked += wins.any(1).sum().item()
    network.train()
    return {"rows": seen, "status": right / max(1, seen), "vital_first": hits / max(1, asked)}
