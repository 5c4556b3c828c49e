"""The network: a small residual net that looks at the whole board, for any size of board.

Convolutions carry what is near, pooling in every third block and in the heads what is far. There
is no fully connected layer over points, so one set of weights serves every board.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional as fn

from gokan.errors import InvalidInput
from gokan_lab.training.planes import PLANES

__all__ = ["BEST", "PROFESSIONAL", "REPLY", "Network", "Outputs", "widened"]

Outputs = tuple[Any, Any, Any, Any]
"""Logits of moves (three rows: best, professional, reply; the last column is a pass), four numbers
about the result (win logit, lead, spread, error of the lead), ownership logits, and for groups
five rows: how vital a point is, and of the stones on it logits of alive, dead, ko and seki if the
side to move plays first."""

_HEAD = 32
_PERIOD = 3  # each third block looks at the whole board
_ADDS = {"second.weight", "second_norm.bias", "second_norm.running_mean"}  # what a block adds
_GROUP_ROWS = 5
_VITAL = 128
BEST, PROFESSIONAL, REPLY = range(3)
MOVE_ROWS, NUMBERS = 3, 4
_SEVERAL_MOVES = {"move_out.weight", "move_out.bias", "move_pass.weight", "move_pass.bias"}
_UNHEARD_OF = -4.0  # the logit of a fate that a network before did not know
KOMI_PLANE = 28


def _pool(x: Any) -> Any:
    """The mean and the largest value over the board."""
    flat = x.flatten(2)
    return torch.cat([flat.mean(2), flat.max(2).values], 1)


class _Pooled(nn.Module):
    """What the whole board says to each point."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.mix = nn.Linear(2 * channels, channels)

    def forward(self, x: Any) -> Any:
        return x + self.mix(_pool(x))[:, :, None, None]


