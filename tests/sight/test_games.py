"""Whole games: nobody passes while the board is open, and the random player is beaten."""

from __future__ import annotations

import pytest

from gokan import sight
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules, fixed_handicap
from gokan.play.clock import Clock
from gokan.play.players import make_player
from gokan.play.players.random_player import RandomPlayer

SQUARE = [(n, n) for n in range(3, 20)]
ODD = [(3, 19), (9, 2), (4, 7), (5, 13), (25, 3), (6, 9), (19, 7), (2, 2), (9, 1), (25, 25)]

# Without suicide, which would let the random player go on for very long; and with superko,
# without which a 2x2 board has no end.
RULES = Rules.named("chinese").with_(ko="positional")


def is_open(position: Position) -> bool:
    """Is less than a quarter of the board filled?"""
    stones = len(position.board) - position.board.count(0)
    return 4 * stones < len(position.board)


@pytest.mark.parametrize(("width", "height"), SQUARE + ODD)
def test_no_first_move_is_answered_with_a_pass(width: int, height: int) -> None:
    start = Position.empty(width, height, rules=RULES)
    assert sight.choose(start) != PASS
    points = range(width * height)
    for point in points if len(points) <= 100 else points[:: len(points) // 40]:
        assert not is_open(start.play(point)) or sight.choose(start.play(point)) != PASS


@pytest.mark.parametrize(("width", "height"), SQUARE + ODD)
@pytest.mark.parametrize("ours", [(BLACK,), (WHITE,), (BLACK, WHITE)])
def test_no_pass_while_the_board_is_open(width: int, height: int, ours: tuple[Color, ...]) -> None:
    other = RandomPlayer(seed=width)
    position = Position.empty(width, height, rules=RULES)
    while is_open(position):
        if position.to_play in ours:
            move = sight.choose(position)
            assert move != PASS, position.diagram()
        else:
            move = other.choose(position, clock=Clock()).move
        position = position.play(move)


@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize("stones", range(2, 10))
def test_white_enters_against_a_handicap(size: int, stones: int) -> None:
    black = fixed_handicap(stones, size, size)
    position = Position.empty(size).setup(black=black, to_play=WHITE)
    while is_open(position):
        move = sight.choose(position)
        assert move != PASS, position.diagram()
        position = position.play(move)


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize(
    ("size", "name"),
    [(n, "zobrist") for n in (4, 5, 6, 7, 8, 9, 11, 13, 19)] + [(9, "zobrist-last")],
)
def test_it_beats_the_random_player(size: int, name: str, color: Color) -> None:
    """With komi 7.5 for White; as Black it takes nearly everything, so komi does not matter."""
    player, other = make_player(name), RandomPlayer(seed=size)
    position = Position.empty(size, rules=RULES.with_(komi=7.5))
    while not position.is_over and position.move_number < 3 * size * size + 20:
        mover = player if position.to_play == color else other
        position = position.play(mover.choose(position, clock=Clock()).move)
    assert position.is_over
    assert position.score().winner == color


@pytest.mark.parametrize("size", [1, 2, 3])
def test_games_on_the_smallest_boards_come_to_an_end(size: int) -> None:
    """What cannot be won there is in the docs: four points are less than komi."""
    position = Position.empty(size, rules=RULES)
    while not position.is_over and position.move_number < 200:
        position = position.play(sight.choose(position))
    assert position.is_over


def test_odd_boards() -> None:
    assert Position.empty(25, 2).is_legal(sight.choose(Position.empty(25, 2)))
