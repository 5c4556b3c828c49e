"""Points with stones on every side, on boards of all shapes."""

from __future__ import annotations

import random

import pytest

from gokan.go import Position
from gokan.play.eyes import is_own_eye, shut_in


@pytest.mark.parametrize("size", [(9, 9), (19, 3), (1, 6), (6, 1), (2, 2), (5, 7), (1, 1)])
def test_points_shut_in_are_those_without_an_empty_neighbour(size: tuple[int, int]) -> None:
    dice = random.Random(2)
    position = Position.empty(*size)
    for _ in range(2 * len(position.board)):
        board = position.board
        assert shut_in(position) == [
            point
            for point, color in enumerate(board)
            if not color and all(board[beside] for beside in position.neighbors(point))
        ]
        side = position.to_play
        moves = [m for m in position.legal_moves() if not is_own_eye(position, m, side)]
        if not moves:
            break
        position = position.play(dice.choice(moves))
