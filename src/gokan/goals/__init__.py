"""Goals: what the stones want. After Klinger (2001), chapters 2, 3 and 6.

- `gokan.goals.tiny`: Go on tiny boards as a game for `gokan.logic`.
- `gokan.goals.transitions`: the rules of chapter 6, a data file, tried on moves of the real board.
- `gokan.goals.axioms`: the axioms of the goal theory, decided on tiny boards.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.goals.axioms import count_axioms as count_axioms
    from gokan.goals.consideration import Consideration as Consideration
    from gokan.goals.consideration import consider as consider
    from gokan.goals.solution import GoalSolution as GoalSolution
    from gokan.goals.solution import solve as solve
    from gokan.goals.telling import why as why
    from gokan.goals.tiny import TinyGo as TinyGo
    from gokan.goals.transitions import try_rules as try_rules

# Imported when first used, so that asking for one part does not pay for the others.
_EXPORTS = {
    "Consideration": "gokan.goals.consideration",
    "GoalSolution": "gokan.goals.solution",
    "TinyGo": "gokan.goals.tiny",
    "consider": "gokan.goals.consideration",
    "count_axioms": "gokan.goals.axioms",
    "solve": "gokan.goals.solution",
    "try_rules": "gokan.goals.transitions",
    "why": "gokan.goals.telling",
}

__all__ = sorted(_EXPORTS)


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
