"""A second opinion on a group that moves first in the open.

There is no proof that a group gets away, and none that it does not, only a judgement of what lies
beyond the edge of the region that was read. So where the reading of such a group is not settled, or
speaks against it, its surroundings are also played out in trial games (`gokan.reading.trials`).
Where these lean the other way the group is not called dead; and where one move stands out in them
clearly, the answer names it. It stays unknown: games that were tried are no reading.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from gokan import _core
from gokan.go import PASS
from gokan.reading.trials import trial

if TYPE_CHECKING:
    from gokan.reading.life import Solution

__all__ = ["may_ask", "second_opinion"]

_GAMES = 20_000
_FEWEST = 4_000  # games that say enough
_LEANING = 0.6  # of the games won: it is not dead
_CLEAR = 0.72  # ... worth telling
_STANDS_OUT = 0.85  # of the games went to one move


def may_ask(answer: Solution) -> bool:
    """Whether trial games could add something."""
    return (
        answer.problem.goal == "live"
        and answer.result in ("unknown", "loss")
        and not answer.region.sealed
        and not answer.proved
    )


def second_opinion(
    answer: Solution, deadline: float, cancel: _core.Cancel | None = None
) -> Solution:
    """The answer after trial games; the same if they do not say enough or agree with it."""
    problem = answer.problem
    seconds = deadline - time.perf_counter()
    if seconds <= 0 or not may_ask(answer):
        return answer
    position = problem.position
    found = trial(
        position, problem.target, position.to_play, seconds=seconds, games=_GAMES, cancel=cancel
    )
    if found.games < _FEWEST or not found.moves:
        return answer
    best = found.moves[0]
    said: tuple[str, ...] = ()
    if found.value >= _CLEAR and best.games >= _STANDS_OUT * found.games and best.move != PASS:
        name = position.vertex(best.move)
        said = (f"{name} won {100 * found.value:.0f} % of the trial games, which is no reading",)
    if answer.result == "unknown":
        return replace(answer, judged=said) if said else answer
    if found.value <= _LEANING:
        return answer
    return replace(
        answer,
        result="unknown",
        undecided_moves=tuple(p for p in sorted(answer.region.points) if not position.board[p]),
        refutations=(),
        ignores=None,
        seki=None,
        judged=said,
    )
