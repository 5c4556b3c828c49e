"""Why a move, in classes: what it would begin, further and end, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gokan import _core
from gokan.go import Color, Position
from gokan.shape.learn.formation import TIES
from gokan.shape.learn.learned import Library, shipped
from gokan.shape.learn.ranking import ages, model

FORMS = (
    "tie",
    "edge",
    "ends",
    "takes",
    "saves",
    "threatens",
    "breath",
    "star",
    "cluster",
    "triple",
    "breach",
    "set",
    "chain",
    "furthers",
    "disrupts",
)
_OWN = (
    "an extension",
    "a diagonal move",
    "a one-point jump",
    "a knight's move",
    "a two-point jump",
    "a large knight's move",
)
_ENEMY = (
    "a contact",
    "a diagonal contact",
    "a one-point approach",
    "a knight's-move approach",
    "a two-point approach",
    "a large knight's approach",
)
_LINES = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class Reason:
    """A class element or formation of a move, in words, with its weight."""

    kind: str
    words: str
    weight: float
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a move is likely, the weightiest first. Certainty: learned."""

    position: Position
    move: int
    completes: tuple[Reason, ...]
    """Learned classes whose last step the move would be, the most telling first."""
    disrupts: tuple[Reason, ...]
    """Those whose last step the opponent's stone would be here, if it were the opponent's turn."""
    elements: tuple[Reason, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        vertex = self.position.vertex

        def named(found: tuple[Reason, ...]) -> list[dict[str, Any]]:
            return [{"class": r.words, "points": [vertex(p) for p in r.points]} for r in found]

        return {
            "move": vertex(self.move),
            "certainty": "learned",
            "completes": named(self.completes),
            "disrupts": named(self.disrupts),
            "elements": [{"says": r.words, "weight": round(r.weight, 3)} for r in self.elements],
        }

    def explain(self) -> str:
        """One sentence: the class it completes, the one it disrupts, what it begins and ends."""
        parts = [f"completes {self._named(reason)}" for reason in self.completes[:1]]
        parts += [r.words for r in self.elements if r.weight > 0][:3]
        other = ("Black", "White")[self.position.to_play == Color.BLACK]
        # A single stone of a class says nothing of the opponent's plans.
        large = [reason for reason in self.disrupts if len(reason.points) > 1]
        parts += [f"disrupts {other}'s {self._named(reason)}" for reason in large[:1]]
        if not parts:
            return f"{self.position.vertex(self.move)}: nothing speaks for it."
        return f"{self.position.vertex(self.move)} {', '.join(parts)} (learned)."

    def _named(self, reason: Reason) -> str:
        stones = [self.position.vertex(p) for p in reason.points if p != self.move]
        return f"“{reason.words}”" + (f" with {' and '.join(stones)}" if stones else "")


def reasons(
    position: Position,
    move: int,
    *,
    before: Sequence[int] | None = None,
    library: Library | None = None,
    using: _core.FormationModel | None = None,
) -> Reasons:
    """The classes that a move would complete and the elements it would begin and end.

    >>> position = Position.empty(19).play("D4").play("Q16").play("D16").play("F3")
    >>> print(reasons(position, position.point("F4")).explain())  # doctest: +ELLIPSIS
    F4 ...
    """
    known = library or shipped()
    old = ages(position, before)
    theirs = position.with_to_play(position.to_play.opponent)
    completes = _classes(position, old, move, known)
    disrupts = _classes(theirs, old, move, known)
    elements: dict[str, Reason] = {}
    for one in (using or model()).weigh(position.core, old, move):
        form, where = FORMS[one.form], one.where
        words = _words(position, form, one.what, where)
        if words:
            other = elements.get(words)
            total = one.weight + (other.weight if other else 0.0)
            elements[words] = Reason(form, words, total, tuple(p for p in where if p >= 0))
    ordered = sorted(elements.values(), key=lambda r: (-r.weight, r.words))
    return Reasons(position, move, completes, disrupts, tuple(ordered))


def _classes(position: Position, old: list[int], move: int, known: Library) -> tuple[Reason, ...]:
    """The learned classes that the side to play would complete, the largest first."""
    if not position.is_legal(move):
        return ()
    after = position.play(move).board  # stones that the move takes form nothing
    found = _core.formations_of(position.core, old, move, known.codes)
    return tuple(
        Reason("class", known.title(one.formation), 0.0, one.points)
        for one in sorted(found, key=lambda f: (-len(f.points), f.formation))
        if all(after[p] for p in one.points)
    )


def _words(
    position: Position, form: str, what: tuple[int, int, int, int], where: tuple[int, int]
) -> str:
    vertex = position.vertex
    if form == "tie":
        kind, enemy = what[:2]
        deed = _ENEMY[kind] + " to" if enemy else _OWN[kind] + " from"
        return f"makes {deed} {vertex(where[0])}"
    if form == "edge":
        return f"stands on the {_LINES[what[0]]} line"
    if form == "ends":
        if what[2]:
            return f"cuts {vertex(where[0])} off from the edge"
        whose = ("its own", "the", "the opponent's")[what[1]]
        name = TIES[what[0]].replace("-", " ")
        return f"ends {whose} {name} {vertex(where[0])} {vertex(where[1])}"
    if form == "takes":
        return "takes stones off"
    if form == "saves":
        return "joins stones in atari"
    if form == "threatens":
        return f"puts {vertex(where[0])} in atari" if what[0] == 1 else ""
    return ""
