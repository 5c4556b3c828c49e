"""What a question may cost: time, search nodes, trial games; and how to stop it from outside.

Every question of `gokan.reading` takes one `Budget`. With seconds, it ends when they are up. With
nodes and no seconds, no clock is consulted, and the same question has the same answer on every
machine. A question that asks others hands parts of its budget down:

- a `Budget` says what may be spent. It never changes, and one budget may serve many questions;
- a `Meter` runs while one question is answered and knows what is left. Its parts share its
  counters, so whatever a part spends is spent for the whole.

Only this module reads the clock. Trial games are charged like nodes (`GAME`), so a plan made in
shares ("a third of it for trials") means the same with either kind of limit.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from gokan import _core
from gokan.errors import InvalidInput

__all__ = ["Budget", "Cancel", "Meter", "started"]

Cancel = _core.Cancel

PACE = 500_000
"""Nodes that count as one second where a plan depends on the thinking time."""
GAME = 20
"""Nodes that one trial game counts as: it takes about as long."""
LEAST_GAMES = 20
"""Played even when the budget is used up, if a judgement must be given: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits in seconds, search nodes and trial games; None means none. When one is reached, the
    moves that are about to be named are still checked (`gokan.reading.life.contradictions`): all
    these checks may cost as many nodes again as were given, or what the first of them takes.

    Another thread can stop the question with `budget.cancel.set()`.

    >>> Budget(seconds=10).part(0.5)
    Budget(seconds=5.0, nodes=None, games=None, cancel=None)
    >>> Budget(nodes=1000, games=50).part(0.1)
    Budget(seconds=None, nodes=100, games=5, cancel=None)
    """

    seconds: float | None = None
    nodes: int | None = None
    games: int | None = None
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        for what in ("seconds", "nodes", "games"):
            number = getattr(self, what)
            if number is not None and not number >= 0:
                raise InvalidInput(f"A budget of {number} {what} is below zero.")

    def part(self, share: float) -> Budget:
        """A share of each limit."""
        return Budget(
            None if self.seconds is None else share * self.seconds,
            None if self.nodes is None else int(share * self.nodes),
            None if self.games is None else int(share * self.games),
            self.cancel,
        )

    def start(self) -> Meter:
        """Start spending it now."""
        now, counters = time.perf_counter(), _Counters(self.nodes)
        return Meter(
            counters,
            begun=now,
            end=math.inf if self.seconds is None else now + self.seconds,
            first=0,
            last=math.inf if self.nodes is None else self.nodes,
            games=math.inf if self.games is None else self.games,
            cancel=self.cancel,
        )


@dataclass(slots=True)
class _Counters:
    """Shared by a meter and its parts."""

    given: int | None = None
    nodes: int = 0
    games: int = 0

    @property
    def effort(self) -> int:
        return self.nodes + GAME * self.games


class Meter:
    """A budget that is being spent.

    >>> meter = Budget(nodes=1000).start()
    >>> half = meter.part(0.5)
    >>> half.spend(nodes=300)
    >>> half.limits().nodes, meter.limits().nodes, meter.used
    (200, 700, 0.3)
    >>> meter.until(0.3).over
    True
    """

    __slots__ = ("_begun", "_counters", "_end", "_first", "_games", "_last", "_nodes", "cancel")

    def __init__(
        self,
        counters: _Counters,
        *,
        begun: float,
        end: float,
        first: float,
        last: float,
        games: float,
        cancel: Cancel | None,
    ) -> None:
        self._counters = counters
        self._begun, self._end = begun, end
        self._first, self._last = first, last
        self._games = games
        self._nodes = counters.nodes
        self.cancel = cancel

    def spend(self, *, nodes: int = 0, games: int = 0) -> None:
        """Takes note of what a search or some trials have cost."""
        self._counters.nodes += nodes
        self._counters.games += games

    @property
    def seconds(self) -> float:
        """Since this meter began."""
        return time.perf_counter() - self._begun

    @property
    def nodes(self) -> int:
        """Searched since this meter began; trial games are not among them."""
        return self._counters.nodes - self._nodes

    @property
    def cancelled(self) -> bool:
        """Somebody wants no answer any more."""
        return self.cancel is not None and self.cancel.is_set()

    @property
    def used(self) -> float:
        """How much of the tighter limit has been spent, as a share; 1 or more means all of it."""
        shares = [0.0]
        if self._end < math.inf:
            length = self._end - self._begun
            shares.append((time.perf_counter() - self._begun) / length if length > 0 else 1.0)
        if self._last < math.inf:
            length = self._last - self._first
            effort = self._counters.effort - self._first
            shares.append(effort / length if length > 0 else 1.0)
        return max(shares)

    @property
    def over(self) -> bool:
        """Nothing is left, or it was cancelled."""
        return self.cancelled or self.used >= 1

    @property
    def worth(self) -> float:
        """What was given at the start, in seconds; infinite if there is no limit."""
        return min(self._end - self._begun, (self._last - self._first) / PACE)

    @property
    def timed(self) -> bool:
        """Whether the clock ends it, and not only the nodes."""
        return self._end < math.inf

    def part(self, share: float = 1.0, *, nodes: float = math.inf) -> Meter:
        """A share of what is left, and so many nodes at most."""
        now, effort = time.perf_counter(), self._counters.effort
        end = self._end
        if end < math.inf:
            end = now + share * max(end - now, 0.0)
        last = min(self._last, effort + nodes)
        if self._last < math.inf:
            last = min(last, effort + int(share * max(self._last - effort, 0)))
        return self._within(now, end, effort, last)

    def until(self, share: float) -> Meter:
        """What is left until this share of the whole is spent."""
        end, last = self._end, self._last
        if end < math.inf:
            end = self._begun + share * (end - self._begun)
        if last < math.inf:
            last = self._first + int(share * (last - self._first))
        return self._within(time.perf_counter(), end, self._counters.effort, last)

    def at_most(self, worth: float) -> Meter:
        """What is left, but no more than so many seconds, or what counts as much."""
        now, effort = time.perf_counter(), self._counters.effort
        end = min(self._end, now + worth) if self._end < math.inf else self._end
        last = self._last
        if last < math.inf or self._end == math.inf:
            last = min(last, effort + int(worth * PACE))
        return self._within(now, end, effort, last)

    def _within(self, begun: float, end: float, first: float, last: float) -> Meter:
        return Meter(
            self._counters,
            begun=begun,
            end=end,
            first=first,
            last=last,
            games=self._games,
            cancel=self.cancel,
        )

    def spare(self, most: int, least: int = 0) -> int:
        """Nodes for a check that is due though the budget may be gone. All of them together have as
        many nodes as the budget had, but each has the least.

        >>> meter = Budget(nodes=1000).start()
        >>> meter.spend(nodes=1200)
        >>> meter.spare(500), meter.spare(5000), meter.spare(5000, 2000)
        (500, 800, 2000)
        """
        given = self._counters.given
        left = math.inf if given is None else 2 * given - self._counters.effort
        return int(min(most, max(least, left)))

    def limits(self, most: int = 0) -> _core.SearchLimits | None:
        """For one search, of so many nodes at most (0: any number); None if nothing is left."""
        if self.over:
            return None
        nodes = 0
        if self._last < math.inf:
            nodes = int(self._last - self._counters.effort)
        if most:
            nodes = min(nodes, most) if nodes else most
        return _core.SearchLimits(nodes=nodes, seconds=self._seconds_left(), cancel=self.cancel)

    def trials(self, most: int = 0) -> _core.SearchLimits:
        """For trial games, so many at most (0: any number). There always are a few of them."""
        games = self._games - self._counters.games
        if self._last < math.inf:
            games = min(games, (self._last - self._counters.effort) // GAME)
        if most:
            games = min(games, most)
        if games < LEAST_GAMES or self.over:
            games = min(most, LEAST_GAMES) if most else LEAST_GAMES
            return _core.SearchLimits(games=games, cancel=self.cancel)
        number = 0 if games == math.inf else int(games)
        return _core.SearchLimits(games=number, seconds=self._seconds_left(), cancel=self.cancel)

    def _seconds_left(self) -> float:
        """For the core, where 0 means that there is no limit."""
        if self._end == math.inf:
            return 0.0
        return max(self._end - time.perf_counter(), 1e-6)


def started(
    budget: Budget | Meter | None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    usual: Budget,
) -> Meter:
    """The meter for a question: of the budget given, or of the words `seconds` and `nodes`, or of
    the usual budget. Of a meter that is running already, what is left.
    """
    if isinstance(budget, Meter):
        return budget.part()
    if budget is not None:
        if seconds is not None or nodes is not None:
            raise InvalidInput("Give a budget, or seconds and nodes, but not both.")
        return budget.start()
    if seconds is None and nodes is None:
        return usual.start()
    return Budget(seconds, nodes).start()
