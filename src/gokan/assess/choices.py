"""What the network expects of both sides, for judgements that must have an answer.

Reading imports no other sense; whoever asks it hands in what a network expects. Where there is no
network, nothing is handed in, and the same questions are answered without it.
"""

from __future__ import annotations

from functools import lru_cache

from gokan.go import Color, Position

__all__ = ["choices"]

_WAYS = range(8)  # to turn the board; the mean does not hang on how it lies


@lru_cache(maxsize=4)
def choices(position: Position) -> dict[Color, dict[int, float]] | None:
    """How likely a player of either side would choose each move; None without a network.

    >>> found = choices(Position.empty(9))
    >>> found is None or sorted(found) == [Color.BLACK, Color.WHITE]
    True
    """
    from gokan.intuition import available, load
    from gokan.intuition.network import LARGEST, SMALLEST

    sides = (position.width, position.height)
    if not available() or min(sides) < SMALLEST or max(sides) > LARGEST:
        return None
    network = load()
    found: dict[Color, dict[int, float]] = {}
    for color in (Color.BLACK, Color.WHITE):
        turned = position if position.to_play == color else position.setup(to_play=color)
        total = [0.0] * len(position.board)
        for way in _WAYS:
            policy = network.evaluate([turned], way=way)[0].policy
            total = [so_far + float(chance) for so_far, chance in zip(total, policy, strict=False)]
        found[color] = {p: chance / len(_WAYS) for p, chance in enumerate(total) if chance > 0}
    return found
