"""What the network takes in: the core's planes against a slow twin."""

from __future__ import annotations

import random
from typing import Literal

import pytest

from gokan import _core
from gokan.go import Color, Position, life
from gokan.go.ladder import ladder
from gokan.play.eyes import is_own_eye

np = pytest.importorskip("numpy")

PLANES = _core.INTUITION_PLANES


LADDERS = slice(15, 17)
"""Which blocks fall in a ladder, own and enemy ones."""


def game(width: int, height: int, moves: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    position = Position.empty(width, height)
    found = [position]
    for _ in range(moves):
        choices = [
            m for m in position.legal_moves() if not is_own_eye(position, m, position.to_play)
        ]
        if not choices:
            break
        position = position.play(rng.choice(choices))
        found.append(position)
    return found


def planes(position: Position, komi: float):
    data = _core.intuition_planes([position.core], [komi])
    return np.frombuffer(data, np.float32).reshape(PLANES, position.height * position.width)


@pytest.mark.parametrize(("width", "height", "seed"), [(9, 9, 1), (7, 5, 2), (13, 13, 3)])
def test_the_exact_planes_agree_with_a_slow_twin(width: int, height: int, seed: int) -> None:
    past: list[int] = []
    for position in game(width, height, 90, seed):
        if position.last_move is not None:
            past.insert(0, position.last_move)
        found = planes(position, 6.5)
        assert np.array_equal(found[:26], twin(position, past))
        assert np.allclose(found[28], 6.5 / 16)
        assert found[29].max() == found[29].min() == (position.to_play == Color.BLACK)
        assert abs(found[26]).max() <= 1


def test_without_ladders_nothing_else_is_missing() -> None:
    seen = False
    for position in game(9, 9, 90, 1):
        full = planes(position, 6.5).copy()
        data = _core.intuition_planes([position.core], [6.5], ladders=False)
        bare = np.frombuffer(data, np.float32).reshape(full.shape)
        seen |= bool(full[LADDERS].any())
        full[LADDERS] = 0
        assert np.array_equal(bare, full)
    assert seen


def twin(position: Position, past: list[int]):
    """The planes up to 25, by the public questions about a position."""
    points = position.width * position.height
    out = np.zeros((26, points), np.float32)
    out[0] = 1
    me = position.to_play
    settled = life.unconditional(position)
    for block in position.blocks():
        side = 0 if block.color == me else 1
        count = len(block.liberties)
        for p in block.stones:
            out[1 + side, p] = 1
            if count <= 3:
                out[3 + 3 * side + count - 1, p] = 1
        first: Literal["attack", "defend"] = "defend" if count == 1 else "attack"
        if count <= 2 and ladder(position, block.stones[0], first=first).captured:
            out[15 + side, list(block.stones)] = 1
    for colour, owned in (
        (Color.BLACK, {*settled.alive_black, *settled.territory_black}),
        (Color.WHITE, {*settled.alive_white, *settled.territory_white}),
    ):
        out[17 if colour == me else 18, list(owned)] = 1
    for k, move in enumerate(past[:5]):
        if 0 <= move < points:
            out[10 + k, move] = 1
    for p in range(points):
        if position.color_at(p) != Color.EMPTY:
            continue
        if p == position.ko:
            out[9, p] = 1
        if not position.is_legal(p):
            out[25, p] = 1
        gone, left = after(position, p)
        if gone:
            out[18 + min(gone, 3), p] = 1
        if 1 <= left <= 3:
            out[21 + left, p] = 1
    return out


def after(position: Position, p: int) -> tuple[int, int]:
    """Stones that a play takes, ko or not, and the liberties that it has then."""
    free = Position.from_board(position.board, position.width, to_play=position.to_play)
    if not free.is_legal(p):
        return 0, 0
    played = free.play(p)
    gone = played.prisoners(position.to_play.opponent)
    return gone, len(played.block(p).liberties)


def test_turning_the_board_turns_the_planes() -> None:
    position = game(9, 9, 40, 7)[-1]
    turned = position.transform(5)
    here = planes(position, 0)
    there = planes(turned, 0)
    exact = [*range(10), *range(15, 26)]  # a turned position has no past
    assert np.array_equal(here[exact].sum(1), there[exact].sum(1))
