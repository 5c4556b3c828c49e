"""Random games: repeatable, honest about who wins, safe in threads, and they can be stopped."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from gokan.errors import InvalidInput
from gokan.go import PASS, Position, playouts
from gokan.go.rules import Rules
from tests.reference import board as slow


def test_the_seed_decides():
    start = Position.empty(9)
    assert playouts.run(start, 50, seed=1) == playouts.run(start, 50, seed=1)
    assert playouts.run(start, 50, seed=1) != playouts.run(start, 50, seed=2)


@pytest.mark.parametrize("policy", ["sensible", "all"])
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("width", "height"), [(2, 2), (4, 1), (3, 2)])
def test_moves_are_drawn_evenly(width, height, suicide, policy):
    """Mean score and length, against every game of a few moves weighed by its chance."""
    games, longest = 100_000, 6
    rules = Rules("test", ko="simple", suicide=suicide)
    start = Position.empty(width, height, rules=rules)
    result = playouts.run(start, games, seed=3, policy=policy, max_moves=longest)
    score, length = expected(slow.Game(width, height, "simple", suicide), longest, policy)
    assert result.mean_score == pytest.approx(score, abs=0.06)
    assert result.moves / games == pytest.approx(length, abs=0.03)


def expected(game: slow.Game, left: int, policy: str) -> tuple[float, float]:
    """The mean score and the mean number of moves from here, at most `left` of them."""
    if left == 0 or game.passes >= 2:
        return game.area(), 0.0
    moves = [p for p in game.legal_points() if policy == "all" or not is_eye(game, p)]
    if policy == "all" or not moves:
        moves.append(slow.PASS)
    below = [expected(game.play(move), left - 1, policy) for move in moves]
    scores, lengths = zip(*below, strict=True)
    return sum(scores) / len(moves), 1 + sum(lengths) / len(moves)


def is_eye(game: slow.Game, point: int) -> bool:
    """Own stones on every side; of the diagonal points the enemy has none, or one off the edge."""
    color, board = game.to_play, game.board
    near = slow.neighbors(game.width, game.height, point)
    if any(board.get(q) != color for q in near):
        return False
    row, column = divmod(point, game.width)
    enemies = sum(
        board.get(r * game.width + c) == 3 - color
        for r in (row - 1, row + 1)
        for c in (column - 1, column + 1)
        if 0 <= r < game.height and 0 <= c < game.width
    )
    return enemies <= (len(near) == 4)


def test_threads_give_the_same_games():
    start = Position.empty(9, rules="tromp-taylor").play("E5")
    want = [playouts.run(start, 30, seed=seed) for seed in range(16)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: playouts.run(start, 30, seed=seed), range(16))) == want


@pytest.mark.parametrize("policy", ["sensible", "all"])
@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1), (1, 25), (3, 2), (25, 25)])
@pytest.mark.parametrize("rules", ["chinese", "new-zealand"])
def test_boards_of_every_shape(size, policy, rules):
    result = playouts.run(Position.empty(*size, rules=rules), 5, policy=policy)
    assert result.games == 5
    assert 5 * 2 <= result.moves <= 5 * 3 * size[0] * size[1]
    assert all(-1 <= owner <= 1 for owner in result.owner)
    assert -size[0] * size[1] <= result.mean_score <= size[0] * size[1]


def test_a_finished_game_is_only_counted():
    end = Position.from_diagram(". X .", rules="japanese").play(PASS).play(PASS)
    result = playouts.run(end, 3)
    assert (result.moves, result.mean_score, result.black_wins) == (0, 3, 0)
    for rules, komi in (("chinese", 3), ("japanese", 2)):  # three points, or two of territory
        even = end.with_rules(Rules.named(rules).with_(komi=komi))
        assert even.score().margin == 0
        assert playouts.run(even, 3).draws == 3


def test_wrong_arguments():
    with pytest.raises(InvalidInput, match="at least one"):
        playouts.run(Position.empty(9), 0)
    with pytest.raises(InvalidInput, match="sensible or all"):
        playouts.run(Position.empty(9), 1, policy="wise")  # type: ignore[arg-type]


def test_ctrl_c_ends_a_long_run():
    killer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    killer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            playouts.run(Position.empty(19), 1_000_000)  # minutes, if nothing ended it
    finally:
        killer.join()
