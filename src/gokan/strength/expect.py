"""Which move would a professional play? Patterns, simple features and strength in one likelihood.

Every legal move has a worth, the sum of the weights of its patterns and features; its chance is the
exponential of that over the sum of all. The weights are learned from professional games
(`gokan_lab.fits.strength`); `data/MODEL_CARD.md` says from which and how.
"""

from __future__ import annotations

import json
import math
import threading
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from gokan import _core
from gokan.errors import GokanError, InvalidInput
from gokan.go import PASS, Position

MODEL = "moves.gkm"
WITHOUT_STRENGTH = "moves_without_strength.json"


@dataclass(frozen=True, slots=True)
class ExpectedMove:
    """A move and the chance that a professional plays it here."""

    move: int
    chance: float


@dataclass(frozen=True, slots=True)
class Expectation:
    """All legal moves but passing, the most likely first. The chances add up to 1."""

    position: Position
    moves: tuple[ExpectedMove, ...]

    def chance(self, move: int | str) -> float:
        """The chance of one move; 0 if it is not legal."""
        point = self.position.point(move) if isinstance(move, str) else move
        return next((m.chance for m in self.moves if m.move == point), 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: vertices and chances."""
        vertex = self.position.vertex
        return {"moves": [{"move": vertex(m.move), "chance": m.chance} for m in self.moves]}


def expect(position: Position, *, before: Sequence[int] | None = None) -> Expectation:
    """The chances of all legal moves of the side to move.

    Args:
        position: any position; the model was made from 19x19 boards.
        before: the moves so far, the latest last (-1 for a pass). Without it only the last move is
            known, from the position.

    >>> from gokan.go import Position
    >>> start = expect(Position.empty(19))
    >>> start.position.vertex(start.moves[0].move) in ("D4", "D16", "Q4", "Q16")
    True
    >>> round(sum(m.chance for m in start.moves), 6)
    1.0
    """
    recent = last_two(position, before)
    with _one_at_a_time:
        scored = model().scores(position.core, *recent)
    if not scored:
        return Expectation(position, ())
    highest = max(score for _, score in scored)
    weights = [(move, math.exp(score - highest)) for move, score in scored]
    total = sum(weight for _, weight in weights)
    moves = sorted((ExpectedMove(m, w / total) for m, w in weights), key=lambda m: -m.chance)
    return Expectation(position, tuple(moves))


def last_two(position: Position, before: Sequence[int] | None) -> tuple[int, int]:
    """The last move and the one before it, -1 where there is none or it was a pass."""
    if before is None:
        last = position.last_move
        return (PASS if last is None else last), PASS
    for move in before[-2:]:
        if not isinstance(move, int) or not -1 <= move < len(position.board):
            raise InvalidInput(f"{move!r} is not a move on this board.")
    return (before[-1] if before else PASS), (before[-2] if len(before) > 1 else PASS)


# The model keeps what it gathers about a position inside itself, so threads take turns.
_one_at_a_time = threading.Lock()


@cache
def model(*, strength: bool = True) -> _core.MoveModel:
    """The model that comes with Gokan; `strength=False` leaves the dynamical system out of it."""
    folder = resources.files("gokan.strength") / "data"
    try:
        packed = (folder / MODEL).read_bytes()
    except FileNotFoundError:
        raise GokanError(
            "The model of moves is missing from this installation; train one with "
            "'python -m gokan_lab.fits.strength'."
        ) from None
    made = load_model(packed)
    if not strength:
        made.set_parts(True, True, False)
        made.feature_weights = json.loads((folder / WITHOUT_STRENGTH).read_text("utf-8"))
    return made


def load_model(packed: bytes) -> _core.MoveModel:
    """A model from the bytes of its file."""
    made = _core.MoveModel(True, True, True)
    try:
        made.load(zlib.decompress(packed))
    except (zlib.error, ValueError) as error:
        raise InvalidInput(f"This is not a model of moves: {error}.") from None
    return made
