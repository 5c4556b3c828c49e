"""Games in turn: each in a thread of its own, of which only one runs at a time.

A game that asks the network lets the next one go on; when all have asked, one batch answers them.
Since no two threads ever want to run together, a change from game to game costs microseconds, and
hundreds of games fit into a process.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from gokan.go import Position

__all__ = ["InTurn"]

Judge = Callable[[list[Position], list[int]], Sequence[Any]]
"""From positions, and the way each is turned, to the network's answers."""


class InTurn:
    """Runs games; `evaluate` stands in for that of the network while they run.

    >>> sizes = []
    >>> def judge(positions, ways):
    ...     sizes.append(len(positions))
    ...     return [position.move_number for position in positions]
    >>> turns = InTurn(judge)
    >>> def game():
    ...     position = Position.empty(3)
    ...     position = position.play(turns.evaluate([position])[0])
    ...     position = position.play(turns.evaluate([position])[0])
    >>> turns.run([game] * 4)
    >>> sizes
    [4, 4]
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._ready: deque[_Seat] = deque()
        self._asked: list[_Seat] = []
        self._here = threading.local()

    def run(self, games: Sequence[Callable[[], None]]) -> None:
        """Play all of them to the end. What a game raises is raised here at last."""
        failed: list[BaseException] = []

        def sit(seat: _Seat, game: Callable[[], None]) -> None:
            self._here.seat = seat
            seat.turn.acquire()
            try:
                game()
            except BaseException as error:
                failed.append(error)
            finally:
                self._pass_on()

        seats = [_Seat() for _ in games]
        threads = [
            threading.Thread(target=sit, args=pair, daemon=True)
            for pair in zip(seats, games, strict=True)
        ]
        self._ready.extend(seats)
        for thread in threads:
            thread.start()
        self._pass_on()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    def evaluate(
        self, positions: Sequence[Position], *, way: int | Sequence[int] = 0, threads: int = 1
    ) -> Sequence[Any]:
        """What the network's `evaluate` does, in company; `threads` are the device's own affair."""
        seat: _Seat = self._here.seat
        seat.positions = list(positions)
        seat.ways = [way] * len(positions) if isinstance(way, int) else list(way)
        self._asked.append(seat)
        self._pass_on()
        seat.turn.acquire()
        if seat.told is None:
            raise RuntimeError("the network could not be run")
        return seat.told

    def _pass_on(self) -> None:
        """Let the next game go on; where all have asked, they are answered first."""
        if not self._ready and self._asked:
            self._answer()
        if self._ready:
            self._ready.popleft().turn.release()

    def _answer(self) -> None:
        asked, self._asked = self._asked, []
        self._ready.extend(asked)
        for seat in asked:
            seat.told = None
        told = self._judge(
            [position for seat in asked for position in seat.positions],
            [way for seat in asked for way in seat.ways],
        )
        at = 0
        for seat in asked:
            seat.told = told[at : at + len(seat.positions)]
            at += len(seat.positions)


class _Seat:
    """A game: what it asks, what it is told, and whether it is its turn."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.turn.acquire()
        self.positions: list[Position] = []
        self.ways: list[int] = []
        self.told: Sequence[Any] | None = None
