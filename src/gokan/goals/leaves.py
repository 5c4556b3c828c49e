"""An arbiter for leaves: somebody else says what became of a first move, at a price.

The search judges; its first moves are then put to the arbiter in the order in which it believes in
them, each with a small part of what the arbiter may spend, and again with more. A move that saves
is put to him as it is, one that captures after the replies to be feared most. The first one that
he confirms is the answer, and one that he refutes is dropped. Most problems are settled by
the first small question. What he cannot tell for the price stays as it was judged.
"""

from __future__ import annotations

from typing import Protocol

from gokan.go import Position
from gokan.goals.search import Search
from gokan.goals.static import Look
from gokan.goals.tried import Branch

__all__ = ["Arbiter", "settle"]

MOST = 4
"""First moves that are put to the arbiter."""
REPLIES = 3
"""Replies to a first move that captures, after which he is asked."""
SHARES = ((0.05, 4), (0.25, 3), (1.0, 2))
"""What he may spend on a question, and on how many of the moves that are left he is asked."""


class Arbiter(Protocol):
    """Says of a position whether the player's goal is reached, or None. It is asked about leaves
    only, never about the root.
    """

    def __call__(self, position: Position, look: Look, *, share: float = 1.0) -> bool | None:
        """What it says; `share` is the part of its means that it may use."""
        ...


def settle(search: Search, arbiter: Arbiter, *, least: float) -> None:
    """Puts first moves to an arbiter, and decides the root of the search by what he says. If he can
    tell of none that it reaches the goal, one that is left is taken from the belief `least` on.
    """
    root = search.root
    if root.static.reached is not None:
        return
    first = search.moves()[:MOST]
    asked = [b for b in first if b.to.grade != "sure"]
    if any(b.to.grade == "sure" and b.to.outcome == "reached" for b in first):
        return
    for share, most in SHARES:
        for branch in asked[:most]:
            said = _said(branch, search, arbiter, share)
            if said is None:
                continue
            _mark(branch, reached=said)
            if said:
                root.outcome, root.by, root.grade, root.belief = "reached", branch, "read", 1.0
                return
            asked.remove(branch)
    if root.by is not None and root.by.to.outcome == "missed":
        root.outcome, root.by, root.grade = "open", None, None
    if root.outcome == "open" and asked and asked[0].to.belief >= least:
        root.outcome, root.by, root.grade = "reached", asked[0], "judged"
    if not asked:
        root.belief = 0.0
    if root.outcome != "reached" and not asked and len(first) == len(root.branches):
        root.outcome, root.by, root.grade = "missed", None, "read"


def _said(branch: Branch, search: Search, arbiter: Arbiter, share: float) -> bool | None:
    """What the arbiter says of a first move. About a capture he is asked after the most urgent
    replies: at an open edge it is easier to say that stones can be caught than that nothing helps.
    """
    look = search.look
    if look.saving:
        return arbiter(branch.to.position, look, share=share)
    while search.reply(branch, REPLIES):
        pass
    if not branch.to.branches:
        return arbiter(branch.to.position, look, share=share)
    said: bool | None = True
    for reply in branch.to.branches[:REPLIES]:
        one = arbiter(reply.to.position, look, share=share)
        if one is False:
            return False
        said = said and one
    return said


def _mark(branch: Branch, *, reached: bool) -> None:
    node = branch.to
    node.outcome = "reached" if reached else "missed"
    after = " after the replies to be feared most" if reached and node.branches else ""
    node.grade, node.reason, node.belief = "read", f"reading says so{after}", float(reached)
