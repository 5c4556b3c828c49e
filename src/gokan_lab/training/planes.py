"""Records spread into the planes that the network takes in, in torch; see `core/intuition`.

`core/intuition/features.h` lists the bytes and `Features::planes` spreads them for play. This is
the same for whole batches on a GPU, turned by any of the eight symmetries.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch

from gokan_lab.training.records import BYTES, META_BYTES, NO_MARGIN, NO_OWNER

__all__ = ["PLANES", "SENSES", "Batch", "Symmetries", "gather", "unpack"]

PLANES = 30
SENSES: dict[str, tuple[int, ...]] = {
    "liberties": (3, 4, 5, 6, 7, 8),
    "history": (10, 11, 12, 13, 14),
    "ladders": (15, 16),
    "life": (17, 18),
    "plays": (19, 20, 21, 22, 23, 24),
    "strength": (26,),
    "influence": (27,),
    "komi": (28,),
}
"""Which planes a sense fills, so that training can be tried without it. Stones, ko and forbidden
points (0 to 2, 9, 25) always stay."""


@dataclass(slots=True)
class Batch:
    """Inputs and targets, all seen from the side to move."""

    planes: Any  # [n, PLANES, side, side]
    move: Any  # [n], the number of points is a pass
    reply: Any  # [n], the opponent's answer, or -1
    win: Any  # [n], 1, 0, or -1 unknown
    komi: Any  # [n], what the side to move receives
    lead: Any  # [n], points, or nan
    owner: Any  # [n, points], 0 the enemy's to 1 own, or -1 unknown


class Symmetries:
    """The eight ways to turn a board of one side, as tables of point numbers."""

    def __init__(self, device: Any, side: int = 19) -> None:
        self.side = side
        index = torch.arange(side * side).view(side, side)
        ways = []
        for turns in range(4):
            turned = torch.rot90(index, turns)
            ways += [turned.reshape(-1), turned.flip(1).reshape(-1)]
        self.source = torch.stack(ways).to(device)  # new[i] = old[source[way, i]]
        target = torch.argsort(self.source, 1)
        none = torch.full((8, 1), side * side, device=device)
        self.target = torch.cat([target, none], 1)  # where an old point goes; a pass stays


def gather(
    records: Any, owners: Any, count: int, rows: Any, way: Any, symmetries: Symmetries
) -> Batch:
    """Some rows of records with the owners of their games, as a batch."""
    chosen = records[rows]
    following = records[(rows + 1).clamp(max=count - 1)]
    meta = chosen[:, -META_BYTES:].long()
    game = meta[:, 12] + 256 * meta[:, 13] + 65536 * meta[:, 14]
    return unpack(chosen, following, owners[game], way, symmetries)


def unpack(records: Any, following: Any, owners: Any, way: Any, symmetries: Symmetries) -> Batch:
    """A batch from rows of records; `following` holds the numbers of the records after them.

    `owners` are rows of final owners, one for each record, and `way` is its symmetry.
    """
    n, points = len(records), symmetries.side**2
    tail = BYTES * points
    source = symmetries.source[way]
    cells = records[:, :tail].view(n, BYTES, points)
    cells = cells.gather(2, source[:, None, :].expand(n, BYTES, points)).int()
    meta = records[:, tail:].int()
    short = meta[:, 0:12:2] + 256 * meta[:, 1:12:2]
    short = symmetries.target[way].gather(1, short.long())
    game = _u32(meta)
    black = meta[:, 20] == 1
    sign = torch.where(black, 1.0, -1.0)
    margin = _signed(meta[:, 16] + 256 * meta[:, 17], 1 << 16)
    lead = torch.where(margin == NO_MARGIN, torch.nan, margin.float() / 2)
    komi = _signed(meta[:, 22] + 256 * meta[:, 23], 1 << 16).float() / 2
    winner = _signed(meta[:, 19], 256)
    win = torch.where(winner == 0, -1.0, (winner.float() + 1) / 2)
    after = following[:, tail:].int()
    answer = (after[:, 10] + 256 * after[:, 11]).long()[:, None]
    answer = symmetries.target[way].gather(1, answer)[:, 0]
    reply = torch.where(_u32(after) == game, answer, -1)
    own = owners.gather(1, source)
    owner = torch.where(own == NO_OWNER, -1.0, (own.float() * sign[:, None] + 1) / 2)
    planes = _planes(cells, short[:, :5], komi, black)
    return Batch(planes, short[:, 5], reply, win, komi, lead, owner)


def _planes(cells: Any, recent: Any, komi: Any, black: Any) -> Any:
    n, points = len(cells), cells.shape[2]
    edge = math.isqrt(points)
    stone, play = cells[:, 0], cells[:, 1]
    side, liberties = stone & 3, (stone >> 2) & 3
    taken, left = (play >> 2) & 3, (play >> 4) & 3
    own, enemy = side == 1, side == 2
    ones = torch.ones_like(side, dtype=torch.float32)
    last = torch.zeros(n, 5, points + 1, device=cells.device)
    last.scatter_(2, recent[:, :, None], 1.0)
    rows = [ones, own, enemy]
    rows += [own & (liberties == k) for k in range(3)]
    rows += [enemy & (liberties == k) for k in range(3)]
    rows += [(stone & 16) > 0, *last[:, :, :points].unbind(1)]
    rows += [own & ((stone & 32) > 0), enemy & ((stone & 32) > 0)]
    rows += [(play & 3) == 1, (play & 3) == 2]
    rows += [taken == k for k in (1, 2, 3)]
    rows += [left == k for k in (1, 2, 3)]
    rows += [(play & 64) > 0]
    rows += [_signed(cells[:, 2], 256).float() / 127, _signed(cells[:, 3], 256).float() / 64]
    rows += [ones * (komi.clamp(-60, 60) / 16)[:, None], ones * black.float()[:, None]]
    return torch.stack([row.float() for row in rows], 1).view(n, PLANES, edge, edge)


def _signed(values: Any, span: int) -> Any:
    return torch.where(values >= span // 2, values - span, values)


def _u32(meta: Any) -> Any:
    return meta[:, 12] + 256 * meta[:, 13] + 65536 * meta[:, 14] + 16777216 * meta[:, 15]
