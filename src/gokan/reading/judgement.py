"""The best judgement on a group's life within a given time, for programs that must have an answer.

`solve` says "unknown" rather than guess. `judge` always answers: it asks the race search (which
judges some ends, see `core/race.h`) in the region of `life_arena`, the proof search, then the race
search in the region of `solve`; where nothing settles the question it says which side the reading
favoured.
`settled` tells the two kinds of answers apart.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import PASS, Color, Position
from gokan.reading.life import solve
from gokan.reading.life_arena import life_arena
from gokan.reading.problem import Problem
from gokan.reading.region import Region, find_region

__all__ = ["Judgement", "judge"]

ENDLESS, MANY = 127, 6
MEMORY = 64 << 20
ROOM = 12
_FIRST, _SECOND = 0.45, 0.9  # of the time is over after the race search, and the proof search


@dataclass(frozen=True, slots=True)
class Judgement:
    """Does the side to move reach its goal: kill the target, or save it?"""

    code: int
    """0 no; 1 yes; 2 in a ko the mover takes first; 3 in a ko that needs the mover's threat."""
    move: int | None
    """The first move to play; PASS where none is needed, None where none helps."""
    settled: bool
    """A search came to its end; otherwise the answer is the side it favoured."""


def judge(
    position: Position, target: Iterable[int], mover: Color, *, seconds: float = 5.0
) -> Judgement:
    """Judge the life of the target stones, with `mover` to move.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> answer = judge(position, [position.point("A4")], Color.BLACK)
    >>> answer.code, position.vertex(answer.move)
    (1, 'B5')
    """
    if seconds <= 0:
        raise InvalidInput("A judgement needs some time: seconds must be above zero.")
    begun = time.perf_counter()
    stones = sorted(set(target))
    ko = position.ko if position.to_play == mover else None
    arena = life_arena(position, stones)
    first = _Question(arena.region(arena.first), mover, ko, begun + _FIRST * seconds).judgement()
    if first.settled:
        return first
    proved = _proved(position, stones, mover, begun + _SECOND * seconds - time.perf_counter())
    if proved is not None:
        return proved
    region = find_region(position, stones, room=ROOM)
    again = _Question(region, mover, ko, begun + seconds).judgement()
    return again if again.settled else first


def _proved(
    position: Position, stones: list[int], mover: Color, seconds: float
) -> Judgement | None:
    """What the proof search says, if it comes to an end."""
    if seconds <= 0:
        return None
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    answer = solve(
        Problem.make(turned, target=stones), seconds=seconds, all_moves=False, details=False
    )
    if answer.result == "unknown":
        return None
    code = {"win": 1, "loss": 0}.get(answer.result)
    if code is None:
        code = 2 if answer.ko is not None and answer.ko.first else 3
    moves = answer.winning_moves + answer.ko_moves + answer.pv
    return Judgement(code, moves[0] if code and moves else None, True)


class _Question:
    """One region, one side to move, one deadline."""

    def __init__(self, region: Region, mover: Color, ko: int | None, deadline: float) -> None:
        self.region = region
        self.attacks = region.color != mover
        self.ko = region.cell(ko) if ko is not None and ko in region.points else -1
        self.deadline = deadline
        self.solver = _core.RaceSolver(region.width, region.height, region.cells, MEMORY)

    def judgement(self) -> Judgement:
        """The code from up to two searches: no threats, then threats for the side that lost."""
        won, favours, move, ko = self._ask(0, 0)
        if won is None:
            return Judgement(int(favours), move, False)
        if not ko:
            return Judgement(int(won), move if won else None, True)
        ours, theirs = (ENDLESS, MANY) if self.attacks else (MANY, ENDLESS)
        if won:
            still, _, better, _ = self._ask(0, theirs)
            if still:
                return Judgement(1, better, True)
            return Judgement(1 if still is None else 2, move, still is not None)
        helped, _, better, _ = self._ask(ours, 0)
        return Judgement(3 if helped else 0, better if helped else None, helped is not None)

    def _ask(self, ours: int, theirs: int) -> tuple[bool | None, bool, int | None, bool]:
        """Won, favoured, the move, and whether a ko was met."""
        seconds = self.deadline - time.perf_counter()
        if seconds <= 0:
            return None, False, None, True
        verdict, _, best, pn, dn, ko = self.solver.solve(
            0 if self.attacks else 1,
            self.ko,
            (ours, theirs) if self.attacks else (theirs, ours),
            [],
            0,
            seconds,
        )
        won = None if verdict == 0 else (verdict == 1) == self.attacks
        favours = (pn <= dn) == self.attacks if won is None else won
        move = None if best == -2 else self.region.point(best)
        if won and move is None:
            move = PASS
        return won, favours, move, ko
