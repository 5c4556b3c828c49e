"""What goes on the board for each of sight's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gokan.draw.frame import middle
from gokan.go import Color

if TYPE_CHECKING:
    from gokan.sight.see import Sight

__all__ = ["LEGENDS", "shown"]

LEGENDS = {
    "influence": "Blue: Black's stones reach here; orange and hatched: White's. The higher the "
    "number, the more of them and the nearer. Lines part the two sides' areas.",
    "grouping": "Blue: Black's areas; orange and hatched: White's; the darker, the more empty "
    "points. A letter names an army once, on one of its stones; an army with fewer than 10 empty "
    "points around it is outlined.",
    "breathing": "The number is written once on each block. A block with one or two liberties is "
    "outlined.",
    "chain": "The number is written once on each block; single stones have none.",
}
"""What is to be seen on each picture, in players' words."""

_TINTS = {"small": 1, "medium": 2, "large": 3}
_FEW = 2
"""Liberties of a block that stands out."""


def shown(seen: Sight, what: str) -> dict[str, Any]:
    """The options of `draw.board` for one picture."""
    options: dict[str, Any] = {"caption": LEGENDS[what]}
    if what == "influence":
        board = seen.position.board
        numbers = {p: f"{v:+d}" if v else "0" for p, v in enumerate(seen.influence) if not board[p]}
        options |= {
            "heat": seen.influence,
            "heat_scale": "diverging",
            "heat_limit": 4 * max(1, seen.rounds),
            "heat_ends": ("White", "Black"),
            "labels": {
                p: text.replace("-", "\u2212") for p, text in numbers.items() if text != "0"
            },
            "borders": seen.segment_of,
        }
    elif what == "grouping":
        options |= _armies(seen, LEGENDS[what])
    else:
        values = getattr(seen, what)
        blocks = seen.position.blocks()
        sizes = {middle(b.stones, seen.position.width): values[b.stones[0]] for b in blocks}
        options["labels"] = {p: v for p, v in sizes.items() if what != "chain" or v > 1}
        if what == "breathing":
            weak = [b.stones for b in blocks if len(b.liberties) <= _FEW]
            options["highlight"] = [p for stones in weak for p in stones]
    return options


def _armies(seen: Sight, legend: str) -> dict[str, Any]:
    heat = [0] * len(seen.influence)
    for segment in seen.segments:
        tint = _TINTS[segment.size] * (1 if segment.color == Color.BLACK else -1)
        for point in segment.points:
            heat[point] = tint
    weak, names, labels = list[int](), [], dict[int, str]()
    for letter, army in seen.lettered():
        segment = seen.segments[army.segment]
        labels[middle(army.stones, seen.position.width)] = letter
        stones, room = len(army.stones), len(segment.empty)
        names.append(f"{letter} {army.color}, {stones} with {room}")
        if segment.size == "small":
            weak += army.stones
    said = f"Stones and empty points: {'; '.join(names)}." if names else "There are no stones."
    return {
        "heat": heat,
        "heat_scale": "diverging",
        "heat_limit": 4,
        "legend": False,
        "labels": labels,
        "borders": seen.segment_of,
        "highlight": weak,
        "caption": f"{legend}\n{said}",
    }
