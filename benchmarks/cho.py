"""The problems of Cho's encyclopedia whose answer a second source confirms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

Record = dict[str, Any]


def confirmed(sets: str, halves: str = "both", *, file: Path | None = None) -> list[Record]:
    """Items whose id contains one of the words in `sets` (a,b), with odd, even or both numbers."""
    path = file or DATA / "tsumego" / "sanderland_cho_chikun.jsonl"
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    names = sets.split(",")
    found = [i for i in found if i.get("cross_agree") and any(name in i["id"] for name in names)]
    return [i for i in found if halves in ("both", half(i))]


def half(item: Record) -> str:
    """Whether the number of an item is odd or even."""
    return "odd" if int(item["id"][-1]) % 2 else "even"


def level(item: Record) -> str:
    """How hard an item is, by the name of its set."""
    words = ("Elementary", "Intermediate", "Advanced")
    return next((word.lower() for word in words if word in item["id"]), "others")
