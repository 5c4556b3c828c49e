"""Unconditional life: stones that nobody can capture, even if their owner always passes.

This is Benson's theorem ("Life in the game of Go", 1976). A region of a colour is a connected
set of points without its stones. It is *vital* to a block if every empty point in it is a liberty
of the block. A block lives if it has two vital regions whose walls are alive as well. Points
inside a region that are not next to the block do no harm while enemy stones stand on them; under
rules that allow suicide the enemy can clear them away, so then every point must be next to the
block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gokan import _core
from gokan.go.color import BLACK, EMPTY, WHITE, Color
from gokan.go.position import Position
from gokan.go.vertex import to_vertex


@dataclass(frozen=True, slots=True)
class WalledRegion:
    """Points without a stone of `color`, with a wall of live stones of `color` on every side."""

    color: Color
    points: tuple[int, ...]
    vital_to: tuple[int, ...]
    """One stone of each block to which the region is an eye that cannot be taken."""
    territory: bool
    """Whether the enemy has no room for two eyes inside (see `Unconditional`)."""


@dataclass(frozen=True, slots=True)
class Unconditional:
    """What is settled for good. Points are in ascending order.

    - `alive_black`, `alive_white`: stones that can never be captured while their owner passes.
    - `territory_black`, `territory_white`: points (enemy stones on them included) in regions
      walled in by such stones alone, where no two points that are not neighbours are both away
      from the wall. So there is no room for two enemy eyes, whatever is played or captured there.
      A wide region is not claimed, though its wall lives: somebody might still live inside.
    - `regions`: every walled region, with the blocks it is vital to.
    """

    alive_black: tuple[int, ...]
    alive_white: tuple[int, ...]
    territory_black: tuple[int, ...]
    territory_white: tuple[int, ...]
    regions: tuple[WalledRegion, ...]
    width: int
    height: int

    def owner(self, point: int) -> Color:
        """Whose point it is for good, as a live stone or as territory; EMPTY if not settled."""
        if point in self.alive_black or point in self.territory_black:
            return BLACK
        if point in self.alive_white or point in self.territory_white:
            return WHITE
        return EMPTY

    def to_dict(self) -> dict[str, Any]:
        """The same in plain types, points as vertices."""

        def names(points: tuple[int, ...]) -> list[str]:
            return [to_vertex(point, self.width, self.height) for point in points]

        return {
            "alive": {"black": names(self.alive_black), "white": names(self.alive_white)},
            "territory": {
                "black": names(self.territory_black),
                "white": names(self.territory_white),
            },
            "regions": [
                {
                    "color": str(region.color),
                    "points": names(region.points),
                    "vital_to": names(region.vital_to),
                    "territory": region.territory,
                }
                for region in self.regions
            ],
        }


def unconditional(position: Position) -> Unconditional:
    """Which stones and points are settled for good, for both colours.

    >>> position = Position.from_diagram('''
    ...     . X . X O . .
    ...     X X X X O O O
    ...     O O O O O . O
    ... ''')
    >>> settled = unconditional(position)
    >>> [position.vertex(point) for point in settled.territory_black]
    ['A3', 'C3']
    >>> len(settled.alive_black), len(settled.alive_white)
    (6, 10)
    """
    alive, territory, regions = {}, {}, []
    for color in (BLACK, WHITE):
        found = _core.unconditional(position.core, color)
        alive[color], territory[color] = found.alive, found.territory
        regions += [
            WalledRegion(color, one.points, one.vital_to, one.territory) for one in found.regions
        ]
    return Unconditional(
        alive_black=alive[BLACK],
        alive_white=alive[WHITE],
        territory_black=territory[BLACK],
        territory_white=territory[WHITE],
        regions=tuple(regions),
        width=position.width,
        height=position.height,
    )
