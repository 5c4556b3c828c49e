"""Cuts and links at a glance: stones kept apart, peeps, cuts guarded from a distance, connections
along the edge. By the definition in `gokan.explain.links`, so exact; that a cut keeps two blocks
apart for good is more than it says, so reading is asked for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from gokan.explain.area import line_of
from gokan.explain.claim import Claim
from gokan.explain.links import cut_stands, firm, linked, within
from gokan.explain.scene import Scene
from gokan.go import Color, Position
from gokan.reading.tactics.questions import connect

NEAR = 2
"""Steps from the move to a cut that it threatens or guards."""
NODES = 4_000
"""For reading whether blocks that are cut can be joined after all."""
LOW, ABOVE, BESIDE = 2, 3, 3
"""Underneath: the highest line of the move, how many lines above it an enemy stone stands, and how
many columns away the stones that it connects."""
_PAIRS = 3


def claims(scene: Scene) -> Iterator[Claim]:
    """Exact claims about cuts and links.

    >>> position = Position.from_diagram('''
    ... . . . . . . .
    ... . . . . . . .
    ... . . . . . . .
    ... . . . . . . .
    ... . O O O O . .
    ... . X X O X . .
    ... . . . . . . .
    ... ''')
    >>> [claim.kind for claim in claims(Scene(position, "D1"))]
    ['connects underneath']
    """
    yield from _keeps_apart(scene)
    yield from _peeps(scene)
    yield from _guards(scene)
    yield from _underneath(scene)


def _claim(scene: Scene, kind: str, pair: tuple[int, int], **parts: Any) -> Claim:
    a, b = pair
    sizes = [len(scene.blocks_before[p].stones) for p in pair]
    points: dict[str, tuple[int, ...]] = {
        "ends": (a, b),
        "blocks": tuple(scene.blocks_before[p].stones[0] for p in pair),
        **parts.pop("points", {}),
    }
    return Claim(
        kind,
        scene.move,
        scene.mover,
        "exact",
        "rules",
        points=points,
        numbers={"count": min(sizes)},
        value=(1.0 + 0.3 * min(sizes)) * parts.pop("worth", 1.0),
        **parts,
    )


def _keeps_apart(scene: Scene) -> Iterator[Claim]:
    """Two enemy blocks that the move touches and cuts apart."""
    found = [pair for pair in pairs(scene.before, scene.move, scene.enemy) if _kept(scene, *pair)]
    for pair in _largest(scene, found):
        if not cut_stands(scene.before, scene.move, *pair):
            continue
        again = connect(scene.after, *pair, first="connect", nodes=NODES)
        if again.code:  # from farther away, or by a ko
            continue
        apart = again.complete or again.grade == "proved"
        one = _claim(scene, "keeps apart", pair, names={"how": "read" if apart else "near"})
        yield replace(one, certainty="read") if apart else one
        return


def _peeps(scene: Scene) -> Iterator[Claim]:
    """A cut near the move that would stand now: beside a stone that touches no other, or one that
    would not have stood before.
    """
    beside = scene.before.neighbors(scene.move)
    loose = not any(scene.before.board[q] for q in beside)

    def threatened(at: int, a: int, b: int) -> bool:
        could = scene.table.once(
            ("cut stands", at, a, b), lambda: cut_stands(scene.before, at, a, b)
        )
        return (not could or (loose and at in beside)) and cut_stands(scene.elsewhere, at, a, b)

    for at, pair in _near(scene, scene.enemy, threatened):
        how = "peep" if loose and at in beside else "plain"
        yield _claim(scene, "peeps", pair, points={"at": (at,)}, names={"how": how}, worth=0.5)
        return


def _guards(scene: Scene) -> Iterator[Claim]:
    """A cut of own stones that would have stood and does not stand any more."""

    def guarded(at: int, a: int, b: int) -> bool:
        open_ = scene.table.once(
            ("cut open", at, a, b), lambda: cut_stands(scene.ignored, at, a, b)
        )
        return open_ and not cut_stands(scene.after, at, a, b)

    for at, pair in _near(scene, scene.mover, guarded):
        yield _claim(scene, "guards cut", pair, points={"at": (at,)})
        return


def _near(
    scene: Scene, color: Color, holds: Callable[[int, int, int], bool]
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Cutting points of a side near the move of which something holds, those between the largest
    blocks first; the two blocks are two before the move and after it.
    """
    found = []
    for at in within(scene.before, scene.move, NEAR):
        if scene.before.board[at] or scene.after.board[at]:
            continue
        for pair in pairs(scene.before, at, color):
            a, b = pair
            if _kept(scene, a, b) and b not in scene.blocks_after[a].stones:
                size = min(len(scene.blocks_before[p].stones) for p in pair)
                found.append((-size, scene.distance(at), at, pair))
    for _, _, at, pair in sorted(found)[:_PAIRS]:
        if holds(at, *pair):
            yield at, pair


def pairs(position: Position, at: int, color: Color) -> list[tuple[int, int]]:
    """Stones of different blocks of a side next to a point, two and two."""
    near = sorted(q for q in position.neighbors(at) if position.board[q] == color)
    return [(a, b) for a, b in combinations(near, 2) if b not in position.block(a).stones]


def _kept(scene: Scene, *stones: int) -> bool:
    return not any(p in scene.captured for p in stones)


def _largest(scene: Scene, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    def size(pair: tuple[int, int]) -> int:
        return min(len(scene.blocks_before[p].stones) for p in pair)

    return sorted(found, key=lambda pair: (-size(pair), pair))[:_PAIRS]


def _underneath(scene: Scene) -> Iterator[Claim]:
    """Own stones to the left and to the right that the move links below an enemy stone."""
    size = scene.before.width, scene.before.height
    if line_of(scene.move, *size) > LOW:
        return
    for inwards, along in _edges(scene):
        above = [scene.move + inwards * k for k in range(1, ABOVE + 1)]
        if not any(scene.after.board[p] == scene.enemy for p in above):
            continue
        left, right = (_hands(scene, inwards, sign * along) for sign in (-1, 1))
        for a in left:
            for b in right:
                if not linked(scene.before, a, b):
                    yield _claim(scene, "connects underneath", (a, b))
                    return


def _edges(scene: Scene) -> Iterator[tuple[int, int]]:
    """For each edge that is close enough: the steps away from it, and along it."""
    width, height = scene.before.width, scene.before.height
    row, column = divmod(scene.move, width)
    least = line_of(scene.move, width, height)
    for gap, room, inwards, along in (
        (row, height, width, 1),
        (height - 1 - row, height, -width, 1),
        (column, width, 1, width),
        (width - 1 - column, width, -1, width),
    ):
        if gap + 1 == least and room > LOW + ABOVE:
            yield inwards, along


def _hands(scene: Scene, inwards: int, along: int) -> list[int]:
    """The nearest own stones on one hand, up to the line above the move's, whose blocks hang
    together with the move after it.
    """
    width = scene.before.width
    row, column = divmod(scene.move, width)
    found: list[int] = []
    for far in range(1, BESIDE + 1):
        for high in (0, 1, -1):
            p = scene.move + far * along + high * inwards
            if not 0 <= p < len(scene.before.board):
                continue
            r, c = divmod(p, width)
            if abs(r - row) + abs(c - column) > far + 1:
                continue  # around the edge of the board
            own = scene.before.board[p] == scene.mover
            if own and firm(scene.after, scene.move, p):
                found.append(p)
    return found
