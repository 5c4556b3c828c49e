"""What is proved in a part of the board holds on the whole of it.

On a small board every region is the whole board, so the arguments about the edge (walls that bear
what is played elsewhere, all open space for the loser, blocks that breathe outside) are put to the
test here with regions cut out at random.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from .every_question import Truth
from .random_regions import false_in_region, solutions


@pytest.mark.parametrize(("width", "height", "count"), [(3, 3, 60)], ids=["3x3"])
def test_what_is_proved_in_a_region_is_true(width: int, height: int, count: int) -> None:
    _run(width, height, count, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "count"),
    [(3, 3, 6000), (2, 5, 3000), (3, 4, 600)],
    ids=["3x3", "2x5", "3x4"],
)
def test_what_is_proved_in_a_region_is_true_at_large(width: int, height: int, count: int) -> None:
    _run(width, height, count, seed=6)


def _run(width: int, height: int, count: int, *, seed: int) -> None:
    truth, random, seen = Truth(width, height), Random(seed), Counter[str]()
    wrong: list[str] = []
    for position in truth.positions(count, seed):
        for answer in solutions(position, random):
            seen[f"{answer.result} {answer.grade}"] += 1
            if answer.proved:
                wrong += false_in_region(truth, answer)
    print(dict(seen))
    assert not wrong, "\n".join(wrong[:4])
    assert seen["win proved"] > 2, seen
    assert seen["loss proved"] > 2, seen
