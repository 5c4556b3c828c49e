"""Moves in order by class elements alone: which would a professional play?

A move is worth the sum of the weights of the elements and formations it would begin, end and
further (core/shape/formation.h). No windows of stones, no patterns, no distances: what lies near
counts because it is tied, what is recent because its stones are young. Certainty: learned.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from gokan import _core
from gokan.errors import GokanError
from gokan.go import Position

MODEL = "moves.gkf"
NEVER = 1000
"""The age of a stone that nobody saw being played."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move and its chance."""

    move: int
    chance: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """All legal moves but passing, the likeliest first. Certainty: learned."""

    position: Position
    moves: tuple[Ranked, ...]

    def to_dict(self) -> dict[str, Any]:
        """Vertices and chances."""
        return {
            "certainty": "learned",
            "moves": [
                {"move": self.position.vertex(m.move), "chance": m.chance} for m in self.moves
            ],
        }

    def explain(self) -> str:
        """The first moves, in a sentence."""
        first = [f"{self.position.vertex(m.move)} ({100 * m.chance:.0f} %)" for m in self.moves[:5]]
        return f"By class elements alone the likeliest moves are {', '.join(first)} (learned)."


def rank(position: Position, *, before: Sequence[int] | None = None) -> Ranking:
    """The chances of all legal moves; `before` are the moves so far (-1 is a pass).

    Without `before` only the last five moves are known, from the position.

    >>> ranking = rank(Position.empty(19))
    >>> ranking.position.vertex(ranking.moves[0].move)[0] in "CDEPQR"
    True
    """
    scored = scores(position, before)
    if not scored:
        return Ranking(position, ())
    highest = max(score for _, score in scored)
    weights = [(move, math.exp(score - highest)) for move, score in scored]
    total = sum(weight for _, weight in weights)
    moves = sorted((Ranked(m, w / total) for m, w in weights), key=lambda m: (-m.chance, m.move))
    return Ranking(position, tuple(moves))


def scores(
    position: Position,
    before: Sequence[int] | None = None,
    *,
    old: Sequence[int] | None = None,
    using: _core.FormationModel | None = None,
) -> list[tuple[int, float]]:
    """Legal moves with their worth; only differences mean something. `old` are ages, if known."""
    aged = list(old) if old is not None else ages(position, before)
    with _one_at_a_time:
        return (using or model()).scores(position.core, aged)


def ages(position: Position, before: Sequence[int] | None = None) -> list[int]:
    """How many moves ago each stone was played: 0 for the last move, `NEVER` where unknown.

    >>> start = Position.empty(9).play("C3").play("G7")
    >>> found = ages(start)
    >>> found[start.point("G7")], found[start.point("C3")], found[0]
    (0, 1, 1000)
    """
    moves = list(before) if before is not None else position.core.recent[::-1]
    found = [NEVER] * len(position.board)
    for age, move in enumerate(reversed(moves)):
        if move >= 0 and found[move] == NEVER:
            found[move] = age
    return found


# The model keeps what it gathers about a position inside itself, so threads take turns.
_one_at_a_time = threading.Lock()


@cache
def model() -> _core.FormationModel:
    """The weights that come with Gokan."""
    try:
        packed = (files("gokan.shape") / "learned" / MODEL).read_bytes()
    except FileNotFoundError:
        raise GokanError(
            "The weights of class elements are missing from this installation;"
            " learn some with 'gokan train classes'."
        ) from None
    return load(packed)


def load(packed: bytes) -> _core.FormationModel:
    """Weights from the bytes of their file."""
    made = _core.FormationModel()
    try:
        made.load(packed)
    except ValueError as error:
        raise GokanError(f"The weights of class elements cannot be read: {error}.") from None
    return made
