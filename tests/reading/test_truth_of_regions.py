"""What is proved in a part of the board holds on the whole of it.

On a small board every region is the whole board, so the arguments about the edge (walls that bear
what is played elsewhere, all open space for the loser, blocks that breathe outside) are put to the
test here with regions cut out at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gokan.go import EMPTY, Position
from gokan.reading import prove
from gokan.reading.check.bundle import check_file
from gokan.reading.life.solve import Solution, solve_in
from gokan.reading.problem import Problem
from gokan.reading.proof.write import NoProof
from gokan.reading.regions.region import region_of

from .every_question import Truth


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
        for answer in _solutions(position, random):
            seen[f"{answer.result} {answer.grade}"] += 1
            if answer.proved:
                wrong += _false(truth, answer)
    print(dict(seen))
    assert not wrong, "\n".join(wrong[:4])
    assert seen["win proved"] > 2, seen
    assert seen["loss proved"] > 2, seen


def _solutions(position: Position, random: Random) -> Iterator[Solution]:
    """Either side first, about each block, in a region around it."""
    for block in position.blocks():
        points = _region(position, set(block.stones) | set(block.liberties), random)
        for mover in (block.color, block.color.opponent):
            turned = position if position.to_play == mover else position.setup(to_play=mover)
            goal = "live" if mover == block.color else "kill"
            problem = Problem(turned, tuple(block.stones), goal)  # type: ignore[arg-type]
            try:
                region = replace(region_of(turned, block.stones, points), sealed=False)
                yield solve_in(problem, region)
            except ValueError:  # a block that breathes only outside
                continue


def _region(position: Position, points: set[int], random: Random) -> set[int]:
    """These points and some around them, with whole blocks only."""
    points |= {q for p in sorted(points) for q in position.neighbors(p) if random.random() < 0.4}
    for p in sorted(points):
        if position.board[p] != EMPTY:
            points |= set(position.block(p).stones)
    return points


def _false(truth: Truth, answer: Solution) -> Iterator[str]:
    position = answer.problem.position
    question = truth.killing(position, answer.problem.target)
    right, number, _ = question.result(position)
    names = " ".join(position.vertex(p) for p in sorted(answer.region.points))
    said = f"{answer.explain()} In {names}: {answer.result}; on the board {right}.\n{position}"
    if right == "ko" and answer.up_to is not None and number > answer.up_to:
        return
    if answer.result != right:
        yield said
    try:
        verdict = check_file(prove(answer)).verdict
    except NoProof:
        return
    if verdict == "rejected":
        yield f"The proof is {verdict}. {said}"
