"""The tree of the search alone, in the form in which solutions are told and drawn."""

from __future__ import annotations

from gokan.goals.alone.search import Alone, Spot
from gokan.goals.static import Static
from gokan.goals.tried import Branch, HowSure, Tried

__all__ = ["tried"]


def tried(search: Alone) -> Tried:
    """The root with everything that was tried below it."""
    player = search.look.player
    root = _node(search.root)
    todo = [(search.root, root)]
    while todo:
        spot, node = todo.pop()
        own = spot.position.to_play == player
        for line in spot.lines:
            below = _node(line.to)
            branch = Branch(line.asked, below)
            node.branches.append(branch)
            settled = not (line.to.proof if own else line.to.doubt)
            if node.by is None and settled:
                node.by = branch
            todo.append((line.to, below))
        if spot.lines or spot.waiting is not None:
            waiting = tuple(one for _, one in spot.waiting or ())
            node.suggested = tuple(line.asked for line in spot.lines) + waiting
    _grade(root)
    return root


def _node(spot: Spot) -> Tried:
    seen = spot.seen
    chance = 1.0 if not spot.proof else 0.0 if not spot.doubt else 0.5
    static = Static(seen.reached, seen.grade, chance, seen.reason, {})
    node = Tried(spot.position, static, belief=chance, reason=seen.reason)
    node.outcome = "reached" if not spot.proof else "missed" if not spot.doubt else "open"
    if seen.reached is not None:
        node.grade = seen.grade
    return node


def _grade(node: Tried) -> HowSure:
    """The weakest part on which an outcome rests says how sure it is."""
    below = [_grade(branch.to) for branch in node.branches]
    if node.grade is None and node.outcome != "open":
        if node.by is not None:
            node.grade = node.by.to.grade or "judged"
        else:
            outcome = node.outcome
            parts = [
                g for g, b in zip(below, node.branches, strict=True) if b.to.outcome == outcome
            ]
            node.grade = "sure" if outcome == "reached" and set(parts) == {"sure"} else "judged"
    return node.grade or "judged"
