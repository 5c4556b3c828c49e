"""How far the solver believes in a line: chances of the ends, put together along the tree.

A move of the player is worth as much as what it leads to; the best one counts, or an untried one
that promises more. Among replies every one that was tried must be answered, so their doubts add
up, the largest counting most. Replies that come into question and were not tried keep the share of
the position's own doubt that their urgency gives them: the more of them were tried, the less is
left. If all of them were answered, a position that looked bad was misjudged.
"""

from __future__ import annotations

from gokan.go import PASS
from gokan.goals.graph import Suggestion
from gokan.goals.static import Look
from gokan.goals.tried import Branch, Tried

__all__ = ["believe", "circle", "promise", "untried", "urgency", "urgent_in_all"]

_FAINT = 1e-3
"""The urgency of a move that the goals ask for and the aura does not."""
_FEAR = 0.3
"""Once replies were tried, no more doubt than this is left to the others: a position that was
judged badly and whose urgent replies all fail was misjudged."""
_POWER = 3.0
"""With which the doubts of replies are added. With 1 they would be added as if the judgements erred
independently of each other; with more the largest doubt counts most."""
_TAUGHT = 0.9
"""The urgency of a move that worked for certain elsewhere in the tree (`gokan.goals.lessons`)."""


def believe(root: Tried, look: Look) -> None:
    """Puts the chances of the whole tree together, and notes in each position what decides."""
    _believe(root, look, {}, set(), 0)


def _believe(node: Tried, look: Look, path: dict[int, int], done: set[int], passed: int) -> float:
    if id(node) in path:
        return circle(look, passed > path[id(node)])
    if id(node) in done:
        return node.belief
    static = node.static
    node.by, node.belief = None, static.chance
    if static.reached is None and node.branches:
        path[id(node)] = passed
        below = [
            (_believe(b.to, look, path, done, passed + (b.move == PASS)), b) for b in node.branches
        ]
        del path[id(node)]
        if node.position.to_play == look.player:
            _own(node, below)
        else:
            _their(node, below)
    done.add(id(node))
    return node.belief


def circle(look: Look, passed: bool) -> float:
    """What going round in circles is worth: it is a ko, which one side may win. If the side that is
    to live has played elsewhere on the way round, nothing is lost: what stands goes on standing.
    """
    return float(look.saving if passed else look.ko)


def _own(node: Tried, below: list[tuple[float, Branch]]) -> None:
    best, branch = max(below, key=lambda pair: pair[0])
    left = untried(node)
    hope = promise(node, left[0]) if left else 0.0
    node.belief = max(best, hope)
    node.by = branch if best >= hope else None


def _their(node: Tried, below: list[tuple[float, Branch]]) -> None:
    tried = sum(urgency(node, b.asked) for _, b in below)
    whole = urgent_in_all(node)
    rest = max(0.0, 1 - tried / max(whole, tried))
    doubts = [1 - belief for belief, _ in below]
    doubts.append(min(_FEAR, 1 - node.static.chance) * rest)
    node.belief = 1 - min(1.0, sum(d**_POWER for d in doubts) ** (1 / _POWER))
    node.by = min(below, key=lambda pair: pair[0])[1]


def urgent_in_all(node: Tried) -> float:
    """The urgency of all replies that may be tried; before these are known, of all points."""
    if node.suggested is None:
        return sum(max(_FAINT, x) for x in node.static.urgent.values()) + _FAINT
    return sum(urgency(node, asked) for asked in node.suggested) + _FAINT


def untried(node: Tried) -> list[Suggestion]:
    """The suggestions that were not tried yet, the most urgent first."""
    tried = {branch.move for branch in node.branches}
    left = [s for s in node.suggested or () if s.move not in tried]
    return sorted(left, key=lambda s: -urgency(node, s))


def urgency(node: Tried, asked: Suggestion) -> float:
    """The chance that a move reaches its side's goal, if anything does."""
    seen = node.static.urgent.get(asked.move, 0.0)
    return max(_FAINT, seen, _TAUGHT * node.taught.get(asked.move, 0.0))


def promise(node: Tried, asked: Suggestion) -> float:
    """The chance that a move of the player that was not tried reaches the goal."""
    return node.static.chance * urgency(node, asked)
