"""Formations: what a move completes that earlier stones began, by the learned classes of shape.

That the formation is there is exact by its definition; its name comes from a vocabulary. Only where
the moves so far are known, since the sentence says when it began.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan import _core
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.shapes import shapes_of

_VALUE = 0.2
_BUILT = ("enclosure", "connection", "tiger's mouth", "bamboo joint", "straight line")
"""What is built over several moves. A push or a jump is one move: nothing of it was begun."""
_LEAST_AGE = 2  # moves since it was begun; what the last moves began needs no telling


def claims(scene: Scene) -> Iterator[Claim]:
    """The largest formation with a name that the move completes, if own stones began it earlier.

    >>> from gokan.explain.scene import Table
    >>> from gokan.go import Position
    >>> position, moves = Position.empty(19), []
    >>> for vertex in ("C4", "Q16", "Q3", "D17"):
    ...     moves.append(position.point(vertex))
    ...     position = position.play(vertex)
    >>> (claim,) = claims(Scene(position, "E3", Table(position, moves=tuple(moves))))
    >>> claim["shape"], claim["begun"]
    ("knight's enclosure", 1)
    """
    from gokan.shape.learn.learned import shipped
    from gokan.shape.learn.ranking import NEVER, ages

    moves = scene.table.moves
    if moves is None:
        return
    library = shipped()
    old = ages(scene.before, moves)
    known = {found.shape.name for found in shapes_of(scene)}
    found = _core.formations_of(scene.before.core, old, scene.move, library.codes)
    for one in sorted(found, key=lambda one: (-len(one.points), one.formation)):
        learned, points = library.classes[one.formation], one.points
        own = [
            old[p]
            for p, stone in zip(points[:-1], learned.formation.stones, strict=False)
            if not stone.enemy
        ]
        if not own or not _LEAST_AGE <= max(own) < NEVER or not _is_name(learned.title):
            continue
        shape = learned.title.split(" on the ")[0]  # where it is everybody sees
        if shape in known:
            continue
        begun = len(moves) - max(own)
        yield Claim(
            "completes",
            scene.move,
            scene.mover,
            "exact",
            "shape",
            points={"stones": points[:-1]},
            numbers={"begun": begun},
            names={"shape": shape, "number": str(begun), "formation": str(learned.code)},
            value=_VALUE,
        )
        return


def _is_name(title: str) -> bool:
    """Whether a title is a player's name of what was built, not a description with a number."""
    return "," not in title and "(" not in title and any(word in title for word in _BUILT)
