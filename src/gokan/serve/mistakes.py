"""One's own mistakes as problems: the position before a move that lost much; find a better one.

A move is judged by playing it out: the positions after it and after the best move are searched
alike, and what it loses is measured. Nothing is proved here, so between a good move and one as bad
as the old one lies a third outcome, which does not count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from gokan.play.player import Stop
from gokan.play.session import Session
from gokan.play.tree.analysis import Analyst
from gokan.serve import messages
from gokan.serve.practice import Outcome
from gokan.serve.questions import try_move

__all__ = ["LEAST", "Judged", "judge_move", "mistakes_of"]

LEAST = 4.0
"""Points that a mistake costs at the least, as OGS has it."""
_VISITS = 160
_GOOD, _GOOD_SHARE = 1.0, 0.25  # points that a good move may lose, or of what the mistake lost
_BAD_SHARE = 0.6

Judged = tuple[Outcome, messages.Tried]


def mistakes_of(
    game: str, title: str, answer: Mapping[str, Any], color: str
) -> list[tuple[str, dict[str, Any]]]:
    """The mistakes of one side that a review tells, with a name for each.

    >>> move = {"number": 7, "color": "black", "vertex": "A1", "loss": 6.25,
    ...         "candidates": [{"vertex": "D4"}]}
    >>> [(_, record)] = mistakes_of("g", "Ann – Ben", {"moves": [move]}, "black")
    >>> record["at"], record["played"], record["best"], record["loss"]
    (6, 'A1', 'D4', 6.2)
    """
    found: list[tuple[str, dict[str, Any]]] = []
    for move in answer.get("moves", ()):
        better = [one["vertex"] for one in move.get("candidates", ())]
        better = [vertex for vertex in better if vertex != move["vertex"]]
        if move["color"] != color or move["loss"] < LEAST or not better:
            continue
        at = int(move["number"]) - 1
        name = hashlib.sha256(f"{game} {at}".encode()).hexdigest()[:16]
        record = {
            "at": at,
            "to_play": color,
            "played": move["vertex"],
            "best": better[0],
            "loss": round(float(move["loss"]), 1),
            "title": title,
        }
        found.append((name, record))
    return found


def judge_move(
    analyst: Analyst, session: Session, record: Mapping[str, Any], vertex: str, *, stop: Stop
) -> Judged:
    """What a move is worth in place of the mistake."""
    best = record["best"]
    ask = messages.TryAsk(at=record["at"], vertex=vertex, best=best, visits=_VISITS)
    tried = try_move(analyst, session, ask, stop=stop)
    lost, mistake = tried.loss, float(record["loss"])
    if vertex == record["played"]:
        return "wrong", tried
    if lost <= max(_GOOD, _GOOD_SHARE * mistake):
        return "solved", tried
    return ("wrong" if lost >= _BAD_SHARE * mistake else "undecided"), tried
