"""Parts of a target: blocks that hang together more closely than the rest.

A target falls when its last stone does, so it stands although the problem may be about some of its
stones: those that can be cut off. (And it is saved with its first stone, though the problem may be
to save the others.) Only a target that was guessed is taken apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from gokan.go import Position
from gokan.reading.regions.race_arena import core_of

__all__ = ["parts"]

_SMALLEST = 2  # stones
_MOST = 6


def parts(position: Position, target: Sequence[int]) -> list[tuple[int, ...]]:
    """One stone of each block of every part, the largest part first.

    >>> position = Position.from_diagram('''
    ... . O X . X O
    ... O O X X X O
    ... O X O O O O
    ... O X . O . .
    ... ''')
    >>> stones = [position.point(name) for name in ("C4", "B2")]
    >>> [[position.vertex(p) for p in part] for part in parts(position, stones)]
    [['C4'], ['B2']]
    """
    blocks = {position.block(p).stones[0]: len(position.block(p).stones) for p in target}
    found: dict[tuple[int, ...], int] = {}
    for stone in blocks:
        joined = core_of(position, stone)
        for part in (tuple(b for b in blocks if b in joined), (stone,)):
            size = sum(blocks[b] for b in part)
            if len(part) < len(blocks) and size >= _SMALLEST:
                found[part] = size
    return sorted(found, key=lambda part: (-found[part], part))[:_MOST]
