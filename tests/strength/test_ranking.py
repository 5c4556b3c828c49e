"""Ranking: the incremental one against the one from scratch."""

from __future__ import annotations

import random
import statistics

import pytest

from gokan import _core
from gokan.go import Position
from gokan.strength import Additions, rank, weigh
from gokan.strength.options import AS_PRINTED, core_options

FINE = 1e-7


def middle_game(seed: int, moves: int, side: int = 9) -> Position:
    chance = random.Random(seed)
    position = Position.empty(side)
    for _ in range(moves):
        legal = position.legal_moves()
        position = position.play(chance.choice(legal) if legal else -1)
    return position


@pytest.mark.parametrize("life", [True, False])
@pytest.mark.parametrize("additions", [AS_PRINTED, Additions(edge=0.5, liberty=0.9)])
@pytest.mark.parametrize("seed", range(5))
def test_values_after_a_move(seed: int, additions: Additions, life: bool) -> None:
    position = middle_game(seed, 10 + 9 * seed)
    # The incremental one goes below its stop where that is cheap: compare with the truth, not with
    # another error. (A two-point eye comes near its owner only like the root of `stop`.)
    options, finer = (
        core_options(
            stop=stop,
            max_iter=10_000,
            raise_last_liberty=True,
            static_life=life,
            additions=additions,
        )
        for stop in (FINE, 1e-3 * FINE)
    )
    side = int(position.to_play)
    close = 0
    moves = position.legal_moves()
    for move in moves:
        after = _core.seds_values_after(position.core, side, move, options, [], True)
        scratch = _core.seds_values_after(position.core, side, move, finer, [], False)
        # Several solutions may exist where blocks are in atari to each other: not always equal.
        close += max(abs(a - b) for a, b in zip(after, scratch, strict=True)) < 2e-4
    assert close >= 0.9 * len(moves)


@pytest.mark.parametrize("seed", range(4))
def test_moves_do_not_disturb_each_other(seed: int) -> None:
    """Ranked one after the other, every move scores as if it had been the only one."""
    position = middle_game(seed, 30)
    options = core_options(
        stop=FINE, max_iter=5000, raise_last_liberty=True, static_life=True, additions=AS_PRINTED
    )
    side = int(position.to_play)
    _, rows = _core.seds_rank(position.core, side, options, [], True)
    assert rows
    for move, score, _, _ in rows:
        alone = _core.seds_values_after(position.core, side, move, options, [], True)
        board = position.play(move).board
        # A black stone counts its strength, a white one less its own, a point black less white.
        points = (
            1 - 2 * w if not color else (1 - w if color == 1 else -w)
            for color, w in zip(board, alone, strict=True)
        )
        assert sum(points) == pytest.approx(score, abs=3e-4)


@pytest.mark.parametrize("seed", range(3))
def test_one_accuracy_for_the_score_before_and_after(seed: int) -> None:
    """The gain compares like with like: both ends are much closer than `stop`."""
    position = middle_game(seed, 150, 19)
    ranking = rank(position)
    fine, coarse = weigh(position, stop=FINE), weigh(position)
    assert abs(ranking.score - fine.score) <= 0.1 * abs(coarse.score - fine.score)
    captures = [
        ranked
        for ranked in ranking.moves
        if sum(map(bool, position.play(ranked.move).board)) <= sum(map(bool, position.board))
    ]
    assert captures
    apart = [abs(r.score - weigh(position.play(r.move), stop=FINE).score) for r in captures]
    scratch = [
        abs(weigh(position.play(r.move)).score - weigh(position.play(r.move), stop=FINE).score)
        for r in captures
    ]
    assert statistics.median(apart) < statistics.median(scratch)


def test_scores_of_both_rankings_are_near() -> None:
    position = middle_game(1, 24)
    fast = {ranked.move: ranked.score for ranked in rank(position).moves}
    slow = {ranked.move: ranked.score for ranked in rank(position, incremental=False).moves}
    assert fast.keys() == slow.keys()
    far = [move for move in fast if abs(fast[move] - slow[move]) > 0.3]
    assert len(far) <= len(fast) // 10


def test_ranking_tells_and_shows() -> None:
    position = middle_game(2, 12)
    ranking = rank(position)
    assert ranking.place(ranking.best.move) >= 1
    assert ranking.moves == tuple(sorted(ranking.moves, key=lambda ranked: -ranked.gain))
    assert len(ranking.to_dict()["moves"]) == len(position.legal_moves())
    assert position.vertex(ranking.best.move) in ranking.explain()


def test_mirrored_moves_share_their_place() -> None:
    """On a symmetric board mirrored moves tie, whatever the order of additions."""
    position = Position.empty(9).play("E5")
    ranking = rank(position, incremental=False)
    for one, other in (("C3", "G7"), ("C4", "G6"), ("D2", "F8"), ("A1", "J9")):
        assert ranking.place(one) == ranking.place(other)


def test_suicide_takes_the_stones_off_where_the_rules_allow_it() -> None:
    position = Position.from_diagram(
        """
        . X O . .
        X O . . .
        O . . . .
        """,
        rules="new-zealand",
    )
    options = core_options(
        stop=FINE, max_iter=5000, raise_last_liberty=True, static_life=False, additions=AS_PRINTED
    )
    move = position.point("A3")
    assert position.is_legal(move)
    after = position.play(move)
    assert not after.color_at(position.point("B3"))
    values = _core.seds_values_after(position.core, 1, move, options, [], True)
    alone = weigh(after, stop=FINE, static_life=False)
    assert values == pytest.approx(alone.white, abs=1e-4)
