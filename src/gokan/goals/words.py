"""A goal graph told in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.goals.graph import Goal, Node
from gokan.goals.sentence import listed
from gokan.goals.ways import ways

if TYPE_CHECKING:
    from gokan.goals.consideration import Consideration

__all__ = ["explain"]

_MOST_MOVES = 8
_MOST_NAMES = 5


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
    if known.value == "unknown":
        sentences += _open(answer)
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
    """One sentence about a goal right below the root that is known."""
    goal, known = node.goal, answer.graph.known[node.goal]
    if node.depth != 1 or known.value == "unknown" or goal.kind in ("connect", "sever"):
        return []
    side = str(goal.player).capitalize()
    can = "can" if known.value == "true" else "cannot"
    how = "exact" if known.grade == "sure" else "judged"
    return [f"{side} {can} {_phrase(answer, goal)}: {known.reason} ({how})."]


def _open(answer: Consideration) -> list[str]:
    """What else is open right below the root: a race is told by itself, the others together."""
    graph, side = answer.graph, str(answer.root.player).capitalize()
    race, told = ways(graph).race, list[str]()
    others: dict[str, list[str]] = {}
    for node in answer.nodes:
        goal = node.goal
        if node.depth != 1 or goal.other >= 0 or graph.known[goal].value != "unknown":
            continue
        if goal.block in race:
            what = f"{side} can {_phrase(answer, goal)}"
            told.append(f"Whether {what} is open, and each depends on the other: a race.")
        else:
            kind = f"{goal.kind} the {graph.state.blocks[goal.block].color} stones"
            others.setdefault(kind, []).append(graph.vertex(goal.block))
    if others:
        also = [f"{kind} at {listed(_first(at), 'or')}" for kind, at in others.items()]
        told.append(f"It is also open whether {side} can {', or '.join(also)}.")
    return told


def _first(names: list[str]) -> list[str]:
    return names if len(names) <= _MOST_NAMES else [*names[: _MOST_NAMES - 1], "elsewhere"]


def _phrase(answer: Consideration, goal: Goal) -> str:
    vertex = answer.graph.vertex
    color = str(answer.graph.state.blocks[goal.block].color)
    if goal.kind in ("save", "capture"):
        return f"{goal.kind} the {color} stones at {vertex(goal.block)}"
    return f"{goal.kind} {vertex(goal.block)} and {vertex(goal.other)}"


def _for(answer: Consideration, chain: tuple[Goal, ...]) -> str:
    if len(chain) < 2:
        return ""
    return f" (to {_phrase(answer, chain[-1])})"
