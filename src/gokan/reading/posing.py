r"""Posing a problem: if no target is named, find by reading which group depends on the move.

`Problem` itself is a plain value; any search that is needed first happens here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gokan.go import Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.groups.infer import likely_target
from gokan.reading.problem import Goal, Problem, from_fields, read_fields

__all__ = ["pose", "pose_record"]


def pose(
    position: Position,
    *,
    target: Sequence[int] = (),
    goal: Goal | None = None,
    id: str = "",
    hint: Sequence[int] = (),
    budget: Budget | Meter | None = None,
) -> Problem:
    r"""A problem whose missing parts are inferred: the goal from the target and the side to move,
    the target by reading, within a budget, which group depends on the move. `hint` is a target that
    somebody has guessed.

    >>> position = Position.from_diagram(". . O X\nO O O X\nX X X X\n. . . .")
    >>> problem = pose(position)
    >>> problem.goal, position.vertex(problem.target[0])
    ('kill', 'C4')
    >>> problem.how
    'the target is the group with the least room; the goal follows from who moves'
    """
    if target:
        return Problem.make(position, target=target, goal=goal, id=id)
    meter = started(budget, usual=Budget())
    found, how = likely_target(position, goal, hint, budget=meter)
    seconds = meter.seconds
    problem = Problem.make(position, target=found, goal=goal, id=id)
    if goal is None:
        how += f"; {problem.how}"
    return replace(problem, how=how, guessed=True, guessing_seconds=seconds)


def pose_record(record: Mapping[str, Any], *, budget: Budget | Meter | None = None) -> Problem:
    """A problem from one line of a `.jsonl` file; if it names no target, one is looked for.

    A target whose `goal_source` begins with "sealed" was guessed from the shape of the walls, so
    it is taken as a hint.

    >>> record = {"id": "p", "size": 5, "black": [[0, 1], [1, 1], [2, 0], [2, 1]],
    ...           "white": [[0, 2], [1, 2], [2, 2], [3, 0], [3, 1]], "to_play": "W"}
    >>> pose_record(record).goal
    'kill'
    """
    fields = read_fields(record)
    if fields.target and not fields.hinted:
        return from_fields(fields)
    return pose(fields.position, id=fields.id, hint=fields.target, budget=budget)
