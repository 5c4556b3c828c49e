"""Random positions in which stones are close to each other."""

from __future__ import annotations

import random

from gokan.go import Position


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


def _close(position: Position) -> list[int]:
    moves = position.legal_moves()
    return [m for m in moves if any(position.board[n] for n in position.neighbors(m))] or moves
