"""A goal graph told in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.goals.graph import Goal, Node

if TYPE_CHECKING:
    from gokan.goals.consideration import Consideration

__all__ = ["explain"]

_VERB = {"save": "save", "capture": "capture", "connect": "connect", "sever": "sever"}
_MOST_MOVES = 8


def explain(answer: Consideration) -> str:
    """What the root goal hangs on, and what each move is for."""
    graph, root = answer.graph, answer.root
    side = str(root.player).capitalize()
    known = answer.known
    sentences = []
    if known.value == "unknown":
        sentences.append(f"{side} wants to {_phrase(answer, root)}.")
    else:
        can = "can" if known.value == "true" else "cannot"
        how = "exact" if known.grade == "sure" else "judged"
        sentences.append(f"{side} {can} {_phrase(answer, root)}: {known.reason} ({how}).")
    for node in answer.nodes:
        sentences += _about(answer, node)
    named = [
        f"{graph.position.vertex(s.move)} {s.why}{_for(answer, s.chain)}" for s in answer.moves
    ]
    if named:
        more = "" if len(named) <= _MOST_MOVES else f", and {len(named) - _MOST_MOVES} more"
        sentences.append(f"Moves to try: {'; '.join(named[:_MOST_MOVES])}{more} (suggested).")
    elif known.value == "unknown":
        sentences.append("No move comes to mind.")
    return " ".join(sentences)


def _about(answer: Consideration, node: Node) -> list[str]:
    """One sentence about a goal below the root that is known, or that makes a race."""
    goal, graph = node.goal, answer.graph
    if goal == answer.root:
        return []
    known = graph.known[goal]
    if known.value == "unknown":
        if goal.kind in ("save", "capture") and node.depth == 1 and _depends(answer, node):
            what = f"{str(goal.player).capitalize()} can {_phrase(answer, goal)}"
            return [f"Whether {what} is open, and each depends on the other: a race."]
        return []
    if node.depth > 1 or goal.kind in ("connect", "sever"):
        return []
    side = str(goal.player).capitalize()
    can = "can" if known.value == "true" else "cannot"
    how = "exact" if known.grade == "sure" else "judged"
    return [f"{side} {can} {_phrase(answer, goal)}: {known.reason} ({how})."]


def _depends(answer: Consideration, node: Node) -> bool:
    """Whether the goal comes back to the root goal, or to its opposite, below itself."""
    return any(answer.root.block == part.block for child in node.children for part in child)


def _phrase(answer: Consideration, goal: Goal) -> str:
    vertex = answer.graph.vertex
    color = str(answer.graph.state.blocks[goal.block].color)
    if goal.kind in ("save", "capture"):
        return f"{_VERB[goal.kind]} the {color} stones at {vertex(goal.block)}"
    return f"{_VERB[goal.kind]} {vertex(goal.block)} and {vertex(goal.other)}"


def _for(answer: Consideration, chain: tuple[Goal, ...]) -> str:
    if len(chain) < 2:
        return ""
    return f" (to {_phrase(answer, chain[-1])})"
