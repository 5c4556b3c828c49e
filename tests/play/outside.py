"""Moves that leave a pinned verdict as it is."""

from __future__ import annotations

import random

from gokan.go import PASS, Position
from gokan.play.pins import Pin


def played_outside(position: Position, pin: Pin, dice: random.Random, moves: int) -> Position:
    """The position after so many random moves outside the zone, or as many as the pin bears."""
    for _ in range(moves):
        outside = [move for move in position.legal_moves() if move not in pin.zone]
        after = position.play(dice.choice([*outside, PASS]))
        if not pin.holds(after.board) or after.is_over:
            break
        position = after
    return position
