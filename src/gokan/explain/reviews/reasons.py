"""Reasons in a review: what is said of a bad move, and for the better one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gokan.explain.claim import CERTAINTIES, Certainty
from gokan.explain.outlook import Outlook
from gokan.explain.reviews.answer import Choice, Reason
from gokan.explain.reviews.record import Frame
from gokan.explain.scene import Level as Words
from gokan.explain.select import MOST
from gokan.go import PASS

__all__ = ["sentences", "told"]

_FACTS: tuple[Certainty, ...] = ("exact", "proved", "read")
_SAID_BY_THE_SEARCH = ("loses", "loses the chance")
"""What a move loses is told from the review's own searches, at equal budgets."""


def told(
    frame: Frame,
    choices: Sequence[Choice],
    level: Words,
    outlook: Outlook,
    *,
    bad: bool = True,
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """What is said about a move, and, if it was bad, for the better one, which is set against the
    move that was played, whatever else was possible.
    """
    vertex = frame.before.vertex
    others = [frame.before.point(one.vertex) for one in choices if one.vertex != "pass"]
    better = next((p for p in others if p != frame.move), None)
    reasons = sentences(frame, frame.move, others, level, outlook, bad=bad)
    instead: tuple[Reason, ...] = ()
    if bad and better is not None and choices[0].vertex != vertex(frame.move):
        instead = sentences(frame, better, [frame.move], level, outlook)
    return reasons, instead


def sentences(
    frame: Frame,
    move: int,
    others: Sequence[int],
    level: Words,
    outlook: Outlook,
    *,
    most: int = MOST,
    bad: bool = False,
) -> tuple[Reason, ...]:
    """What is told of one move against others.

    Whether it is bad the review knows from its own searches. Of a bad one only facts are told, for
    and against it: where it gains and loses points its cost says. Nothing is held against others.
    """
    from gokan.explain.account import move as explain

    position = frame.before
    if move == PASS or not position.is_legal(move):
        return ()  # what the rules forbid may stand in a record all the same
    candidates = [p for p in others if p != PASS]
    answer = explain(
        position,
        move,
        candidates=candidates,
        level=level,
        outlook=outlook,
        most=MOST if bad else most,
        before=frame.so_far,
        blame=bad,
    )
    among = _FACTS if bad else CERTAINTIES
    kept = tuple(
        one for one in answer.told if one.kind not in _SAID_BY_THE_SEARCH and one.certainty in among
    )
    if kept[:1] != answer.told[:1]:  # what was said beside the first sentence goes with it
        answer = replace(answer, shape=None, answers=None)
    return tuple(
        Reason(
            text=one.text,
            certainty=one.certainty,
            kind=one.claim.kind,
            points=tuple(
                dict.fromkeys(
                    position.vertex(p) for points in one.claim.points.values() for p in points
                )
            ),
        )
        for one in replace(answer, told=kept).sentences
    )
