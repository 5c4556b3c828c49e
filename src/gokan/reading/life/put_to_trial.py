"""A first move of a group in the open, judged by reading and trial games together.

Reading knows the sharpest answers to a move but sees a wall at the edge of every region. Trial
games see the whole neighbourhood but may miss a sharp answer. So the answers that kill in the
regions are played on the board, together with the one that trial games like best, and after each
of them the games must still save the group. A move that stands up to all of them is judged to live;
every answer that was tried is a judged leaf.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gokan.go import BLACK, PASS
from gokan.reading.budget import Meter
from gokan.reading.life.stages import stages
from gokan.reading.problem import Problem
from gokan.reading.regions.reader import ENDLESS, KILLED, Reader
from gokan.reading.trials.limits import ANSWERED, ENOUGH, HOLDS, TO_STAND
from gokan.reading.trials.trial import Trial, trial

__all__ = ["Stood", "put_to_trial", "tried"]

_NODES = 150_000  # to find the answer in one region
_FOR_CHOICE, _FOR_READING = 0.4, 0.3  # of the time left
_MEMORY = 32 << 20
_MOST_ANSWERS = 6


@dataclass(frozen=True, slots=True)
class Stood:
    """A first move that stood up to the answers."""

    move: int
    value: float
    """The share of games in which it saved the group, the attacker choosing his answer."""
    answers: tuple[tuple[int, int, float], ...]
    """The answers tried, the reply that did best, and the share of games then."""


def tried(
    problem: Problem,
    moves: list[int],
    meter: Meter,
    *,
    games: int = TO_STAND,
    threats: int = ENDLESS,
) -> Trial | None:
    """Trial games after these moves; the side that does not move first in the problem has ko
    threats. None if too few games were played.
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
        threats=(threats, 0) if other == BLACK else (0, threats),
    )
    enough = found.settled or found.games >= ENOUGH
    return found if enough and found.moves else None


def put_to_trial(problem: Problem, move: int, meter: Meter) -> Stood | None:
    """Whether the move stands up to the answers; None if it does not, or if time was short."""
    found = tried(problem, [move], meter.part(_FOR_CHOICE))
    if found is None or 1 - found.value < HOLDS:
        return None
    answers = _answers(problem, move, meter.part(_FOR_READING))[:_MOST_ANSWERS]
    answers += [one.move for one in found.moves[:1] if one.move not in (PASS, *answers)]
    least: list[tuple[int, int, float]] = []
    for i, answer in enumerate(answers):
        share = meter.part(1 / (len(answers) - i))
        after = tried(problem, [move, answer], share, games=TO_STAND // 2)
        if after is None or after.value < ANSWERED:
            return None
        least.append((answer, after.moves[0].move, after.value))
    return Stood(move, 1 - found.value, tuple(least)) if least else None


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
