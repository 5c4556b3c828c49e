"""What a move answers: the opponent's last move, by its name, if it was played close by.

The name is exact: the last stone is taken off the board again, and the books of shapes and of the
opening say what it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.shapes import shapes_of
from gokan.explain.sources import opening
from gokan.go import PASS, Position

CLOSE, CONTACT, CORNER = 2, 3, 7
"""Steps within which a move answers any other, one that touches its stones, and one of a corner."""
NAMED = 2
"""The weight from which on the last move is called by its shape."""
_OPENING = {
    "approach": "approach",
    "double approach": "double approach",
    "invasion": "invasion",
    "pincer": "pincer",
}

_STANDING = frozenset(
    {"dog's face", "horse's head", "table", "trapezium", "bamboo joint", "square four", "dumpling"}
)
"""Names for how stones stand together, not for a move that one answers."""


def claims(scene: Scene) -> Iterator[Claim]:
    """One claim if the move is close to the last one; none where that is not known.

    >>> position = Position.empty(19).play("Q16").play("O17")
    >>> claim, = claims(Scene(position, "R14"))
    >>> claim.kind, claim["called"], position.vertex(claim["last"][0])
    ('answers', 'approach', 'O17')
    """
    last = scene.before.last_move
    if last is None or last == PASS or scene.before.board[last] != scene.enemy:
        return
    if scene.distance(last) > CORNER or last in scene.captured:
        return
    kind, called = scene.table.once("last", lambda: name(scene.before, last))
    touches = any(scene.before.board[q] == scene.mover for q in scene.before.neighbors(last))
    far = CORNER if kind == "opening" else CONTACT if touches else CLOSE
    if scene.distance(last) > far or (kind == "opening" and not _shares_corner(scene, last)):
        return
    yield Claim(
        "answers",
        scene.move,
        scene.mover,
        "exact",
        "rules",
        points={"last": (last,)},
        names={"called": called, "from": kind},
    )


def name(position: Position, last: int) -> tuple[str, str]:
    """What the last move is called, and which book has the name: rules, opening, shapes, none."""
    mover = position.to_play
    for q in position.neighbors(last):
        if position.board[q] == mover and len(position.block(q).liberties) == 1:
            return "rules", "atari"
    board = list(position.board)
    board[last] = 0
    before = Position.from_board(board, position.width, to_play=mover.opponent)
    if before.why_illegal(last) is not None:
        return "none", ""
    scene = Scene(before, last)
    for claim in opening.claims(scene):
        if claim.kind in _OPENING:
            return "opening", _OPENING[claim.kind]
    found = [one.shape for one in shapes_of(scene) if one.shape.weight >= NAMED]
    shapes = [shape for shape in found if shape.name not in _STANDING]
    shape = max(shapes, key=lambda one: one.weight, default=None)
    return ("none", "") if shape is None or shape.repute == "bad" else ("shapes", shape.name)


def _shares_corner(scene: Scene, last: int) -> bool:
    """Whether move and last move lie in the same corner or beside it: no farther than a corner."""
    width = scene.before.width
    size = opening.corner_size(width, scene.before.height) - 2
    return (
        abs(last // width - scene.move // width) <= size
        and abs(last % width - scene.move % width) <= size
    )
