"""The knowledge base of goals: rules as text, matched all at once (Klinger 3.9 to 3.12).

- `load`: Gokan's own rules; `read`: rules of your own; `KnowledgeBase.match` says what they know.
- `Assertion`: what one rule says at one place; `Rule`: the rule itself.
- `PURPOSES`: what rules are for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.goals.knowledge.assertion import Assertion as Assertion
    from gokan.goals.knowledge.base import KnowledgeBase as KnowledgeBase
    from gokan.goals.knowledge.base import load as load
    from gokan.goals.knowledge.base import read as read
    from gokan.goals.knowledge.conditions import InvalidRule as InvalidRule
    from gokan.goals.knowledge.purposes import PURPOSES as PURPOSES
    from gokan.goals.knowledge.rule import Rule as Rule
    from gokan.goals.knowledge.rule import parse as parse

# Imported when first used, so that asking for one part does not pay for the others.
_EXPORTS = {
    "Assertion": "gokan.goals.knowledge.assertion",
    "InvalidRule": "gokan.goals.knowledge.conditions",
    "KnowledgeBase": "gokan.goals.knowledge.base",
    "PURPOSES": "gokan.goals.knowledge.purposes",
    "Rule": "gokan.goals.knowledge.rule",
    "load": "gokan.goals.knowledge.base",
    "parse": "gokan.goals.knowledge.rule",
    "read": "gokan.goals.knowledge.base",
}

__all__ = sorted(_EXPORTS)


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
