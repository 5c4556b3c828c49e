"""What the eye sees: influence, segments, armies and the other arrays of Zobrist's Part I.

Stones are worth +50 (black) and -50 (white). Four times, all at once, every positive point adds 1
to each of its neighbours and every negative point takes 1 away. Contiguous points of one sign are a
segment; its stones are an army. The paper stores this in seven arrays; here they have names.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import Color, Position

if TYPE_CHECKING:
    from gokan.draw import Svg

ROUNDS = 4
SEED = 50

SIZES = {5: "small", 6: "medium", 7: "large"}

PICTURES = {
    "influence": "Influence: whose stones reach where",
    "grouping": "Areas and the armies in them",
    "breathing": "Liberties of each block",
    "chain": "Stones of each block",
}
"""The arrays that `Sight.draw` and `Sight.numbers` show, with their titles."""


def see(position: Position, *, rounds: int = ROUNDS, seed: int = SEED) -> Sight:
    """Organise a board visually. `rounds` and `seed` are the paper's 4 and 50 unless given.

    >>> from gokan.go import Position
    >>> sight = see(Position.empty(9).play("E5"))
    >>> print(sight.numbers())
      0   0   0   0   1   0   0   0   0
      0   0   0   2   2   2   0   0   0
      0   0   2   4   6   4   2   0   0
      0   2   4   8  10   8   4   2   0
      1   2   6  10  62  10   6   2   1
      0   2   4   8  10   8   4   2   0
      0   0   2   4   6   4   2   0   0
      0   0   0   2   2   2   0   0   0
      0   0   0   0   1   0   0   0   0
    >>> sight.grouping[40], sight.segments[0].size, len(sight.armies[0].stones)
    (701, 'large', 1)
    """
    check(rounds, seed)
    seen = _core.sight_see(position.core, rounds, seed, False)
    values = {name: _numbers(raw) for name, raw in seen.arrays.items()}
    segment_of = values.pop("segment")
    return Sight(
        position=position,
        rounds=rounds,
        seed=seed,
        segment_of=segment_of,
        segments=_segments(position, seen.segments, segment_of),
        **values,
    )


def influence(position: Position, *, rounds: int = ROUNDS, seed: int = SEED) -> tuple[int, ...]:
    """The influence alone, for those who look at many positions.

    >>> from gokan.go import Position
    >>> position = Position.empty(9).play("E5")
    >>> influence(position) == see(position).influence
    True
    """
    check(rounds, seed)
    seen = _core.sight_see(position.core, rounds, seed, False)
    return _numbers(seen.arrays["influence"])


@dataclass(frozen=True, slots=True)
class Segment:
    """Contiguous points under one colour's influence."""

    number: int
    color: Color
    size: str
    """small (fewer than 10 empty points), medium, or large (more than 25)."""
    points: tuple[int, ...]
    empty: tuple[int, ...]
    stones: tuple[int, ...]
    borders: tuple[tuple[int, int], ...]
    """Pairs of neighbours, the first inside and the second outside: the paper's dashed line."""

    @property
    def code(self) -> int:
        """The paper's number: 500, 600 or 700 for the size, plus the stones."""
        return {"small": 500, "medium": 600, "large": 700}[self.size] + len(self.stones)


@dataclass(frozen=True, slots=True)
class Army:
    """The stones that lie in one segment, with the chains they form."""

    color: Color
    stones: tuple[int, ...]
    chains: tuple[tuple[int, ...], ...]
    segment: int


