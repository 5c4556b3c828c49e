"""A second opinion on a group that moves first in the open.

There is no proof that a group gets away, and none that it does not, only a judgement of what lies
beyond the edge of the region that was read. So where the reading of such a group is not settled,
speaks against it or sees no more than a ko, its surroundings are also played out in trial games
(`gokan.reading.trials.trial`). Where these lean the other way the group is not called dead. Where a
move did well in them, it is put to the answers that reading found
(`gokan.reading.life.put_to_trial`); if it stands up to all of them it is judged to live, graded
*read*.

A kill in the open is judged, too. It is doubted if trial games, with and without ko threats of the
defender, all but leave out the moves that were read to work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.go import PASS
from gokan.reading.budget import Meter
from gokan.reading.life.put_to_trial import Stood, put_to_trial, tried
from gokan.reading.trials.limits import (
    BEFORE_RIVAL,
    CLEAR_CHOICE,
    FEW,
    LEFT_OUT,
    NOT_DEAD,
    STANDS_OUT,
    WELL,
    WORSE,
)
from gokan.reading.trials.trial import Trial, shares

if TYPE_CHECKING:
    from gokan.reading.life.solution import Solution
    from gokan.reading.problem import Problem

__all__ = ["doubted", "left_out", "may_ask", "second_opinion", "share_of_time"]

_MOST_MOVES = 2  # put to the answers
_SHORTEST, _LONGEST = 0.1, 0.35  # of the time that is kept for this
_FOR_ALL = 0.3  # ... and of this for the games from the position itself
_PER_SECOND = 0.035  # more of it the longer one may think


def share_of_time(seconds: float) -> float:
    """The share of the time that the second opinion needs.

    >>> share_of_time(1.0), share_of_time(10.0)
    (0.1, 0.35)
    """
    return min(max(_PER_SECOND * seconds, _SHORTEST), _LONGEST)


def may_ask(answer: Solution) -> bool:
    """Whether trial games could add something."""
    return (
        answer.problem.goal == "live"
        and (answer.result != "win" or bool(answer.undecided_moves))
        and not answer.region.sealed
        and not answer.proved
    )


def second_opinion(answer: Solution, meter: Meter) -> Solution:
    """The answer after trial games; the same if they do not say enough or agree with it."""
    problem = answer.problem
    if not may_ask(answer):
        return answer
    found = tried(problem, [], meter.part(_FOR_ALL))
    lost = answer.result == "loss"
    leans = False
    if found is not None:
        leans = found.value > NOT_DEAD
        for one in found.moves[:_MOST_MOVES]:
            stands_out = one.games >= STANDS_OUT * found.games and one.value >= WELL
            if stands_out and _new(answer, one.move):
                clear = one.games >= CLEAR_CHOICE * found.games
                share = meter.part(1.0 if clear else BEFORE_RIVAL)
                stood = put_to_trial(problem, one.move, share)
                if stood and (clear or _no_rival(problem, found, stood, meter)):
                    return _lives(answer, stood)
    if lost and not leans:  # a ko would save it, too
        found = tried(problem, [], meter, threats=0)
        leans = found is not None and found.value > NOT_DEAD
    return answer.taken_back("trials") if lost and leans else answer


def _no_rival(problem: Problem, found: Trial, stood: Stood, meter: Meter) -> bool:
    """Whether the move that got most of the other games does clearly worse."""
    rival = next(one.move for one in found.moves if one.move not in (PASS, stood.move))
    other = tried(problem, [rival], meter)
    return other is not None and 1 - other.value <= stood.value - WORSE


def left_out(answer: Solution, meter: Meter) -> bool:
    """Whether trial games leave out every move that was read to kill in the open."""
    if (
        answer.problem.goal != "kill"
        or answer.result not in ("win", "ko")
        or answer.region.sealed
        or answer.proved
    ):
        return False
    ours = {*answer.winning_moves, *answer.ko_moves}
    for games, little in LEFT_OUT:
        for threats in (FEW, 0):
            found = tried(answer.problem, [], meter, games=games, threats=threats)
            if found is None or found.games < games or PASS in ours:  # time may have been short
                return False
            share = shares(found)
            if max((share.get(p, 0.0) for p in ours), default=1.0) >= little:
                return False
    return True


def doubted(answer: Solution) -> bool:
    """Whether a judgement about a target that nobody named says that it does not hang on the move.

    More likely another one was meant, or something beyond the edge of the region was not seen.
    """
    unsure = answer.result == "loss" and not answer.proved and not answer.region.sealed
    return unsure and answer.problem.guessed


def _new(answer: Solution, move: int) -> bool:
    """Whether it would be news that this move works. A ko that was read by the same move stays."""
    if answer.result == "win":
        return move in answer.undecided_moves and move != PASS
    return move not in (PASS, *answer.ko_moves)


def _lives(answer: Solution, stood: Stood) -> Solution:
    """The answer that the group lives by this move, with every judged leaf."""
    name = answer.problem.position.vertex
    leaves = tuple(
        f"after {name(stood.move)} {name(move)} {name(reply)} it was saved in {100 * share:.0f} %"
        " of the trial games"
        for move, reply, share in stood.answers
    )
    hardest, reply, _ = min(stood.answers, key=lambda one: one[2])
    return answer.lives_by(stood.move, (stood.move, hardest, reply), leaves)
