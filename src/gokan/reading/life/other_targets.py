"""Another target, where the one that was guessed turns out not to hang on the move: first a part of
it, then other groups.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gokan.go import PASS, Position
from gokan.reading.budget import Meter
from gokan.reading.groups.gathering import gather
from gokan.reading.groups.infer import groups_of
from gokan.reading.groups.parts import parts
from gokan.reading.life.solution import Solution
from gokan.reading.problem import Goal, Problem

__all__ = ["solve_another", "solve_in_parts", "targets_besides"]

Again = Callable[[Problem, Meter], Solution]
"""Solves another problem within a part of the budget, as the first was solved."""

_HOW_PART = (
    "only part of the group that was guessed hangs on the move; the goal follows from who moves"
)
_HOW = "the group that was guessed first does not hang on the move; this one does"
_MOST = 3  # groups that are tried
_FEWEST = 3  # stones; fewer can be saved or taken in most positions


def targets_besides(position: Position, target: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Other groups that may be meant, one stone of each block: the whole group of which the target
    is a part, then those that share no stone with it and are shut in, the largest first.

    >>> position = Position.from_diagram('''
    ... O . O X . X
    ... O O O X X X
    ... X X X O O O
    ... . . X O . O
    ... ''')
    >>> [[position.vertex(p) for p in one] for one in targets_besides(position, (0,))]
    [['D4', 'A2']]
    """
    stones = {q for p in target for q in position.block(p).stones}
    found = [
        g
        for g in groups_of(position)
        if g.size >= _FEWEST and g.shut_in and stones.isdisjoint(g.stones)
    ]
    found.sort(key=lambda g: (-g.size, g.stones))
    whole = [g.blocks(position) for g in gather(position) if stones < g.stones]
    return [*whole, *(g.stones for g in found)][:_MOST]


def solve_in_parts(answer: Solution, meter: Meter, again: Again) -> Solution:
    """The answer for the largest part that hangs on the move; the same if there is none."""
    if not _a_part_is_meant(answer):
        return answer
    problem = answer.problem
    found = parts(problem.position, problem.target)
    for i, part in enumerate(found):
        if meter.over:  # to look for the region takes time, too
            break
        other = again(
            replace(problem, target=part, guessed=False, how=_HOW_PART),
            meter.part(1 / (len(found) - i)),
        )
        if other.result in ("win", "ko") and PASS not in other.winning_moves:
            return other
    return answer


def _a_part_is_meant(answer: Solution) -> bool:
    """Some of the target stands, whoever moves."""
    if answer.problem.goal == "kill":
        return answer.result == "loss"
    return answer.result == "win" and PASS in answer.winning_moves


def solve_another(answer: Solution, meter: Meter, again: Again) -> Solution:
    """The answer for another group that hangs on the move; the same if there is none, or if the
    target was named or hinted at.
    """
    problem = answer.problem
    if not problem.guessed or "hinted" in problem.how or not _beside_the_point(answer):
        return answer
    position = problem.position
    found = targets_besides(position, problem.target)
    given = "the goal follows" not in problem.how
    for i, target in enumerate(found):
        own = position.color_at(target[0]) == position.to_play
        goal: Goal = "live" if own else "kill"
        if meter.over:
            break
        if given and goal != problem.goal:
            continue
        other = again(
            replace(problem, target=target, goal=goal, guessed=False, how=_HOW),
            meter.part(1 / (len(found) - i)),
        )
        moves = {*other.winning_moves, *other.undecided_moves}
        if other.result in ("win", "ko") and PASS not in moves:
            return other
    return answer


def _beside_the_point(answer: Solution) -> bool:
    """The target stands or falls whoever moves, or it hardly can be meant."""
    if answer.result == "unknown":
        return answer.why == "target unclear"
    return answer.result == "loss" or PASS in answer.winning_moves
