"""The batched system: one lane on the processor runs the GPU's source."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import random
from pathlib import Path

import pytest

from gokan.errors import GokanError, IllegalPosition, InvalidInput
from gokan.go import BLACK, Game, Position
from gokan.strength import weigh

np = pytest.importorskip("numpy")

from gokan.strength.batch import rank_batch  # noqa: E402

CROWDED = """
    . X O . O X .
    X . X O X . X
    O X O . O X O
    . O . X . O .
    O X O . O X O
    X . X O X . X
    . X O . O X .
"""


def scores(position: Position, **options) -> dict[int, float]:
    ranking = rank_batch([position], device="cpu", **options)
    return dict(zip(ranking.move.tolist(), ranking.score.tolist(), strict=True))


def test_every_legal_move_once_and_nothing_else():
    position = Position.from_diagram(CROWDED)
    assert sorted(scores(position)) == position.legal_moves()


def test_positions_do_not_disturb_each_other():
    one = Position.from_diagram(CROWDED)
    two = Position.empty(7).play("D4")
    both = rank_batch([one, two, one], device="cpu")
    alone = rank_batch([one], device="cpu")
    first = both.score[both.position == 0]
    assert np.array_equal(first, alone.score)
    assert np.array_equal(both.score[both.position == 2], first)


def test_many_positions_are_shared_by_all_cores():
    choose = random.Random(5).choice
    positions = [Position.empty(5)]
    for _ in range(2600):
        last = positions[-1]
        legal = last.legal_moves()
        positions.append(last.play(choose(legal)) if len(legal) > 8 else Position.empty(5))
    ranking = rank_batch(positions, device="cpu", max_iter=1)
    counts = [len(position.legal_moves()) for position in positions]
    assert ranking.position.tolist() == [n for n, count in enumerate(counts) for _ in range(count)]
    assert ranking.move.tolist() == [
        move for position in positions for move in position.legal_moves()
    ]


def test_symmetry_and_colour_swap():
    position = Position.from_diagram(CROWDED)
    mine = scores(position, stop=1e-5)
    swapped = scores(position.swap_colors(), stop=1e-5)
    assert mine == pytest.approx({move: -score for move, score in swapped.items()}, abs=1e-4)
    turned = scores(position.transform(3), stop=1e-5)
    last = len(position.board) - 1
    assert mine == pytest.approx({last - m: s for m, s in turned.items()}, abs=1e-4)


def compare_with_weigh(positions: list[Position], *, afresh: bool) -> int:
    """Whole scores agree to 1e-4 wherever the processor's system converges; how many did."""
    ranking = rank_batch(positions, device="cpu", stop=1e-6, max_iter=5000, afresh=afresh)
    rows = list(zip(ranking.position, ranking.move, ranking.score, strict=True))
    compared = 0
    for index, move, score in random.Random(1).sample(rows, min(60, len(rows))):
        after = positions[index].play(int(move))
        exact = weigh(after, stop=1e-9, max_iter=20_000, static_life=False)
        if exact.converged:
            assert score == pytest.approx(exact.score, abs=1e-4)
            compared += 1
    return compared


@pytest.mark.parametrize("afresh", [False, True])
def test_it_solves_the_same_system_as_weigh(afresh):
    choose = random.Random(3).choice
    positions = []
    for _ in range(4):
        position = Position.empty(9)
        for _ in range(24):
            position = position.play(choose(position.legal_moves()))
        positions.append(position)
    assert compare_with_weigh(positions, afresh=afresh) >= 30


def test_it_solves_the_same_system_in_real_games(data_dir: Path):
    with (data_dir / "pro_games.jsonl").open(encoding="utf-8") as lines:
        games = [Game.parse(json.loads(next(lines))["sgf"]) for _ in range(4)]
    positions = [game.position(number) for game in games for number in (30, 100)]
    assert compare_with_weigh(positions, afresh=False) >= 50


def test_which_solution_a_fight_with_several_ends_in():
    """Always that of `weigh` from the start values; mostly, but not always, otherwise."""
    positions = []
    for stones in itertools.product(".XO", repeat=6):
        with contextlib.suppress(IllegalPosition):  # stones without liberties
            positions.append(
                Position.from_diagram("".join(stones[:3]) + "\n" + "".join(stones[3:]))
            )
    afresh, near = (
        rank_batch(positions, device="cpu", stop=1e-7, max_iter=2000, afresh=way)
        for way in (True, False)
    )
    compared = others = 0
    for row, (index, move) in enumerate(zip(afresh.position, afresh.move, strict=True)):
        exact = weigh(positions[index].play(int(move)), stop=1e-9, static_life=False)
        if exact.converged:
            assert afresh.score[row] == pytest.approx(exact.score, abs=1e-3)
            compared += 1
            others += abs(near.score[row] - exact.score) > 0.1
    assert compared > 300
    assert 0 < others < 0.2 * compared


def test_a_capture_takes_the_stones_off():
    position = Position.from_diagram(
        """
        . O X .
        O X . .
        . O . .
        . . . .
        """
    )
    assert position.to_play is BLACK
    white = position.with_to_play(BLACK.opponent)
    assert min(scores(white), key=scores(white).__getitem__) == position.point("C3")


def test_bad_batches_are_refused():
    with pytest.raises(InvalidInput, match="at least one"):
        rank_batch([], device="cpu")
    for wrong, word in (
        ({"device": "tpu"}, "device"),
        ({"stop": "a"}, "stop"),
        ({"stop": math.nan}, "stop"),
        ({"max_iter": 2.5}, "whole number"),
        ({"max_iter": 10**12}, "between 1"),
    ):
        with pytest.raises(InvalidInput, match=word):
            rank_batch([Position.empty(5)], **{"device": "cpu", **wrong})  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="same board size"):
        rank_batch([Position.empty(5), Position.empty(6)], device="cpu")
    with pytest.raises(InvalidInput, match="stop"):
        rank_batch([Position.empty(5)], stop=0, device="cpu")


def test_without_a_gpu_one_sentence_says_what_to_do():
    try:
        import cupy  # noqa: F401
    except ImportError:
        with pytest.raises(GokanError, match="device='cpu'"):
            rank_batch([Position.empty(5)])
