"""The analyst that searches: a tree for each position, deepened and never begun again.

Trees are not shared between positions: what a search of the position before happened to see must
not change the answer here. So an answer is the same whatever was asked before, and a search that
was stopped goes on where it ended.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from gokan import __version__
from gokan.checks import whole
from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.play.player import Stop, never
from gokan.play.tree.analysis import Analysis, Progress, Store, key_of
from gokan.play.tree.evaluation import Evaluator
from gokan.play.tree.searching import Searcher, SearchOptions
from gokan.play.tree.store import MemoryStore

__all__ = ["SearchAnalyst"]

TREES = 16
"""Positions whose trees are kept for going deeper; of the others the answers are kept."""
_REPORT = 0.1  # seconds between two reports of progress


@dataclass(slots=True)
class _Work:
    """The tree of one position, and who is at it."""

    searcher: Searcher
    visits: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class SearchAnalyst:
    """Analyses by tree search; see `gokan.play.tree.analysis.Analyst`.

    >>> from gokan.effort import Effort
    >>> from gokan.play.tree.evaluators import make_evaluator
    >>> analyst = SearchAnalyst(make_evaluator("playouts", "even"), source="random games")
    >>> position = Position.empty(5)
    >>> shallow = analyst.analyse(position, Effort(20, 0))
    >>> deep = analyst.analyse(position, Effort(60, 0))
    >>> shallow.visits, deep.visits, analyst.known(position) is deep
    (20, 60, True)
    """

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        store: Store | None = None,
        source: str = "",
        options: SearchOptions | None = None,
        ways: int = 1,
        seed: int = 0,
        trees: int = TREES,
    ) -> None:
        """Args:
        evaluator: who judges positions; by default the network, else random games.
        store: where answers are kept; in memory if left out.
        source: a name for where the numbers come from; made from the network's card, the options
            and the version if left out, and needed for an evaluator without a network.
        options: how the tree chooses.
        ways: from how many sides the evaluator guesses the moves at the root.
        seed: of the evaluator's dice.
        trees: how many positions stay ready for going deeper.
        """
        whole("number of trees", trees, 1, 10_000)
        if evaluator is None:
            from gokan.play.tree.evaluators import make_evaluator

            evaluator = make_evaluator(seed=seed)
            source = source or _described(evaluator) or "random games"
        self._evaluator = evaluator
        self._options = options or SearchOptions()
        self._ways = ways
        self._trees = trees
        self._works: OrderedDict[str, _Work] = OrderedDict()
        self._lock = threading.Lock()
        self.store: Store = MemoryStore() if store is None else store
        name = source or _described(evaluator)
        if not name:
            raise InvalidInput("An evaluator without a network needs a name: give it a source.")
        self._source = f"{name}; {self._options}; {ways} ways; seed {seed}; gokan {__version__}"

    @property
    def source(self) -> str:
        """The network and the options of the search."""
        return self._source

    def analyse(
        self,
        position: Position,
        effort: Effort,
        *,
        stop: Stop = never,
        progress: Progress | None = None,
        deeper: bool = False,
    ) -> Analysis:
        """What is known at that effort, found now or before."""
        known = self._kept(position, effort, deeper=deeper)
        if known is not None:
            return known
        work = self._work(position, effort)
        with work.lock:
            known = self._kept(position, effort, deeper=deeper)  # found while waiting
            if known is not None:
                return known
            if work.visits > max(1, effort.visits):  # another thread went deeper
                work = _Work(self._searcher())
            found = self._deepen(work, position, effort, stop, progress)
        if found.complete:
            self.store.put(found)
        return found

    def known(self, position: Position) -> Analysis | None:
        """The deepest complete analysis there is, without any work."""
        return self.store.deepest(position, self.source)

    def _kept(self, position: Position, effort: Effort, *, deeper: bool) -> Analysis | None:
        if deeper:
            best = self.known(position)
            if best is not None and best.effort >= effort:
                return best
        return self.store.get(position, self.source, effort)

    def _work(self, position: Position, effort: Effort) -> _Work:
        """The tree to go on with: a new one where the one there is has seen too much already."""
        key = key_of(position)
        with self._lock:
            work = self._works.get(key)
            if work is not None and work.visits > max(1, effort.visits):
                return _Work(self._searcher())
            if work is None:
                work = self._works[key] = _Work(self._searcher())
            self._works.move_to_end(key)
            while len(self._works) > self._trees:
                self._works.popitem(last=False)
            return work

    def _deepen(
        self,
        work: _Work,
        position: Position,
        effort: Effort,
        stop: Stop,
        progress: Progress | None,
    ) -> Analysis:
        wanted, cut = max(1, effort.visits), False
        due = time.monotonic() + _REPORT
        for visits in work.searcher.steps(position, visits=wanted, stop=stop):
            work.visits = visits
            if visits < wanted and stop():
                cut = True
                break
            now = time.monotonic()
            if progress is not None and now >= due:
                progress(self._told(work, effort, complete=False))
                due = now + _REPORT
        found = self._told(work, effort, complete=not cut)
        if progress is not None:
            progress(found)
        return found

    def _told(self, work: _Work, effort: Effort, *, complete: bool) -> Analysis:
        found = work.searcher.answer()
        return Analysis.of(found, source=self.source, effort=effort, complete=complete)

    def _searcher(self) -> Searcher:
        # One leaf at a time: with several at once the tree would hang on where it was stopped.
        return Searcher(self._evaluator, options=self._options, ways=self._ways)


def _described(evaluator: Evaluator) -> str:
    """The networks behind an evaluator; empty where there are none."""
    networks: tuple[Any, ...] = getattr(evaluator, "networks", ())
    names = [
        " ".join(str(one.card.get(part, "")) for part in ("name", "date", "sha256"))
        for one in networks
    ]
    return " + ".join(names)
