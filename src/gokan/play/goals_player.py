"""A player that pursues goals: those of all unsettled groups, weighed by size.

For each core of stones, its own or the opponent's, the aura says how likely it is to live if one
side moves first, and if the other does. The difference, times the stones and the points that hang
on it, is what the goal is worth; its urgent points share that. Where nothing is urgent it plays for
room: points that its stones would reach first, as far as the new stone itself is judged to live.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gokan.go import EMPTY, PASS, Position
from gokan.goals.aura.worth import Aura, aura
from gokan.goals.state import AMPLE, Core, State
from gokan.play.player import Choice, Player, Stop, never
from gokan.play.random_player import is_own_eye
from gokan.reading import capture

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["GoalsPlayer"]

_HOLDS = 1.3  # points that a stone stands for: itself, and a share of the room that goes with it
_CLOSER = 6  # moves for room whose stone is looked at closely
_LEAST = 0.15  # below this a move is worth nothing
_FEW = 3  # liberties of a block that may be taken at once
_TACTICS = 400  # nodes for such a block
_EDGE = (0.35, 0.8, 1.05, 1.0)  # what room is worth by the line of the stone


@dataclass(slots=True)
class _Wish:
    """What speaks for a move."""

    worth: float = 0.0
    reasons: list[tuple[float, str]] = field(default_factory=list)


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
        state = State(position, nodes=0)
        wishes: dict[int, _Wish] = {}
        _pursue(position, state, wishes)
        _fight(position, state, wishes)
        _room(position, state, wishes)
        usable = [
            (wish.worth + (self._random.random() * 0.3 if self._shaken else 0.0), -move)
            for move, wish in wishes.items()
            if position.is_legal(move) and not is_own_eye(position, move, position.to_play)
        ]
        if not usable:
            return Choice(PASS, "no move serves a goal")
        worth, negative = max(usable)
        if worth < _LEAST:
            return Choice(PASS, "no move serves a goal that is worth a point")
        wish = wishes[-negative]
        return Choice(-negative, max(wish.reasons)[1])


def _pursue(position: Position, state: State, wishes: dict[int, _Wish]) -> None:
    """The goals to save own cores and to capture the opponent's."""
    mover = position.to_play
    cores = [
        c for c in state.cores if c.aura < AMPLE and state.life.owner(next(iter(c.stones))) == EMPTY
    ]
    questions: list[Any] = []
    for core in cores:
        questions += [
            (position.with_to_play(side), core.stones) for side in (mover, mover.opponent)
        ]
    found = [aura(*question, quick=True) for question in questions]
    for k, core in enumerate(cores):
        first, second = found[2 * k], found[2 * k + 1]
        gain = _gain(core, first, second, own=core.color == mover)
        # In the open much can happen yet, so that less hangs on the next move.
        worth = 2 * _HOLDS * len(core.stones) * gain * (1 - core.aura / AMPLE)
        if worth < _LEAST:
            continue
        verb = "save" if core.color == mover else "capture"
        said = f"to {verb} the {core.color} stones at {position.vertex(core.blocks[0])}"
        for move, chance in first.urgent.items():
            if chance > 0.05:
                wish = wishes.setdefault(move, _Wish())
                wish.worth += worth * chance
                wish.reasons.append((worth * chance, said))


def _fight(position: Position, state: State, wishes: dict[int, _Wish]) -> None:
    """Blocks with few liberties: what a short reading says can be taken, or must be saved."""
    mover = position.to_play
    for first, block in state.blocks.items():
        if len(block.liberties) > _FEW or state.life.owner(first) == block.color:
            continue
        own = block.color == mover
        falls = capture(position, first, first="attack", nodes=_TACTICS)
        if not falls.captured:
            continue
        saved = capture(position, first, first="defend", nodes=_TACTICS)
        if saved.captured:
            continue  # it falls whoever moves
        worth = 2 * len(block.stones) + 1.0
        verb = "save" if own else "capture"
        said = f"to {verb} the {block.color} stones at {position.vertex(first)}"
        for move in saved.moves if own else falls.moves:
            if move != PASS:
                wish = wishes.setdefault(move, _Wish())
                wish.worth += worth
                wish.reasons.append((worth, said))


def _gain(core: Core, first: Aura, second: Aura, *, own: bool) -> float:
    """How much the life of a core hangs on who moves first."""
    lives = (first.stands + 1 - first.falls) / 2, (second.stands + 1 - second.falls) / 2
    return max(0.0, lives[0] - lives[1] if own else lives[1] - lives[0])


def _room(position: Position, state: State, wishes: dict[int, _Wish]) -> None:
    """Points that a new stone reaches first, as far as it is judged to live there."""
    board = np.frombuffer(position.board, dtype=np.uint8)
    away = _distances(position.width, position.height)
    mine, theirs = board == int(position.to_play), board == int(position.to_play.opponent)
    far = position.width + position.height
    own = away[mine].min(0) if mine.any() else np.full(len(board), far)
    enemy = away[theirs].min(0) if theirs.any() else np.full(len(board), far)
    free = np.array([state.life.owner(p) == EMPTY for p in range(len(board))]) & (board == 0)
    before = _held(own, enemy)
    gains = []
    for move in np.flatnonzero(board == 0).tolist():
        held = _held(np.minimum(own, away[move]), enemy)
        gain = float(((held - before) * free).sum()) * _EDGE[min(3, _line(position, move))]
        gains.append((gain, -move))
    best = [(g, -m) for g, m in sorted(gains, reverse=True) if position.is_legal(-m)][:_CLOSER]
    for gain, move in best:
        after = position.play(move)
        if not after.board[move]:
            continue  # the stone takes itself off
        seen = aura(after, [move], quick=True)
        state.play(move)
        space = min(1.0, state.core_of(state.block_at[move]).aura / AMPLE)
        state.undo()
        lives = max(space, (seen.stands + 1 - seen.falls) / 2)
        wish = wishes.setdefault(move, _Wish())
        wish.worth += gain * lives
        wish.reasons.append((gain * lives, "for room around its stones"))


def _held(own: NDArray[Any], enemy: NDArray[Any]) -> NDArray[Any]:
    """For each point whether it is reached first, with nearness counting a little."""
    lead = np.clip((enemy - own) / 2, -1, 1)
    held: NDArray[Any] = lead * (np.minimum(own, enemy) <= 5)
    return held


def _line(position: Position, move: int) -> int:
    row, column = divmod(move, position.width)
    return min(row, column, position.height - 1 - row, position.width - 1 - column)


@lru_cache(maxsize=8)
def _distances(width: int, height: int) -> NDArray[Any]:
    rows, columns = np.divmod(np.arange(width * height), width)
    found: NDArray[Any] = np.abs(rows[:, None] - rows) + np.abs(columns[:, None] - columns)
    return found
