"""Parts of a target: blocks that hang together more closely than the rest.

A target falls when its last stone does, so it stands although the problem may be about some of its
stones: those that can be cut off. (And it is saved with its first stone, though the problem may be
to save the others.) Only a target that was guessed is taken apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gokan.go import PASS, Position
from gokan.reading.budget import Meter
from gokan.reading.regions.race_arena import dragon

if TYPE_CHECKING:
    from gokan.reading.life.solve import Solution

__all__ = ["parts", "solve_in_parts"]

_SMALLEST = 2  # stones
_MOST = 6
_HOW = "of the group that was guessed a part hangs on the move; the goal follows from who moves"


def parts(position: Position, target: Sequence[int]) -> list[tuple[int, ...]]:
    """One stone of each block of every part, the largest part first.

    >>> position = Position.from_diagram('''
    ... . O X . X O
    ... O O X X X O
    ... O X O O O O
    ... O X . O . .
    ... ''')
    >>> stones = [position.point(name) for name in ("C4", "B2")]
    >>> [[position.vertex(p) for p in part] for part in parts(position, stones)]
    [['C4'], ['B2']]
    """
    blocks = {position.block(p).stones[0]: len(position.block(p).stones) for p in target}
    found: dict[tuple[int, ...], int] = {}
    for stone in blocks:
        joined = dragon(position, stone)
        for part in (tuple(b for b in blocks if b in joined), (stone,)):
            size = sum(blocks[b] for b in part)
            if len(part) < len(blocks) and size >= _SMALLEST:
                found[part] = size
    return sorted(found, key=lambda part: (-found[part], part))[:_MOST]


def solve_in_parts(answer: Solution, meter: Meter, options: dict[str, Any]) -> Solution:
    """The answer for the largest part that hangs on the move; the same if there is none."""
    from gokan.reading.life.solve import solve

    if not _a_part_is_meant(answer):
        return answer
    problem = answer.problem
    found = parts(problem.position, problem.target)
    for i, part in enumerate(found):
        if meter.over:  # to look for the region takes time, too
            break
        other = solve(
            replace(problem, target=part, guessed=False, how=_HOW),
            budget=meter.part(1 / (len(found) - i)),
            **options,
        )
        if other.result in ("win", "ko") and PASS not in other.winning_moves:
            return other
    return answer


def _a_part_is_meant(answer: Solution) -> bool:
    """Some of the target stands, whoever moves."""
    if answer.problem.goal == "kill":
        return answer.result == "loss"
    return answer.result == "win" and PASS in answer.winning_moves
