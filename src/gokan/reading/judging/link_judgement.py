"""The best judgement on a connection, for programs that must have an answer.

The search is asked (`gokan.reading.tactics.questions`) and then, but for what it proved, trial
games (`gokan.reading.trials.trial`). What both add up to is decided by
`gokan.reading.deciding.links`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Literal

from gokan.go import Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.deciding.links import LinkEvidence, LinkJudgement, decide_link
from gokan.reading.tactics.questions import USUAL, connect
from gokan.reading.trials.trial import shares, trial_link

__all__ = ["gather_link_evidence", "judge_cut", "judge_link"]

_READ = 0.7
"""Of the budget is for reading, and what it leaves for trials."""
_SERIES, _GAMES = 3, 4_000
"""Series of trial games, each with its own dice: their mean hangs less on luck than one tree."""


def judge_link(
    position: Position, one: int, other: int, *, budget: Budget | Meter | None = None
) -> LinkJudgement:
    """Can the owner, moving first, join the two blocks?

    >>> bamboo = Position.from_diagram('''
    ...     . . . . .
    ...     . X . X .
    ...     . X . X .
    ...     . . . . .
    ... ''')
    >>> judge_link(bamboo, bamboo.point("B3"), bamboo.point("D3")).code
    1
    """
    return decide_link(gather_link_evidence(position, one, other, "connect", budget=budget))


def judge_cut(
    position: Position, one: int, other: int, *, budget: Budget | Meter | None = None
) -> LinkJudgement:
    """Can the enemy, moving first, keep the two blocks apart?

    >>> bamboo = Position.from_diagram('''
    ...     . . . . .
    ...     . X . X .
    ...     . X . X .
    ...     . . . . .
    ... ''')
    >>> judge_cut(bamboo, bamboo.point("B3"), bamboo.point("D3")).code
    0
    """
    return decide_link(gather_link_evidence(position, one, other, "cut", budget=budget))


def gather_link_evidence(
    position: Position,
    one: int,
    other: int,
    first: Literal["connect", "cut"],
    *,
    budget: Budget | Meter | None = None,
) -> LinkEvidence:
    """Read the question, and try it in games where they can change the verdict or the move."""
    meter = started(budget, usual=USUAL)
    read = connect(position, one, other, first=first, budget=meter.until(_READ))
    joins = first == "connect"
    moves = read.proved_moves or read.moves
    found = LinkEvidence(joins, read.code, moves, read.complete, read.grade == "proved")
    owner = position.color_at(one)
    if not found.needs_trials or position.block(one) == position.block(other):
        return found
    return _tried(found, position, (one, other), owner if joins else owner.opponent, meter)


def _tried(
    found: LinkEvidence, position: Position, ends: tuple[int, int], mover: Color, meter: Meter
) -> LinkEvidence:
    value, games = 0.0, Counter[int]()
    for i in range(_SERIES):
        share = meter.part(1 / (_SERIES - i))
        tried = trial_link(position, *ends, mover, budget=share, games=_GAMES, seed=i + 1)
        value += tried.value / _SERIES
        games.update(shares(tried))
    return replace(
        found, trials=value, games={move: games[move] / _SERIES for move in sorted(games)}
    )
