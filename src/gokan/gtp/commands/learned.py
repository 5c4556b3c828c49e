"""What the network expects, for the commands that must have an answer.

Reading imports no other sense; whoever asks it hands in a network that it may ask. Where there is
none, the same questions are answered without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gokan.go import Color, Position
from gokan.reading.judging.evidence import Glance

__all__ = ["ask_network"]


def ask_network(
    position: Position,
    stones: Sequence[int],
    mover: Color,
    *,
    area: frozenset[int],
    visits: int,
) -> Glance | None:
    """What the network expects of these stones, `mover` to move; None without a network.

    >>> position = Position.empty(9).play("C3")
    >>> near = frozenset({position.point("C4"), position.point("D3")})
    >>> found = ask_network(position, [position.point("C3")], Color.WHITE, area=near, visits=2)
    >>> found is None or set(found.tried) <= near
    True
    """
    from gokan.intuition import available
    from gokan.intuition.look_ahead import look_ahead
    from gokan.intuition.network import LARGEST, SMALLEST

    sides = (position.width, position.height)
    if not available() or min(sides) < SMALLEST or max(sides) > LARGEST:
        return None
    attacks = position.color_at(stones[0]) != mover
    tried = look_ahead(position, stones, mover, area=area, visits=visits)
    return Glance(
        _expected(position, mover),
        _expected(position, mover.opponent),
        {
            move: (one.share, 1 - one.stands, 1 - one.lives)
            if attacks
            else (one.share, one.stands, one.lives)
            for move, one in tried.items()
        },
    )


@lru_cache(maxsize=4)
def _expected(position: Position, mover: Color) -> dict[int, float]:
    from gokan.intuition.look_ahead import expected_moves

    return expected_moves(position, mover)
