"""Many searches side by side in one thread: each tree asks for one leaf, and one batch answers all.

Every search goes as `gokan.play.searching.Searcher` would take it, leaf by leaf, so the answers are
the same; only the network sees the leaves of all searches together, which a GPU is fast at.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gokan import _core
from gokan.explain.review_numbers import Thought, weighed
from gokan.go import Position
from gokan.intuition import network
from gokan.intuition.training.together import torch_forward
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
        points = [move, *_best_other(found, move)]
        later += [(position.play_forced(point), visits) for point in points]
    told = iter(searches(evaluator, later))
    return [
        weighed(one, move, next(told), [next(told) for _ in _best_other(one, move)])
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


def _best_other(found: Search, move: int) -> list[int]:
    legal = found.position.is_legal
    return [one.move for one in found.candidates if one.move != move and legal(one.move)][:1]


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


class OneByOne:
    """An evaluator that judges every position as if it came alone, as a search would ask."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """One after the other."""
        return [self._evaluator.evaluate([position])[0] for position in positions]


class OnDevice:
    """The same judgements by the network in torch on a device, all in one batch: each position is
    looked at from the side from which it would be looked at alone.
    """

    def __init__(self, device: str) -> None:
        self._forward = torch_forward(device)
        self._network = network.load()
        self._lone = self._network._runner

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """All of one size of board together."""
        found: dict[int, Evaluation] = {}
        sizes = {(one.height, one.width) for one in positions}
        for size in sorted(sizes):
            ways: dict[int, list[int]] = {}
            for n, one in enumerate(positions):
                if (one.height, one.width) == size:
                    ways.setdefault(one.situation_hash % network.WAYS, []).append(n)
            groups = [(way, [positions[n] for n in some]) for way, some in sorted(ways.items())]
            judged = iter(self._judged(groups, size))
            found |= {n: next(judged) for _, some in sorted(ways.items()) for n in some}
        return [found[n] for n in range(len(positions))]

    def _judged(
        self, groups: list[tuple[int, list[Position]]], size: tuple[int, int]
    ) -> list[Evaluation]:
        """The network is asked twice: for its planes, and with the answers of the whole batch."""
        import numpy as np

        loaded: Any = self._network
        asked: list[Any] = []
        for way, some in groups:
            loaded._runner = recorder = _Recorder()
            with suppress(_Recorded):
                loaded._judge(some, size, way, 1)
            asked.append(recorder.planes)
        told = self._forward(np.concatenate(asked))
        judged: list[Evaluation] = []
        for way, some in groups:
            at = len(judged)
            loaded._runner = _Recorder([part[at : at + len(some)] for part in told])
            judged += loaded._judge(some, size, way, 1)
        loaded._runner = self._lone
        return judged


class _Recorded(Exception):
    """The planes are known; that is enough for now."""


class _Recorder:
    """Stands in for the network's runner: keeps what it is asked, or tells what it was told."""

    def __init__(self, told: Any = None) -> None:
        self.planes: Any = None
        self._told = told

    def run(self, data: bytes, count: int, rows: int, columns: int, threads: int) -> Any:
        import numpy as np

        del threads
        if self._told is not None:
            return self._told
        self.planes = np.frombuffer(data, np.float32).reshape(count, -1, rows, columns)
        raise _Recorded
