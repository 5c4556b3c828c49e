"""The moves that the goals of the side to move ask for, most urgent first (2.6, 3.9)."""

from __future__ import annotations

from gokan.go import PASS, Position
from gokan.goals.alone.value import Parts, Value
from gokan.goals.graph import GoalGraph, Suggestion

__all__ = ["WEIGHTS", "asked", "ordered"]

WEIGHTS = {
    "makes eyes": 2.0,
    "takes the eyes": 2.0,
    "is in its eye space": 0.3,
    "gains or keeps liberties": 0.4,
    "takes a liberty": 0.4,
    "joins the two": 0.6,
    "cuts the two apart": 0.6,
    "rule": 1.0,
    "table": 6.0,
}
"""How much each kind of reason counts. Chosen on odd items."""
DEEPER = 0.6
"""A goal one step farther from the root counts so much of it."""
FAR = 0.02
"""What is left of it for a move that is not near the target."""


def asked(graph: GoalGraph, parts: Parts) -> dict[int, list[Suggestion]]:
    """Every move that an open goal asks for, with all the goals that do."""
    found: dict[int, list[Suggestion]] = {}
    for one in graph.every(rules=parts.rules, eyes=parts.eyes):
        if one.move != PASS:
            found.setdefault(one.move, []).append(one)
    return found


def ordered(
    position: Position,
    said: dict[int, list[Suggestion]],
    seen: Value,
    near: set[int],
    *,
    saving: bool,
) -> list[tuple[float, Suggestion]]:
    """The moves with what speaks for each, the most urgent first."""
    fate = seen.stands if saving else seen.falls
    table = set(fate.good) if fate is not None else set()
    scored = []
    for move, several in said.items():
        weight = 0.0
        kinds: set[str] = set()
        for one in several:
            kind = "rule" if one.rule else one.why
            key = one.rule or one.why
            if key in kinds:
                continue
            kinds.add(key)
            weight += WEIGHTS.get(kind, 0.3) * DEEPER ** (len(one.chain) - 1)
        if move in table:
            weight += WEIGHTS["table"]
        if move not in near:
            weight *= FAR
        scored.append((weight, several[0]))
    scored.sort(key=lambda pair: (-pair[0], pair[1].move))
    return scored
