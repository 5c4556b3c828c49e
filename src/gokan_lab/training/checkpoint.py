"""Weights to begin with: a checkpoint of training, or a network in use."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.intuition.weights_file import BadFile, unpack
from gokan_lab.training.model import Network

__all__ = ["check_device", "in_use", "read_state", "write_state"]

_LARGEST = 4096  # blocks or channels of a network
_NORM = 25.0  # of a convolution after a usual training


def in_use(path: Path) -> bool:
    """Is it a network in use? Then its statistics are folded into the weights."""
    return path.suffix == ".safetensors"


def check_device(device: str) -> None:
    """Refuse a device that torch does not know or that this machine does not have."""
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError):
        raise InvalidInput(f"There is no device {device} here.") from None


def read_state(path: Path, device: str = "cpu") -> dict[str, Any]:
    """The `shape` and `weights` that a file holds, and of a checkpoint what else it has."""
    check_device(device)
    try:
        if in_use(path):
            return _unfolded(path.read_bytes(), device)
        state: Any = torch.load(path, map_location=device, weights_only=True)
    except BadFile as error:
        raise InvalidInput(f"The network {path} cannot be read: {error}.") from None
    except OSError as error:
        told = error.strerror or error
        raise InvalidInput(f"The network {path} cannot be read: {told}.") from None
    except Exception:  # torch has many, of several lines
        state = None
    if not _is_checkpoint(state):
        raise InvalidInput(f"{path} is no checkpoint of training.")
    return dict(state)


def _is_checkpoint(state: Any) -> bool:
    if not isinstance(state, dict) or not {"shape", "weights"} <= set(state):
        return False
    shape, weights = state["shape"], state["weights"]
    return (
        isinstance(shape, tuple | list | torch.Size)
        and len(shape) >= 2
        and all(type(size) is int and 0 < size <= _LARGEST for size in shape[:2])
        and isinstance(weights, dict)
        and all(isinstance(value, torch.Tensor) for value in weights.values())
    )


def write_state(path: Path, state: dict[str, Any]) -> None:
    """Keep a checkpoint: completely, or the one before stays."""
    data = BytesIO()
    torch.save(state, data)
    write_whole(path, data.getvalue())


def _unfolded(data: bytes, device: str) -> dict[str, Any]:
    """The same function with normalisations again, which scale and add.

    What a convolution has lost in size by folding it gets back, so that the steps of Muon, which
    are all of one size, change no layer more than another.
    """
    found = {
        name: torch.from_numpy(np.frombuffer(values, np.float16).astype(np.float32).reshape(shape))
        for name, (shape, values) in unpack(data).items()
    }
    if "stem.weight" not in found:
        raise BadFile("it holds another kind of network")
    channels = len(found["stem.weight"])
    blocks = sum(name.endswith(".second.weight") for name in found)
    weights = dict(found)
    for name, module in Network(blocks, channels).named_modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            convolution = name.removesuffix("_norm")
            bias = weights.pop(f"{convolution}.bias")
            one = torch.ones_like(bias)
            scale = _NORM / weights[f"{convolution}.weight"].norm().clamp(min=1e-3)
            weights[f"{convolution}.weight"] = weights[f"{convolution}.weight"] * scale
            weights[f"{name}.weight"], weights[f"{name}.bias"] = one / scale, bias
            weights[f"{name}.running_mean"] = torch.zeros_like(bias)
            weights[f"{name}.running_var"] = one - module.eps
            weights[f"{name}.num_batches_tracked"] = torch.tensor(0)
    return {
        "shape": (blocks, channels),
        "weights": {name: values.to(device) for name, values in weights.items()},
    }
