"""Tempo: whose point it was, whether it must be answered, and what it loses to a better move.

These claims need an outlook that knows whose turn it is (a network); they are learned. What a
tempo is worth is the difference between having the move and not having it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.outlook import View
from gokan.explain.scene import Scene

WANTED = 0.25
"""The chance of a move for the opponent from which on it is called his point."""
MUST_ANSWER = 4.0
"""Points by which the next tempo is worth more than an ordinary one."""
NEAR = 4


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims about tempo; none without a learned outlook.

    >>> from gokan.go import Position
    >>> list(claims(Scene(Position.empty(9), "E5")))
    []
    """
    outlook = scene.table.outlook
    ignored, after = scene.table.ignored_view, scene.view
    if outlook is None or outlook.certainty != "learned" or ignored is None or after is None:
        return
    sign = 1 if scene.mover == 1 else -1
    chance = dict(ignored.moves).get(scene.move, 0.0)
    if chance >= WANTED:
        yield _claim(scene, "wanted point", numbers={"chance": round(100 * chance)})
    now = outlook.view(scene.before)
    usual = sign * (now.lead - ignored.lead)
    more = sign * (outlook.view(scene.elsewhere).lead - after.lead)
    reply = _reply(scene, after)
    if more - max(usual, 0.0) >= MUST_ANSWER and reply is not None:
        yield _claim(
            scene,
            "must be answered",
            points={"reply": (reply,)},
            numbers={"points": round(more, 1)},
        )


def _reply(scene: Scene, after: View) -> int | None:
    """The likeliest answer, if it is near the move."""
    if not after.moves:
        return None
    move = after.moves[0][0]
    return move if move >= 0 and scene.distance(move) <= NEAR else None


def _claim(
    scene: Scene,
    kind: str,
    *,
    points: dict[str, tuple[int, ...]] | None = None,
    numbers: dict[str, float] | None = None,
) -> Claim:
    assert scene.table.outlook is not None
    return Claim(
        kind,
        scene.move,
        scene.mover,
        "learned",
        scene.table.outlook.sense,
        points or {},
        numbers or {},
    )
