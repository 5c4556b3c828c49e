"""Ranking: the incremental one against the one from scratch."""

from __future__ import annotations

import random

import pytest

from gokan import _core
from gokan.go import Position
from gokan.strength import Additions, rank
from gokan.strength.options import AS_PRINTED, core_options

FINE = 1e-9


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
    options = core_options(
        stop=FINE, max_iter=5000, raise_last_liberty=True, static_life=life, additions=additions
    )
    side = int(position.to_play)
    close = 0
    moves = position.legal_moves()
    for move in moves:
        after, scratch = (
            _core.seds_values_after(position.core, side, move, options, [], incremental)
            for incremental in (True, False)
        )
        # Several solutions may exist where blocks are in atari to each other: not always equal.
        close += max(abs(a - b) for a, b in zip(after, scratch, strict=True)) < 1e-5
    assert close >= 0.9 * len(moves)


@pytest.mark.parametrize("seed", range(4))
def test_moves_do_not_disturb_each_other(seed: int) -> None:
    position = middle_game(seed, 30)
    assert rank(position) == rank(position)
    whole = {ranked.move: ranked.score for ranked in rank(position).moves}
    again = {ranked.move: ranked.score for ranked in rank(position).moves}
    assert whole == again


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
