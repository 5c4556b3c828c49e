"""A player that pursues goals: those of all unsettled groups, weighed by size.

For each core of stones, its own or the opponent's, the aura says how likely it is to live if one
side moves first, and if the other does. The difference, times the stones and the points that hang
on it, is what the goal is worth; its urgent points share that, and so do the moves that rules of
the knowledge base advise for it. What a short reading can take or save at once comes on top.

Goals say nothing about quiet positions. There it plays what strength expects of a player
(`strength.expect`) among the moves that gain room, and says so. Before a move is made a short
reading looks whether the stone, or one that can be taken now, is simply lost.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gokan.go import EMPTY, PASS, Position
from gokan.goals.aura.worth import Aura, aura
from gokan.goals.knowledge import load
from gokan.goals.state import AMPLE, Core, State
from gokan.play.player import Choice, Player, Stop, never
from gokan.play.players.random_player import is_own_eye
from gokan.reading import capture
from gokan.strength import expect

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["GoalsPlayer", "worths"]

_HOLDS = 1.3  # points that a stone stands for: itself, and a share of the room that goes with it
_CLOSER = 5  # moves that are looked at closely before one is made
_LEAST = 0.15  # below this a move is worth nothing
_FALLS = 0.5  # a core is in danger from this chance on
_RULE = 0.25  # of what a goal is worth, for a move that a rule advises
_QUIET = 16  # expected moves that are thought of
_ROOM = (1.0, 6.0)  # what the best quiet move is worth, at least and at most
_FEW = 3  # liberties of a block that may be taken at once
_TACTICS = 400  # nodes for such a block


@dataclass(slots=True)
class _Wish:
    """What speaks for a move."""

    worth: float = 0.0
    reasons: list[tuple[float, str]] = field(default_factory=list)

    def add(self, worth: float, reason: str) -> None:
        """One reason more."""
        self.worth += worth
        self.reasons.append((worth, reason))


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
        state, wishes = _wishes(position)
        _quiet(position, state, wishes)
        usable = [
            (wish.worth + (self._random.random() * 0.3 if self._shaken else 0.0), -move)
            for move, wish in wishes.items()
            if position.is_legal(move) and not is_own_eye(position, move, position.to_play)
        ]
        usable = [(worth, move) for worth, move in usable if worth >= _LEAST]
        if not usable:
            return Choice(PASS, "no move serves a goal that is worth a point")
        first = heapq.nlargest(_CLOSER, usable)
        closer = [(worth - _loss(position, -move), move) for worth, move in first]
        worth, move = max(closer)
        if worth < _LEAST and len(usable) == len(first):
            return Choice(PASS, "every move that serves a goal loses more than it gains")
        wish = wishes[-move]
        return Choice(-move, max(wish.reasons)[1])


def worths(position: Position, stop: Stop = never) -> dict[int, float]:
    """What each move serves the goals of stones by, in points; nothing of quiet moves, nor of
    goals that were not looked at when it was stopped.

    >>> position = Position.from_diagram('''
    ...     . . . . O X . .
    ...     . O O O O X . .
    ...     . X X X X X . .
    ...     . . . . . . . .''')
    >>> found = worths(position)
    >>> position.vertex(max(found, key=lambda move: found[move]))[0] in "ABC"
    True
    >>> worths(Position.empty(9))
    {}
    """
    _, wishes = _wishes(position, stop)
    return {move: wish.worth for move, wish in wishes.items() if wish.worth >= _LEAST}


def _wishes(position: Position, stop: Stop = never) -> tuple[State, dict[int, _Wish]]:
    """Every move that serves a goal of stones, or that a short reading asks for."""
    state = State(position, nodes=0)
    wishes: dict[int, _Wish] = {}
    _pursue(position, state, wishes, stop)
    _fight(position, state, wishes, stop)
    return state, wishes


def _loss(position: Position, move: int) -> float:
    """What the new stone costs if it is simply taken, by a short reading."""
    after = position.play(move)
    if not after.board[move]:
        return 2.0
    block = after.block(move)
    if len(block.liberties) > _FEW:
        return 0.0
    taken = capture(after, move, first="attack", nodes=_TACTICS)
    return 2.0 * len(block.stones) if taken.captured else 0.0


def _pursue(position: Position, state: State, wishes: dict[int, _Wish], stop: Stop) -> None:
    """The goals to save own cores and to capture the opponent's."""
    mover = position.to_play
    cores = [
        c for c in state.cores if c.aura < AMPLE and state.life.owner(next(iter(c.stones))) == EMPTY
    ]
    advised: dict[int, list[tuple[int, str]]] | None = None
    for core in cores:
        if stop():
            return
        found = _gain(position, core)
        if found is None:
            continue
        gain, first = found
        # In the open much can happen yet, so that less hangs on the next move.
        worth = 2 * _HOLDS * len(core.stones) * gain * (1 - core.aura / AMPLE)
        if worth < _LEAST:
            continue
        verb = "save" if core.color == mover else "capture"
        said = f"to {verb} the {core.color} stones at {position.vertex(core.blocks[0])}"
        advised = _advised(position, state) if advised is None else advised
        for move, chance in first.urgent.items():
            if chance > 0.05:
                wishes.setdefault(move, _Wish()).add(worth * chance, said)
        for move, rule in {
            m: r for block in core.blocks for m, r in advised.get(block, ())
        }.items():
            wish = wishes.setdefault(move, _Wish())
            wish.add(_RULE * worth, f"{said}, as the rule {rule} advises")


def _advised(position: Position, state: State) -> dict[int, list[tuple[int, str]]]:
    """Moves that rules of the knowledge base call good, by the block they are about."""
    found: dict[int, list[tuple[int, str]]] = {}
    for said in load().match(position, color=position.to_play):
        if said.recommendation == "good":
            for stone in said.objects:
                block = state.block_at.get(stone)
                if block is not None:
                    moves = found.setdefault(block, [])
                    moves += [(move, said.rule.name) for move in said.moves]
    return found


def _fight(position: Position, state: State, wishes: dict[int, _Wish], stop: Stop) -> None:
    """Blocks with few liberties: what a short reading says can be taken, or must be saved."""
    mover = position.to_play
    for first, block in state.blocks.items():
        if stop():
            return
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
                wishes.setdefault(move, _Wish()).add(worth, said)


def _gain(position: Position, core: Core) -> tuple[float, Aura] | None:
    """How much the life of a core hangs on who moves first, and the aura if the mover does; None if
    it hardly falls even when its enemy begins, which is asked first because it is usual.
    """
    mover = position.to_play
    own = core.color == mover
    attacked = aura(position.with_to_play(core.color.opponent), core.stones, quick=True)
    if attacked.falls < _FALLS:
        return None
    saved = aura(position.with_to_play(core.color), core.stones, quick=True)
    return max(0.0, _lives(saved) - _lives(attacked)), saved if own else attacked


def _lives(judged: Aura) -> float:
    return (judged.stands + 1 - judged.falls) / 2


def _quiet(position: Position, state: State, wishes: dict[int, _Wish]) -> None:
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
        if gain >= _LEAST:
            likely = (move.chance / expected[0].chance) ** 0.5
            worth = likely * min(most, max(low, gain))
            said = "for room; strength expects it, no goal asks for it"
            wishes.setdefault(move.move, _Wish()).add(worth, said)


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
