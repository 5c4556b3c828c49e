"""A trained network as a file for use, in half precision, and its card."""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import nn

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.intuition.network import FORMAT
from gokan.intuition.weights_file import pack
from gokan_lab.training.checkpoint import read_state
from gokan_lab.training.model import Network, widened
from gokan_lab.training.planes import PLANES

__all__ = ["export", "fold", "folded"]


def export(checkpoint: Path, output: Path, card: dict[str, Any]) -> dict[str, Any]:
    """Write OUTPUT from a checkpoint, and beside it the card (.json) with its checksum.

    A file that ends in .safetensors is the network for use; .onnx is the same function for other
    programs, with a card (.onnx.json) of its own.
    """
    network = folded(checkpoint)
    if other := output.suffix == ".onnx":
        _write_onnx(network, output)
    else:
        write_whole(output, pack(_halves(network)))
    blocks, channels = network.shape
    whole = {
        "format": FORMAT,
        **card,
        "blocks": blocks,
        "channels": channels,
        "weights": sum(p.numel() for p in network.parameters()),
        "planes": PLANES,
        "sha256": hashlib.sha256(output.read_bytes()).hexdigest(),
    }
    text = json.dumps(whole, indent=1) + "\n"
    write_whole(output.with_suffix(".onnx.json" if other else ".json"), text.encode())
    return whole


def folded(checkpoint: Path) -> Any:
    """The network of a checkpoint, ready for use."""
    state = read_state(checkpoint)
    network = Network(*state["shape"][:2])
    network.load_state_dict(widened(state, network))
    fold(network.eval())
    return network


def _halves(network: Any) -> dict[str, tuple[tuple[int, ...], bytes]]:
    halves = {name: values.to(torch.float16) for name, values in network.state_dict().items()}
    if bad := [name for name, values in halves.items() if not values.isfinite().all()]:
        raise InvalidInput(
            f"The network cannot be written in half precision: {bad[0]} holds a number that is "
            "not finite, or too large."
        )
    return {
        name: (tuple(values.shape), values.numpy().tobytes()) for name, values in halves.items()
    }


def fold(network: Any) -> None:
    """Fold every normalisation into the convolution before it: the same function, fewer steps."""
    for module in list(network.modules()):
        for name, child in list(module.named_children()):
            norm = getattr(module, f"{name}_norm", None)
            if isinstance(child, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                fused = nn.utils.fusion.fuse_conv_bn_eval(child, norm)
                setattr(module, name, fused)
                setattr(module, f"{name}_norm", nn.Identity())


def _write_onnx(network: Any, output: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newer way needs one more package
        torch.onnx.export(
            network,
            (torch.zeros(1, PLANES, 19, 19),),
            str(output),
            input_names=["planes"],
            output_names=["moves", "numbers", "owner", "groups"],
            dynamic_axes={"planes": {0: "n", 2: "rows", 3: "columns"}},
            dynamo=False,
        )
