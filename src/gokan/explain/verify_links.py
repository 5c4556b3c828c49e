"""Cuts and links derived again on the twin's board, from the definition in words alone.

Two blocks hang together if they share two empty points, or one where an enemy stone is barred or
falls to a ladder. A cut stands if the stone that makes it is not caught in a ladder, and no answer
within two steps of it takes it or brings the two blocks together.
"""

from __future__ import annotations

from gokan.explain.twin import OTHER, Place, Slow, ladder


def together(board: Slow, a: Place, b: Place) -> bool:
    """Whether two stones are one block, or their blocks hang together."""
    if board.block(a) == board.block(b):
        return True
    shared = board.liberties(a) & board.liberties(b)
    if len(shared) >= 2 or not shared:
        return bool(shared)
    colour = board.stones[a]
    (place,) = shared
    cut = _free(board).play(place, OTHER[colour])
    if cut is None:
        return True
    if not {a, b} <= set(cut.stones):
        return False
    return ladder(cut, place, attacker_first=True)


def joined(board: Slow, a: Place, b: Place) -> bool:
    """The same, or by way of any third block."""
    if together(board, a, b):
        return True
    thirds = [min(block) for block in board.blocks(board.stones[a])]
    return any(together(board, a, c) and together(board, c, b) for c in thirds if c not in (a, b))


def cuts(board: Slow, place: Place, colour: str, a: Place, b: Place) -> bool:
    """Whether a stone of a colour on a point cuts two stones of the other side apart."""
    cut = board.play(place, colour)
    if cut is None or a not in cut.stones or b not in cut.stones or joined(cut, a, b):
        return False
    if ladder(cut, place, attacker_first=True):
        return False
    for row in range(board.height):
        for column in range(board.width):
            answer = (row, column)
            if not 0 < abs(row - place[0]) + abs(column - place[1]) <= 2:
                continue
            then = cut.play(answer, OTHER[colour])
            if then is None:
                continue
            if place not in then.stones or together(then, a, b):
                return False
            if together(then, answer, a) and together(then, answer, b):
                return False
    return True


def _free(board: Slow) -> Slow:
    """The board without a ban on retaking: the other side's turn."""
    return Slow(board.height, board.width, board.stones)
