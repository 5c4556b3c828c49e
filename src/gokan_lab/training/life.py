"""Learning life and death beside the games: batches of solved problems, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional as fn

from gokan_lab.training.planes import Batch, Symmetries, unpack
from gokan_lab.training.records import NO_OWNER, POINTS

__all__ = [
    "CANDIDATE",
    "FATES",
    "GROUP",
    "OPEN",
    "WINS",
    "Life",
    "LifeBatch",
    "LifeRows",
    "life_losses",
    "measure_life",
    "outcome_loss",
    "vital_loss",
]

FATES = ("alive", "dead", "ko", "seki")
"""What becomes of a group if the side to move plays first, in the order of the network's rows."""

CANDIDATE, WINS, GROUP = 1, 2, 4
"""The bits of a point."""
OPEN = 255
"""Instead of a fate, where none is known."""


@dataclass(frozen=True, slots=True)
class LifeRows:
    """Records, the bits of their points, the status of the group, and whether a row is for
    measuring: that hangs on the name of its problem, so whatever has one name stays together.
    """

    records: np.ndarray[Any, np.dtype[np.uint8]]
    points: np.ndarray[Any, np.dtype[np.uint8]]
    status: np.ndarray[Any, np.dtype[np.uint8]]
    held: np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(slots=True)
class LifeBatch:
    """Planes of problems and what is known of them."""

    planes: Any  # [n, PLANES, side, side]
    points: Any  # [n, points], the bits of `life_rows`
    status: Any  # [n], `OPEN` where it is not known


class Life:
    """Rows in the device's memory; the last ones are kept for measuring."""

    def __init__(self, rows: LifeRows, device: str) -> None:
        order = rows.held.argsort(kind="stable")
        self.records = torch.from_numpy(rows.records[order]).to(device)
        self.points = torch.from_numpy(rows.points[order]).to(device)
        self.status = torch.from_numpy(rows.status[order]).to(device).long()
        self.learned = int((~rows.held).sum())

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
    known = batch.status != OPEN
    status = fn.cross_entropy(logits, batch.status, ignore_index=OPEN, reduction="sum")
    status = status / known.sum().clamp(min=1)
    vital = vital_loss(groups[:, 0], batch.points)
    return {"status": status, "vital": vital}


def vital_loss(vital: Any, points: Any) -> Any:
    """What is wrong in the chance of vital points, where a first move is known to win."""
    candidate, wins = (points & CANDIDATE) > 0, (points & WINS) > 0
    asked = wins.any(1)
    all_of_it = vital.masked_fill(~candidate, -1e4).logsumexp(1)
    won = vital.masked_fill(~wins, -1e4).logsumexp(1)
    return ((all_of_it - won) * asked).sum() / asked.sum().clamp(min=1)


_WEAK = 0.5  # weight of outcomes that the side to move may have allowed


def outcome_loss(groups: Any, batch: Batch) -> Any:
    """What is wrong in the fate of stones in games, by who owned their points at the end.

    Stones that lived though their owner was free to play elsewhere live if he plays first, and
    those that died do so if the attacker does; the other two ways round say less, since the side to
    move may have had something better to do.
    """
    chances = groups[:, 1:].float().log_softmax(1)
    stands = torch.logsumexp(chances[:, [FATES.index("alive"), FATES.index("seki")]], 1)
    falls = chances[:, FATES.index("dead")]
    own, enemy = (batch.planes[:, side].flatten(1) > 0 for side in (1, 2))
    mine = batch.owner == 1
    sure = (own | enemy) & ((batch.owner == 0) | mine)
    lived = mine == own
    weight = torch.where(lived == own, 1.0, _WEAK) * sure
    wrong = -torch.where(lived, stands, falls)
    return (wrong * weight).sum() / weight.sum().clamp(min=1)


@torch.no_grad()
def measure_life(network: Any, life: Life, *, size: int, mixed: bool) -> dict[str, float]:
    """On the rows held out: how often the first choice wins, and the status is right."""
    network.eval()
    device = life.records.device
    symmetries = Symmetries(device)
    hits = asked = 0.0
    right, seen = torch.zeros(2, len(FATES), device=device)
    for start in range(life.learned, len(life.status), size):
        rows = torch.arange(start, min(start + size, len(life.status)), device=device)
        batch = life.batch(rows, torch.zeros_like(rows), symmetries)
        with torch.autocast(device.type, torch.bfloat16, enabled=mixed):
            groups = network(batch.planes.contiguous(memory_format=torch.channels_last))[3].float()
        stones = ((batch.points & GROUP) > 0).float()
        logits = (groups[:, 1:] * stones[:, None]).sum(2)
        hit = (logits.argmax(1) == batch.status).float()
        known = batch.status != OPEN
        right.scatter_add_(0, batch.status[known], hit[known])
        seen.scatter_add_(0, batch.status[known], torch.ones_like(hit[known]))
        candidate, wins = (batch.points & CANDIDATE) > 0, (batch.points & WINS) > 0
        first = groups[:, 0].masked_fill(~candidate, -1e4).argmax(1, keepdim=True)
        hits += wins.gather(1, first).sum().item()
        asked += wins.any(1).sum().item()
    network.train()
    recall = (right / seen.clamp(min=1)).tolist()
    return {
        "rows": float(len(life.status) - life.learned),
        "status": (right.sum() / seen.sum().clamp(min=1)).item(),
        **{f"recall_{fate}": share for fate, share in zip(FATES, recall, strict=True)},
        "vital_first": hits / max(1, asked),
    }
