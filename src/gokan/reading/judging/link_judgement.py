"""The best judgement on a connection, for programs that must have an answer.

The search is asked (`gokan.reading.tactics.questions`), and where it says "no" without a proof, a
second look is taken (`gokan.reading.judging.second_look`). Where it came to no end, the shapes
between the blocks are asked (`gokan.reading.groups.links`). What all this adds up to is decided by
`gokan.reading.deciding.links`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from gokan.go import PASS, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.deciding.links import LinkEvidence, LinkJudgement, decide_link
from gokan.reading.groups.links import cutting_move, joining_move, link
from gokan.reading.judging.second_look import FIRST, second_look
from gokan.reading.judging.witnesses import Witness
from gokan.reading.tactics.questions import USUAL, connect

__all__ = ["gather_link_evidence", "judge_cut", "judge_link"]

_TRIED = 6  # first moves of a cut that are compared by shape, or of a connection that are proved
_TO_PROVE = 20_000  # nodes for each of these


def judge_link(
    position: Position,
    one: int,
    other: int,
    *,
    budget: Budget | Meter | None = None,
    network: Witness | None = None,
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
    return decide_link(
        gather_link_evidence(position, one, other, "connect", budget=budget, network=network)
    )


def judge_cut(
    position: Position,
    one: int,
    other: int,
    *,
    budget: Budget | Meter | None = None,
    network: Witness | None = None,
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
    return decide_link(
        gather_link_evidence(position, one, other, "cut", budget=budget, network=network)
    )


def gather_link_evidence(
    position: Position,
    one: int,
    other: int,
    first: Literal["connect", "cut"],
    *,
    budget: Budget | Meter | None = None,
    network: Witness | None = None,
) -> LinkEvidence:
    """Read the question, look a second time at a "no", and ask the shapes where it stays open."""
    meter = started(budget, usual=USUAL)
    share = meter if network is None else meter.until(FIRST)
    read = connect(position, one, other, first=first, budget=share)
    joins = first == "connect"
    unread = read.grade == "unknown"
    found = LinkEvidence(joins, read.code, read.moves, read.complete, unread=unread)
    if joins and read.code == 1 and read.grade == "read" and len(read.moves) > 1:
        found = replace(found, proved=_proved(position, one, other, read.moves[:_TRIED], meter))
    if read.code == 0 and read.grade == "read" and network is not None:
        found = replace(found, missed=_missed(position, one, other, joins, network, meter))
    return _with_shapes(found, position, one, other) if found.open else found


def _proved(
    position: Position, one: int, other: int, moves: Sequence[int], meter: Meter
) -> int | None:
    """The first of these moves after which a cut is proved to fail."""
    owner = position.color_at(one)
    for move in moves:
        if move == PASS or not position.is_legal(move, owner):
            continue
        after = position.play(move, owner)
        reply = connect(after, one, other, first="cut", budget=meter.part(nodes=_TO_PROVE))
        if reply.code == 0 and reply.grade == "proved":
            return move
    return None


def _missed(
    position: Position, one: int, other: int, joins: bool, network: Witness, meter: Meter
) -> int | None:
    """A move to which the opponent has no answer, though the search said no."""
    color = position.color_at(one)
    mover = color if joins else color.opponent

    def answered(after: Position, share: Meter) -> bool:
        reply: Literal["connect", "cut"] = "cut" if joins else "connect"
        return connect(after, one, other, first=reply, budget=share).code != 0

    return second_look(position, [one, other], mover, network, answered, meter)


def _with_shapes(found: LinkEvidence, position: Position, one: int, other: int) -> LinkEvidence:
    if found.joins:
        return replace(found, by_shape=joining_move(position, one, other))
    way = link(position, one, other)
    moves = [move for move in found.moves[:_TRIED] if move != PASS]
    return replace(
        found,
        linked=way is not None,
        holds=way is not None and way.holds,
        by_shape=cutting_move(position, one, other, moves),
    )
