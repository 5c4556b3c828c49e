"""A group's life by trial: its surroundings are played out many times.

The games are played in the core (`core/reading/trials/trials.h`).
A tree of moves grows where they do well, and below it games go on at random with a little sense.
The answer is a share of games, not a reading: it proves nothing, but there always is one, the
board around need not be closed, and the move that did best is the one that wins most surely.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import EMPTY, PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started

__all__ = ["Trial", "TrialMove", "shares", "surroundings", "threats_of", "trial", "trial_link"]

ENDLESS = 127
"""Threats: any number of them."""
FEW = 3
"""A defender's threats: with more, dead stones hold out too long."""
REACH = 7.0
"""How far from the target its surroundings go, in steps over empty points."""
MOST_POINTS = 250
SECONDS = 1.0
"""For those who say nothing about time and games."""
_FRIEND, _WALL, _LIBERTY = 0.1, 0.5, 0.6  # what a step costs: a friend; an enemy, by liberties


@dataclass(frozen=True, slots=True)
class TrialMove:
    """A first move, and how it did."""

    move: int
    games: int
    value: float
    """The share of its games that the mover won."""
    settled: int
    """1: won and -1: lost in every line of the tree; 0: neither."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What the trials say, seen from the side that moved first."""

    value: float
    """The share of games won after the best first move."""
    settled: int
    games: int
    outside: float
    """The share of games in which the target got out of its surroundings, alone or linked up."""
    moves: tuple[TrialMove, ...]
    """The most played first."""


def trial(
    position: Position,
    target: Iterable[int],
    mover: Color,
    *,
    budget: Budget | Meter | None = None,
    games: int = 0,
    threats: tuple[int, int] = (0, 0),
    seed: int = 1,
) -> Trial:
    """Play the target's surroundings out, with `mover` to move, `games` times if the budget
    allows (0: as often as it does).

    `threats` are Black's and White's ko threats elsewhere.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> found = trial(position, [position.point("A4")], Color.BLACK, games=500)
    >>> position.vertex(found.moves[0].move), found.value
    ('B5', 1.0)
    """
    return _Game(position, mover, sorted(set(target))).run(budget, games, threats, seed)


def trial_link(
    position: Position,
    one: int,
    other: int,
    mover: Color,
    *,
    budget: Budget | Meter | None = None,
    games: int = 0,
    seed: int = 1,
) -> Trial:
    """Play out whether two blocks of one side come together, with `mover` to move.

    They have when at the end of a game a way leads from one to the other over stones and eyes of
    their owner.

    >>> position = Position.from_diagram('''
    ... . . O . .
    ... . . . . .
    ... . X . X .
    ... . . O . .
    ... . . . . .
    ... ''')
    >>> one, other = position.point("B3"), position.point("D3")
    >>> found = trial_link(position, one, other, Color.BLACK, games=500)
    >>> position.vertex(found.moves[0].move), found.value
    ('C3', 1.0)
    """
    if one == other or position.color_at(one) != position.color_at(other):
        raise InvalidInput("A connection is tried between two stones of one side.")
    ends = [one, other]
    return _Game(position, mover, ends, joins=True).run(budget, games, (0, 0), seed)


@dataclass(frozen=True, slots=True)
class _Game:
    """What is played out."""

    position: Position
    mover: Color
    stones: list[int]
    joins: bool = False

    def run(
        self, budget: Budget | Meter | None, games: int, threats: tuple[int, int], seed: int
    ) -> Trial:
        if games < 0:
            raise InvalidInput("The number of trial games must not be below zero.")
        meter = started(budget, usual=Budget() if games else Budget(seconds=SECONDS))
        last = self.position.last_move
        told = _core.run_trials(
            self.position.core,
            self.stones,
            sorted(surroundings(self.position, self.stones)),
            int(self.mover),
            *threats,
            PASS if last is None or self.position.to_play != self.mover else last,
            _shapes(),
            meter.trials(games),
            seed,
            self.joins,
        )
        meter.spend(games=told.games)
        moves = tuple(TrialMove(one.move, one.games, one.value, one.settled) for one in told.moves)
        return Trial(told.value, told.settled, told.games, told.outside, moves)


def threats_of(helped: Color | None, defender: Color) -> tuple[int, int]:
    """Ko threats for one side: a few for the defender, any number for the attacker."""
    number = 0 if helped is None else FEW if helped == defender else ENDLESS
    return (number, 0) if helped == Color.BLACK else (0, number)


def shares(found: Trial) -> dict[int, float]:
    """The share of games that each move was given, the pass left out."""
    total = sum(one.games for one in found.moves) or 1
    return {one.move: one.games / total for one in found.moves if one.move != PASS}


def surroundings(position: Position, target: Iterable[int]) -> frozenset[int]:
    """The points that matter for the target: near it, and the nearer the less stands between.

    A step onto an empty point counts one, along stones of one side a tenth, and onto an enemy the
    more the more liberties he has: behind a strong wall little is of interest.
    """
    board = position.board
    start = set(target)
    own = board[next(iter(start))]
    wall = {
        p: _WALL + _LIBERTY * len(block.liberties)
        for block in position.blocks()
        if block.color != own
        for p in block.stones
    }
    far = dict.fromkeys(start, 0.0)
    queue = [(0.0, p) for p in start]
    heapq.heapify(queue)
    while queue:
        so_far, p = heapq.heappop(queue)
        if so_far > far[p]:
            continue
        for q in position.neighbors(p):
            if board[q] == EMPTY:
                step = 1.0
            else:
                step = _FRIEND if board[q] in (own, board[p]) else wall[q]
            if so_far + step < far.get(q, REACH):
                far[q] = so_far + step
                heapq.heappush(queue, (so_far + step, q))
    return frozenset(sorted(far, key=lambda p: (far[p], p))[:MOST_POINTS])


@cache
def _shapes() -> _core.Shapes:
    """The shapes of `shapes.txt`."""
    text = (resources.files("gokan.reading.trials") / "shapes.txt").read_text("utf-8")
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    return _core.Shapes(["".join(rows[i : i + 3]) for i in range(0, len(rows), 3)])
