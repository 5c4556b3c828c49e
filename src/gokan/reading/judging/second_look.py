"""A second look where a tactical search found nothing and proved nothing.

Searches of captures and connections look at the moves that threaten something. Quieter ones may be
missed. So a "no" that is not proved is put to the moves that a network, if somebody hands one in,
finds likeliest near the stones: the first of them after which the opponent is read to fail is the
answer after all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gokan.go import PASS, Color, Position
from gokan.reading.budget import Meter
from gokan.reading.judging.witnesses import Witness, near
from gokan.reading.tactics.questions import Capture, Connection
from gokan.reading.trials.trial import surroundings

__all__ = ["FIRST", "TacticalJudgement", "as_read", "second_look"]

FIRST = 0.7
"""Of the budget is for the question itself; what it leaves is for the second look."""
_MOST = 5  # moves that are looked at


@dataclass(frozen=True, slots=True)
class TacticalJudgement:
    """Does the side to move reach its goal: to take a block or save it, join two or cut them?"""

    code: int
    """0 no; 1 yes; 2 in a ko the mover takes first; 3 in a ko that needs the mover's threat."""
    move: int | None
    """The first move; PASS where none is needed, None where none helps."""
    settled: bool
    """The search says so; otherwise shapes or a second look decided."""


def as_read(read: Capture | Connection) -> TacticalJudgement:
    """What the search says."""
    if read.code == 0 or read.move is None:
        return TacticalJudgement(0, None, True)
    return TacticalJudgement(read.code, read.move, True)


def second_look(
    position: Position,
    stones: Sequence[int],
    mover: Color,
    network: Witness,
    answered: Callable[[Position, Meter], bool],
    meter: Meter,
) -> int | None:
    """The likeliest move near all these stones to which the opponent has no answer, if there is
    one; `answered` reads that.
    """
    area = frozenset.intersection(*(surroundings(position, [stone]) for stone in stones))
    chances = near(network(position), mover, area)
    likely = sorted(chances, key=lambda move: (-chances[move], move))[:_MOST]
    owner = position.color_at(stones[0])
    for i, move in enumerate(likely):
        if meter.over:
            break
        if move == PASS or not position.is_legal(move, mover):
            continue
        after = position.play(move, mover)
        if any(after.color_at(stone) != owner for stone in stones):
            return move
        if not answered(after, meter.part(1 / (len(likely) - i))):
            return move
    return None
