"""Games that the network plays against itself, many at once: for small boards and for endings.

Both sides choose among their sensible moves by the network's own chances, freely at first and then
nearly always the likeliest; nothing is searched. The end is counted exactly, so that every position
gets a winner, a margin and owners, for a komi drawn at random. Of the moves only the winner's are
learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from gokan.intuition.training.planes import Batch, Symmetries, gather, unpack
from gokan.intuition.training.records import BYTES, META_BYTES, games_kernel

__all__ = ["OwnGames", "play_games"]

_FREE = 0.12  # the share of the board's points that is played freely
_WARM, _COLD = 1.0, 0.35  # temperatures while free, and later


@dataclass(slots=True)
class OwnGames:
    """The records of games that were played, on the device."""

    side: int
    records: Any  # [positions, bytes]
    owners: Any  # [games, points]
    symmetries: Symmetries

    def batch(self, size: int, generator: Any) -> Batch:
        """Some positions by chance, turned by chance."""
        device, count = self.records.device, len(self.records)
        rows = torch.randint(count, (size,), device=device, generator=generator)
        way = torch.randint(8, (size,), device=device, generator=generator)
        return gather(self.records, self.owners, count, rows, way, self.symmetries)


@torch.no_grad()
def play_games(
    network: Any, *, side: int, games: int, seed: int, threads: int, device: str
) -> OwnGames:
    """Let the network play so many games against itself to the end."""
    kernel = games_kernel(games, side, seed, max_moves=3 * side * side, threads=threads)
    symmetries = Symmetries(device, side)
    generator = torch.Generator(device=device).manual_seed(seed)
    points = side * side
    none = torch.zeros((games, points), dtype=torch.int8, device=device)
    was_training = network.training
    network.eval()
    turn = 0
    while kernel.finished() < games:
        records, allowed = kernel.look()
        seen = torch.from_numpy(records).to(device)
        way = torch.randint(8, (games,), device=device, generator=generator)
        batch = unpack(seen, seen, none, way, symmetries)
        with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
            moves, _, _, _ = network(batch.planes.contiguous(memory_format=torch.channels_last))
        logits = moves[:, 0].float().gather(1, symmetries.target[way])
        may = torch.from_numpy(allowed).to(device) > 0
        may[:, -1] |= ~may.any(1)  # games that are over pass on
        warm = turn < _FREE * points
        logits = (logits / (_WARM if warm else _COLD)).masked_fill(~may, -torch.inf)
        noise = torch.rand(logits.shape, device=device, generator=generator)
        chosen = (logits - torch.log(-torch.log(noise.clamp(1e-9, 1 - 1e-7)))).argmax(1)
        kernel.play(chosen.to("cpu", torch.int32).numpy().astype(np.uint16))
        turn += 1
    network.train(was_training)
    played, owned = kernel.take(0)
    return OwnGames(
        side,
        torch.from_numpy(played.reshape(-1, BYTES * points + META_BYTES).copy()).to(device),
        torch.from_numpy(owned.reshape(-1, points).copy()).to(device),
        symmetries,
    )
