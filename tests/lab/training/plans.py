"""A plan so small that a test can carry it out."""

from __future__ import annotations

from pathlib import Path

from gokan_lab.training.loop import Plan


def small(table: Path, output: Path, **changes: object) -> Plan:
    plan = {
        "games": str(table),
        "validation": str(table),
        "output": str(output),
        "blocks": 3,
        "channels": 8,
        "batch": 16,
        "steps": 6,
        "playouts": 20,
    }
    return Plan(**{**plan, **changes})  # type: ignore[arg-type]
