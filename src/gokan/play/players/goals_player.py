"""A player that pursues goals: those of all unsettled groups, weighed by size (`play.wishes`).

Goals say nothing about quiet positions. There it plays what strength expects of a player
(`strength.expect`) among the moves that gain room, and says so. Before a move is made a short
reading looks whether the stone, or one that can be taken now, is simply lost.
"""

from __future__ import annotations

import heapq
import random
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gokan.go import EMPTY, PASS, Position
from gokan.goals.state import State
from gokan.play.eyes import is_own_eye
from gokan.play.player import Choice, Player, Stop, never
from gokan.play.wishes import FEW, LEAST, TACTICS, Wish, pursued
from gokan.reading import capture
from gokan.strength import expect

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["GoalsPlayer"]

_CLOSER = 5  # moves that are looked at closely before one is made
_QUIET = 16  # expected moves that are thought of
_ROOM = (1.0, 6.0)  # what the best quiet move is worth, at least and at most


class GoalsPlayer(Player):
    """Saves and captures what hangs on the move, the largest first; else takes room.

    >>> from gokan.play.clock import Clock
    >>> position = Position.from_diagram('''
    ...     . . . . O X . .
    ...     . O O O O X . .
    ...     . X X X X X . .
    ...     . . . . . . . .
    ...     . . . . . . . .
    ...     . . . . . . . .
    ... ''')
    >>> choice = GoalsPlayer().choose(position, clock=Clock())
    >>> position.is_legal(choice.move), bool(choice.reason)
    (True, True)
    """

    name: ClassVar[str] = "goals"

    def __init__(self, *, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._shaken = seed is not None

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """The move that serves the goals of the most stones; a pass where none is worth it."""
        state, wishes = pursued(position)
        _quiet(position, state, wishes)
        usable = [
            (wish.worth + (self._random.random() * 0.3 if self._shaken else 0.0), -move)
            for move, wish in wishes.items()
            if position.is_legal(move) and not is_own_eye(position, move, position.to_play)
        ]
        usable = [(worth, move) for worth, move in usable if worth >= LEAST]
        if not usable:
            return Choice(PASS, "no move serves a goal that is worth a point")
        first = heapq.nlargest(_CLOSER, usable)
        closer = [(worth - _loss(position, -move), move) for worth, move in first]
        worth, move = max(closer)
        if worth < LEAST and len(usable) == len(first):
            return Choice(PASS, "every move that serves a goal loses more than it gains")
        wish = wishes[-move]
        return Choice(-move, max(wish.reasons)[1])


def _loss(position: Position, move: int) -> float:
    """What the new stone costs if it is simply taken, by a short reading."""
    after = position.play(move)
    if not after.board[move]:
        return 2.0
    block = after.block(move)
    if len(block.liberties) > FEW:
        return 0.0
    taken = capture(after, move, first="attack", nodes=TACTICS)
    return 2.0 * len(block.stones) if taken.captured else 0.0


def _quiet(position: Position, state: State, wishes: dict[int, Wish]) -> None:
    """Moves that strength expects, as far as they gain room: points that a stone reaches first."""
    board = np.frombuffer(position.board, dtype=np.uint8)
    away = _distances(position.width, position.height)
    mine, theirs = board == int(position.to_play), board == int(position.to_play.opponent)
    far = position.width + position.height
    own = away[mine].min(0) if mine.any() else np.full(len(board), far)
    enemy = away[theirs].min(0) if theirs.any() else np.full(len(board), far)
    free = np.array([state.life.owner(p) == EMPTY for p in range(len(board))]) & (board == 0)
    before = _held(own, enemy)
    expected = expect(position).moves[:_QUIET]
    gains = {
        move.move: float(((_held(np.minimum(own, away[move.move]), enemy) - before) * free).sum())
        for move in expected
        if free[move.move]
    }
    if not gains:
        return
    low, high = _ROOM
    most = min(high, max(low, *gains.values()))
    for move in expected:
        gain = gains.get(move.move, 0.0)
        if gain >= LEAST:
            likely = (move.chance / expected[0].chance) ** 0.5
            worth = likely * min(most, max(low, gain))
            said = "for room; strength expects it, no goal asks for it"
            wishes.setdefault(move.move, Wish()).add(worth, said)


def _held(own: NDArray[Any], enemy: NDArray[Any]) -> NDArray[Any]:
    """For each point whether it is reached first, with nearness counting a little."""
    lead = np.clip((enemy - own) / 2, -1, 1)
    held: NDArray[Any] = lead * (np.minimum(own, enemy) <= 5)
    return held


@lru_cache(maxsize=8)
def _distances(width: int, height: int) -> NDArray[Any]:
    rows, columns = np.divmod(np.arange(width * height), width)
    found: NDArray[Any] = np.abs(rows[:, None] - rows) + np.abs(columns[:, None] - columns)
    return found
