"""What can be found wrong with rules without knowing any Go, a sentence each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from gokan.errors import InvalidInput
from gokan.goals.knowledge.base import KnowledgeBase
from gokan.goals.knowledge.containment import Stones, contained
from gokan.goals.knowledge.crosscut import crosscut_failures
from gokan.goals.knowledge.draft import UNWRITTEN
from gokan.goals.knowledge.purposes import PURPOSES
from gokan.goals.knowledge.rule import Rule
from gokan.goals.knowledge.suggest import DOUBT, UNKNOWN, heard, precision
from gokan.goals.knowledge.twins import twins

__all__ = ["idle", "lint", "positions_in", "unserved"]

FEW = 5
"""A rule that spoke less often in the audit has not been tried enough to be called wrong."""


def lint(base: KnowledgeBase, *, data: Path | None = None) -> list[str]:
    """Complaints about the rules; with `data`, also rules that contain one of its positions.

    >>> from gokan.goals.knowledge import load
    >>> lint(load())
    []
    """
    found = base.check()
    for rule, first in twins(base.rules):
        found.append(f"{rule.file}, rule {rule.name}: it says the same as {first.name}.")
    for rule in base.rules:
        found += crosscut_failures(rule)
        if rule.source == "hand" and not rule.misses:
            found.append(f"{rule.file}, rule {rule.name}: an example without a match is missing.")
        if rule.reason == UNWRITTEN:
            found.append(f"{rule.file}, rule {rule.name}: the reason is still to be written.")
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


def idle(
    base: KnowledgeBase,
    *,
    worth: Mapping[tuple[str, str], float] | None = None,
    spoke: Mapping[tuple[str, str], int] | None = None,
) -> list[str]:
    """Written rules that do not earn their keep: never heard in the audit, or never right there.

    A rule that says what *not* to play is right where that move did not win. What is the only rule
    for its purpose stays, and so do rules that recognise, which the audit of moves cannot hear.
    `worth` and `spoke` are the audit, as saved in `precision.tsv` by default.
    """
    worth, spoke = worth or precision(), spoke or heard()
    rules = Counter(side.purpose for side in base.sides)
    found = []
    for side in base.sides:
        key, where = (side.name, side.purpose), f"{side.file}, rule {side.name}"
        written = side.source != "generated" and side.recommendation is not None
        if not written or rules[side.purpose] == 1:
            continue
        if key not in spoke and (side.name, side.counterpart) not in spoke:
            found.append(f"{where}: it never spoke in the audit ({side.purpose}).")
        elif spoke.get(key, 0) >= FEW and _never_right(side, worth[key], spoke[key]):
            found.append(f"{where}: it spoke {spoke[key]} times to {side.purpose}, never right.")
    names = {(side.name, side.purpose) for side in base.sides}
    gone = sorted(f"{name} ({purpose})" for name, purpose in spoke if (name, purpose) not in names)
    return found + [f"precision.tsv: there is no rule {name}." for name in gone]


def _never_right(rule: Rule, worth: float, spoke: int) -> bool:
    """By the precision, which is saved with three digits."""
    always = spoke if rule.recommendation == "bad" else 0
    return round(worth, 3) == round((always + DOUBT * UNKNOWN) / (spoke + DOUBT), 3)


def positions_in(folder: Path) -> Iterator[tuple[str, Stones]]:
    """The positions of all `.jsonl` files below a folder that give black and white stones."""
    for path in sorted(folder.rglob("*.jsonl")):
        try:
            lines = path.read_text("utf-8").splitlines()
        except OSError as error:
            raise InvalidInput(f"Cannot read {path}: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise InvalidInput(f"{path} is not UTF-8 text.") from None
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
                black, white = record.get("black"), record.get("white")
                if not isinstance(black, list) or not isinstance(white, list):
                    continue
                stones = {(c, r, 1) for c, r in black} | {(c, r, 2) for c, r in white}
            except (ValueError, TypeError, AttributeError):
                where = f"{path}, line {number}"
                raise InvalidInput(f"{where}: this is not a problem as a JSON object.") from None
            yield str(record.get("id", path.name)), frozenset(stones)
