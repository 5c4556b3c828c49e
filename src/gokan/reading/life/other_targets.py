"""Another target, if the guessed one turns out not to depend on the move: first part of it, then
other groups. If another group depends on the move too, both questions are answered. A target that
is said to reach friends is not asked about alone if these have no other refuge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from gokan.go import PASS, Position
from gokan.reading.budget import Meter
from gokan.reading.groups.gathering import gather
from gokan.reading.groups.infer import groups_of
from gokan.reading.groups.parts import parts
from gokan.reading.groups.together import shut_in_together
from gokan.reading.life.solution import Solution
from gokan.reading.problem import Goal, Problem

__all__ = ["also_asked", "solve_another", "solve_in_parts", "solve_together", "targets_besides"]

Again = Callable[[Problem, Meter], Solution]
"""Solves another problem within a part of the budget, as the first was solved."""

_HOW_PART = "only part of the group guessed depends on the move; the goal follows from who moves"
_HOW = "the group guessed first does not depend on the move; this one does"
_HOW_ALSO = "another group that may be meant"
_HOW_OPEN = "the group guessed first hardly depends on the move; this one may"
_HOW_TOGETHER = "the target is shut in with other stones of its side; all of them are asked about"
_MOST = 5  # groups that are tried
_FEWEST = 3  # stones; fewer can be saved or taken in most positions
_BESIDE, _NEAR = 2, 3  # steps to what may be meant with a target, and to what instead of it
_HALF = 0.5  # of what is left goes to the first of them: it is the likeliest
_BRIEFLY = 0.2, 1_600_000  # of the budget, and positions, for a question answered beside another


def targets_besides(position: Position, target: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Other groups that may be meant, one stone of each block: the whole group of which the target
    is a part, and all that its side has beside it; then groups that share no stone with it, those
    that are shut in first, then those near it, the largest first; and the largest block of each.

    >>> position = Position.from_diagram('''
    ... O . O X . X
    ... O O O X X X
    ... X X X O O O
    ... . . X O . O
    ... ''')
    >>> [[position.vertex(p) for p in one] for one in targets_besides(position, (0,))]
    [['A4', 'D2'], ['D4'], ['D2'], ['A2']]
    """
    stones = {q for p in target for q in position.block(p).stones}
    groups = [g for g in groups_of(position) if stones.isdisjoint(g.stones)]
    far = {g.stones: _steps(position, stones, g.stones) for g in groups}
    color = position.color_at(target[0])
    beside = [
        p for g in groups if far[g.stones] <= _BESIDE and g.region.color == color for p in g.stones
    ]
    whole = [g.blocks(position) for g in gather(position) if stones < g.stones]
    if beside:
        whole.append(tuple(sorted({min(position.block(p).stones) for p in (*target, *beside)})))
    found = [g for g in groups if g.size >= _FEWEST and (g.shut_in or far[g.stones] <= _NEAR)]
    found.sort(key=lambda g: (not g.shut_in, -g.size, g.stones))
    blocks = [
        (max(g.stones, key=lambda p: (len(position.block(p).stones), -p)),)
        for g in found
        if len(g.stones) > 1
    ]
    return list(dict.fromkeys([*whole, *(g.stones for g in found), *blocks]))[:_MOST]


