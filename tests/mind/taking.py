"""Takes the statements of one position, or of the twenty, and sums up what contradicts what."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gokan.effort import QUICK
from gokan.go import Position
from tests.mind.boards import positions
from tests.mind.statements import Contradiction, Fact, contradictions, counted, told
from tests.mind.voices import Seat, collect

COUNTS = Path(__file__).parent / "counts.json"
"""What was told and what contradicted what, when that was last measured."""
EFFORT = QUICK
HARDER = 10
_LARGE = 10  # lines of a board from which less is asked, for it takes long


@dataclass
class Sums:
    """Over several positions: facts by voice, contradictions by kind, and each of them."""

    told: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    sure: int = 0
    """Contradictions between statements both of which are exact or proved."""
    found: list[tuple[str, Contradiction]] = field(default_factory=list)

    def add(self, name: str, facts: Iterable[Fact]) -> None:
        """The statements about one position."""
        facts = list(facts)
        found = contradictions(facts)
        self.told.update(told(facts))
        self.kinds.update(counted(found))
        self.sure += sum(one.weight.absolute for one in found)
        self.found += [(name, one) for one in found]

    def to_dict(self) -> dict[str, Any]:
        """For `counts.json`."""
        return {
            "contradictions": sum(self.kinds.values()),
            "exact or proved": self.sure,
            "by kind": dict(sorted(self.kinds.items())),
            "told": dict(sorted(self.told.items())),
        }


def facts_of(position: Position, also: tuple[str, ...] = ()) -> list[Fact]:
    """What is said of one position at the test's effort."""
    large = position.width >= _LARGE
    seat = Seat(position, EFFORT, moves=1, also=also, harder=0 if large else HARDER)
    return collect(seat)


def take() -> Sums:
    """The twenty positions."""
    sums = Sums()
    for name, position, also in positions():
        sums.add(name, facts_of(position, also))
    return sums


def known() -> dict[str, Any]:
    """What was last measured."""
    data: dict[str, Any] = json.loads(COUNTS.read_text("utf-8"))
    return data