@dataclass(frozen=True, slots=True)
class Sight:
    """The internal representation. Arrays have one number per point, row by row from the top."""

    position: Position
    rounds: int
    seed: int
    influence: tuple[int, ...]
    grouping: tuple[int, ...]
    """500, 600 or 700 for the size of the segment plus the stones in it; 0 outside segments."""
    breathing: tuple[int, ...]
    """Breathing spaces of the chain; 0 where there is no stone."""
    chain: tuple[int, ...]
    """Stones in the chain; 0 where there is none."""
    segment_color: tuple[int, ...]
    adjacent_black: tuple[int, ...]
    adjacent_white: tuple[int, ...]
    diagonal_black: tuple[int, ...]
    diagonal_white: tuple[int, ...]
    segment_of: tuple[int, ...]
    """The number of the segment that covers the point; -1 outside segments."""
    segments: tuple[Segment, ...]

    @property
    def stones(self) -> tuple[int, ...]:
        """The colour of the stone on each point: 0 none, 1 black, 2 white."""
        return tuple(self.position.board)

    @property
    def armies(self) -> tuple[Army, ...]:
        """The armies: segments that hold stones, largest first."""
        chain_of = {p: block.stones for block in self.position.blocks() for p in block.stones}
        armies = [
            Army(
                s.color,
                s.stones,
                tuple(sorted({tuple(sorted(chain_of[p])) for p in s.stones})),
                s.number,
            )
            for s in self.segments
            if s.stones
        ]
        return tuple(sorted(armies, key=lambda army: (-len(army.stones), army.stones)))

    def numbers(self, what: str = "influence") -> str:
        """One of the arrays as a table of numbers, as the paper's figures print them."""
        values: Sequence[int] = getattr(self, _known(what))
        width = self.position.width
        room = max(3, *(len(str(v)) for v in values))
        return "\n".join(
            " ".join(f"{v:{room}}" for v in values[i : i + width]).rstrip()
            for i in range(0, len(values), width)
        )

    def draw(self, what: str = "influence", **options: Any) -> Svg:
        """One of the arrays as a picture, with the borders of the segments drawn over it."""
        from gokan import draw
        from gokan.sight.pictures import shown

        given = shown(self, _known(what))
        given["title"] = PICTURES[what]
        given["last_move"] = False
        return draw.board(self.position, **{**given, **options})

    def explain(self) -> str:
        """The armies in sentences, the largest first, by the letters they have in the picture."""
        vertex = self.position.vertex
        lines = []
        for letter, army in self.lettered():
            count = len(army.stones)
            named = ", ".join(vertex(p) for p in army.stones[:4])
            more = ", …" if count > 4 else ""
            room = len(self.segments[army.segment].empty)
            weak = ": little room" if self.segments[army.segment].size == "small" else ""
            lines.append(
                f"{letter}  {str(army.color).capitalize()} has an army of {count} "
                f"stone{'s' if count != 1 else ''} ({named}{more}) in an area with {room} empty "
                f"point{'s' if room != 1 else ''}{weak}."
            )
        return "\n".join(lines) or "There are no stones to see."

    def lettered(self) -> list[tuple[str, Army]]:
        """The armies with a letter for each, the largest first: A, B, … Z, A1, B1, …"""
        return [
            (chr(65 + n % 26) + (str(n // 26) if n >= 26 else ""), army)
            for n, army in enumerate(self.armies)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain numbers, for JSON."""
        names = (
            "influence",
            "grouping",
            "breathing",
            "chain",
            "segment_color",
            "adjacent_black",
            "adjacent_white",
            "diagonal_black",
            "diagonal_white",
            "segment_of",
        )
        vertex = self.position.vertex
        return {
            "width": self.position.width,
            "height": self.position.height,
            "rounds": self.rounds,
            "seed": self.seed,
            "stones": list(self.stones),
            **{name: list(getattr(self, name)) for name in names},
            "segments": [
                {
                    "number": s.number,
                    "color": str(s.color),
                    "size": s.size,
                    "code": s.code,
                    "points": [vertex(p) for p in s.points],
                    "stones": [vertex(p) for p in s.stones],
                    "empty": len(s.empty),
                    "empty_points": [vertex(p) for p in s.empty],
                    "borders": [[vertex(p), vertex(q)] for p, q in s.borders],
                }
                for s in self.segments
            ],
            "armies": [
                {
                    "color": str(a.color),
                    "stones": [vertex(p) for p in a.stones],
                    "chains": [[vertex(p) for p in chain] for chain in a.chains],
                    "segment": a.segment,
                }
                for a in self.armies
            ],
        }

    def _repr_svg_(self) -> str:
        return str(self.draw())


def check(rounds: int, seed: int) -> None:
    """Refuse a number of rounds or a value of a stone that makes no sense."""
    whole("number of rounds", rounds, 0, 1000)
    whole("value of a stone", seed, 1, 10_000)


# --- helpers --------------------------------------------------------------------------------------


def _numbers(raw: bytes) -> tuple[int, ...]:
    return tuple(array("h", raw))


def _known(what: str) -> str:
    if what not in PICTURES:
        raise InvalidInput(f"There is no picture {what!r}; choose one of: {', '.join(PICTURES)}.")
    return what


def _segments(
    position: Position, found: Sequence[_core.SeenSegment], segment_of: Sequence[int]
) -> tuple[Segment, ...]:
    points: list[list[int]] = [[] for _ in found]
    for point, number in enumerate(segment_of):
        if number >= 0:
            points[number].append(point)
    board = position.board
    segments = []
    for number, one in enumerate(found):
        inside = points[number]
        hundreds = 5 if one.empties < 10 else 7 if one.empties > 25 else 6
        segments.append(
            Segment(
                number=number,
                color=Color(one.color),
                size=SIZES[hundreds],
                points=tuple(inside),
                empty=tuple(p for p in inside if not board[p]),
                stones=tuple(p for p in inside if board[p] == one.color),
                borders=tuple(
                    (p, q) for p in inside for q in position.neighbors(p) if segment_of[q] != number
                ),
            )
        )
    return tuple(segments)
