"""Numbers known from elsewhere: legal positions and games of small boards (Tromp and Farnebäck)."""

from __future__ import annotations

import signal

import pytest

from gokan import _core
from gokan.go.position import Position
from gokan.go.rules import RULE_SETS, Rules
from tests.reference import board as slow
from tests.reference.counting import count_sound_boards

POSITIONS = {
    (1, 1): 1,
    (1, 2): 5,
    (1, 3): 15,
    (1, 4): 41,
    (1, 5): 113,
    (1, 6): 313,
    (1, 7): 867,
    (2, 2): 57,
    (2, 3): 489,
    (2, 4): 4_125,
    (2, 5): 35_117,
    (3, 3): 12_675,
    (3, 4): 321_689,
    (4, 4): 24_318_165,
    (5, 5): 414_295_148_741,
}

GAMES = {
    (1, True): 1,
    (1, False): 1,
    (2, True): 9,
    (2, False): 9,
    (3, True): 907,
    (3, False): 907,
    (4, False): 719_178_893,
    (4, True): 2_098_407_841,
}


@pytest.mark.parametrize("size", [size for size in POSITIONS if size != (5, 5)])
def test_legal_positions_by_playing_every_one(size):
    height, width = size
    assert _core.count_positions(width, height) == POSITIONS[size]
    if width != height:
        assert _core.count_positions(height, width) == POSITIONS[size]


@pytest.mark.parametrize("size", POSITIONS)
def test_legal_positions_by_rows(size):
    """The same numbers by a method that shares nothing with the core."""
    height, width = size
    assert count_sound_boards(height, width) == POSITIONS[size]


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2)])
def test_set_up_accepts_exactly_the_legal_positions(size):
    """Every filling of a tiny board, by hand: refused if and only if a block cannot breathe."""
    from gokan.errors import IllegalPosition

    height, width = size
    accepted = 0
    for code in range(3 ** (width * height)):
        cells = bytes(code // 3**point % 3 for point in range(width * height))
        board = {point: color for point, color in enumerate(cells) if color}
        try:
            Position.from_board(cells, width)
        except IllegalPosition:
            assert not slow.is_sound(width, height, board)
        else:
            assert slow.is_sound(width, height, board)
            accepted += 1
    assert accepted == POSITIONS[min(size), max(size)]


@pytest.mark.parametrize(("width", "suicide"), GAMES)
def test_games_on_one_line(width, suicide):
    """Paths through the positions that repeat none: games under positional superko."""
    assert _core.count_games(width, 1, suicide) == GAMES[width, suicide]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize(("width", "height", "depth"), [(2, 1, 7), (3, 1, 5), (2, 2, 4), (3, 2, 3)])
def test_move_sequences_agree_with_the_twin(rules: Rules, width, height, depth):
    game = slow.Game(width, height, ko_rule=rules.ko, suicide=rules.suicide)
    position = Position.empty(width, height, rules=rules)
    assert _core.perft(position.core, depth) == count_sequences(game, depth)


def count_sequences(game: slow.Game, depth: int) -> int:
    if depth == 0:
        return 1
    if game.passes >= 2:
        return 0
    moves = [*game.legal_points(), slow.PASS]
    return sum(count_sequences(game.play(move), depth - 1) for move in moves)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends a signal")
def test_counting_for_ever_can_be_interrupted() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            _core.count_positions(6, 6)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
