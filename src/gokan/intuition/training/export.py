"""A trained network as an ONNX file in half precision, and its card."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import torch
from torch import nn

from gokan.errors import InvalidInput
from gokan.intuition.training.model import Network
from gokan.intuition.training.planes import PLANES

__all__ = ["export", "fold"]


def export(checkpoint: Path, output: Path, card: dict[str, Any]) -> dict[str, Any]:
    """Write OUTPUT (.onnx) from a checkpoint, and beside it the card (.json) with its checksum."""
    try:
        state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    except Exception as error:
        raise InvalidInput(f"The checkpoint {checkpoint} cannot be read: {error}.") from None
    network = Network(*state["shape"])
    network.load_state_dict(state["weights"])
    fold(network.eval())
    torch.onnx.export(
        network,
        (torch.zeros(1, PLANES, 19, 19),),
        str(output),
        input_names=["planes"],
        output_names=["moves", "numbers", "owner"],
        dynamic_axes={"planes": {0: "n", 2: "rows", 3: "columns"}},
        dynamo=False,
    )
    _halve(output)
    digest = hashlib.sha256(output.read_bytes()).hexdigest()
    blocks, channels, inner = network.shape
    whole = {
        **card,
        "blocks": blocks,
        "channels": channels,
        "inner": inner,
        "weights": sum(p.numel() for p in network.parameters()),
        "planes": PLANES,
        "sha256": digest,
    }
    output.with_suffix(".json").write_text(json.dumps(whole, indent=1) + "\n", "utf-8")
    return whole


def fold(network: Any) -> None:
    """Fold every normalisation into the convolution before it: the same function, fewer steps."""
    for module in list(network.modules()):
        for name, child in list(module.named_children()):
            norm = getattr(module, f"{name}_norm", None)
            if isinstance(child, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                fused = nn.utils.fusion.fuse_conv_bn_eval(child, norm)
                setattr(module, name, fused)
                setattr(module, f"{name}_norm", nn.Identity())


def _halve(path: Path) -> None:
    """Keep large weights in half precision; they are widened when the file is loaded."""
    import onnx
    from onnx import numpy_helper

    model = onnx.load(str(path))
    graph = model.graph
    casts = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != "float32" or values.size < 64:
            continue
        name = weight.name
        half = numpy_helper.from_array(values.astype("float16"), f"{name}.half")
        weight.CopyFrom(half)
        casts.append(
            onnx.helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT)
        )
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    model.doc_string = ""
    for node in graph.node:
        node.doc_string = ""
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
