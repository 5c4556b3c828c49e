"""What can be found wrong with rules without knowing any Go, a sentence each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from gokan.goals.knowledge.base import KnowledgeBase
from gokan.goals.knowledge.containment import Stones, contained
from gokan.goals.knowledge.crosscut import crosscut_failures
from gokan.goals.knowledge.purposes import PURPOSES

__all__ = ["lint", "positions_in"]


def lint(base: KnowledgeBase, *, data: Path | None = None) -> list[str]:
    """Complaints about the rules; with `data`, also rules that contain one of its positions.

    >>> from gokan.goals.knowledge import load
    >>> lint(load())
    []
    """
    found = [*base.check(), *_twins(base)]
    for rule in base.rules:
        found += crosscut_failures(rule)
        if rule.source == "hand" and not rule.misses:
            found.append(f"{rule.file}, rule {rule.name}: an example without a match is missing.")
    if data is not None:
        positions = list(positions_in(data))
        for rule in base.rules:
            for name in contained(rule, positions):
                found.append(f"{rule.file}, rule {rule.name}: it contains the position {name}.")
    return found


def unserved(base: KnowledgeBase) -> list[str]:
    """Purposes for which there is no rule."""
    have = {rule.purpose for rule in base.sides}
    return [name for name in PURPOSES if name not in have]


def _twins(base: KnowledgeBase) -> Iterator[str]:
    """Rules that ask and say the same."""
    seen: dict[tuple[object, ...], str] = {}
    for rule in base.rules:
        key = (
            rule.purpose,
            tuple(one.rows for one in rule.maps),
            rule.where,
            rule.when_text,
            rule.moves,
            rule.eyes,
        )
        if key in seen:
            yield f"{rule.file}, rule {rule.name}: it is the same as {seen[key]}."
        seen.setdefault(key, rule.name)


def positions_in(folder: Path) -> Iterator[tuple[str, Stones]]:
    """The positions of all `.jsonl` files below a folder that give black and white stones."""
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            black, white = record.get("black"), record.get("white")
            if not isinstance(black, list) or not isinstance(white, list):
                continue
            stones = {(c, r, 1) for c, r in black} | {(c, r, 2) for c, r in white}
            yield str(record.get("id", path.name)), frozenset(stones)
