"""White groups whose walls have gaps: regions of several sizes are read there."""

from __future__ import annotations

from gokan.go import Color, Position
from gokan.reading import Problem

# A white row on the second line; the walls leave a gap on the right.
ROW = """
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
X X X X X X X . X . . . .
X O O O O O O . . . . . .
X . . . . . . . . . . . .
"""

# A white corner with gaps on both sides.
CORNER = """
. . . O . . . . .
O O O O X . . . .
. X X X . . . . .
. . . . . . . . .
. . . X . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


def problem(diagram: str, target: str, mover: Color) -> Problem:
    position = Position.from_diagram(diagram, to_play=mover)
    return Problem.make(position, target=[position.point(target)])
