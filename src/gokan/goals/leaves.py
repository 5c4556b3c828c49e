"""An arbiter for leaves: somebody else says what became of a first move, at a price.

The search judges; the first move that it believes in most is then put to the arbiter, with a small
part of what he may spend, and again with all of it; then others, in the same way. A move is put to
him after each of the replies to be feared most. The first one that he confirms is the answer, and
one that he refutes is dropped: the others move up. Most problems are settled by the first small
question. What he cannot tell for the price stays as it was judged, and where the search has hardly
a doubt he is not asked about other moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gokan.go import PASS, Position
from gokan.goals.search import Search
from gokan.goals.static import Look
from gokan.goals.tried import Branch

__all__ = ["Arbiter", "settle"]

MOST = 8
"""First moves that are put to the arbiter, at most."""
REPLIES = 3
"""Replies to a first move after which he is asked."""
PLAN = ((0.05, 0, 1), (1.0, 0, 1), (0.05, 1, 4), (1.0, 1, 2))
"""What he may spend on a question, and about which of the first moves that are left he is asked."""
ENOUGH = 0.7
"""From this belief on a move that he cannot tell about with all his means is taken, and only a
proof counts against it."""


class Arbiter(Protocol):
    """Says of a position whether the player's goal is reached, or None. It is asked about leaves
    only, never about the root.
    """

    def __call__(
        self, position: Position, look: Look, *, share: float = 1.0, sure: bool = False
    ) -> bool | None:
        """What it says; `share` is the part of its means that it may use. With `sure` it says that
        the goal is missed only if that is proved.
        """
        ...


@runtime_checkable
class Speaking(Protocol):
    """An arbiter who has words of his own for a seki or a ko."""

    def word(self, position: Position, look: Look) -> str:
        """How it stands in a position that he was asked about; empty if there is nothing to say."""
        ...


def settle(search: Search, arbiter: Arbiter, *, least: float) -> None:
    """Puts first moves to an arbiter, and decides the root of the search by what he says. If he can
    tell of none that it reaches the goal, one that is left is taken from the belief `least` on.
    """
    root = search.root
    if root.static.reached is not None:
        return
    first = search.moves()[:MOST]
    asked = [_Case(b) for b in first if b.to.grade != "sure"]
    if any(b.to.grade == "sure" and b.to.outcome == "reached" for b in first):
        return
    step = 0
    while step < len(PLAN) and asked:
        share, start, end = PLAN[step]
        step += 1
        for case in asked[start:end]:
            said = _said(case, search, arbiter, share)
            if said is None:
                continue
            _mark(case.branch, reached=said)
            if said and (word := _word(case.branch, search, arbiter)):
                case.branch.to.reason += f": {word}"
            if said:
                root.outcome, root.by, root.grade, root.belief = "reached", case.branch, "read", 1.0
                return
            asked.remove(case)
            step = 0  # others move up; what was asked before costs nothing
            break
        if step and share == 1.0 and start == 0 and asked[0].branch.to.belief >= ENOUGH:
            break
    _take_what_is_left(search, asked, least)
    if not asked:
        root.belief = 0.0
    if root.outcome != "reached" and not asked and len(first) == len(root.branches):
        root.outcome, root.by, root.grade = "missed", None, "read"


def _take_what_is_left(search: Search, asked: list[_Case], least: float) -> None:
    """Where he has confirmed no move: the one that the search believes in, if it does so far
    enough; else the one that he has confirmed after most of the replies that he was asked about.
    """
    root = search.root
    if root.by is not None and root.by.to.outcome == "missed":
        root.outcome, root.by, root.grade = "open", None, None
    if root.outcome == "reached" or not asked:
        return
    chosen = asked[0]
    if root.outcome == "missed" or chosen.branch.to.belief < least:
        chosen = max(asked, key=lambda case: case.confirmed)
        if not chosen.confirmed:
            return
    root.outcome, root.by, root.grade = "reached", chosen.branch, "judged"


@dataclass(slots=True)
class _Case:
    """A first move that is put to the arbiter."""

    branch: Branch
    confirmed: int = 0
    """Replies after which he has said that the goal is reached."""


def _said(case: _Case, search: Search, arbiter: Arbiter, share: float) -> bool | None:
    """What the arbiter says of a first move. He is asked after the most urgent replies: it is
    easier to say that stones can be caught, or live, with the move than that nothing helps.
    """
    branch = case.branch
    look, sure = search.look, branch.to.belief >= ENOUGH
    while search.reply(branch, REPLIES):
        pass
    if not branch.to.branches:
        return arbiter(branch.to.position, look, share=share, sure=sure)
    for number, reply in enumerate(branch.to.branches[:REPLIES]):
        one = arbiter(reply.to.position, look, share=share, sure=sure)
        if not one:
            case.confirmed = max(case.confirmed, number)
            return one
        _mark_answered(reply)
    return True


def _mark_answered(reply: Branch) -> None:
    """Notes that he answers a reply, where the search has no answer of its own."""
    node = reply.to
    if node.grade != "sure" and node.by is None:
        node.outcome, node.grade, node.reason = "reached", "read", "reading finds an answer"


def _mark(branch: Branch, *, reached: bool) -> None:
    node = branch.to
    node.outcome = "reached" if reached else "missed"
    after = " after the replies to be feared most" if reached and node.branches else ""
    node.grade, node.reason, node.belief = "read", f"reading says so{after}", float(reached)


def _word(branch: Branch, search: Search, arbiter: Arbiter) -> str:
    """What the arbiter calls it after a move that he has confirmed, or after a reply to it."""
    if not isinstance(arbiter, Speaking):
        return ""
    word = arbiter.word(branch.to.position, search.look)
    if word:
        return word
    for reply in branch.to.branches[:REPLIES]:
        word = arbiter.word(reply.to.position, search.look)
        if word:
            side = str(branch.to.position.to_play).capitalize()
            where = "elsewhere" if reply.move == PASS else branch.to.position.vertex(reply.move)
            return f"{word}, if {side} plays {where}"
    return ""
