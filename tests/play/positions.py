"""Random positions, and moves in them that leave a pinned verdict as it is."""

from __future__ import annotations

import random

from gokan.errors import GokanError
from gokan.go import PASS, Position
from gokan.play.tree.pins import Pin


def close_position(dice: random.Random) -> Position:
    """Stones that cling to each other."""
    position = Position.empty(9, rules="chinese")
    for _ in range(dice.randint(25, 45)):
        position = position.play(dice.choice(_close(position)))
    return position


def walled_position(dice: random.Random) -> Position:
    """Stones that keep to their own side, so that there are walls."""
    position = Position.empty(9, rules="chinese")
    for _ in range(dice.randint(36, 56)):
        own = position.to_play
        moves = _close(position)
        firm = [
            move
            for move in moves
            if sum(position.board[near] == own for near in position.neighbors(move)) == 1
        ]
        position = position.play(dice.choice(firm or moves))
    return position


def cornered_position(dice: random.Random) -> Position:
    """A white group in a corner behind a black wall, with stones of both colours inside."""
    wide, high = dice.randint(2, 4), dice.randint(2, 3)
    inner = [(x, y) for x in range(wide) for y in range(high)]
    edge = [(x, y) for x, y in inner if x == wide - 1 or y == high - 1]
    wall = [(wide, y) for y in range(high + 1)] + [(x, high) for x in range(wide)]
    inside = [dice.choice("bw...") for _ in inner]
    stones = dict(zip(inner, inside, strict=True)) | dict.fromkeys(edge, "w")
    at = {color: [9 * y + x for (x, y), c in stones.items() if c == color] for color in "bw"}
    black = [*at["b"], *(9 * y + x for x, y in wall)]
    try:
        return Position.empty(9, rules="chinese").setup(black=black, white=at["w"])
    except GokanError:  # a stone without liberties
        return cornered_position(dice)


def played_outside(position: Position, pin: Pin, dice: random.Random, moves: int) -> Position:
    """The position after so many random moves outside the zone, or as many as the pin bears."""
    for _ in range(moves):
        outside = [move for move in position.legal_moves() if move not in pin.zone]
        after = position.play(dice.choice([*outside, PASS]))
        if not pin.holds(after) or after.is_over:
            break
        position = after
    return position


def _close(position: Position) -> list[int]:
    moves = position.legal_moves()
    return [m for m in moves if any(position.board[n] for n in position.neighbors(m))] or moves
