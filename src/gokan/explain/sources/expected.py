"""How natural a move is: the chance that a strong player would choose it here.

No reason by itself, but a claim that can be checked, and the best single guess at what a move is
worth among others that look as good.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene

MOST, MANY = 0.5, 0.1
"""The chances from which on a move is the one to be expected, or one of several."""
LEAST = 0.002
"""Moves that are less likely are all alike."""


def claims(scene: Scene) -> Iterator[Claim]:
    """The claim; none without a learned outlook that has an opinion on moves.

    >>> from gokan.go import Position
    >>> list(claims(Scene(Position.empty(9), "E5")))
    []
    """
    outlook = scene.table.outlook
    if outlook is None or outlook.certainty != "learned":
        return
    if not outlook.view(scene.before).moves:
        return
    likely = chance(scene)
    how = "most" if likely >= MOST else "many" if likely >= MANY else "few"
    yield Claim(
        "expected",
        scene.move,
        scene.mover,
        "learned",
        outlook.sense,
        numbers={"chance": round(100 * likely, 1)},
        names={"how": how},
        value=math.log(likely / MANY),
        against=likely < MANY,
    )


def chance(scene: Scene) -> float:
    """The chance of the move by the outlook."""
    outlook = scene.table.outlook
    moves = {} if outlook is None else dict(outlook.view(scene.before).moves)
    return max(LEAST, moves.get(scene.move, 0.0))
