"""The optimiser Muon: momentum whose steps are made orthogonal (Jordan and others, 2024).

For weights that are matrices inside the network (convolutions count as matrices of outputs by
everything else). Weights of one shape are stepped together. The rest is for AdamW.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

__all__ = ["Muon", "orthogonal"]

# The quintic iteration that brings all singular values near 1 in five steps.
_A, _B, _C = 3.4445, -4.7750, 2.0315
_STEPS = 5


def orthogonal(matrices: Any) -> Any:
    """Each matrix of a stack brought near the closest one with singular values of 1."""
    x = matrices.bfloat16() if matrices.is_cuda else matrices.float()
    tall = x.size(1) > x.size(2)
    if tall:
        x = x.mT
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(_STEPS):
        square = x @ x.mT
        x = _A * x + (_B * square + _C * square @ square) @ x
    return (x.mT if tall else x).to(matrices.dtype)


class Muon(torch.optim.Optimizer):
    """Orthogonal momentum for parameters of two or more dimensions."""

    def __init__(
        self, params: Iterable[Any], lr: float = 0.02, momentum: float = 0.95, decay: float = 0.01
    ) -> None:
        super().__init__(list(params), {"lr": lr, "momentum": momentum, "decay": decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        """One step for every parameter that has a gradient."""
        for group in self.param_groups:
            shapes: dict[tuple[int, ...], list[Any]] = {}
            for p in group["params"]:
                if p.grad is not None:
                    shapes.setdefault(tuple(p.shape), []).append(p)
            for shape, params in shapes.items():
                rate, m = group["lr"], group["momentum"]
                grads = [p.grad for p in params]
                kept = [self.state[p].setdefault("momentum", torch.zeros_like(p)) for p in params]
                torch._foreach_lerp_(kept, grads, 1 - m)
                ahead = torch._foreach_lerp(grads, kept, m)
                steps = orthogonal(torch.stack([a.reshape(shape[0], -1) for a in ahead]))
                rows, columns = steps.shape[1:]
                scale = max(1.0, rows / columns) ** 0.5
                torch._foreach_mul_(params, 1 - rate * group["decay"])
                torch._foreach_add_(
                    params, [s.view(shape) for s in steps.unbind(0)], alpha=-rate * scale
                )
