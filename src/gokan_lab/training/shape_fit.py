"""Fit what the shapes around a group say of its life (`gokan train shapes`).

Every point of a region adds sixteen numbers that belong to its shape, and so do a few counts; what
is above zero of the sixteen sums is weighed, and gives the log-odds of a kill. Mirror images are
one shape. Shapes that are rare add nothing.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as fn

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan_lab.training.checkpoint import check_device
from gokan_lab.training.loop import check_plan
from gokan_lab.training.shape_rows import COUNTS, ROW

__all__ = ["ShapePlan", "check_shape_plan", "fit_shapes"]

_KINDS, _CELLS = 5, 9
_SUMS, _UNIT, _MOST = 16, 256, 8.0  # as core/reading/arena/shape_guess.h has them
_HUNDREDTHS = 100
_TRUST, _SUREST = 62, 350  # percent of the odds, and the most they may then be, in hundredths
_TYPICAL = (4, 1, 3, 3, 0.3, 0.5, 1, 2, 0.3, 0.4, 0.5, 6, 0.3)  # sizes of the counts
_RARE = 20  # times seen
_HELD_OUT = 12  # one problem in so many
_WARM = 100  # steps


@dataclass(frozen=True, slots=True)
class ShapePlan:
    """How long, and with what, is fitted."""

    seconds: float = 0
    steps: int = 0
    batch: int = 4096
    rate: float = 4e-3
    decay: float = 1e-2
    seed: int = 1
    device: str = "cpu"
    card: dict[str, Any] = field(default_factory=dict)
    """What else is to stand on the card."""


class _Model(nn.Module):
    def __init__(self, shapes: int) -> None:
        super().__init__()
        self.shape = nn.EmbeddingBag(2 * shapes, _SUMS, mode="sum", padding_idx=0)
        nn.init.normal_(self.shape.weight, std=0.02)
        with torch.no_grad():
            self.shape.weight[0] = 0
        self.count = nn.Parameter(0.1 * torch.randn(2, COUNTS, _SUMS))
        self.start = nn.Parameter(torch.zeros(2, _SUMS))
        self.weight = nn.Parameter(0.2 * torch.randn(2, _SUMS))
        self.by_itself = nn.Parameter(torch.zeros(2, COUNTS))
        self.base = nn.Parameter(torch.zeros(2))

    def forward(self, shapes: Any, counts: Any, turn: Any) -> Any:
        added = (counts[:, :, None] * self.count[turn]).sum(1)
        sums = (self.shape(shapes) + added + self.start[turn]).clamp(0, _MOST)
        own = (counts * self.by_itself[turn]).sum(1) + self.base[turn]
        return (sums * self.weight[turn]).sum(1) + own


def check_shape_plan(plan: ShapePlan, output: Path) -> None:
    """Refuse what could not be fitted or kept at the end, before anything is read for it."""
    check_plan(plan.steps, plan.seconds, str(output))
    check_device(plan.device)


def fit_shapes(problems: Sequence[bytes], output: Path, plan: ShapePlan) -> dict[str, Any]:
    """Fit to the rows of each problem, write OUTPUT and its card, and return that card."""
    check_shape_plan(plan, output)
    rows = [np.frombuffer(data, "<i4").reshape(-1, ROW) for data in problems if data]
    if len(rows) < _HELD_OUT:
        raise InvalidInput(f"There are {len(rows)} problems to learn from, which is too few.")
    torch.manual_seed(plan.seed)
    held = np.repeat([i % _HELD_OUT == 0 for i in range(len(rows))], [len(r) for r in rows])
    table = np.concatenate(rows)
    common, numbers = _common(table[:, 3 + COUNTS :], len(table))
    data = _tensors(table, numbers, len(common) + 1, plan.device)
    model = _Model(len(common) + 1).to(plan.device)
    known = [torch.from_numpy(np.flatnonzero(part)).to(plan.device) for part in (~held, held)]
    steps = _descend(model, data, known[0], plan)
    loss, right = _measured(model, data, known[1])
    packed = _packed(model, common)
    write_whole(str(output), packed)
    card = {
        **plan.card,
        "problems": len(rows),
        "positions": len(table),
        "shapes": len(common),
        "steps": steps,
        "seed": plan.seed,
        "held_out": {"positions": int(held.sum()), "log_loss": round(loss, 4)},
        "sha256": hashlib.sha256(packed).hexdigest(),
    }
    card["held_out"]["right"] = round(right, 4)
    write_whole(str(output.with_suffix(".json")), json.dumps(card, indent=1).encode() + b"\n")
    return card


def _common(shapes: Any, positions: int) -> tuple[Any, Any]:
    """The shapes that are not rare, one for all its mirror images, and the number of any shape in
    this list, counted from 1; 0 for one that is rare.
    """
    codes = np.arange(_KINDS**_CELLS)
    cells = [codes // _KINDS ** (_CELLS - 1 - k) % _KINDS for k in range(_CELLS)]
    square = np.arange(_CELLS).reshape(3, 3)
    least = codes
    for turn in range(8):
        turned = np.rot90(square, turn % 4)
        order = (turned[:, ::-1] if turn > 3 else turned).ravel()
        seen = sum(cells[order[k]] * _KINDS ** (_CELLS - 1 - k) for k in range(_CELLS))
        least = np.minimum(least, seen)
    count = np.bincount(least[shapes[shapes >= 0]], minlength=len(codes))
    common = np.flatnonzero(count >= max(_RARE, positions // 20_000))
    numbers = np.zeros(len(codes), np.int64)
    numbers[common] = np.arange(1, len(common) + 1)
    return common, numbers[least]


def _tensors(table: Any, numbers: Any, shapes: int, device: str) -> dict[str, Any]:
    turn = table[:, 0].astype(np.int64)
    given = table[:, 3 + COUNTS :]
    found = np.where(given >= 0, numbers[np.maximum(given, 0)], 0).astype(np.int32)
    found = np.where(found > 0, found + (turn * shapes)[:, None], 0).astype(np.int32)
    effort = np.log2(2 + table[:, 2]).astype(np.float32)
    arrays = {
        "shapes": found,
        "counts": (table[:, 3 : 3 + COUNTS] / np.array(_TYPICAL)).astype(np.float32),
        "turn": turn,
        "killed": table[:, 1].astype(np.float32),
        "effort": effort / effort.mean(),
    }
    return {
        name: torch.from_numpy(np.ascontiguousarray(a)).to(device) for name, a in arrays.items()
    }


def _odds(model: _Model, data: dict[str, Any], which: Any) -> Any:
    return model(data["shapes"][which], data["counts"][which], data["turn"][which])


def _descend(model: _Model, data: dict[str, Any], known: Any, plan: ShapePlan) -> int:
    """Fit; positions count the more the longer they took. The number of steps."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=plan.decay)
    begun, step, done = time.monotonic(), 0, 0.0
    while True:
        passed = (time.monotonic() - begun) / plan.seconds if plan.seconds else 0.0
        done = max(passed, step / plan.steps if plan.steps else 0.0)
        if done >= 1:
            return step
        for group in optimizer.param_groups:
            group["lr"] = plan.rate * min(1, (step + 1) / _WARM) * (1 - done)
        which = known[torch.randint(len(known), (plan.batch,), device=known.device)]
        each = fn.binary_cross_entropy_with_logits(
            _odds(model, data, which), data["killed"][which], weight=data["effort"][which]
        )
        optimizer.zero_grad()
        each.backward()
        optimizer.step()
        step += 1


