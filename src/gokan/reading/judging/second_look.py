"""A second look where the search for a connection or a cut found nothing and proved nothing.

The search looks at moves that threaten something, and may miss a quiet one. So a "no" that is not
proved is put to the moves that a network, if somebody hands one in, finds likeliest near the
blocks: the first of them after which the opponent is read to fail is the answer after all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gokan.go import PASS, Color, Position
from gokan.reading.budget import Meter
from gokan.reading.judging.witnesses import Witness, near
from gokan.reading.trials.trial import surroundings

__all__ = ["FIRST", "second_look"]

FIRST = 0.7
"""Of the budget is for the question itself; what it leaves is for the second look."""
_MOST = 5  # moves that are looked at


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
            if mover != owner:
                return move
            continue  # its owner killed it by suicide
        if not answered(after, meter.part(1 / (len(likely) - i))):
            return move
    return None
