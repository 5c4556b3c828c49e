"""Shapes by name: exact by the definitions in `data/shapes.txt`.

That a move has the shape is exact; whether the shape is good is what players usually think of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.shapes import shapes_of

_VALUE = {"good": 0.3, "plain": 0.1, "bad": -0.3}


def claims(scene: Scene) -> Iterator[Claim]:
    """One claim for each shape that the move makes.

    >>> from gokan.go import Position
    >>> position = Position.from_diagram('''
    ...     . . . .
    ...     . X . .
    ...     . . X .
    ...     . . . .
    ... ''')
    >>> [(claim["shape"], claim.against) for claim in claims(Scene(position, "C3"))]
    [('empty triangle', True)]
    """
    for found in shapes_of(scene):
        shape = found.shape
        bad = shape.repute == "bad"
        yield Claim(
            "shape",
            scene.move,
            scene.mover,
            "exact",
            "shape",
            points={"stones": found.stones},
            numbers={"weight": shape.weight},
            names={"shape": shape.name, "repute": shape.repute, "says": shape.says},
            value=_VALUE[shape.repute],
            against=bad,
        )
