"""Games in turn: each in a thread of its own, of which only one runs at a time.

A game that asks the network lets the next one go on. When half of the games have asked, one batch
answers them, while the other half goes on, so that neither the processor nor a GPU waits. Since no
two games ever want to run together, a change from game to game costs microseconds, and hundreds of
games fit into a process.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from gokan.errors import InvalidInput
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
    >>> sum(sizes)
    8
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._lock = threading.Lock()
        self._ready: deque[_Seat] = deque()
        self._asked: list[_Seat] = []
        self._batches: queue.SimpleQueue[list[_Seat]] = queue.SimpleQueue()
        self._judging = self._waiting = False  # a batch is out; no game can go on
        self._playing = 0
        self._error: BaseException | None = None
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
                self._playing -= 1
                self._pass_on()

        seats = [_Seat() for _ in games]
        threads = [
            threading.Thread(target=sit, args=pair, daemon=True)
            for pair in zip(seats, games, strict=True)
        ]
        self._ready.extend(seats)
        self._playing = len(seats)
        judge = threading.Thread(target=self._answer, daemon=True)
        for thread in (judge, *threads):
            thread.start()
        self._pass_on()
        for thread in threads:
            thread.join()
        self._batches.put([])  # the end
        judge.join()
        if failed:
            raise failed[0]

    def evaluate(
        self,
        positions: Sequence[Position],
        *,
        way: int | Sequence[int] = 0,
        threads: int = 1,
        ladders: bool = True,
        history: bool = True,
    ) -> Sequence[Any]:
        """What the network's `evaluate` does, in company; `threads` are the device's own affair.

        All positions of a batch come with their ladders. Without `history` they are set up anew, so
        that there are no last moves; an open ko goes with them.
        """
        if not ladders:
            raise InvalidInput("Where games ask the network together, it is told of ladders.")
        if not history:
            positions = [position.setup(to_play=position.to_play) for position in positions]
        seat: _Seat = self._here.seat
        seat.ask(positions, [way] * len(positions) if isinstance(way, int) else way)
        with self._lock:
            self._asked.append(seat)
        self._pass_on()
        seat.turn.acquire()
        if seat.told is None:
            raise self._error or RuntimeError("the network could not be run")
        return seat.told

    def _pass_on(self) -> None:
        """The game that ran has asked or ended: the next one goes on."""
        with self._lock:
            self._send_out()
            self._waiting = not self._ready
            if self._ready:
                self._ready.popleft().turn.release()

    def _send_out(self) -> None:
        """Have what was asked judged, if it is half of all or nothing else can be done."""
        enough = len(self._asked) >= self._playing // 2 or not self._ready
        if self._asked and enough and not self._judging:
            self._judging = True
            self._batches.put(self._asked)
            self._asked = []

    def _answer(self) -> None:
        """Judges one batch after the other, in a thread of its own."""
        while batch := self._batches.get():
            try:
                told = self._judge(
                    [position for seat in batch for position in seat.positions],
                    [way for seat in batch for way in seat.ways],
                )
                at = 0
                for seat in batch:
                    seat.told = told[at : at + len(seat.positions)]
                    at += len(seat.positions)
            except BaseException as error:
                self._error = error
            with self._lock:
                self._judging = False
                self._ready.extend(batch)
                self._send_out()
                if self._waiting:
                    self._waiting = False
                    self._ready.popleft().turn.release()


class _Seat:
    """A game: what it asks, what it is told, and whether it is its turn."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.turn.acquire()
        self.positions: list[Position] = []
        self.ways: list[int] = []
        self.told: Sequence[Any] | None = None

    def ask(self, positions: Sequence[Position], ways: Sequence[int]) -> None:
        self.positions, self.ways, self.told = list(positions), list(ways), None