@torch.no_grad()
def _measured(model: _Model, data: dict[str, Any], held: Any) -> tuple[float, float]:
    """The weighed log-loss of positions held out, and the share of them that is right."""
    odds = torch.cat([_odds(model, data, part) for part in held.split(1 << 16)])
    killed, effort = data["killed"][held], data["effort"][held]
    loss = fn.binary_cross_entropy_with_logits(odds, killed, weight=effort, reduction="sum")
    right = ((odds > 0) == (killed > 0.5)).float().mean()
    return float(loss / effort.sum()), float(right)


def _packed(model: _Model, common: Any) -> bytes:
    """The file, in whole numbers, as core/reading/arena/shape_guess.h reads it."""
    values = {name: t.cpu().double().numpy() for name, t in model.state_dict().items()}
    typical = np.array(_TYPICAL)
    shapes = values["shape.weight"].reshape(2, len(common) + 1, _SUMS)[:, 1:]
    parts = [np.array([_TRUST, _SUREST, len(common), *common], "<u4").tobytes()]
    for turn in (0, 1):
        limit = np.iinfo(np.int16).max
        parts.append(np.clip(np.rint(shapes[turn] * _UNIT), -limit, limit).astype("<i2").tobytes())
        whole = (
            values["count"][turn] / typical[:, None] * _UNIT,
            values["start"][turn] * _UNIT,
            values["weight"][turn] * _HUNDREDTHS,
            values["by_itself"][turn] / typical * _HUNDREDTHS,
            values["base"][turn] * _HUNDREDTHS,
        )
        parts += [np.rint(numbers).astype("<i4").tobytes() for numbers in whole]
    return b"".join(parts)
