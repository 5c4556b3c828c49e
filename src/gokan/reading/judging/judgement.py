"""The best judgement on a group's life within a budget, for programs that must have an answer.

`solve` says "unknown" rather than guess. `judge` always answers: `gokan.reading.judging.witnesses`
asks the proof search, the race search and trial games, and `gokan.reading.deciding.lives` makes a
code, a move and a confidence of what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gokan.go import Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.deciding.lives import FAILS, Fate, Judgement, decide
from gokan.reading.judging.witnesses import Witness, gather_evidence

__all__ = ["judge", "judge_fate"]


def judge(
    position: Position,
    target: Iterable[int],
    mover: Color,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    expected: Mapping[int, float] | None = None,
    network: Witness | None = None,
) -> Judgement:
    """Judge the life of the target stones, with `mover` to move; the usual budget is five seconds.

    `expected` may say how likely a player would choose each move (`gokan.strength.expect`), and
    `network` is asked about the target where reading leaves it open: both have a say in the choice
    between moves. Whether the mover succeeds is not asked of a network: it did not help.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> answer = judge(position, [position.point("A4")], Color.BLACK)
    >>> answer.code, position.vertex(answer.move)
    (1, 'B5')
    """
    meter = started(budget, seconds=seconds, usual=Budget(seconds=5.0))
    found = gather_evidence(
        position, target, mover, budget=meter, expected=expected, network=network
    )
    return decide(found)


def judge_fate(
    position: Position,
    target: Iterable[int],
    *,
    budget: Budget | Meter | None = None,
    expected: Mapping[Color, Mapping[int, float]] | None = None,
    network: Witness | None = None,
) -> Fate:
    """Judge the target with its enemy moving first, and if need be with its owner.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> judge_fate(position, [position.point("A4")]).word
    'critical'
    """
    meter = started(budget, usual=Budget(seconds=10.0))
    stones = list(target)
    owner = position.color_at(stones[0])
    guess = expected or {}
    enemy = owner.opponent
    half = meter.part(0.5)
    attack = judge(position, stones, enemy, budget=half, expected=guess.get(enemy), network=network)
    if attack.code in FAILS:
        return Fate(attack, None)
    defence = judge(
        position, stones, owner, budget=meter, expected=guess.get(owner), network=network
    )
    return Fate(attack, defence)
