"""Game logic: what can be said, and forced, in any finite game of two players.

After chapters 2 and 5 of Klinger's thesis (2001). `parse` reads a formula, `explore` a game,
`Checker` says where the formula is true, `find_strategy` by which moves; `run` does a whole file.
All states are looked at, so an answer is proved; where a tree was cut, what depends on the cut is
left open.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.logic.checking.evaluate import Checker as Checker
    from gokan.logic.checking.graph import Graph as Graph
    from gokan.logic.checking.graph import conditions as conditions
    from gokan.logic.checking.graph import explore as explore
    from gokan.logic.checking.graph import unfold as unfold
    from gokan.logic.checking.strategy import Strategy as Strategy
    from gokan.logic.checking.strategy import find_strategy as find_strategy
    from gokan.logic.game import Game as Game
    from gokan.logic.game import Vocabulary as Vocabulary
    from gokan.logic.language.text import InvalidFormula as InvalidFormula
    from gokan.logic.language.text import parse as parse
    from gokan.logic.language.text import parse_file as parse_file
    from gokan.logic.report import Report as Report
    from gokan.logic.report import run as run

# Imported when first used: the parser is heavy.
_EXPORTS = {
    "Checker": "gokan.logic.checking.evaluate:Checker",
    "Game": "gokan.logic.game:Game",
    "Graph": "gokan.logic.checking.graph:Graph",
    "InvalidFormula": "gokan.logic.language.text:InvalidFormula",
    "Report": "gokan.logic.report:Report",
    "Strategy": "gokan.logic.checking.strategy:Strategy",
    "Vocabulary": "gokan.logic.game:Vocabulary",
    "conditions": "gokan.logic.checking.graph:conditions",
    "explore": "gokan.logic.checking.graph:explore",
    "find_strategy": "gokan.logic.checking.strategy:find_strategy",
    "parse": "gokan.logic.language.text:parse",
    "parse_file": "gokan.logic.language.text:parse_file",
    "run": "gokan.logic.report:run",
    "unfold": "gokan.logic.checking.graph:unfold",
}

__all__ = sorted(_EXPORTS)


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        module, _, label = _EXPORTS[name].partition(":")
        return getattr(importlib.import_module(module), label)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
