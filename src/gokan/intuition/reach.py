"""Is a group likely to be taken, or saved, by the side to move? One look, for those who read."""

from __future__ import annotations

from collections.abc import Iterable

from gokan.go import Position
from gokan.intuition.network import Network, load

__all__ = ["reach"]

_DEAD, _KO = 1, 2  # rows of `Output.fate`


def reach(position: Position, stones: Iterable[int], *, network: Network | None = None) -> float:
    """The chance that the side to move takes these stones, if need be by a ko, or saves them.

    >>> from gokan.go import Position
    >>> position = Position.empty(9).play("C3").play("G7")
    >>> stone = position.point("C3")
    >>> kill = reach(position.with_to_play(2), [stone])
    >>> 0 <= kill <= 1
    True
    """
    some = sorted(stones)
    output = (network or load()).evaluate([position])[0]
    taken = float(sum(output.fate[row, some].mean() for row in (_DEAD, _KO)))
    return 1 - taken if position.color_at(some[0]) == position.to_play else taken
