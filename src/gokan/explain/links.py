"""Links between blocks at a glance, by a definition that needs no reading but ladders.

Two blocks of one side are *linked* if they have two empty points in common, or one where an enemy
stone may not be played or falls to a ladder; or if a third block is linked to both. A *cut* at a
point that touches two blocks stands if the new stone cannot be caught in a ladder and no single
answer close by takes it, joins the two blocks, or links them. Close by are the points within two
steps of it, the liberties of the two blocks, and the last liberty of an enemy block beside them.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.go import Position
from gokan.go.ladder import ladder

_AROUND = 2


def linked(position: Position, a: int, b: int) -> bool:
    """Whether the blocks of two stones of one side are one, or linked, by a third block at most.

    >>> bamboo = Position.from_diagram('''
    ... . . . . . . .
    ... . . . . . . .
    ... . . X . X . .
    ... . . X . X . .
    ... . . . . . . .
    ... . . . . . . .
    ... ''')
    >>> linked(bamboo, bamboo.point("C4"), bamboo.point("E4"))
    True
    >>> jump = bamboo.setup(empty=["C3", "E3"])
    >>> linked(jump, jump.point("C4"), jump.point("E4"))
    False
    """
    if firm(position, a, b):
        return True
    return any(firm(position, c, b) and firm(position, c, a) for c in _beside(position, a))


def firm(position: Position, a: int, b: int) -> bool:
    """Whether two stones belong to one block, or their blocks are linked without a third."""
    one, two = position.block(a), position.block(b)
    if b in one.stones:
        return True
    common = [p for p in one.liberties if p in two.liberties]
    if len(common) != 1:
        return len(common) > 1
    (hole,) = common
    enemy = one.color.opponent
    if hole == position.ko:  # a ko is no link: it can be retaken some day
        position = Position.from_board(position.board, position.width, to_play=enemy)
    if not position.is_legal(hole, enemy):
        return True
    cut = position.play(hole, enemy)
    if not cut.board[hole]:  # suicide
        return True
    if not cut.board[a] or not cut.board[b]:
        return False
    return ladder(cut, hole, first="attack").captured is True


def cut_stands(position: Position, at: int, a: int, b: int) -> bool:
    """Whether the side to move cuts the blocks of two enemy stones apart by playing on a point.

    >>> position = Position.from_diagram('''
    ... . . . . . . .
    ... . . . X . . .
    ... . . O . . . .
    ... . . X O . . .
    ... . . X . . . .
    ... . . . . . . .
    ... ''')
    >>> at, a, b = (position.point(v) for v in ("D4", "C4", "D3"))
    >>> cut_stands(position, at, a, b)
    True
    """
    if not position.is_legal(at):
        return False
    after = position.play(at)
    if not after.board[at] or not after.board[a] or not after.board[b] or linked(after, a, b):
        return False
    if ladder(after, at, first="attack").captured is not False:
        return False
    return not any(_mends(after, y, at, a, b) for y in _answers(after, at, a, b))


def _answers(position: Position, at: int, a: int, b: int) -> Iterator[int]:
    """The points where a cut may be mended: around it, next to either block, and the last liberties
    of enemy blocks beside them.
    """
    near = set(within(position, at, _AROUND))
    for block in (position.block(a), position.block(b)):
        near.update(block.liberties)
        beside = {q for p in block.stones for q in position.neighbors(p)}
        for q in beside.intersection(position.stones(block.color.opponent)):
            liberties = position.block(q).liberties
            near.update(liberties if len(liberties) == 1 else ())
    return (p for p in sorted(near) if not position.board[p])


def _mends(position: Position, answer: int, at: int, a: int, b: int) -> bool:
    """Whether an answer takes the cutting stone or links the two blocks again."""
    if not position.is_legal(answer):
        return False
    then = position.play(answer)
    return bool(then.board[answer]) and (not then.board[at] or linked(then, a, b))


def within(position: Position, point: int, steps: int) -> Iterator[int]:
    """The other points within so many steps of a point, along the lines."""
    row, column = divmod(point, position.width)
    for r in range(max(0, row - steps), min(position.height, row + steps + 1)):
        left = steps - abs(r - row)
        for c in range(max(0, column - left), min(position.width, column + left + 1)):
            if (r, c) != (row, column):
                yield r * position.width + c


def _beside(position: Position, stone: int) -> Iterator[int]:
    """One stone of each other block of the side that shares a liberty with the block."""
    block = position.block(stone)
    seen = set(block.stones)
    for p in block.liberties:
        for q in position.neighbors(p):
            if position.board[q] == block.color and q not in seen:
                seen.update(position.block(q).stones)
                yield q
