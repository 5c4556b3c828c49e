"""Regions cut out of a small board at random, solved; and what is wrong with such a solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from gokan.go import EMPTY, Position
from gokan.reading import prove
from gokan.reading.check.bundle import check_file
from gokan.reading.life.solve import Solution, solve_in
from gokan.reading.problem import Problem
from gokan.reading.proof.write import NoProof
from gokan.reading.regions.region import region_of

from .every_question import Truth


def solutions(position: Position, random: Random) -> Iterator[Solution]:
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


def false_in_region(truth: Truth, answer: Solution) -> Iterator[str]:
    """What is said about the region and is not so on the whole board; or that its proof fails."""
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
