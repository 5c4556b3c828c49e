"""Explain: the senses joined into reasons, each a claim that can be checked.

- `move(position, "Q5")` says why a move: typed claims, the few that matter, sentences.
- `problem(position)` tells the solution of a life-and-death problem in reasons.
- `verify(position, claims)` derives claims again by an independent path.
- `review(game)` reviews a game: what mattered, what was better and why.
- `Claim` is one statement with its certainty; `Explanation` what `move` answers.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.explain.account import Explanation as Explanation
    from gokan.explain.account import move as move
    from gokan.explain.claim import Claim as Claim
    from gokan.explain.problems import problem as problem
    from gokan.explain.reviews.answer import Review as Review
    from gokan.explain.reviews.reviewing import review as review
    from gokan.explain.verifying.second import Checked as Checked
    from gokan.explain.verifying.second import verify as verify
    from gokan.explain.words import Sentence as Sentence

# Imported when first used, so that asking for one part does not pay for the others.
_EXPORTS = {
    "Claim": "gokan.explain.claim",
    "Explanation": "gokan.explain.account",
    "Sentence": "gokan.explain.words",
    "Review": "gokan.explain.reviews.answer",
    "review": "gokan.explain.reviews.reviewing",
    "Checked": "gokan.explain.verifying.second",
    "move": "gokan.explain.account",
    "problem": "gokan.explain.problems",
    "verify": "gokan.explain.verifying.second",
}

__all__ = sorted(_EXPORTS)


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
