"""The Evolving Transformation System: a formalism for things that form in time, for any domain.

After Goldfarb and others, as Scrimger presents it in *Structural Representation of the Game of Go*
(2007), chapter 3. Nothing here knows about Go: `gokan.shape.go` and `gokan.shape.othello` are two
domains written in it.
"""

from __future__ import annotations

from gokan.shape.ets.constraint import NULL, Constraint, applications, apply, matches, satisfies
from gokan.shape.ets.element import Element
from gokan.shape.ets.levels import World, recognise_elements, recognise_level
from gokan.shape.ets.overlap import OverlapGraph, overlap_graph
from gokan.shape.ets.primitive import Domain, Event, Primitive, Site
from gokan.shape.ets.recognise import generates, recognise, recognise_class
from gokan.shape.ets.setting import ClassDef, Setting, Step
from gokan.shape.ets.stage import ascend
from gokan.shape.ets.struct import Struct, assemble, same_structure
from gokan.shape.ets.text import InvalidDefinition, parse, write

__all__ = [
    "NULL",
    "ClassDef",
    "Constraint",
    "Domain",
    "Element",
    "Event",
    "InvalidDefinition",
    "OverlapGraph",
    "Primitive",
    "Setting",
    "Site",
    "Step",
    "Struct",
    "World",
    "applications",
    "apply",
    "ascend",
    "assemble",
    "generates",
    "matches",
    "overlap_graph",
    "parse",
    "recognise",
    "recognise_class",
    "recognise_elements",
    "recognise_level",
    "same_structure",
    "satisfies",
    "write",
]
