"""Whether two blocks of one side hang together, seen at a glance: no move is tried (3.4).

The rules are few, and each is a judgement that a player makes without reading:

- two common liberties, or one where the opponent's stone would be taken at once: no cut;
- one common liberty: they can be joined there, and cut there;
- no common liberty, but a point beside one from which two points beside the other can be reached:
  they can be joined there.

What no rule joins is taken to be cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gokan.go import Block, Position

__all__ = ["Joint", "look_between"]


@dataclass(frozen=True, slots=True)
class Joint:
    """What was seen between two blocks, and what was looked at for it."""

    possible: bool
    unassailable: bool
    moves: tuple[int, ...] = ()
    cuts: tuple[int, ...] = ()
    points: frozenset[int] = frozenset()
    blocks: frozenset[int] = frozenset()


def look_between(
    position: Position, blocks: Mapping[int, Block], block_at: Mapping[int, int], one: int, two: int
) -> Joint:
    r"""The joint of two blocks of a side, by the rules above.

    >>> position = Position.from_diagram(". X . .\n. . X .\n. . . .")
    >>> blocks = {block.stones[0]: block for block in position.blocks()}
    >>> joint = look_between(position, blocks, {1: 1, 6: 6}, 1, 6)
    >>> joint.possible, joint.unassailable
    (True, True)
    """
    board = position.board
    mine, theirs = set(blocks[one].liberties), set(blocks[two].liberties)
    common = sorted(mine & theirs)
    enemy = blocks[one].color.opponent
    points: set[int] = set()
    seen: set[int] = set()
    guarded = 0
    for p in common:
        breath: set[int] = set()
        takes = False
        for n in position.neighbors(p):
            points.add(n)
            if not board[n]:
                breath.add(n)
                continue
            block = blocks[block_at[n]]
            seen.add(block_at[n])
            if block.color == enemy:
                breath.update(q for q in block.liberties if q != p)
            elif len(block.liberties) == 1:
                takes = True
        guarded += not takes and len(breath) <= 1
    looked = frozenset(points), frozenset(seen)
    if guarded or len(common) >= 2:
        return Joint(True, True, (), (), *looked)
    if common:
        return Joint(True, False, (common[0],), (common[0],), *looked)
    moves = []
    for own, other in ((mine, theirs), (theirs, mine)):
        for p in own:
            near = position.neighbors(p)
            points.update(near)
            if sum(n in other for n in near) >= 2 or _leans(position, p, other, enemy, points):
                moves.append(p)
    cuts = sorted(moves)
    return Joint(bool(moves), False, tuple(cuts), tuple(cuts), frozenset(points), looked[1])


def _leans(position: Position, p: int, other: set[int], enemy: int, points: set[int]) -> bool:
    """From p one point beside the other block is reached, and no enemy stands next to that."""
    for n in position.neighbors(p):
        if n in other:
            near = position.neighbors(n)
            points.update(near)
            if len(near) <= 3 and not any(position.board[q] == enemy for q in near):
                return True
    return False
