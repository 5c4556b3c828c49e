"""Many searches side by side in one thread: each tree asks for one leaf, and one batch answers all.

Every search goes as `gokan.play.searching.Searcher` would take it, leaf by leaf, so the answers are
the same; only the network sees the leaves of all searches together, which a GPU is fast at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gokan import _core
from gokan.explain.review_numbers import Thought, other_moves, weighed
from gokan.go import Position
from gokan.intuition import network
from gokan.intuition.training.together import Together, torch_forward
from gokan.play.answer import Search, answer
from gokan.play.evaluation import Evaluation, Evaluator, counted
from gokan.play.searching import SearchOptions

_LARGEST = 256
"""Positions that the network sees at once."""
Asked = tuple[Position, int, int]
"""A position, a move there, and the visits with which to find out what it costs."""


def thoughts(evaluator: Evaluator, asked: Sequence[Asked]) -> list[Thought]:
    """What moves cost, as `SearchNumbers.think` finds it out: a search before the move, then one
    after it and one after the best other, each as long.
    """
    before = searches(evaluator, [(position, visits) for position, _, visits in asked])
    later: list[tuple[Position, int]] = []
    for (position, move, visits), found in zip(asked, before, strict=True):
        points = [move, *other_moves(found, move)[:1]]
        later += [(position.play_forced(point), visits) for point in points]
    told = iter(searches(evaluator, later))
    return [
        weighed(one, move, next(told), [next(told) for _ in other_moves(one, move)[:1]])
        for (_, move, _), one in zip(asked, before, strict=True)
    ]


def searches(evaluator: Evaluator, asked: Sequence[tuple[Position, int]]) -> list[Search]:
    """Search every position with its number of visits."""
    runs = [_Run(position, visits) for position, visits in asked]
    active = [run for run in runs if run.descends()]
    while active:
        for first in range(0, len(active), _LARGEST):
            some = active[first : first + _LARGEST]
            judged = evaluator.evaluate([run.board for run in some])
            for run, one in zip(some, judged, strict=True):
                run.back_up(one)
        active = [run for run in active if run.descends()]
    return [answer(run.tree, run.position, seconds=0.0) for run in runs]


class _Run:
    """One search."""

    def __init__(self, position: Position, visits: int) -> None:
        self.position, self.visits = position, visits
        self.tree = _core.Tree(position.core, SearchOptions().core())
        self.board = position
        self._leaf: Any = None
        self._agreed = position.rules.name != "tromp-taylor"

    def descends(self) -> bool:
        """Go to the next leaf that has to be judged; False where the search has ended."""
        while self.tree.visits < self.visits:
            leaf = self.tree.descend(-2)
            if leaf.step == _core.TreeStep.KNOWN:
                continue
            if leaf.step not in (_core.TreeStep.LEAF, _core.TreeStep.OVER):
                return False
            self._leaf = leaf
            self.board = Position(self.tree.position(leaf.ticket), self.position.rules)
            return True
        return False

    def back_up(self, one: Any) -> None:
        """Take the judgement of the leaf."""
        leaf = self._leaf
        if leaf.step == _core.TreeStep.OVER:
            one = counted(self.board, one, agreed=self._agreed)
        self.tree.back_up(leaf.ticket, one.policy, one.win, one.lead, one.spread, one.ownership)


class OnDevice:
    """The judgements of the usual evaluator by the network in torch on a device."""

    def __init__(self, device: str) -> None:
        self._runner: Any = Together(torch_forward(device), 1)
        self._network = network.load()

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """Each looked at from the side from which it would be looked at alone."""
        loaded, lone = self._network, self._network._runner
        loaded._runner = self._runner
        try:
            ways = [position.situation_hash % network.WAYS for position in positions]
            return loaded.evaluate(positions, way=ways)
        finally:
            loaded._runner = lone
