"""The thesis's own search: depth first, with values that are true, false or unknown (2.6, 4.1).

A position whose value is known is an end. In every other one the moves that the goals suggest are
tried one after the other, each to its end, until one works for the side to move. So a strategy has
an answer to every reply that the goals suggest. `gokan.goals.search` puts chances together instead,
and goes on where the doubt is greatest; this is here to be compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.go import PASS
from gokan.goals.belief import circle, untried
from gokan.goals.search import NO_CHANCE, NO_DOUBT, Search
from gokan.goals.tried import Branch, Tried

__all__ = ["DepthFirst"]


class DepthFirst(Search):
    """One question, searched depth first. A judged chance counts as true from `Doubt.trust` on, and
    as false up to `Doubt.hopeless`; neither a second judge nor a lesson is asked for.
    """

    def run(self) -> Tried:
        """Searches until the root has a value or the nodes are used up."""
        root = self.root
        self._left_open: set[int] = set()
        if not self._known(root, judged=False):
            self._solve(root, (), {}, 0)
        values = {"reached": 1.0, "missed": 0.0, "open": root.static.chance}
        root.belief = values[root.outcome]
        self._grade_all()
        return root

    def _solve(
        self, node: Tried, line: tuple[Branch, ...], path: dict[int, int], passed: int
    ) -> bool | None:
        """Whether the goal is reached in a position, by trying its moves; None if that stays open.

        What a circle was worth on one way to a position is remembered for every way to it.
        """
        own = node.position.to_play == self.look.player
        if node.suggested is None:
            node.suggested = self._suggest(node, line)
        below = {**path, id(node): passed}
        all_known = True
        for branch in self._branches(node):
            away = passed + (branch.move == PASS)
            value = self._value(branch.to, (*line, branch), below, away)
            if value is own:
                node.by = branch
                node.outcome = "reached" if own else "missed"
                return own
            all_known = all_known and value is not None
        if not all_known or untried(node):
            self._left_open.add(id(node))
            return None
        node.outcome = "missed" if own else "reached"
        return not own

    def _branches(self, node: Tried) -> Iterator[Branch]:
        """The moves of a position, those that were tried and then the others as long as there are
        nodes; the most urgent first.
        """
        yield from list(node.branches)
        while (left := untried(node)) and self.nodes < self.most_nodes:
            yield self._make(node, left[0])

    def _value(
        self, node: Tried, line: tuple[Branch, ...], path: dict[int, int], passed: int
    ) -> bool | None:
        if node.outcome != "open" or self._known(node, judged=True):
            return node.outcome == "reached"
        if id(node) in path:
            return bool(circle(self.look, passed > path[id(node)]))
        if id(node) in self._left_open or len(line) >= self.doubt.deepest:
            return None
        return self._solve(node, line, path, passed)

    def _known(self, node: Tried, *, judged: bool) -> bool:
        """Notes the static value of a position, if it has one."""
        static, doubt = node.static, self.doubt
        reached = static.reached
        if reached is None and judged:
            if static.chance >= doubt.trust:
                reached = True
            elif static.chance <= doubt.hopeless:
                reached = False
        if reached is not None:
            node.outcome = "reached" if reached else "missed"
            node.grade = static.grade or "judged"
            node.reason = static.reason or (NO_DOUBT if reached else NO_CHANCE)
        return reached is not None