class _Block(nn.Module):
    def __init__(self, channels: int, *, pooled: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.pooled = _Pooled(channels) if pooled else None
        nn.init.constant_(self.second_norm.weight, 0.3)

    def forward(self, x: Any) -> Any:
        y = fn.relu(self.first_norm(self.first(x)))
        if self.pooled is not None:
            y = self.pooled(y)
        return fn.relu(x + self.second_norm(self.second(y)))


class Network(nn.Module):
    """`blocks` blocks of `channels`."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.shape = (blocks, channels)
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.body = nn.Sequential(
            *(_Block(channels, pooled=i % _PERIOD == _PERIOD - 1) for i in range(blocks))
        )
        self.move_in = nn.Conv2d(channels, _HEAD, 1)
        self.move_pooled = _Pooled(_HEAD)
        self.move_out = nn.Conv2d(_HEAD, MOVE_ROWS, 1)
        self.move_pass = nn.Linear(2 * _HEAD, MOVE_ROWS)
        self.value_in = nn.Conv2d(channels, _HEAD, 1)
        self.value_mid = nn.Linear(2 * _HEAD, 64)
        self.value_out = nn.Linear(64, NUMBERS)
        self.owner_out = nn.Conv2d(_HEAD, 1, 1)
        self.group_in = nn.Conv2d(channels, _HEAD, 1)
        self.group_out = nn.Conv2d(_HEAD, _GROUP_ROWS, 1)
        # Vital points need more than fates; at first it adds nothing.
        self.vital_in = nn.Conv2d(channels, _VITAL, 1)
        self.vital_out = nn.Conv2d(_VITAL, 1, 1)
        nn.init.zeros_(self.vital_out.weight)
        nn.init.zeros_(self.vital_out.bias)

    def forward(self, x: Any) -> Outputs:
        """Everything as `Outputs` says, for the side to move."""
        y = self.body(fn.relu(self.stem_norm(self.stem(x))))
        move = self.move_pooled(self.move_in(y))
        move = fn.relu(move)
        points = self.move_out(move).flatten(2)
        moves = torch.cat([points, self.move_pass(_pool(move))[:, :, None]], 2)
        value = fn.relu(self.value_in(y))
        numbers = self.value_out(fn.relu(self.value_mid(_pool(value))))
        owner = self.owner_out(value).flatten(1)
        # The count: what is owned, what komi gives, and what a look at the whole adds.
        komi = x[:, KOMI_PLANE].flatten(1).mean(1) * 16
        lead = torch.tanh(owner.float() / 2).sum(1) + komi.float() + 8 * numbers[:, 1].float()
        spread = 2 + 8 * fn.softplus(numbers[:, 2].float())
        win = 2 * numbers[:, 0].float() + 1.5 * lead / spread
        error = 0.1 + 4 * fn.softplus(numbers[:, 3].float())
        groups = self.group_out(fn.relu(self.group_in(y))).flatten(2)
        vital = self.vital_out(fn.relu(self.vital_in(y))).flatten(2)
        groups = torch.cat([groups[:, :1] + vital, groups[:, 1:]], 1)
        return moves, torch.stack([win, lead, spread, error], 1), owner, groups


def widened(state: Any, network: Network) -> dict[str, Any]:
    """The weights of a checkpoint in a network that may be deeper, wider, and have more heads.

    It computes what the old one did: what comes from a new channel or block has no weight yet.
    Parts that the old one lacks stay as they were made.
    """
    blocks, channels = state["shape"][:2]
    deeper = network.shape[0] - blocks
    if (
        deeper < 0
        or deeper % _PERIOD
        or blocks < min(deeper, _PERIOD)
        or channels > network.shape[1]
    ):
        raise InvalidInput(
            f"A network of {network.shape[0]} blocks of {network.shape[1]} cannot begin with one "
            f"of {blocks} blocks of {channels}: it may be wider, and deeper by {_PERIOD}, "
            f"{2 * _PERIOD} … blocks."
        )
    more = network.shape[1] - channels
    weights = network.state_dict()
    for name, old in _deepened(state["weights"], blocks, deeper).items():
        if name not in weights:
            raise InvalidInput(f"This version of Gokan knows no part {name} of a network.")
        new = weights[name]
        if (
            name in _SEVERAL_MOVES and len(old) == MOVE_ROWS - 1
        ):  # one row was best and professional
            old = torch.cat([old[:1], old])
        if new.shape == old.shape:
            weights[name] = old
            continue
        if new.dim() != old.dim() or any(a < b for a, b in zip(new.shape, old.shape, strict=True)):
            raise InvalidInput(f"The part {name} of a network is not of the size of the others.")
        made = new.clone()
        if name == "group_out.bias":
            made[:] = _UNHEARD_OF
        if name.endswith("pooled.mix.weight"):  # means and largest values, side by side
            made[:, :] = 0
            wide, narrow = network.shape[1], channels
            made[:narrow, :narrow] = old[:, :narrow]
            made[:narrow, wide : wide + narrow] = old[:, narrow:]
        else:
            if new.dim() > 1 and new.shape[1] == old.shape[1] + more:
                made[:, old.shape[1] :] = 0
            made[tuple(slice(0, size) for size in old.shape)] = old
        weights[name] = made
    return weights


def _deepened(weights: dict[str, Any], blocks: int, more: int) -> dict[str, Any]:
    """The weights with blocks put in that add nothing yet, in threes behind threes of the old ones,
    as evenly as can be. A new block looks as the old one before it does.
    """
    if not more:
        return weights
    threes = blocks // _PERIOD
    order: list[tuple[int, bool]] = []  # the old block that each comes from, and whether it is new
    for three in range(threes):
        old = range(_PERIOD * three, _PERIOD * (three + 1))
        times = (three + 1) * (more // _PERIOD) // threes - three * (more // _PERIOD) // threes
        order += [(k, False) for k in old] + times * [(k, True) for k in old]
    order += [(k, False) for k in range(_PERIOD * threes, blocks)]
    made = {name: value for name, value in weights.items() if not name.startswith("body.")}
    for number, (old_number, new) in enumerate(order):
        start = f"body.{old_number}."
        for name, value in weights.items():
            if name.startswith(start):
                part = name.removeprefix(start)
                nothing = new and part in _ADDS
                made[f"body.{number}.{part}"] = torch.zeros_like(value) if nothing else value
    return made
