"""The opening by geometry: corners, enclosures, approaches, pincers, extensions. Exact definitions.

The corners come from `data/opening.txt`. On a side, the *neighbours* of a move on the third or
fourth line are the nearest stones to both hands on lines two to five of that side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from gokan.explain.area import area_of, line_of
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.go import Color, Position

_VALUE = {
    "corner": 1.0,
    "enclosure": 0.8,
    "approach": 0.8,
    "double approach": 0.8,
    "invasion": 0.8,
}
_SMALLEST = 13
_FARTHEST = 9
"""Points along the side within which a neighbour counts."""
OPENING, MIDDLE = 80, 120
"""With so many stones on the board one speaks no longer of pincers, or of extensions."""
_PINCER = range(2, 5)
_EXTENSION = range(3, 7)
_ROOM = 5
"""Points to an enemy stone on the other hand, below which it is an invasion, not a pincer."""
_LIGHT = 2
"""Stones of a block that one still pincers."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of `opening.txt`."""

    kind: str
    stone: tuple[int, int] | None
    move: tuple[int, int]
    name: str


def claims(scene: Scene) -> Iterator[Claim]:
    """Exact claims about the opening.

    >>> claim, = claims(Scene(Position.empty(19), "R16"))
    >>> claim.kind, claim["name"], claim["area"]
    ('corner', '3-4 point', 'upper right')
    """
    before = scene.before
    if min(before.width, before.height) < _SMALLEST:
        return
    found = corner(scene)
    if found is not None:
        entry, stone = found
        yield Claim(
            f"{entry.kind}",
            scene.move,
            scene.mover,
            "exact",
            "opening",
            points={} if stone is None else {"stone": (stone,)},
            names={
                "name": entry.name,
                "area": _corner_of(scene.move, before.width, before.height),
            },
            value=_VALUE[entry.kind],
        )
    else:
        yield from _side(scene)


@cache
def book() -> tuple[Entry, ...]:
    """The lines of `data/opening.txt`."""
    text = resources.files("gokan.explain").joinpath("data/opening.txt").read_text("utf-8")
    entries = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, stone, move, name = line.split(None, 3)
            entries.append(Entry(kind, None if stone == "-" else _pair(stone), _pair(move), name))
    return tuple(entries)


def corner_size(width: int, height: int) -> int:
    """How many lines each way a corner of the opening has: 8 on a large board, 6 on a smaller."""
    return 8 if min(width, height) >= 17 else 6


def corner(scene: Scene) -> tuple[Entry, int | None] | None:
    """The entry of the book that the move makes, and the stone it goes with."""
    before = scene.before
    size = corner_size(before.width, before.height)
    for top in (True, False):
        for left in (True, False):
            stones, move = _corner_view(before, scene.move, size, top=top, left=left)
            if move is None:
                continue
            approached = _approached(stones, scene.mover, size)
            if approached is not None:
                made = _entry("approach", approached, move)
                if made is not None:
                    others = [place for place in stones if _is_near(place, size)]
                    kind = made.kind if len(others) == 1 else "double approach"
                    return replace(made, kind=kind), stones[approached][0]
            if len(stones) > 1:
                continue
            stone = next(iter(stones), None)
            for entry in book():
                if entry.stone is not None:
                    if stone is None:
                        continue
                    own = entry.kind == "enclosure"
                    if (stones[stone][1] == scene.mover) != own:
                        continue
                elif stone is not None:
                    continue
                if (entry.stone, entry.move) in ((stone, move), (_swap(stone), _swap(move))):
                    return entry, None if stone is None else stones[stone][0]
    return None


def _approached(
    stones: dict[tuple[int, int], tuple[int, int]], mover: Color, size: int
) -> tuple[int, int] | None:
    """The one enemy stone of a corner, if every own stone close by approaches it already."""
    theirs = [p for p, (_, color) in stones.items() if color != mover and max(p) < size]
    if len(theirs) != 1:
        return None
    ours = [place for place, (_, color) in stones.items() if color == mover]
    if any(_is_near(p, size) and _entry("approach", theirs[0], p) is None for p in ours):
        return None
    return theirs[0]


def _is_near(place: tuple[int, int], size: int) -> bool:
    return max(place) <= size - 2


def _entry(kind: str, stone: tuple[int, int], move: tuple[int, int]) -> Entry | None:
    """The line of the book for a stone and a move, in either direction."""
    for entry in book():
        if entry.kind == kind and (entry.stone, entry.move) in (
            (stone, move),
            (_swap(stone), _swap(move)),
        ):
            return entry
    return None


def _corner_of(point: int, width: int, height: int) -> str:
    """The corner in whose quarter of the board a point lies."""
    row, column = divmod(point, width)
    return f"{'upper' if 2 * row < height else 'lower'} {'left' if 2 * column < width else 'right'}"


def near_edge(position: Position, move: int) -> str:
    """The edge that is nearest to a point."""
    width, height = position.width, position.height
    row, column = divmod(move, width)
    edges = {"top": row, "bottom": height - 1 - row, "left": column, "right": width - 1 - column}
    return min(edges, key=lambda name: edges[name])


