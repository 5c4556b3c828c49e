"""Chunks (Section 5.2): a board remembered as few class elements, and made again from them.

Players are thought to remember positions as overlapping chunks. Here a chunk is an element of level
2 whose stones all stand. The fewest that hold a share of the stones are chosen greedily; since
class descriptions are generative, an element brings back its own stones, and the board made from
the chunks alone is compared with the one that was seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gokan._core import ShapePlaceKind
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.shape.parse import Shape, Shapes


@dataclass(frozen=True, slots=True)
class Chunks:
    """A position in chunks. Certainty: exact, by the classes' definitions."""

    position: Position
    chosen: tuple[Shape, ...]
    regenerated: bytes
    """A colour for each point, made from the chosen elements alone."""

    @property
    def stones(self) -> int:
        """Stones on the board."""
        return sum(map(bool, self.position.board))

    @property
    def held(self) -> int:
        """Stones that the chunks bring back, on their points and in their colours."""
        pairs = zip(self.regenerated, self.position.board, strict=True)
        return sum(bool(made) and made == seen for made, seen in pairs)

    @property
    def wrong(self) -> int:
        """Points where the board made again has a stone that was not there."""
        pairs = zip(self.regenerated, self.position.board, strict=True)
        return sum(bool(made) and made != seen for made, seen in pairs)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        vertex = self.position.vertex
        return {
            "certainty": "exact",
            "stones": self.stones,
            "held": self.held,
            "wrong": self.wrong,
            "chunks": [
                {"class": s.name, "title": s.title, "stones": [vertex(p) for p in s.stones]}
                for s in self.chosen
            ],
        }

    def explain(self) -> str:
        """In a sentence."""
        share = 100 * self.held / max(1, self.stones)
        return (
            f"{len(self.chosen)} chunks bring back {self.held} of {self.stones} stones"
            f" ({share:.0f} %) and {self.wrong} wrong ones."
        )


def chunks(
    shapes: Shapes, *, share: float = 0.9, groups: bool = True, largest: int | None = None
) -> Chunks:
    """Few living elements of level 2 that hold this share of the stones.

    Without `groups` only shapes with names and learned classes count; `largest` leaves out elements
    with more stones.

    >>> from gokan.shape import parse
    >>> start = Position.empty(9).play("C3").play("G7").play("E4")
    >>> chunks(parse(start), groups=True).explain()
    '2 chunks bring back 3 of 3 stones (100 %) and 0 wrong ones.'
    """
    if not 0 < share <= 1:
        raise InvalidInput(f"The share must be above 0 and at most 1, not {share}.")
    if largest is not None:
        whole("largest chunk", largest, 1, 10_000)
    stones = _Stones(shapes)
    candidates = []
    for shape in shapes.now(level=2):
        made = stones(shape)
        stands = all(shapes.position.board[p] == color for p, color in made.items())
        small = largest is None or len(made) <= largest
        if made and stands and small and (groups or not shape.name.endswith("-group")):
            candidates.append((shape, {*made}))
    wanted = share * sum(map(bool, shapes.position.board))
    held: set[int] = set()
    chosen: list[Shape] = []
    while len(held) < wanted:
        best = max(candidates, key=lambda c: len(c[1] - held), default=None)
        if best is None or not best[1] - held:
            break
        chosen.append(best[0])
        held |= best[1]
    board = bytearray(len(shapes.position.board))
    for shape in chosen:
        for point, color in stones(shape).items():
            board[point] = color
    return Chunks(shapes.position, tuple(chosen), bytes(board))


class _Stones:
    """Stones of an element with their colours, expanded level by level down to the struct."""

    def __init__(self, shapes: Shapes) -> None:
        index = shapes.index
        self.level1 = index.elements(1)
        self.level0: list[dict[int, int]] = []
        for element, place in zip(index.elements(0), index.places(), strict=True):
            name = index.name(element.kind)
            color = 1 if name == "black-stone" else 2 if name == "white-stone" else 0
            stands = color and place.kind == ShapePlaceKind.POINT
            self.level0.append({place.where: color} if stands else {})

    def __call__(self, shape: Shape) -> dict[int, int]:
        found: dict[int, int] = {}
        for member in shape.members:
            for unit in self.level1[member].members:
                found.update(self.level0[unit])
        return found
