"""Weights in a file: the safetensors layout, numbers in half precision.

Eight bytes say how long the header is; the header is JSON and says where in the rest each tensor
lies. Any program that knows the layout can read the file, and nothing in it can be executed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

__all__ = ["BadFile", "pack", "unpack"]

_HALF = 2  # bytes of a number
_LARGEST_HEADER = 1 << 20


class BadFile(ValueError):
    """The bytes are no file of weights."""


def pack(tensors: Mapping[str, tuple[tuple[int, ...], bytes]]) -> bytes:
    """A file from tensors: name, shape, and numbers in half precision.

    >>> unpack(pack({"bias": ((2,), b"four")}))
    {'bias': ((2,), b'four')}
    """
    header: dict[str, Any] = {}
    at = 0
    for name, (shape, data) in tensors.items():
        if len(data) != _HALF * math.prod(shape):
            raise BadFile(f"the tensor {name} has another size than its shape says")
        ends = [at, at + len(data)]
        header[name] = {"dtype": "F16", "shape": list(shape), "data_offsets": ends}
        at = ends[1]
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    body = b"".join(data for _, data in tensors.values())
    return len(text).to_bytes(8, "little") + text + body


def unpack(data: bytes) -> dict[str, tuple[tuple[int, ...], bytes]]:
    """The tensors in a file. Every byte belongs to exactly one of them."""
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(len(data) - 8, _LARGEST_HEADER):
        raise BadFile("it is cut short")
    try:
        header = json.loads(data[8 : 8 + length])
        rows = [
            (name, tuple(map(int, row["shape"])), row["dtype"], *map(int, row["data_offsets"]))
            for name, row in header.items()
            if name != "__metadata__"
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadFile("its header cannot be read") from None
    body = data[8 + length :]
    at = 0
    found: dict[str, tuple[tuple[int, ...], bytes]] = {}
    for name, shape, kind, first, last in sorted(rows, key=lambda row: row[3]):
        if kind != "F16" or first != at or last - first != _HALF * math.prod(shape):
            raise BadFile(f"the tensor {name} does not lie where its header says")
        found[name] = (shape, body[first:last])
        at = last
    if at > len(body):
        raise BadFile("it is cut short")
    if at < len(body):
        raise BadFile("it holds bytes that belong to no tensor")
    return found
