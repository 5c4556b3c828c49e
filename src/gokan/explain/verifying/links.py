"""Cuts and links derived again on the twin's board, from the definition in words alone.

Two blocks hang together if they share two empty points, or one where an enemy stone is barred or
falls to a ladder. A cut stands if the stone that makes it is not caught in a ladder, and no answer
close by takes it or brings the two blocks together, by way of a third block or not.
"""

from __future__ import annotations

from gokan.explain.verifying.twin import OTHER, Place, Slow, ladder


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
    for answer in _close(cut, place, a, b):
        then = cut.play(answer, OTHER[colour])
        if then is not None and (place not in then.stones or joined(then, a, b)):
            return False
    return True


def _close(board: Slow, place: Place, a: Place, b: Place) -> set[Place]:
    """Empty points within two steps of the cut, liberties of the two blocks, and of enemy blocks
    in atari that touch one of them.
    """
    found = board.liberties(a) | board.liberties(b)
    blocks = board.block(a) | board.block(b)
    for enemy in board.blocks(OTHER[board.stones[a]]):
        liberties = board.liberties(min(enemy))
        touching = any(abs(r - s) + abs(c - d) == 1 for r, c in enemy for s, d in blocks)
        if len(liberties) == 1 and touching:
            found = found | liberties
    steps = range(-2, 3)
    around = {(place[0] + r, place[1] + c) for r in steps for c in steps if abs(r) + abs(c) <= 2}
    inside = {(r, c) for r, c in around if 0 <= r < board.height and 0 <= c < board.width}
    return found | (inside - set(board.stones))


def _free(board: Slow) -> Slow:
    """The board without a ban on retaking: the other side's turn."""
    return Slow(board.height, board.width, board.stones)
