"""A small residual network for corners that sees liberties, ko and the outside: with torch.

Where the thesis's networks see 64 points, this one sees 14 planes of 8×8 (`planes`). It has
`blocks` residual blocks of two 3×3 convolutions, a pool over the corner, and five outputs: the
fates of `made.FATES`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gokan import _core
from gokan.errors import InvalidInput
from gokan_lab.corners.made import FATES
from gokan_lab.corners.pattern import SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PLANES", "ResidualPlan", "planes", "sees", "train_residual"]

PLANES = 14


@dataclass(frozen=True, slots=True)
class ResidualPlan:
    """How large the network is, and how long it learns."""

    blocks: int = 6
    channels: int = 64
    batch: int = 1024
    steps: int = 0
    seconds: float = 0.0
    rate: float = 0.003
    seed: int = 1
    device: str = "cpu"


def sees(boards: NDArray[np.int8]) -> NDArray[np.uint8]:
    """A byte per point: colour, liberties, ko and outside (`core/intuition/corner_planes.h`)."""
    if boards.ndim != 2 or boards.shape[1] != SIDE * SIDE:
        raise InvalidInput(f"A corner has 64 inputs, but these have shape {boards.shape}.")
    data = _core.corner_planes(np.ascontiguousarray(boards, np.int8).tobytes())
    return np.frombuffer(data, np.uint8).reshape(len(boards), SIDE * SIDE)


def planes(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The planes of what is seen: stones, empty, outside, ko, liberties, distance to the edges.

    >>> planes(sees(np.zeros((2, 64), np.int8))).shape
    (2, 14, 8, 8)
    """
    byte = seen.reshape(-1, SIDE, SIDE)
    color, breath = byte & 3, byte >> 2 & 3
    parts = [color == 1, color == 2, color == 0, byte & 32 > 0, byte & 16 > 0]
    parts += [(color == side) & (breath == n) for side in (1, 2) for n in (1, 2, 3)]
    rows = np.broadcast_to(np.arange(SIDE)[:, None] == 0, byte.shape)
    columns = np.broadcast_to(np.arange(SIDE)[None] == 0, byte.shape)
    parts += [rows, columns, np.ones(byte.shape, bool)]
    return np.stack(parts, axis=1).astype(np.float32)


def train_residual(
    boards: NDArray[np.int8],
    fate: NDArray[np.uint8],
    plan: ResidualPlan,
    *,
    progress: Callable[[int, float], None] | None = None,
) -> Callable[[NDArray[np.int8]], NDArray[np.float32]]:
    """Learn the fates (1 to 5) of patterns; what comes back gives each pattern's five chances.

    The schedule is counted in steps, or in seconds if there are no steps. Every batch is mirrored
    at the diagonal half of the time.
    """
    torch = _torch()
    torch.manual_seed(plan.seed)
    device = torch.device(plan.device)
    model = _model(plan).to(device)
    seen = torch.tensor(sees(boards), device=device).view(-1, SIDE, SIDE)
    wanted = torch.tensor(fate.astype(np.int64) - 1, device=device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=0.01)
    half = plan.device != "cpu"
    begun = time.monotonic()
    step, done = 0, 0.0
    rng = torch.Generator(device=device).manual_seed(plan.seed)
    while done < 1:
        done = step / plan.steps if plan.steps else (time.monotonic() - begun) / plan.seconds
        for group in optimiser.param_groups:
            warm = min(1.0, (step + 1) / 200)
            group["lr"] = plan.rate * warm * 0.5 * (1 + np.cos(np.pi * min(1.0, done)))
        rows = torch.randint(len(wanted), (plan.batch,), generator=rng, device=device)
        byte = seen[rows]
        if step % 2:
            byte = byte.transpose(1, 2)
        with torch.autocast(plan.device.split(":")[0], torch.bfloat16, enabled=half):
            loss = torch.nn.functional.cross_entropy(model(_unpacked(byte)).float(), wanted[rows])
        if step % 50 == 0 and not torch.isfinite(loss):
            raise InvalidInput(f"The network stopped learning at step {step}: try a lower rate.")
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        if progress and step % 500 == 0:
            progress(step, float(loss.detach()))
    model.eval()

    def chances(others: NDArray[np.int8]) -> NDArray[np.float32]:
        found = []
        look = torch.tensor(sees(others), device=device).view(-1, SIDE, SIDE)
        with torch.no_grad():
            for part in look.split(8192):
                both = [model(_unpacked(p)).softmax(1) for p in (part, part.transpose(1, 2))]
                found.append(((both[0] + both[1]) / 2).cpu().numpy())
        return np.concatenate(found).astype(np.float32)

    return chances


def _torch() -> Any:
    try:
        import torch
    except ImportError:
        raise InvalidInput(
            "The residual network needs the package torch; install it with:"
            " pip install 'gokan[train]'"
        ) from None
    return torch


def _unpacked(byte: Any) -> Any:
    """`planes` on the device."""
    torch = _torch()
    color, breath = byte & 3, (byte >> 2) & 3
    parts = [color == 1, color == 2, color == 0, (byte & 32) > 0, (byte & 16) > 0]
    parts += [(color == side) & (breath == n) for side in (1, 2) for n in (1, 2, 3)]
    edge = torch.zeros(SIDE, SIDE, dtype=torch.bool, device=byte.device)
    rows, columns = edge.clone(), edge
    rows[0] = True
    columns[:, 0] = True
    parts += [rows.expand_as(color), columns.expand_as(color), torch.ones_like(color) > 0]
    return torch.stack(parts, dim=1).float()


def _model(plan: ResidualPlan) -> Any:
    torch = _torch()
    nn = torch.nn
    width = plan.channels

    class Block(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(
                nn.BatchNorm2d(width),
                nn.ReLU(),
                nn.Conv2d(width, width, 3, padding=1, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(),
                nn.Conv2d(width, width, 3, padding=1, bias=False),
            )

        def forward(self, x: Any) -> Any:
            return x + self.body(x)

    return nn.Sequential(
        nn.Conv2d(PLANES, width, 3, padding=1, bias=False),
        *(Block() for _ in range(plan.blocks)),
        nn.BatchNorm2d(width),
        nn.ReLU(),
        nn.Conv2d(width, 8, 1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(8 * SIDE * SIDE, 64),
        nn.ReLU(),
        nn.Linear(64, len(FATES)),
    )
