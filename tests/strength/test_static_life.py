"""Static life is found twice: quickly here, with territory in the board's own room. They agree."""

from __future__ import annotations

import random

import pytest

from gokan import _core
from gokan.go import Position
from gokan.strength import weigh


@pytest.mark.parametrize("side", [4, 5, 6, 7])
def test_both_find_the_same_blocks(side: int) -> None:
    chance = random.Random(side)
    alive = 0
    for _ in range(150):
        position = Position.empty(side)
        for _ in range(chance.randrange(4 * side * side)):
            # Not into own eyes where there is a choice, so that something lives.
            legal = position.legal_moves()
            if not legal:
                position = position.play(-1)
                continue
            own = int(position.to_play)
            open_points = [m for m in legal if not _is_eye(position, m, own)]
            position = position.play(chance.choice(open_points or [-1]))
        certain = {
            stone
            for block in weigh(position, max_iter=0).blocks
            if block.certain and block.strength == 1
            for stone in block.stones
        }
        other = {
            stone for color in (1, 2) for stone in _core.unconditional(position.core, color).alive
        }
        assert certain == other
        alive += bool(other)
    assert alive > 30


def _is_eye(position: Position, point: int, own: int) -> bool:
    column, row = point % position.width, point // position.width
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return all(
        position.board[r * position.width + c] == own
        for c, r in around
        if 0 <= c < position.width and 0 <= r < position.height
    )
