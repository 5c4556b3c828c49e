"""From a game to what a player attends to, round by round (Sections 4.4.1 and 4.4.2).

A round is one refresh of attention: a layer of colours. The board and the attended points may
change from round to round; a play and the removals it causes share a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import PASS, Game, Position

WHOLE, LAST_MOVE, PAN = "whole", "last move", "pan"
ATTENTION = (WHOLE, LAST_MOVE, PAN)
"""Whole board; the last move's neighbourhood (Section 4.4.1); a pan from left to right (5.1.4)."""

PROCESSES = 50
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Round:
    """What one layer of colours shows: the board, and the points attended to."""

    board: bytes
    attended: frozenset[int]


@dataclass(frozen=True, slots=True)
class View:
    """A board of some size, seen in rounds.

    `times` says which position of the game each round shows; without it each is a time of its own.
    """

    width: int
    height: int
    rounds: tuple[Round, ...]
    times: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.times:
            return
        if len(self.times) != len(self.rounds) or [*self.times] != sorted(self.times):
            raise InvalidInput("a view needs one time for each round, in order.")
        for n in range(1, len(self.rounds)):
            changed = self.rounds[n].board != self.rounds[n - 1].board
            if changed and self.times[n] == self.times[n - 1]:
                raise InvalidInput("the board of a view cannot change within one time.")

    def time(self, number: int) -> int:
        """The time of a round."""
        return self.times[number] if self.times else number


def observe(
    seen: Game | Position | Iterable[Position],
    *,
    attention: str = WHOLE,
    processes: int = PROCESSES,
    rounds: int = ROUNDS,
) -> View:
    """What a player with this way of attending sees of a game, one position, or several in turn.

    `processes` and `rounds` are for "last move": how many half lines fit into attention at once,
    and how long it stays on a position.

    >>> from gokan.go import Position
    >>> start = Position.empty(3)
    >>> len(observe([start, start.play("B2")]).rounds)
    2
    >>> near = observe([start, start.play("B2")], attention="last move", processes=8)
    >>> [sorted(r.attended) for r in near.rounds]
    [[4], [4], [4], [4], [4], [4]]
    """
    if attention not in ATTENTION:
        raise InvalidInput(f"attention is {attention!r} but must be one of {', '.join(ATTENTION)}.")
    whole("number of processes", processes, 1, 1_000_000)
    whole("number of rounds", rounds, 1, 1000)
    positions = _positions(seen)
    width, height = positions[0].width, positions[0].height
    everything = frozenset(range(width * height))
    if attention == WHOLE:
        return View(width, height, tuple(Round(p.board, everything) for p in positions))
    made: list[Round] = []
    times: list[int] = []
    for number, position in enumerate(positions):
        if attention == PAN:
            looks = [
                frozenset(v for v in everything if column <= v % width <= column + 1)
                for column in range(max(1, width - 1))
            ]
        else:
            after = positions[min(number + 1, len(positions) - 1)]
            focus = position.last_move if number else after.last_move
            if focus is None or focus == PASS:
                focus = width * height // 2
            looks = [neighbourhood(width, height, focus, processes)] * rounds
        made += [Round(position.board, area) for area in looks]
        times += [number] * len(looks)
    return View(width, height, tuple(made), tuple(times))


def neighbourhood(width: int, height: int, focus: int, processes: int) -> frozenset[int]:
    """The points nearest to one whose lines need no more than so many processes, two a line."""
    area: set[int] = set()
    lines: set[tuple[int, int]] = set()
    row, column = divmod(focus, width)
    points = sorted(
        range(width * height),
        key=lambda v: (abs(v // width - row) + abs(v % width - column), v),
    )
    for point in points:
        more = lines | set(lines_of(point, width))
        if 2 * len(more) > processes and area:
            break
        area.add(point)
        lines = more
    return frozenset(area)


def lines_of(point: int, width: int) -> Iterator[tuple[int, int]]:
    """The four lines of a point: (0, n) across or (1, n) along, numbered by their first end.

    Across, line n of a row of w points has w + 1 lines; along, the row above the board is row -1.
    """
    row, column = divmod(point, width)
    yield 0, row * (width + 1) + column  # left
    yield 1, row * width + column  # up
    yield 1, (row + 1) * width + column  # down
    yield 0, row * (width + 1) + column + 1  # right


def _positions(seen: Game | Position | Iterable[Position]) -> list[Position]:
    if isinstance(seen, Position):
        return [seen]
    if isinstance(seen, Game):
        return [seen.position(n) for n in range(len(seen) + 1)]
    positions = list(seen)
    if not positions:
        raise InvalidInput("there is no position to look at.")
    return positions
