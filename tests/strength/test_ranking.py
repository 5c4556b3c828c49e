"""Ranking: the incremental one against the one from scratch."""

from __future__ import annotations

import itertools
import random
import statistics
from typing import Any

import pytest

from gokan import _core
from gokan.errors import IllegalPosition
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


def switches(stop: float, *, life: bool = True, additions: Additions = AS_PRINTED) -> Any:
    return core_options(
        stop=stop, max_iter=10_000, raise_last_liberty=True, static_life=life, additions=additions
    )


def apart(one: list[float], other: list[float]) -> list[float]:
    return [abs(a - b) for a, b in zip(one, other, strict=True)]


@pytest.mark.parametrize("life", [True, False])
@pytest.mark.parametrize("additions", [AS_PRINTED, Additions(edge=0.5, liberty=0.9)])
@pytest.mark.parametrize("seed", range(5))
def test_values_after_a_move(seed: int, additions: Additions, life: bool) -> None:
    """Incrementally every move ends where it ends from scratch, and as near to the exact system."""
    position = middle_game(seed, 10 + 9 * seed)
    side, stop = int(position.to_play), 1e-4
    coarse = switches(stop, life=life, additions=additions)
    fine = switches(1e-3 * stop, life=life, additions=additions)
    fast_off, slow_off, same = [], [], 0
    moves = position.legal_moves()
    for move in moves:
        fast = _core.seds_values_after(position.core, side, move, coarse, [], True)
        slow = _core.seds_values_after(position.core, side, move, coarse, [], False)
        exact = _core.seds_values_after(position.core, side, move, fine, [], False)
        fast_off += apart(fast, exact)
        slow_off += apart(slow, exact)
        same += max(apart(fast, slow)) < 0.03  # the same solution, where there are several
    assert same >= 0.95 * len(moves)
    assert statistics.fmean(fast_off) <= max(statistics.fmean(slow_off), 0.2 * stop)


@pytest.mark.parametrize("seed", range(4))
def test_moves_do_not_disturb_each_other(seed: int) -> None:
    """Ranked together, every move scores as if it had been the only one."""
    position = middle_game(seed, 30)
    options = switches(2e-5)
    side = int(position.to_play)
    found = _core.seds_rank(position.core, side, options, [], True)
    assert found.moves
    for move, score in ((one.move, one.score) for one in found.moves):
        alone = _core.seds_values_after(position.core, side, move, options, [], True)
        board = position.play(move).board
        # A black stone counts its strength, a white one less its own, a point black less white.
        points = (
            1 - 2 * w if not color else (1 - w if color == 1 else -w)
            for color, w in zip(board, alone, strict=True)
        )
        assert sum(points) == pytest.approx(score, abs=5e-3)


@pytest.mark.parametrize("life", [True, False])
@pytest.mark.parametrize("width", [2, 3])
def test_where_a_move_disturbs_the_whole_board_at_once(width: int, life: bool) -> None:
    """Then nothing is left that follows the known course, and all must be swept all the same."""
    options = switches(2e-5, life=life)
    compared = 0
    for stones in itertools.product(".XO", repeat=2 * width):
        rows = ["".join(stones[:width]), "".join(stones[width:])]
        try:
            position = Position.from_diagram("\n".join(rows))
        except IllegalPosition:  # stones without liberties
            continue
        side = int(position.to_play)
        fast = _core.seds_rank(position.core, side, options, [], True)
        slow = _core.seds_rank(position.core, side, options, [], False)
        for one, other in zip(fast.moves, slow.moves, strict=True):
            assert one.score == pytest.approx(other.score, abs=0.1), rows
            compared += 1
    assert compared > 40


@pytest.mark.parametrize("stop", [1e-3, 1e-6])
@pytest.mark.parametrize("seed", range(3))
def test_one_accuracy_for_the_score_before_and_after(seed: int, stop: float) -> None:
    """The gain compares like with like: both ends are solved to the same part of `stop`."""
    position = middle_game(seed, 150, 19)
    ranking = rank(position, stop=stop)
    # Well below `stop` in the lanes; finer ones are solved from scratch.
    assert ranking.score == pytest.approx(weigh(position, stop=0.3 * stop).score, abs=100 * stop)
    captures = [
        ranked
        for ranked in ranking.moves
        if sum(map(bool, position.play(ranked.move).board)) <= sum(map(bool, position.board))
    ]
    assert captures
    for ranked in captures:
        alone = weigh(position.play(ranked.move), stop=0.3 * stop)
        assert ranked.score == pytest.approx(alone.score, abs=100 * stop)


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
    options = switches(FINE, life=False)
    move = position.point("A3")
    assert position.is_legal(move)
    after = position.play(move)
    assert not after.color_at(position.point("B3"))
    values = _core.seds_values_after(position.core, 1, move, options, [], True)
    alone = weigh(after, stop=FINE, static_life=False)
    assert values == pytest.approx(alone.white, abs=1e-4)


@pytest.mark.parametrize("says", [(0.1, 0.9), (0.9, 0.1)])
def test_joining_blocks_that_others_judge(says: tuple[float, float]) -> None:
    """A joined block keeps the verdict it would have if the position were set up."""
    position = Position.from_diagram(
        """
        . . . . . . .
        . O O . X . .
        . X . X O . .
        . O X . O . .
        . . . . . . .
        """
    )
    verdicts = {position.point("B3"): says[0], position.point("D3"): says[1]}
    fast, slow = (
        {
            ranked.move: ranked.score
            for ranked in rank(position, verdicts=verdicts, incremental=way, stop=1e-4).moves
        }
        for way in (True, False)
    )
    join = position.point("C3")
    assert fast[join] == pytest.approx(slow[join], abs=0.01)
