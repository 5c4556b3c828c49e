"""What a way of attending costs: how much is looked at, and which shapes are not seen (4.4.1).

A budget of attention saves processes and primitives, and may lose shapes: those with a part that
was never looked at, or whose neighbours were never looked at together. Shapes that are seen late,
or believed to be there after they have gone, are counted apart.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.shape.go.observe import View, lines_of

if TYPE_CHECKING:
    from gokan.shape.parse import Shape, Shapes


@dataclass(frozen=True, slots=True)
class Effort:
    """How much of a board was looked at. Certainty: exact."""

    processes: int
    """The most half lines in attention at once."""
    primitives: int
    """Events in the struct."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What became of the shapes of one level. Certainty: exact."""

    level: int
    whole: int
    """Shapes that are seen with the whole board in attention."""
    missed: int
    """Of these, not seen at all."""
    shifted: int
    """Of these, seen for other moves: late, or believed to be there when they had gone."""
    extra: int
    """Shapes that were never there: their parts were there at different times."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A way of attending beside the whole board."""

    attention: str
    spent: Effort
    whole: Effort
    losses: tuple[Loss, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "attention": self.attention,
            "processes": self.spent.processes,
            "primitives": self.spent.primitives,
            "whole_primitives": self.whole.primitives,
            "levels": [
                {
                    "level": x.level,
                    "whole": x.whole,
                    "missed": x.missed,
                    "shifted": x.shifted,
                    "extra": x.extra,
                }
                for x in self.losses
            ],
        }

    def explain(self) -> str:
        """In a sentence."""
        share = 100 * self.spent.primitives / max(1, self.whole.primitives)
        lost = "; ".join(
            f"of {x.whole} shapes of level {x.level} {x.missed} not seen, {x.shifted} seen"
            f" for other moves, {x.extra} never there"
            for x in self.losses
        )
        return (
            f"Attention {self.attention}: at most {self.spent.processes} processes at once instead"
            f" of {self.whole.processes}, {share:.0f} % of the primitives; {lost}."
        )


def effort(view: View) -> Effort:
    """What a view takes, without building its struct.

    >>> from gokan.go import Position
    >>> from gokan.shape.go.observe import observe
    >>> effort(observe(Position.empty(1)))  # `record` builds 29 events
    Effort(processes=8, primitives=29)
    """
    ends = Counter(
        line for p in range(view.width * view.height) for line in lines_of(p, view.width)
    )
    most = primitives = 0
    before: set[tuple[int, int]] = set()
    for seen in view.rounds:
        now = {line for point in seen.attended for line in lines_of(point, view.width)}
        primitives += 3 * len(before - now)  # a last look, two stops
        primitives += 2 * len(now - before)  # two starts
        primitives += len(now) + len(seen.attended) + sum(2 - ends[line] for line in now)
        most = max(most, 2 * len(now))
        before = now
    return Effort(most, primitives + 3 * len(before))


def cost(shapes: Shapes, whole: Shapes) -> Cost:
    """Shapes of a game seen in some way, beside those seen with the whole board in attention."""
    losses = []
    for level in sorted({s.level for s in whole.shapes}):
        seen, there = _by_place(shapes, level), _by_place(whole, level)
        losses.append(
            Loss(
                level,
                sum(map(len, there.values())),
                sum(len(v) for k, v in there.items() if k not in seen),
                sum(len(v - seen[k]) for k, v in there.items() if k in seen),
                sum(len(v) for k, v in seen.items() if k not in there),
            )
        )
    return Cost(
        shapes.attention, effort(shapes.index.view), effort(whole.index.view), tuple(losses)
    )


def _by_place(shapes: Shapes, level: int) -> dict[tuple[Any, ...], set[tuple[int, int]]]:
    found: dict[tuple[Any, ...], set[tuple[int, int]]] = {}
    for s in shapes.shapes:
        if s.level == level:
            found.setdefault(_what(s), set()).add((s.start, s.end))
    return found


def _what(shape: Shape) -> tuple[Any, ...]:
    return shape.name, shape.stones, shape.empty
