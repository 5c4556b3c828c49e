"""Overlap graphs: who overlaps with whom on what. Time is left out; they are pictures (3.4.2)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from gokan.shape.ets.element import Element
from gokan.shape.ets.levels import World


@dataclass(frozen=True, slots=True)
class OverlapGraph:
    """Elements as nodes; an edge names the constraints on which two of them overlap."""

    nodes: tuple[Element, ...]
    edges: tuple[tuple[int, int, tuple[str, ...]], ...]

    def degree(self, node: int) -> int:
        """How many other elements one overlaps with."""
        return sum(node in edge[:2] for edge in self.edges)

    def to_dict(self) -> dict[str, object]:
        """Names of classes and edges, for JSON."""
        return {
            "nodes": [{"class": e.kind, "from": e.span[0], "to": e.span[1]} for e in self.nodes],
            "edges": [{"a": a, "b": b, "on": list(on)} for a, b, on in self.edges],
        }


def overlap_graph(world: World, elements: Collection[Element] | None = None) -> OverlapGraph:
    """The overlap graph of a world, or of some of its elements."""
    nodes = tuple(world.elements if elements is None else elements)
    number = {e: n for n, e in enumerate(nodes)}
    on: dict[tuple[int, int], set[str]] = {}
    for (name, _), held in world.holders.items():
        inside = sorted(number[e] for e in held if e in number)
        for pair in combinations(inside, 2):
            on.setdefault(pair, set()).add(name)
    edges = tuple((a, b, tuple(sorted(names))) for (a, b), names in sorted(on.items()))
    return OverlapGraph(nodes, edges)
