"""The game: colours, rules, positions, records. Everything else in Gokan stands on this."""

from __future__ import annotations

from gokan.go.color import BLACK, EMPTY, WHITE, Color
from gokan.go.game import Game, Node
from gokan.go.handicap import fixed_handicap, max_fixed_handicap
from gokan.go.position import Block, Position, Region
from gokan.go.rules import RULE_SETS, Rules
from gokan.go.score import Score, area_komi
from gokan.go.symmetry import SYMMETRIES
from gokan.go.vertex import PASS, from_vertex, to_vertex

__all__ = [
    "BLACK",
    "EMPTY",
    "PASS",
    "RULE_SETS",
    "SYMMETRIES",
    "WHITE",
    "Block",
    "Color",
    "Game",
    "Node",
    "Position",
    "Region",
    "Rules",
    "Score",
    "area_komi",
    "fixed_handicap",
    "from_vertex",
    "max_fixed_handicap",
    "to_vertex",
]