def _steps(position: Position, stones: Iterable[int], others: Iterable[int]) -> int:
    """Along the lines of the board, from some stones to the blocks of others."""
    width = position.width
    ends = [divmod(q, width) for p in others for q in position.block(p).stones]
    return min(
        abs(p // width - row) + abs(p % width - column) for p in stones for row, column in ends
    )


def solve_in_parts(answer: Solution, meter: Meter, again: Again) -> Solution:
    """The answer for the largest part that depends on the move; unchanged if there is none."""
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
    return answer.needs_no_move


def solve_together(answer: Solution, meter: Meter, again: Again) -> Solution:
    """The answer for all stones that are shut in with a target that was read to stand, unless
    these stand too: the target may stand only because it reaches the others.
    """
    problem = answer.problem
    stands = answer.result == ("loss" if problem.goal == "kill" else "win")
    if problem.guessed or answer.proved or not stands:
        return answer
    whole = shut_in_together(problem.position, problem.target)
    if whole is None:
        return answer
    other = again(replace(problem, target=whole, how=_HOW_TOGETHER), meter)
    return answer if other.result == answer.result else other


def solve_another(answer: Solution, meter: Meter, again: Again) -> Solution:
    """The answer for another group that depends on the move; unchanged if there is none, or if the
    target was named or hinted at. An open question is mentioned beside the answer, or replaces it
    if there is no answer.
    """
    problem = answer.problem
    if not problem.guessed or "hinted" in problem.how or not _beside_the_point(answer):
        return answer
    position = problem.position
    found = targets_besides(position, problem.target)
    given = "the goal follows" not in problem.how
    open_: list[Solution] = []
    for i, target in enumerate(found):
        own = position.color_at(target[0]) == position.to_play
        goal: Goal = "live" if own else "kill"
        if meter.over:
            break
        if given and goal != problem.goal:
            continue
        other = again(
            replace(problem, target=target, goal=goal, guessed=False, how=_HOW),
            meter.part(max(1 / (len(found) - i), _HALF)),
        )
        moves = {*other.winning_moves, *other.undecided_moves}
        if other.result in ("win", "ko") and PASS not in moves:
            return other
        if other.result == "unknown":
            open_.append(other)
    if open_ and answer.result == "unknown":
        return replace(open_[0], problem=replace(open_[0].problem, how=_HOW_OPEN))
    return replace(answer, also=tuple(open_[:1]))


def also_asked(answer: Solution, meter: Meter, again: Again) -> tuple[Solution, ...]:
    """Short answers about other groups that depend on the move, if the target was guessed: either
    question is natural. If there are none, the first larger group is mentioned that may depend on
    it.
    """
    problem = answer.problem
    if not problem.guessed or "hinted" in problem.how or "the goal follows" not in problem.how:
        return answer.also
    if answer.result not in ("win", "ko") or answer.needs_no_move:
        return answer.also
    position = problem.position
    told = {q for p in problem.target for q in position.block(p).stones}
    stones, size = frozenset(told), len(told)
    found: list[Solution] = []
    open_: list[Solution] = []
    for target in targets_besides(position, problem.target):
        if meter.over or not told.isdisjoint(target):
            continue
        goal: Goal = "live" if position.color_at(target[0]) == position.to_play else "kill"
        if goal == "live" and problem.goal == "kill" and _against(position, target) <= stones:
            continue  # once the target falls nothing is left that could take it
        other = again(
            replace(problem, target=target, goal=goal, guessed=False, how=_HOW_ALSO),
            meter.part(_BRIEFLY[0], nodes=_BRIEFLY[1]),
        )
        moves = {*other.winning_moves, *other.undecided_moves}
        if other.result in ("win", "ko") and PASS not in moves:
            found.append(other)
            told |= {q for p in target for q in position.block(p).stones}
        elif other.why == "budget" and len(other.region.target) > size:
            open_.append(other)
    return tuple(found or open_[:1])


def _against(position: Position, target: tuple[int, ...]) -> set[int]:
    """The enemy's stones around a group and around the empty points that it can reach."""
    color = position.color_at(target[0])
    todo = list(target)
    seen, found = set(todo), set[int]()
    for p in todo:
        for q in position.neighbors(p):
            if position.board[q] == color.opponent:
                found.add(q)
            elif q not in seen:
                seen.add(q)
                todo.append(q)
    return found


def _beside_the_point(answer: Solution) -> bool:
    """The target stands or falls whoever moves, or it hardly can be meant."""
    if answer.result == "unknown":
        return answer.why == "target unclear"
    return answer.result == "loss" or answer.needs_no_move
