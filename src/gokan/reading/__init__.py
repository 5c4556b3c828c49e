"""Reading: what happens if? Answers come from search and say how certain they are.

- `solve`: life and death of a target: win, loss or ko for the side to move, with every winning
  first move and a proof that `gokan.reading.check` accepts.
- `fails`: whether the side to move is proved to fail, and on which points that rests.
- `capture`, `escape`, `connect`, `cut`: tactics on the open board, without a region.
- `safety`: which points certainly belong to one side: unconditionally, statically, or by search.
- `race`: two groups that cannot both live: who wins and by how many moves, or seki or ko.
- `status`, `statuses`: what happens with either side moving first, summed up in a player's word,
  for the group of one stone or for every group on the board.

How an answer is found: one `Budget` is handed down through all the parts (`budget`). `groups` says
which stones belong together, and `posing` which group a `problem` is about if nobody has named
one. `regions` draws a region around it and puts yes-or-no questions about it to the C++ search.
`life` assembles the answers: the verdict, the first moves, ko and seki, each with its grade. Where
a region has an open edge, `life` also consults `trials` (games played out at random) and
`tactics`, either of which may overrule it. `races` and `safe` ask other questions about the same
regions. `judging` gathers evidence where no search finished but a program must have an answer.
What evidence adds up to, a word or a code, is decided in `deciding`, which searches nothing.
`proof` writes down what was proved, and `check`, which shares no code with the rest, verifies it.
Each part imports only those listed before it in `tests/test_house.py`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.reading.budget import Budget as Budget
    from gokan.reading.budget import Cancel as Cancel
    from gokan.reading.generate import make_problems as make_problems
    from gokan.reading.life.failing import Failure as Failure
    from gokan.reading.life.failing import fails as fails
    from gokan.reading.life.ko import Ko as Ko
    from gokan.reading.life.solve import Refutation as Refutation
    from gokan.reading.life.solve import Solution as Solution
    from gokan.reading.life.solve import solve as solve
    from gokan.reading.life.status import Status as Status
    from gokan.reading.life.status import status as status
    from gokan.reading.life.status import statuses as statuses
    from gokan.reading.posing import pose as pose
    from gokan.reading.posing import pose_record as pose_record
    from gokan.reading.problem import Problem as Problem
    from gokan.reading.proof.write import prove as prove
    from gokan.reading.proof.write import prove_status as prove_status
    from gokan.reading.races.race import Race as Race
    from gokan.reading.races.race import race as race
    from gokan.reading.safe.safety import Safety as Safety
    from gokan.reading.safe.safety import safety as safety
    from gokan.reading.tactics.questions import Capture as Capture
    from gokan.reading.tactics.questions import Connection as Connection
    from gokan.reading.tactics.questions import capture as capture
    from gokan.reading.tactics.questions import connect as connect
    from gokan.reading.tactics.questions import cut as cut
    from gokan.reading.tactics.questions import escape as escape

# Imported when first used, so that asking for one part does not pay for the others.
_EXPORTS = {
    "Budget": "gokan.reading.budget",
    "Cancel": "gokan.reading.budget",
    "Capture": "gokan.reading.tactics.questions",
    "Connection": "gokan.reading.tactics.questions",
    "Failure": "gokan.reading.life.failing",
    "Ko": "gokan.reading.life.ko",
    "Problem": "gokan.reading.problem",
    "Refutation": "gokan.reading.life.solve",
    "Race": "gokan.reading.races.race",
    "Safety": "gokan.reading.safe.safety",
    "Solution": "gokan.reading.life.solve",
    "Status": "gokan.reading.life.status",
    "capture": "gokan.reading.tactics.questions",
    "connect": "gokan.reading.tactics.questions",
    "cut": "gokan.reading.tactics.questions",
    "escape": "gokan.reading.tactics.questions",
    "fails": "gokan.reading.life.failing",
    "make_problems": "gokan.reading.generate",
    "pose": "gokan.reading.posing",
    "pose_record": "gokan.reading.posing",
    "prove": "gokan.reading.proof.write",
    "prove_status": "gokan.reading.proof.write",
    "race": "gokan.reading.races.race",
    "safety": "gokan.reading.safe.safety",
    "solve": "gokan.reading.life.solve",
    "status": "gokan.reading.life.status",
    "statuses": "gokan.reading.life.status",
}

__all__ = sorted(_EXPORTS)


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
