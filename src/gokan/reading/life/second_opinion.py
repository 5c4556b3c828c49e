"""A second opinion on a group that moves first in the open.

There is no proof that a group gets away, and none that it does not, only a judgement of what lies
beyond the edge of the region that was read. So where the reading of such a group is not settled,
speaks against it or sees no more than a ko, its surroundings are also played out in trial games
(`gokan.reading.trials.trial`). Where these lean the other way the group is not called dead.

Reading knows the sharpest answers to a move but sees a wall at the edge of every region. Trial
games see the whole neighbourhood but may miss a sharp answer. So where a move did well in them, the
answers that kill in the regions are played on the board, together with the one that trial games
like best, and after each of them the games must still save the group. A move that stands up to all
of them is judged to live, graded *read*; every answer that was tried is a judged leaf.

A kill in the open is judged, too. It is doubted if trial games, with and without ko threats of the
defender, all but leave out the moves that were read to work.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gokan.go import PASS
from gokan.reading.budget import Meter
from gokan.reading.life.stages import stages
from gokan.reading.regions.reader import ENDLESS, KILLED, Reader
from gokan.reading.trials.trial import Trial, shares, threats_of, trial
from gokan.reading.weights import LIMITS

if TYPE_CHECKING:
    from gokan.reading.life.solution import Solution
    from gokan.reading.problem import Problem

__all__ = [
    "doubted",
    "kills_in_the_open",
    "left_out",
    "may_ask",
    "second_opinion",
    "share_of_time",
]

_MOST_MOVES = 2  # put to the answers
_SHORTEST, _LONGEST = 0.1, 0.35  # of the time that is kept for this
_FOR_ALL = 0.3  # ... and of this for the games from the position itself
_PER_SECOND = 0.035  # more of it the longer one may think
_FOR_CHOICE, _FOR_READING = 0.4, 0.3  # of the time for one move: games after it, and answers to it
_NODES = 150_000  # to find the answer in one region
_MEMORY = 32 << 20
_MOST_ANSWERS = 6


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
    found = _tried(problem, [], meter.part(_FOR_ALL))
    lost = answer.result == "loss"
    leans = False
    if found is not None:
        leans = found.value > LIMITS.not_dead
        for one in found.moves[:_MOST_MOVES]:
            stands_out = one.games >= LIMITS.stands_out * found.games and one.value >= LIMITS.well
            if stands_out and _new(answer, one.move):
                clear = one.games >= LIMITS.clear_choice * found.games
                share = meter.part(1.0 if clear else LIMITS.before_rival)
                stood = _put_to_trial(problem, one.move, share)
                if stood and (clear or _no_rival(problem, found, stood, meter)):
                    return _lives(answer, stood)
    if lost and not leans:  # a ko would save it, too
        found = _tried(problem, [], meter, pressed=False)
        leans = found is not None and found.value > LIMITS.not_dead
    return answer.taken_back("trials") if lost and leans else answer


def _no_rival(problem: Problem, found: Trial, stood: _Stood, meter: Meter) -> bool:
    """Whether the move that got most of the other games does clearly worse."""
    rival = next(one.move for one in found.moves if one.move not in (PASS, stood.move))
    other = _tried(problem, [rival], meter)
    return other is not None and 1 - other.value <= stood.value - LIMITS.worse


def kills_in_the_open(answer: Solution) -> bool:
    """Whether a group that is not shut in was read to die, or to die in a ko."""
    killed = answer.problem.goal == "kill" and answer.result in ("win", "ko")
    return killed and not answer.region.sealed and not answer.proved


def left_out(answer: Solution, meter: Meter) -> bool:
    """Whether trial games leave out every move that was read to kill in the open."""
    if not kills_in_the_open(answer):
        return False
    ours = {*answer.winning_moves, *answer.ko_moves}
    for games, little in (LIMITS.left_out, LIMITS.left_out_again):
        for pressed in (True, False):
            found = _tried(answer.problem, [], meter, games=games, pressed=pressed)
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


def _lives(answer: Solution, stood: _Stood) -> Solution:
    """The answer that the group lives by this move, with every judged leaf."""
    name = answer.problem.position.vertex
    leaves = tuple(
        f"after {name(stood.move)} {name(move)} {name(reply)} it was saved in {100 * share:.0f} %"
        " of the trial games"
        for move, reply, share in stood.answers
    )
    hardest, reply, _ = min(stood.answers, key=lambda one: one[2])
    return answer.lives_by(stood.move, (stood.move, hardest, reply), leaves)


@dataclass(frozen=True, slots=True)
class _Stood:
    """A first move that stood up to the answers."""

    move: int
    value: float
    """The share of games in which it saved the group, the attacker choosing his answer."""
    answers: tuple[tuple[int, int, float], ...]
    """The answers tried, the reply that did best, and the share of games then."""


def _tried(
    problem: Problem,
    moves: list[int],
    meter: Meter,
    *,
    games: int = LIMITS.to_stand,
    pressed: bool = True,
) -> Trial | None:
    """Trial games after these moves; `pressed` by ko threats of the side that does not move first
    in the problem. None if too few games were played.
    """
    position = problem.position
    other = position.to_play.opponent
    color = position.color_at(problem.target[0])
    for move in moves:
        if not position.is_legal(move):
            return None
        position = position.play(move)
    target = [p for p in problem.target if position.board[p] == color]
    if not target or meter.over:
        return None
    found = trial(
        position,
        target,
        position.to_play,
        budget=meter,
        games=games,
        threats=threats_of(other if pressed else None, color),
    )
    enough = found.settled or found.games >= LIMITS.enough
    return found if enough and found.moves else None


def _put_to_trial(problem: Problem, move: int, meter: Meter) -> _Stood | None:
    """Whether the move stands up to the answers; None if it does not, or if time was short."""
    found = _tried(problem, [move], meter.part(_FOR_CHOICE))
    if found is None or 1 - found.value < LIMITS.holds:
        return None
    answers = _answers(problem, move, meter.part(_FOR_READING))[:_MOST_ANSWERS]
    answers += [one.move for one in found.moves[:1] if one.move not in (PASS, *answers)]
    least: list[tuple[int, int, float]] = []
    for i, answer in enumerate(answers):
        share = meter.part(1 / (len(answers) - i))
        after = _tried(problem, [move, answer], share, games=LIMITS.to_stand // 2)
        if after is None or after.value < LIMITS.answered:
            return None
        least.append((answer, after.moves[0].move, after.value))
    return _Stood(move, 1 - found.value, tuple(least)) if least else None


def _answers(problem: Problem, move: int, meter: Meter) -> list[int]:
    """The answers that kill in some region, those of most regions first."""
    position = problem.position
    found: Counter[int] = Counter()
    for stage in stages(problem):
        region = stage.region
        if meter.over:
            break
        if move not in region.points:
            continue
        reader = Reader(
            region,
            first=position.to_play,
            ko=position.ko,
            meter=meter.part(nodes=_NODES),
            memory=_MEMORY,
        )
        answer = reader.ask(0, ENDLESS, [region.cell(move)])
        if answer.verdict == KILLED and answer.best >= 0:
            found[region.point(answer.best)] += 1
    return [answer for answer, _ in found.most_common()]
