"""Which claims about stones the assessment allows: what a move is said to save is not said to be
dead elsewhere.

Tactics looks at one block within a small budget, and a search that is not proved may be wrong. So a
claim that was only read is told if the assessment of the group, after the move and with the
opponent to move, leaves it possible (`gokan.assess.turns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gokan.assess.assessor import forecast
from gokan.assess.groups import assess_group, in_its_place
from gokan.assess.turns import possible
from gokan.assessment import GroupAssessment, TurnWord
from gokan.effort import QUICK
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene

__all__ = ["allowed"]

_SAYS: dict[str, TurnWord] = {
    "rescues": "stands",
    "lives": "stands",
    "kills": "falls",
    "neglects": "falls",
    "endangers": "falls",
    "makes ko": "ko",
}
"""What becomes of the stones of a claim, the opponent of the move moving next."""


def allowed(scene: Scene, claims: Iterable[Claim]) -> Iterator[Claim]:
    """The claims that the assessment does not rule out.

    >>> from gokan.go import BLACK, Position
    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> scene = Scene(position, "B5")
    >>> stones = {"stones": tuple(map(position.point, ("A4", "B4", "C4", "D4")))}
    >>> said = [Claim(kind, scene.move, BLACK, "read", "reading", stones)
    ...         for kind in ("kills", "makes ko")]
    >>> [claim.kind for claim in allowed(scene, said)]
    ['kills']
    """
    for claim in claims:
        if claim.certainty != "read" or claim.kind not in _SAYS or _is_possible(scene, claim):
            yield claim


def _is_possible(scene: Scene, claim: Claim) -> bool:
    there = [p for p in claim.points.get("stones", ()) if scene.after.board[p]]
    if not there:
        return True
    return _SAYS[claim.kind] in possible(_group(scene, min(there)), scene.enemy)


def _group(scene: Scene, stone: int) -> GroupAssessment:
    """What is true of a group after the move, found out once."""
    after = scene.after
    ownership = scene.once("forecast", lambda: forecast(after))

    def ask(other: int) -> GroupAssessment:
        one = assess_group(after, other, QUICK, ownership)
        return in_its_place(after, one, lambda p: assess_group(after, p, QUICK, ownership)).group

    return scene.once(("assessed", stone), lambda: ask(stone))
