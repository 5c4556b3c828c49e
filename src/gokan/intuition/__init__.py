"""Intuition: what experience says without reading (Wong).

`judge` asks a small network that learned from professional games: likely moves, who is ahead and by
how much, who will own what. Its answers carry a probability and are never proved.
`gokan_lab.training` makes such networks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.intuition.fate import Fate, LifeGuess, fate_of, glance, life, vital_points
    from gokan.intuition.judgement import GroupChance, Judgement, MoveChance, judge
    from gokan.intuition.network import (
        MissingNetwork,
        Network,
        Output,
        available,
        load,
        missing,
    )
    from gokan.intuition.reach import reach
    from gokan.intuition.shapes import first_guesses

__all__ = [
    "Fate",
    "GroupChance",
    "Judgement",
    "LifeGuess",
    "MissingNetwork",
    "MoveChance",
    "Network",
    "Output",
    "available",
    "fate_of",
    "first_guesses",
    "glance",
    "judge",
    "life",
    "load",
    "missing",
    "reach",
    "vital_points",
]

_PLACES = {
    "Fate": "fate",
    "GroupChance": "judgement",
    "Judgement": "judgement",
    "MoveChance": "judgement",
    "LifeGuess": "fate",
    "first_guesses": "shapes",
    "judge": "judgement",
    "fate_of": "fate",
    "glance": "fate",
    "life": "fate",
    "reach": "reach",
    "vital_points": "fate",
}


def __getattr__(name: str) -> Any:
    """Import on first use: a machine that only trains has no compiled module."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"{__name__}.{_PLACES.get(name, 'network')}")
    for public in __all__:
        if hasattr(module, public):
            globals()[public] = getattr(module, public)
    return globals()[name]
