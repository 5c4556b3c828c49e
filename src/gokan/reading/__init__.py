"""Reading: what happens if. Answers come from search, and say how sure they are.

- `solve`: life and death of a target: win, loss or ko for the side to move, with every winning
  first move and a proof that `gokan.reading.check` accepts.
- `capture`, `escape`, `connect`, `cut`: tactics on the open board, without a region.
- `safety`: which points belong to a side for sure: unconditionally, statically, by search.
- `race`: two groups that cannot both live: who wins, by how many moves, seki or ko.
- `status`, `statuses`: the same question for both sides first, put into a player's word, for the
  group of a stone or for all groups on the board.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.reading.budget import Budget as Budget
    from gokan.reading.budget import Cancel as Cancel
    from gokan.reading.generate import make_problems as make_problems
    from gokan.reading.groups import Status as Status
    from gokan.reading.groups import status as status
    from gokan.reading.groups import statuses as statuses
    from gokan.reading.ko import Ko as Ko
    from gokan.reading.life import Refutation as Refutation
    from gokan.reading.life import Solution as Solution
    from gokan.reading.life import solve as solve
    from gokan.reading.problem import Problem as Problem
    from gokan.reading.proof import prove as prove
    from gokan.reading.proof import prove_status as prove_status
    from gokan.reading.safe import Safety as Safety
    from gokan.reading.safe import safety as safety
    from gokan.reading.semeai import Race as Race
    from gokan.reading.semeai import race as race
    from gokan.reading.tactics import Capture as Capture
    from gokan.reading.tactics import Connection as Connection
    from gokan.reading.tactics import capture as capture
    from gokan.reading.tactics import connect as connect
    from gokan.reading.tactics import cut as cut
    from gokan.reading.tactics import escape as escape

# Imported when first used, so that asking for one part does not pay for the others.
_EXPORTS = {
    "Budget": "gokan.reading.budget",
    "Cancel": "gokan.reading.budget",
    "Capture": "gokan.reading.tactics",
    "Connection": "gokan.reading.tactics",
    "Ko": "gokan.reading.ko",
    "Problem": "gokan.reading.problem",
    "Refutation": "gokan.reading.life",
    "Race": "gokan.reading.semeai",
    "Safety": "gokan.reading.safe",
    "Solution": "gokan.reading.life",
    "Status": "gokan.reading.groups",
    "capture": "gokan.reading.tactics",
    "connect": "gokan.reading.tactics",
    "cut": "gokan.reading.tactics",
    "escape": "gokan.reading.tactics",
    "make_problems": "gokan.reading.generate",
    "prove": "gokan.reading.proof",
    "prove_status": "gokan.reading.proof",
    "race": "gokan.reading.semeai",
    "safety": "gokan.reading.safe",
    "solve": "gokan.reading.life",
    "status": "gokan.reading.groups",
    "statuses": "gokan.reading.groups",
}

__all__ = sorted(_EXPORTS)


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
