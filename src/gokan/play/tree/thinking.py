"""How long to think about a move: the share of the clock, and when more thought changes nothing."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from gokan.go import Position

if TYPE_CHECKING:
    from gokan import _core
    from gokan.play.clock import Clock
    from gokan.play.player import Stop

__all__ = ["Patience", "moves_to_come"]

_CHECK = 8  # evaluations between two looks at whether the race is over


def moves_to_come(position: Position) -> int:
    """How many own moves a side should still expect: from the size and the moves so far.

    >>> moves_to_come(Position.empty(19)), moves_to_come(Position.empty(9))
    (136, 31)
    """
    points = len(position.board)
    left = (0.75 * points - position.move_number) / 2
    return math.ceil(max(left, points * 0.12, 3))


class Patience:
    """Says when a search has thought enough.

    It ends when the time is over, when it is told to, or when the best move is so far ahead that
    no other can get as many visits in the time that is left.

    >>> from gokan.play.clock import Clock
    >>> patience = Patience(Position.empty(9), Clock(), visits=100)
    >>> patience.seconds is None, patience.visits
    (True, 100)
    """

    def __init__(
        self,
        position: Position,
        clock: Clock,
        *,
        visits: int | None = None,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> None:
        budget = clock.budget(position.to_play, moves_left=moves_to_come(position))
        limits = [s for s in (budget, seconds) if s is not None]
        self.seconds = min(limits) if limits else None
        self.visits = visits
        self._stop = stop
        self._begin = time.monotonic()
        self._first: int | None = None

    def late(self) -> bool:
        """Is the time over, or was the search told to stop?"""
        now = time.monotonic() - self._begin
        return (self.seconds is not None and now >= self.seconds) or bool(
            self._stop and self._stop()
        )

    def over(self, tree: _core.Tree) -> bool:
        """Enough? Asked after every evaluation."""
        now = time.monotonic() - self._begin
        if self.late():
            return True
        visits = tree.visits
        if self.visits is not None and visits >= self.visits:
            return True
        if self._first is None:
            self._first = visits
        if visits % _CHECK:
            return False
        left = math.inf if self.visits is None else self.visits - visits
        if self.seconds is not None and now > 0.05:
            rate = (visits - self._first + 1) / now
            left = min(left, rate * (self.seconds - now))
        if left == math.inf:
            return False
        ahead = sorted((branch.visits for branch in tree.branches()), reverse=True)
        return bool(ahead) and ahead[0] - (ahead[1] if len(ahead) > 1 else 0) > left
