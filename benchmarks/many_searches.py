"""Many searches side by side in one thread: each tree asks for one leaf, and one batch answers all.

Every search goes as `gokan.play.tree.searching.Searcher` would take it, leaf by leaf, so the
answers are the same; only the network sees the leaves of all searches together, which a GPU is
fast at.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from gokan import _core
from gokan.explain.reviews.numbers import Thought, other_moves, weighed
from gokan.go import Position
from gokan.intuition import network
from gokan.play.tree.answer import Search, answer
from gokan.play.tree.evaluation import Evaluation, Evaluator, counted
from gokan.play.tree.searching import SearchOptions
from gokan_lab.training.together import OnDevice as Runner
from gokan_lab.training.together import torch_forward

_LARGEST = 256
"""Positions that the network sees at once."""
Asked = tuple[Position, int, int]
"""A position, a move there, and the visits with which to find out what it costs."""
T = TypeVar("T")
Flow = Generator[list[tuple[Position, int]], list[Search], T]
"""Asks for searches with so many visits each, is sent what they found, and returns an answer."""


def thoughts(
    evaluator: Evaluator, asked: Iterable[Asked], *, abreast: int = 64
) -> Iterator[tuple[int, Thought]]:
    """What moves cost, as `SearchNumbers.think` finds it out: a search before the move, then one
    after it and one after the best other, each as long. So many are thought about at a time; each
    is handed out with its place as soon as it is known.
    """
    flows = ((place, _thinking(*one)) for place, one in enumerate(asked))
    return _flowing(evaluator, flows, abreast)


def _thinking(position: Position, move: int, visits: int) -> Flow[Thought]:
    (before,) = yield [(position, visits)]
    points = [move, *other_moves(before, move)[:1]]
    played, *others = yield [(position.play_forced(point), visits) for point in points]
    return weighed(before, move, played, others)


def searches(evaluator: Evaluator, asked: Sequence[tuple[Position, int]]) -> list[Search]:
    """Search every position with its number of visits."""

    def alone(position: Position, visits: int) -> Flow[Search]:
        (found,) = yield [(position, visits)]
        return found

    flows = ((place, alone(*one)) for place, one in enumerate(asked))
    return [one for _, one in sorted(_flowing(evaluator, flows, _LARGEST), key=lambda x: x[0])]


def _flowing(
    evaluator: Evaluator, flows: Iterator[tuple[int, Flow[T]]], abreast: int
) -> Iterator[tuple[int, T]]:
    """Take several flows of searches to their ends, so many at a time: whenever one ends, the next
    begins, so the batches stay as large.
    """
    active: list[_Flowing[T]] = []
    more = True
    while more or active:
        while more and len(active) < abreast:
            one = next(flows, None)
            more = one is not None
            if one is not None:
                active.append(_Flowing(*one))
        runs = [run for one in active for run in one.open_runs()]
        for first in range(0, len(runs), _LARGEST):
            some = runs[first : first + _LARGEST]
            judged = evaluator.evaluate([run.board for run in some])
            for run, found in zip(some, judged, strict=True):
                run.back_up(found)
        yield from ((one.place, one.answer) for one in active if one.answer is not None)
        active = [one for one in active if one.answer is None]


class _Flowing(Generic[T]):
    """Searches of which the later ones depend on what the earlier ones found."""

    def __init__(self, place: int, flow: Flow[T]) -> None:
        self.place, self.answer = place, None  # type: tuple[int, T | None]
        self._flow = flow
        self._runs = [_Run(*one) for one in next(flow)]

    def open_runs(self) -> list[_Run]:
        """The searches that wait for a judgement; none at the end of the flow."""
        while self.answer is None:
            waiting = [run for run in self._runs if run.descends()]
            if waiting:
                return waiting
            found = [answer(run.tree, run.position, seconds=0.0) for run in self._runs]
            try:
                self._runs = [_Run(*one) for one in self._flow.send(found)]
            except StopIteration as end:
                self.answer = end.value
        return []


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
        self._runner: Any = Runner(torch_forward(device))
        self._network = network.load()

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """Each looked at from the side from which it would be looked at alone."""
        loaded, lone = self._network, self._network.runner
        loaded.runner = self._runner
        try:
            ways = [position.situation_hash % network.WAYS for position in positions]
            return loaded.evaluate(positions, way=ways)
        finally:
            loaded.runner = lone
