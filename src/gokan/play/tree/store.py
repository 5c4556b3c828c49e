"""A store of analyses in memory: bounded, and safe for several threads."""

from __future__ import annotations

import threading
from collections import OrderedDict

from gokan.checks import whole
from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.play.tree.analysis import Analysis, key_of

__all__ = ["MemoryStore", "refuse_incomplete"]

MOST = 4096
"""Positions that are kept: those asked about last. One takes some twenty kilobytes."""
_Name = tuple[str, str]


class MemoryStore:
    """Analyses by position, source and effort; see `gokan.play.tree.analysis.Store`.

    >>> store = MemoryStore()
    >>> store.deepest(Position.empty(9), "anybody") is None, len(store)
    (True, 0)
    """

    def __init__(self, most: int = MOST) -> None:
        whole("number of positions", most, 1, 10_000_000)
        self._most = most
        self._kept: OrderedDict[_Name, dict[tuple[int, int], Analysis]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, position: Position, source: str, effort: Effort) -> Analysis | None:
        """Exactly that one."""
        name = key_of(position), source
        with self._lock:
            found = self._kept.get(name)
            if found is None:
                return None
            self._kept.move_to_end(name)
            return found.get((effort.visits, effort.nodes))

    def deepest(self, position: Position, source: str) -> Analysis | None:
        """The one with the most visits behind it."""
        with self._lock:
            found = self._kept.get((key_of(position), source))
            return max(found.values(), key=_depth) if found else None

    def put(self, analysis: Analysis) -> None:
        """Keep it, in the place of an equal one."""
        refuse_incomplete(analysis)
        name = analysis.key, analysis.source
        effort = analysis.effort.visits, analysis.effort.nodes
        with self._lock:
            self._kept.setdefault(name, {})[effort] = analysis
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def close(self) -> None:
        """Nothing to write."""

    def __len__(self) -> int:
        return len(self._kept)


def refuse_incomplete(analysis: Analysis) -> None:
    """What was cut short hangs on when that was, so it is not kept.

    >>> from gokan.play.tree.analysis import Analysis
    >>> cut = Analysis(Position.empty(9), "nobody", Effort(9, 0), 3, False, 0.5, 0.0, 9.0, ())
    >>> refuse_incomplete(cut)
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: An analysis that was cut short is not kept: 3 of 9 visits.
    """
    if not analysis.complete:
        raise InvalidInput(
            f"An analysis that was cut short is not kept: {analysis.visits} of "
            f"{analysis.effort.visits} visits."
        )


def _depth(one: Analysis) -> tuple[int, int]:
    return one.effort.visits, one.effort.nodes
