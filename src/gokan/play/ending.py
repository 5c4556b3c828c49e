"""What is dead when both sides have passed, as the room `gokan.assess` has it.

Every group is assessed: rules and proofs decide, below them reading, trial games and the network's
forecast are weighed, as for `gokan status`. Stones in a seki that reading finds
(`gokan.play.seki`) stay. Where nobody is to read (`nodes=0`), random games and a look of the
network guess: that is for players that count the board often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gokan.effort import QUICK, Effort
from gokan.errors import InvalidInput
from gokan.go import Color, Position

if TYPE_CHECKING:
    from gokan.go import Block

__all__ = [
    "Ending",
    "dead_by_ownership",
    "judge",
    "likely_dead",
    "neutral_points",
    "sure_win",
    "whole_board_settled",
]

GAMES = 400
_DEAD_BELOW = -0.3  # stones nearer to nobody's stand in a seki, or nobody knows
_SURE = 0.9
_SETTLED = 0.75  # of ownership: a point that will not change hands
_SEED = 20  # fixed, so that the same position always gets the same answer


@dataclass(frozen=True, slots=True)
class Ending:
    """The stones and points of a finished position, sorted by what they are."""

    alive: frozenset[int]
    dead: frozenset[int]
    seki: frozenset[int]
    black_territory: frozenset[int]
    white_territory: frozenset[int]


def judge(position: Position, *, dead: frozenset[int] | None = None) -> Ending:
    """Sort a finished position, with the given dead stones or the likely ones.

    >>> position = Position.from_diagram('''
    ...     . X . X O
    ...     X X X X O
    ...     O O O O O
    ...     . O . O .
    ...     O O O O O''')
    >>> ending = judge(position)
    >>> len(ending.dead), len(ending.black_territory), len(ending.white_territory)
    (0, 2, 3)
    """
    if dead is None:
        dead = likely_dead(position)
    owner = position.score(dead=sorted(dead), fill=True).owner
    stones = {*position.stones(Color.BLACK), *position.stones(Color.WHITE)}

    def territory(color: Color) -> frozenset[int]:
        return frozenset(
            point
            for point, side in enumerate(owner)
            if side == color and (point not in stones or point in dead)
        )

    held = _held(position) - dead
    return Ending(
        alive=frozenset(stones - dead - held),
        dead=frozenset(dead),
        seki=held,
        black_territory=territory(Color.BLACK),
        white_territory=territory(Color.WHITE),
    )


def likely_dead(
    position: Position,
    *,
    nodes: int = QUICK.nodes,
    ownership: Sequence[float] | None = None,
) -> frozenset[int]:
    """The stones that are taken off: those of groups that are dead, or rather fall than stand.

    `nodes` are for each group; with none nothing is read, and random games and the network guess.
    `ownership` is a forecast for each point, where somebody has a better one than a look gives.

    >>> position = Position.from_diagram('''
    ...     . X . X O
    ...     X X X X .
    ...     . . . . .
    ...     X X X X X
    ...     . X . X .''')
    >>> sorted(position.vertex(p) for p in likely_dead(position))
    ['E5']
    """
    from gokan.assess import board

    # After two passes a random game would be over before it began.
    going_on = Position(position.core.with_passes(0), position.rules)
    if not nodes:
        return _guessed_dead(going_on)
    found = board(going_on, effort=Effort(QUICK.visits, nodes), ownership=ownership)
    return found.dead - _held(position)


def _guessed_dead(position: Position) -> frozenset[int]:
    """The blocks that random games and the network give to the opponent."""
    from gokan.go import life

    settled = life.unconditional(position)
    alive = {*settled.alive_black, *settled.alive_white, *_held(position)}
    lost = {*settled.territory_black, *settled.territory_white} - alive
    blocks = [block for block in position.blocks() if block.stones[0] not in alive]
    dead = {point for block in blocks for point in block.stones if point in lost}
    open_ = [block for block in blocks if block.stones[0] not in dead]
    if open_:
        guessed = _guessed(position, GAMES, open_)
        dead |= {p for block in open_ for p in block.stones if guessed[p] < 0}
    return frozenset(dead)


def _held(position: Position) -> frozenset[int]:
    """The stones in sekis that reading finds."""
    from gokan.play.seki import find_sekis

    going_on = Position(position.core.with_passes(0), position.rules)
    return frozenset(stone for seki in find_sekis(going_on) for stone in seki.stones)


def _guessed(position: Position, games: int, blocks: Sequence[Block]) -> dict[int, float]:
    """For every stone how surely its block survives, from -2 to 2."""
    from gokan.go import playouts

    owner = playouts.run(position, games, seed=_SEED).owner  # from -1 (White's) to 1 (Black's)
    learned = _learned(position) or owner
    found = {}
    for block in blocks:
        sign = 1 if block.color == Color.BLACK else -1
        mean = sign * sum(owner[p] + learned[p] for p in block.stones) / len(block.stones)
        found.update(dict.fromkeys(block.stones, mean))
    return found


def dead_by_ownership(
    position: Position, ownership: Sequence[float]
) -> tuple[frozenset[int], float]:
    """The stones that somebody's ownership (1 Black's to -1 White's) gives to the opponent.

    Blocks that live whatever happens are never among them. The second number is how many points
    the count may be off, as a standard deviation: nothing where every block is sure.

    >>> position = Position.from_diagram('''
    ...     . X . X O
    ...     X X X X .
    ...     . . . . .''')
    >>> dead, doubt = dead_by_ownership(position, [1.0] * 15)
    >>> sorted(position.vertex(point) for point in dead), doubt
    (['E3'], 0.0)
    """
    from gokan.go import life

    settled = life.unconditional(position)
    alive = {*settled.alive_black, *settled.alive_white}
    dead: set[int] = set()
    variance = 0.0
    for block in position.blocks():
        if block.stones[0] in alive:
            continue
        sign = 1 if block.color == Color.BLACK else -1
        mean = sign * sum(ownership[point] for point in block.stones) / len(block.stones)
        mean = max(-1.0, min(1.0, mean))
        if mean < _DEAD_BELOW:
            dead.update(block.stones)
        if abs(mean) < _SURE:
            variance += (2 * len(block.stones)) ** 2 * (1 - mean * mean) / 4
    return frozenset(dead), math.sqrt(variance)


def sure_win(position: Position, ownership: Sequence[float], color: Color) -> bool:
    """Is the count won for `color` even if every point that is in doubt goes to the opponent?

    >>> position = Position.from_diagram('''
    ...     . X . X O
    ...     X X X X .
    ...     . . . . .''', rules="tromp-taylor")
    >>> sure_win(position, [1.0] * 15, Color.BLACK), sure_win(position, [0.1] * 15, Color.BLACK)
    (True, False)
    >>> sure_win(Position.empty(9), [0.0] * 81, Color.WHITE)
    False
    """
    if not ownership:
        return False
    dead, doubt = dead_by_ownership(position, ownership)
    score = position.score(dead=sorted(dead))
    if score.owner.count(0) > _neutral(position):  # the game has hardly begun
        return False
    sign = 1 if color == Color.BLACK else -1
    doubtful = sum(not _agrees(value, side) for value, side in _owned(ownership, score.owner))
    return sign * score.margin - 2 * doubtful - 2 * doubt > 0


def whole_board_settled(position: Position, ownership: Sequence[float]) -> bool:
    """Does every point with an owner keep it, with only a few neutral points left?

    >>> whole_board_settled(Position.empty(9), [0.0] * 81)
    False
    """
    if not ownership or sum(-_SETTLED < v < _SETTLED for v in ownership) > _neutral(position):
        return False  # a point in doubt must be one that counts for nobody
    dead, doubt = dead_by_ownership(position, ownership)
    if doubt:
        return False
    owner = position.score(dead=sorted(dead)).owner
    return owner.count(0) <= _neutral(position) and all(
        _agrees(value, side) for value, side in _owned(ownership, owner)
    )


def neutral_points(position: Position, ownership: Sequence[float]) -> frozenset[int]:
    """Empty points that would count for nobody if the game ended now.

    >>> position = Position.from_diagram("X . O")
    >>> neutral_points(position, [1.0, 0.0, -1.0])
    frozenset({1})
    """
    dead, _ = dead_by_ownership(position, ownership)
    owner = position.score(dead=sorted(dead)).owner
    board = position.board
    return frozenset(p for p, side in enumerate(owner) if not side and not board[p])


def _neutral(position: Position) -> float:
    """As many points may count for nobody at the end, in a seki or between the walls."""
    return 2 + 0.06 * len(position.board)


def _owned(ownership: Sequence[float], owner: bytes) -> list[tuple[float, int]]:
    return [(value, side) for value, side in zip(ownership, owner, strict=True) if side]


def _agrees(value: float, side: int) -> bool:
    return (value if side == Color.BLACK else -value) >= _SETTLED


def _learned(position: Position) -> tuple[float, ...]:
    """The network's ownership, seen from all eight sides; nothing where there is no network."""
    from gokan import intuition

    if not intuition.available():
        return ()
    try:
        return intuition.judge(position, ways=range(8)).ownership
    except InvalidInput:  # a board it does not look at; a damaged network is told
        return ()
