"""The best judgement on a connection, for programs that must have an answer.

What was read to its end stands, but that a "no" which is not proved is looked at a second time
(`gokan.reading.judging.second_look`). Where the search for a connection came to no end, the shapes
between the blocks decide (`gokan.reading.groups.links`): they promise a connection that was not
found, and a cut that was not read to its end counts less than a connection by its shape.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gokan.go import PASS, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.groups.links import cutting_move, joining_move, link
from gokan.reading.judging.second_look import FIRST, second_look
from gokan.reading.judging.witnesses import Witness
from gokan.reading.tactics.questions import USUAL, Connection, connect

__all__ = ["LinkJudgement", "judge_cut", "judge_link"]

_TRIED = 6  # first moves of a cut that are compared by their shapes


@dataclass(frozen=True, slots=True)
class LinkJudgement:
    """Can the side to move join the blocks, or cut them?"""

    code: int
    """0 no; 1 yes; 2 in a ko the mover takes first; 3 in a ko that needs the mover's threat."""
    move: int | None
    """The first move; PASS where none is needed, None where none helps."""
    settled: bool
    """The search says so; otherwise the shapes or a second look decided."""


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
    read, found = _read(position, one, other, "connect", budget, network)
    if found is not None:
        return LinkJudgement(1, found, False)
    if read.code or read.complete:
        return _as_read(read)
    move = joining_move(position, one, other)
    return LinkJudgement(int(move is not None), move, False)


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
    read, found = _read(position, one, other, "cut", budget, network)
    if found is not None:
        return LinkJudgement(1, found, False)
    unread = read.grade == "unknown"
    if (read.code == 0 and not unread) or (read.complete and read.move != PASS):
        return _as_read(read)
    way = link(position, one, other)
    if way is not None and way.holds:
        return LinkJudgement(0, None, False)
    moves = [move for move in read.moves[:_TRIED] if move != PASS]
    if unread or (read.code == 1 and (not moves or way is not None)):
        move = cutting_move(position, one, other, moves)
        if move is not None:
            return LinkJudgement(1, move, False)
    return replace(_as_read(read), settled=not unread)


def _read(
    position: Position,
    one: int,
    other: int,
    first: Literal["connect", "cut"],
    budget: Budget | Meter | None,
    network: Witness | None,
) -> tuple[Connection, int | None]:
    """What the search says, and the move of a second look where it says no."""
    meter = started(budget, usual=USUAL)
    share = meter if network is None else meter.until(FIRST)
    read = connect(position, one, other, first=first, budget=share)
    if read.code or read.grade != "read" or network is None:
        return read, None
    color = position.color_at(one)
    reply: Literal["connect", "cut"] = "cut" if first == "connect" else "connect"
    mover = color if first == "connect" else color.opponent

    def answered(after: Position, share: Meter) -> bool:
        return connect(after, one, other, first=reply, budget=share).code != 0

    return read, second_look(position, [one, other], mover, network, answered, meter)


def _as_read(read: Connection) -> LinkJudgement:
    if read.code == 0 or read.move is None:
        return LinkJudgement(0, None, True)
    return LinkJudgement(read.code, read.move, True)
