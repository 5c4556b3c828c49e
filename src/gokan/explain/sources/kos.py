"""Kos: what one is worth, so how large a threat must be, and which moves are threats.

A ko is worth the difference between the board where one side has settled it and the board where the
other has. A threat is worth what a second move there gains. Both are an outlook's numbers: learned.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.errors import IllegalMove
from gokan.explain.claim import Claim
from gokan.explain.outlook import FIRM
from gokan.explain.scene import Scene
from gokan.explain.sources.tempo import by_look, follow_up
from gokan.go import PASS, Position

LEAST = 2.0
"""Points that a ko, or a threat, must be worth to be told."""
AWAY = 4
"""Steps from the ko on which a move is a threat; closer by it belongs to the fight itself."""


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims about a ko that the move takes or for which it is a threat; none without a network.

    >>> list(claims(Scene(Position.empty(9), "E5")))
    []
    """
    outlook = scene.table.outlook
    if outlook is None or outlook.certainty != "learned":
        return
    if scene.after.ko is not None and len(scene.captured) == 1:
        worth = ko_worth(scene, scene.after, taken=scene.captured[0])
        if worth is not None and worth >= LEAST:
            yield Claim(
                "ko size",
                scene.move,
                scene.mover,
                "learned",
                outlook.sense,
                points={"at": scene.captured},
                numbers={"points": round(worth, 1)},
            )
    banned = scene.before.ko
    if banned is None or scene.captured or scene.distance(banned) < AWAY:
        return
    worth = ko_worth(scene, scene.ignored, taken=banned)
    more, _ = follow_up(scene)
    if worth is None or worth < LEAST or more < LEAST:
        return
    if any(one < FIRM * more for one, _ in by_look(scene)):
        return
    yield Claim(
        "ko threat",
        scene.move,
        scene.mover,
        "learned",
        outlook.sense,
        points={"at": (banned,)},
        numbers={"points": round(more, 1), "ko": round(worth, 1)},
        names={"size": "large" if more >= worth else "small"},
        against=more < worth,  # who fights a ko does not choose it
    )


def ko_worth(scene: Scene, position: Position, *, taken: int) -> float | None:
    """What a ko is worth in points: who holds it fills the point `taken`, or the other takes there.

    None where one of the two is not open. The position is that of the other, who may not take yet,
    or of the holder.
    """
    outlook = scene.table.outlook
    assert outlook is not None
    holder = position if position.ko is None else _passed(position)
    try:
        filled, retaken = holder.play(taken), _passed(holder).play(taken)
    except IllegalMove:
        return None
    one, two = outlook.views([filled, retaken])
    return abs(one.lead - two.lead)


def _passed(position: Position) -> Position:
    """After a pass that does not end the game."""
    return Position(position.core.with_passes(0), position.rules).play(PASS)
