"""The chance that the side to move reaches its goal: a look that reading may ask for."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.intuition import life, reach

# Black's corner lives if Black plays first, and dies otherwise.
CORNER = """
    . . . . X O . . .
    . X X X X O . . .
    X X O O O O . . .
    O O . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_it_is_what_the_fates_say(mover):
    position = Position.from_diagram(CORNER, to_play=mover)
    stones = position.block("B8").stones
    guess = life(position, stones, ways=(0,))
    fate = guess.own_first if mover == BLACK else guess.enemy_first
    taken = fate.dead + fate.ko
    want = 1 - taken if mover == BLACK else taken
    assert reach(position, stones) == pytest.approx(want, abs=1e-6)