def neighbours(
    position: Position, move: int, edge: str | None = None
) -> list[tuple[int, int] | None]:
    """To the two hands of a move on a side: the nearest stone (its point) and how far it is along
    the side; None where there is none within reach.
    """
    width, height = position.width, position.height
    row, column = divmod(move, width)
    edge = edge or near_edge(position, move)
    along = width if edge in ("top", "bottom") else height
    place = column if edge in ("top", "bottom") else row
    found: list[tuple[int, int] | None] = []
    for hand in (-1, 1):
        nearest = None
        for far in range(1, _FARTHEST + 1):
            at = place + hand * far
            if not 0 <= at < along:
                break
            stones = [p for p in _across(edge, at, width, height) if position.board[p]]
            if stones:
                nearest = (min(stones, key=lambda p: _gap(p, move, width)), far)
                break
        found.append(nearest)
    return found


def _side(scene: Scene) -> Iterator[Claim]:
    before = scene.before
    width, height = before.width, before.height
    area = area_of([scene.move], width, height)
    stones_there = len(before.board) - before.board.count(0)
    if stones_there >= MIDDLE:
        return
    if line_of(scene.move, width, height) not in (3, 4) or any(
        before.board[q] for q in before.neighbors(scene.move)
    ):
        return
    hands = neighbours(before, scene.move)
    color = [None if hand is None else Color(before.board[hand[0]]) for hand in hands]
    pincer = _pincer(scene, hands, color, area) if stones_there < OPENING else None
    if pincer is not None:
        yield pincer
        return
    far = [hand[1] if hand is not None else 0 for hand in hands]
    if color == [scene.enemy, scene.enemy] and min(far) >= 4:
        stones = tuple(hand[0] for hand in hands if hand is not None)
        yield Claim(
            "splits a side",
            scene.move,
            scene.mover,
            "exact",
            "opening",
            points={"stones": stones},
            names={"area": area},
            value=0.8,
        )
    elif scene.mover in color and 1 not in far:  # beside a stone it is a move in the fight there
        own = [hands[i] for i in (0, 1) if color[i] == scene.mover]
        near = min((hand for hand in own if hand is not None), key=lambda hand: hand[1])
        if near[1] in _EXTENSION and line_of(near[0], width, height) in (2, 3, 4):
            yield Claim(
                "extension",
                scene.move,
                scene.mover,
                "exact",
                "opening",
                points={"stone": (near[0],)},
                numbers={"spaces": near[1] - 1},
                names={"area": area},
                value=0.5,
            )


def _pincer(
    scene: Scene,
    hands: Sequence[tuple[int, int] | None],
    color: Sequence[Color | None],
    area: str,
) -> Claim | None:
    """The claim that an enemy stone stands between the move and an own stone close behind it."""
    before = scene.before
    for i, hand in enumerate(hands):
        if hand is None or color[i] != scene.enemy or hand[1] not in _PINCER:
            continue
        other = hands[1 - i]
        between = other is not None and color[1 - i] == scene.enemy and other[1] < _ROOM
        if len(scene.blocks_before[hand[0]].stones) > _LIGHT or between:
            continue
        behind = neighbours(before, hand[0], near_edge(before, scene.move))[i]
        if behind is not None and before.board[behind[0]] == scene.mover and behind[1] <= 4:
            low = line_of(scene.move, before.width, before.height) == 3
            return Claim(
                "pincer",
                scene.move,
                scene.mover,
                "exact",
                "opening",
                points={"stone": (hand[0],), "corner": (behind[0],)},
                numbers={"spaces": hand[1] - 1},
                names={"area": area, "height": "low" if low else "high"},
                value=0.8,
            )
    return None


def _across(edge: str, at: int, width: int, height: int) -> list[int]:
    """The points on lines two to five at one place of a side."""
    lines = range(1, 5)
    if edge == "top":
        return [line * width + at for line in lines]
    if edge == "bottom":
        return [(height - 1 - line) * width + at for line in lines]
    if edge == "left":
        return [at * width + line for line in lines]
    return [at * width + width - 1 - line for line in lines]


def _gap(a: int, b: int, width: int) -> int:
    return abs(a // width - b // width) + abs(a % width - b % width)


def _corner_view(
    position: Position, move: int, size: int, *, top: bool, left: bool
) -> tuple[dict[tuple[int, int], tuple[int, int]], tuple[int, int] | None]:
    """Stones of a corner (point, colour) by their place counted from it, and the move's place."""
    width, height = position.width, position.height
    stones: dict[tuple[int, int], tuple[int, int]] = {}
    place = None
    for a in range(1, min(size, width) + 1):
        for b in range(1, min(size, height) + 1):
            row = b - 1 if top else height - b
            column = a - 1 if left else width - a
            point = row * width + column
            if position.board[point]:
                stones[a, b] = (point, position.board[point])
            if point == move:
                place = (a, b)
    return stones, place


def _pair(text: str) -> tuple[int, int]:
    a, b = text.split(",")
    return int(a), int(b)


def _swap(pair: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if pair is None else (pair[1], pair[0])
