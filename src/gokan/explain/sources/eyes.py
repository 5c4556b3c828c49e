"""Eyes: made, taken, falsified, and the vital points of small eye spaces. Definitions are exact.

A *point eye* of a side is an empty point whose neighbours are all its stones and of whose diagonal
points the enemy holds at most one (none where the point is on the edge). It is *false* if he holds
more. An *eye space* is a connected empty region that touches stones of one side only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.go import Color, Position

_MOST = 6


def claims(scene: Scene) -> Iterator[Claim]:
    """Exact claims about eyes.

    >>> position = Position.from_diagram('''
    ...     . X . .
    ...     X . . .
    ...     . X . .
    ...     . . . .
    ... ''')
    >>> [claim.kind for claim in claims(Scene(position, "C3"))]
    ['makes an eye']
    """
    before, after = scene.before, scene.after
    near = [*_around(before, scene.move), *scene.captured]
    made = [p for p in near if _real(after, p, scene.mover) and not _real(before, p, scene.mover)]
    yield from _eyes(scene, "makes an eye", made)
    spoilt = [
        p for p in near if _real(before, p, scene.enemy) and eye(after, p, scene.enemy) == "false"
    ]
    yield from _eyes(scene, "falsifies an eye", spoilt)
    yield from _prevented(scene)
    yield from _vital(scene)


def _eyes(scene: Scene, kind: str, points: list[int]) -> Iterator[Claim]:
    if points:
        eyes = tuple(sorted(set(points)))
        yield _claim(
            scene, kind, 1.5 * len(eyes), points={"eyes": eyes}, numbers={"count": len(eyes)}
        )


def _real(position: Position, point: int, color: Color) -> bool:
    return eye(position, point, color) == "real"


def _claim(scene: Scene, kind: str, value: float, **parts: Any) -> Claim:
    return Claim(kind, scene.move, scene.mover, "exact", "rules", value=value, **parts)


def eye(position: Position, point: int, color: Color) -> str | None:
    """Whether a point is an eye of a colour: "real", "false", or None for no eye.

    >>> corner = Position.from_diagram('''
    ...     . X .
    ...     X O .
    ...     . . .
    ... ''')
    >>> eye(corner, 0, Color.BLACK)
    'false'
    """
    board = position.board
    if board[point] or any(board[q] != color for q in position.neighbors(point)):
        return None
    corners = diagonals(position, point)
    taken = sum(board[q] == color.opponent for q in corners)
    return "real" if taken <= (1 if len(corners) == 4 else 0) else "false"


def diagonals(position: Position, point: int) -> list[int]:
    """The one to four points diagonally next to a point."""
    row, column = divmod(point, position.width)
    return [
        r * position.width + c
        for r in (row - 1, row + 1)
        for c in (column - 1, column + 1)
        if 0 <= r < position.height and 0 <= c < position.width
    ]


def _around(position: Position, move: int) -> list[int]:
    return [*position.neighbors(move), *diagonals(position, move)]


def _prevented(scene: Scene) -> Iterator[Claim]:
    """Eyes that the enemy would have made by playing here himself."""
    if not scene.before.is_legal(scene.move, scene.enemy):
        return
    theirs = scene.before.play(scene.move, scene.enemy)
    kept = [
        p
        for p in _around(scene.before, scene.move)
        if _real(theirs, p, scene.enemy)
        and not _real(scene.before, p, scene.enemy)
        and not _real(scene.after, p, scene.enemy)
    ]
    yield from _eyes(scene, "takes an eye", kept)


def _vital(scene: Scene) -> Iterator[Claim]:
    """The point that makes two eyes of a space for its owner, and one for his enemy."""
    for region in scene.before.regions():
        size = len(region.points)
        if scene.move not in region.points or not 3 <= size <= _MOST or len(region.colors) != 1:
            continue
        if scene.move not in vital_points(scene.before, region.points):
            return
        (owner,) = region.colors
        kind = "vital point of own eyes" if owner == scene.mover else "vital point of eyes"
        yield _claim(
            scene, kind, 2.0 + size, points={"space": region.points}, numbers={"size": size}
        )


def vital_points(position: Position, space: tuple[int, ...]) -> tuple[int, ...]:
    """The points of an empty space that split it into two or more eyes, if there are others that do
    not: what both sides want to play first. Empty for spaces that any or no point splits.

    A point splits a space if without it the rest falls apart: the middle of three in a row, of a
    pyramid four, of a bulky five, of a rabbity six.

    >>> row = Position.empty(5, 5)
    >>> vital_points(row, (0, 1, 2))
    (1,)
    >>> vital_points(row, (0, 1, 2, 3))
    ()
    """
    inside = set(space)
    splits = [p for p in space if _parts(position, inside - {p}) > 1]
    return tuple(splits) if len(splits) == 1 else ()


def _parts(position: Position, points: set[int]) -> int:
    left, parts = set(points), 0
    while left:
        parts += 1
        todo = [left.pop()]
        while todo:
            for q in position.neighbors(todo.pop()):
                if q in left:
                    left.remove(q)
                    todo.append(q)
    return parts
