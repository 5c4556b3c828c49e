"""The batched system: one lane on the processor runs the GPU's source."""

from __future__ import annotations

import pytest

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, Position

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


def test_symmetry_and_colour_swap():
    position = Position.from_diagram(CROWDED)
    mine = scores(position, stop=1e-5)
    swapped = scores(position.swap_colors(), stop=1e-5)
    assert mine == pytest.approx({move: -score for move, score in swapped.items()}, abs=1e-4)
    turned = scores(position.transform(3), stop=1e-5)
    last = len(position.board) - 1
    assert mine == pytest.approx({last - m: s for m, s in turned.items()}, abs=1e-4)


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
