"""The best judgement on a capture, for programs that must have an answer.

What was read stands; a "no" that is not proved is looked at a second time
(`gokan.reading.judging.second_look`).
"""

from __future__ import annotations

from typing import Literal

from gokan.go import Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.judging.second_look import FIRST, TacticalJudgement, as_read, second_look
from gokan.reading.judging.witnesses import Witness
from gokan.reading.tactics.questions import USUAL, capture

__all__ = ["judge_capture"]


def judge_capture(
    position: Position,
    target: int,
    *,
    first: Literal["attack", "defend"] = "attack",
    budget: Budget | Meter | None = None,
    network: Witness | None = None,
) -> TacticalJudgement:
    """Can the block be taken, its enemy moving first, or saved, its owner moving first?

    >>> atari = Position.from_diagram('''
    ...     . X .
    ...     X O .
    ...     . X .
    ... ''')
    >>> answer = judge_capture(atari, atari.point("B2"))
    >>> answer.code, atari.vertex(answer.move)
    (1, 'C2')
    """
    meter = started(budget, usual=USUAL)
    read = capture(
        position,
        target,
        first=first,
        budget=meter if network is None else meter.until(FIRST),
    )
    if read.code or read.grade == "proved" or network is None:
        return as_read(read)
    color = position.color_at(target)
    reply: Literal["attack", "defend"] = "defend" if first == "attack" else "attack"
    mover = color.opponent if first == "attack" else color

    def answered(after: Position, share: Meter) -> bool:
        return capture(after, target, first=reply, budget=share).code != 0

    move = second_look(position, [target], mover, network, answered, meter)
    return as_read(read) if move is None else TacticalJudgement(1, move, False)
