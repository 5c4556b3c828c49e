"""Assertions: what a rule says about one place of a position (Klinger 3.12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from gokan.go import Color, Position
from gokan.goals.knowledge.purposes import PURPOSES, GoalKind

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.goals.knowledge.rule import Rule

__all__ = ["Assertion", "Recommendation"]

Recommendation = Literal["good", "bad", "threat"]


@dataclass(frozen=True)
class Assertion:
    """One rule, matched at one place, for one side. All points are those of the position."""

    position: Position
    rule: Rule
    color: Color
    """The side the rule speaks for: whose move it is, or whose eye or connection."""
    objects: tuple[int, ...]
    """Up to three stones that the goal is about, in the order the rule names them."""
    moves: tuple[int, ...]
    """The prescribed points ("Rx"); empty for eyes and connections."""
    border: frozenset[int]
    centre: frozenset[int]
    anchors: tuple[tuple[int, int], ...]
    """Where each map lies: the point of its anchor, and which of the eight orientations."""

    @property
    def purpose(self) -> str:
        """One of the 22 purposes of 3.12, or `eye`, or `connection`."""
        return self.rule.purpose

    @property
    def goal(self) -> GoalKind:
        """The strategic goal it works for."""
        return PURPOSES[self.rule.purpose].goal

    @property
    def recommendation(self) -> Recommendation | None:
        """Whether the moves are good, bad, or threats; None for eyes and connections."""
        return self.rule.recommendation

    @property
    def specificity(self) -> int:
        """Tenths of a bit that the rule asks of a position."""
        return self.rule.specificity

    @property
    def reason(self) -> str:
        """Why, in a player's words."""
        return self.rule.reason

    @property
    def does(self) -> str:
        """What a move with its purpose does, in a few words."""
        return PURPOSES[self.rule.purpose].does

    @property
    def saying(self) -> str:
        """The reason with the point that it speaks of named, to be quoted in a sentence."""
        return self._named.rstrip(".")

    @property
    def _named(self) -> str:
        points = " or ".join(self.position.vertex(p) for p in self.moves)
        return self.rule.reason.replace("*", points) if points else self.rule.reason

    @property
    def move_number(self) -> int:
        """The move after which it was made."""
        return self.position.move_number

    @property
    def strength(self) -> int:
        """Of a connection: 2 if it cannot be cut, 1 if it can be made; else 0."""
        if self.rule.purpose != "connection":
            return 0
        return 2 if self.rule.unassailable else 1

    @property
    def eyes(self) -> tuple[int, int]:
        """Of an eye: how many eyes if the opponent moves first there, and if the owner does."""
        return self.rule.eyes

    @cached_property
    def cells(self) -> frozenset[int]:
        """Every point whose occupancy the assertion hangs on: its supports (3.11)."""
        return frozenset(self.rule.cells_at(self.position, self.anchors))

    @cached_property
    def breathing(self) -> frozenset[int]:
        """Stones on the liberties of whose blocks it hangs as well."""
        return frozenset(self.rule.breathing_at(self.position, self.anchors))

    @property
    def certainty(self) -> str:
        """`proved` for what was generated and decided, `judged` for what a person wrote.

        That a generated move takes eyes, or cuts, is `judged` too: it does so in the worst
        surroundings, and the stones that stand around may help the owner.
        """
        offensive = PURPOSES[self.purpose].side == "offensive"
        return "proved" if self.rule.source == "generated" and not offensive else "judged"

    def disjoint(self, other: Assertion) -> bool:
        """Of two eyes: whether they can stand side by side.

        Neither's border lies in the other's centre (3.7); and they are not parts of one space,
        which the thesis does not ask: two rules may see the same eye from two sides.
        """
        if self.border & other.centre or other.border & self.centre:
            return False
        return not self._space() & other.centre

    def _space(self) -> set[int]:
        """The points around the centre up to stones of the eye's owner."""
        board, found = self.position.board, set(self.centre)
        edge = list(found)
        while edge:
            for near in self.position.neighbors(edge.pop()):
                if board[near] != self.color and near not in found:
                    found.add(near)
                    edge.append(near)
        return found

    def to_dict(self) -> dict[str, Any]:
        """All fields in plain types, points as vertices."""
        vertex = self.position.vertex
        return {
            "rule": self.rule.name,
            "purpose": self.purpose,
            "goal": self.goal,
            "color": str(self.color),
            "objects": [vertex(p) for p in self.objects],
            "moves": [vertex(p) for p in self.moves],
            "recommendation": self.recommendation,
            "border": sorted(vertex(p) for p in self.border),
            "centre": sorted(vertex(p) for p in self.centre),
            "eyes": list(self.eyes),
            "strength": self.strength,
            "specificity": self.specificity,
            "move_number": self.move_number,
            "certainty": self.certainty,
            "reason": self.reason,
        }

    def explain(self) -> str:
        """One sentence that names the points."""
        vertex = self.position.vertex
        objects = " and ".join(vertex(p) for p in self.objects)
        side = str(self.color).capitalize()
        if self.purpose == "eye":
            low, high = self.eyes
            count = str(low) if low == high else f"{low} to {high}"
            where = ", ".join(sorted(vertex(p) for p in self.centre))
            eyes = "eye" if (low, high) == (1, 1) else "eyes"
            return f"{side} has {count} {eyes} at {where}: {self.reason} ({self.certainty})"
        if self.purpose == "connection":
            how = "cannot be cut apart" if self.strength == 2 else "can be joined"
            return f"{side}'s stones at {objects} {how}: {self.reason} ({self.certainty})"
        moves = " or ".join(vertex(p) for p in self.moves)
        word = {"good": "can play", "bad": "should not play", "threat": "can threaten with"}
        what = word[self.recommendation or "good"]
        return f"{side} {what} {moves} to {self.goal} {objects}: {self._named} ({self.certainty})"

    def draw(self, **options: Any) -> Svg:
        """The board with the moves lettered, the objects marked and the map tinted."""
        from gokan.draw import board

        labels: dict[int | str, str | float] = {
            move: chr(ord("a") + i) for i, move in enumerate(self.moves)
        }
        marks: dict[int | str, str] = dict.fromkeys(self.objects, "triangle")
        options = {"labels": labels, "marks": marks, "highlight": sorted(self.cells), **options}
        return board(self.position, **options)
