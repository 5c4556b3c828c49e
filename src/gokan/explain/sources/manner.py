"""In which way: the words a player has for getting stronger or weaker, gaining or taking points.

What changes is the outlook's; how it is brought about follows from the place of the move: towards
the centre, along the edge, into the other's sphere, over points that nobody has for sure yet.
"""

from __future__ import annotations

from collections.abc import Collection

from gokan.explain.area import line_of
from gokan.explain.outlook import View
from gokan.explain.scene import Scene
from gokan.explain.sources import opening

WEAK, _EVEN, _HOPE = 0.7, 0.5, 0.25
"""Below the first chance a group is called weak; below the last there is little hope for it."""
_REACH, _OUT = 3, 4
"""How far a move may be from a group that runs with it, and its least line."""
_CLOSEST, _WAY_OFF, _SAFER = 3, 8, 0.1
"""Steps to a group that is attacked by leaning on another, and by how much that one is safer."""
_LIGHT = 8
"""Stones of a group at most for one to speak of its base."""
_ALONE, _SPHERE = 2, 0.25
"""A move without own stones within so many steps, where the points are the enemy's by so much, goes
into his sphere."""
_LOOSE, _FIRM = 0.15, 0.65
"""Points that are one side's by so much on average are a framework, not yet territory."""
_EMPTY = 6
"""Steps within which the enemy has no stone where a move comes before him."""
_LARGE = 2.0
"""Points from which on one speaks of a framework."""


def of_group(scene: Scene, stones: Collection[int], was: float, now: float) -> str:
    """In which way a group gets stronger or weaker, by the place of the move.

    >>> from gokan.go import Position
    >>> start = Position.empty(19)
    >>> stones = [start.point("D16"), start.point("D15")]
    >>> of_group(Scene(start, "F15"), stones, 0.5, 0.6)
    'runs'
    >>> slide = Scene(start, "B16")
    >>> of_group(slide, stones, 0.5, 0.6), of_group(slide, stones, 0.8, 0.5)
    ('base', 'base')
    """
    near = min(stones, key=lambda p: (scene.distance(p), p))
    gap, line = scene.distance(near), _line(scene, scene.move)
    outwards = 2 <= gap <= _REACH and line >= _OUT and _inwards(scene, near)
    low = sum(_line(scene, p) <= _OUT for p in stones) * 2 >= len(stones)
    base = low and 2 <= line < _OUT and 2 <= gap <= _REACH and 1 < len(stones) <= _LIGHT
    if now > was:
        return _stronger(len(stones), was, now, outwards=outwards, base=base)
    if was >= WEAK > now:
        return "heads off" if outwards else "base" if base else "attacks"
    if now < _HOPE:
        return "dooms" if was >= _HOPE else "plain"
    return "hems in" if outwards and len(stones) > 1 else "plain"


def _stronger(count: int, was: float, now: float, *, outwards: bool, base: bool) -> str:
    if count == 1 or was >= WEAK:
        return "plain"
    if now < _EVEN and was < _HOPE:
        return "hope"
    if outwards or base:
        return "runs" if outwards else "base"
    return "settles" if now >= WEAK else "helps"


def leans_on(scene: Scene, stones: Collection[int], now: float) -> int | None:
    """The enemy stone that a move leans on to get at a weak group some way off; None if the move
    does not touch another group of the enemy, side by side or at an angle, that is safer than the
    one it weakens, if it joins own blocks, or if the other is a single stone.
    """
    after, width = scene.view, scene.before.width
    if after is None or not _HOPE <= now < WEAK or len(scene.touching(scene.mover)) > 1:
        return None
    if len(stones) == 1:
        return None
    if not _CLOSEST <= min(map(scene.distance, stones)) <= _WAY_OFF:
        return None
    sign = 1 if scene.enemy == 1 else -1
    row, column = divmod(scene.move, width)
    for p in sorted(scene.before.stones(scene.enemy), key=lambda p: (scene.distance(p), p)):
        r, c = divmod(p, width)
        if max(abs(r - row), abs(c - column)) > 1 or p in stones or p in scene.captured:
            continue
        if len(scene.blocks_after[p].liberties) < 2:
            continue  # who puts a stone in atari wants to take it
        group = scene.table.group(p)
        chance = (1 + sign * sum(after.owner[q] for q in group) / len(group)) / 2
        if group.isdisjoint(stones) and chance >= max(WEAK, now + _SAFER):
            return p
    return None


def of_gain(scene: Scene, after: View, points: Collection[int], total: float) -> str:
    """Whether points are gained as a framework: from above, and nobody's for sure yet."""
    sign = 1 if scene.mover == 1 else -1
    held = sign * sum(after.owner[p] for p in points) / max(1, len(points))
    large = total >= _LARGE and _line(scene, scene.move) >= _OUT
    return "framework" if large and _LOOSE <= held <= _FIRM else "plain"


def of_loss(scene: Scene, before: View, points: Collection[int], total: float) -> str:
    """Whether a move that takes points goes into the enemy's sphere, an invasion up to the fourth
    line, above it a reduction; or holds down a framework from outside; or comes first where he has
    no stone yet.
    """
    board, sign = scene.before.board, 1 if scene.mover == 1 else -1
    close = [p for p in range(len(board)) if scene.distance(p) <= _ALONE]
    alone = not any(board[p] == scene.mover for p in close)
    if not any(board[p] == scene.enemy for p in range(len(board)) if scene.distance(p) <= _EMPTY):
        return "first"
    if opening.corner(scene) is not None:
        return "plain"  # a move with a name of its own
    line = _line(scene, scene.move)
    if line > 1 and alone and -sign * sum(before.owner[p] for p in close) / len(close) >= _SPHERE:
        return "invades" if line <= _OUT else "above"
    held = -sign * sum(before.owner[p] for p in points) / max(1, len(points))
    large = total >= _LARGE and line >= _OUT
    return "framework" if large and _LOOSE <= held <= _FIRM else "plain"


def _inwards(scene: Scene, near: int) -> bool:
    """Whether the move is nearer to the middle of the board than a stone."""
    size = scene.before.width, scene.before.height
    return _to_centre(scene.move, *size) < _to_centre(near, *size)


def _line(scene: Scene, point: int) -> int:
    return line_of(point, scene.before.width, scene.before.height)


def _to_centre(point: int, width: int, height: int) -> int:
    """Twice the steps to the middle of the board."""
    row, column = divmod(point, width)
    return abs(2 * row - height + 1) + abs(2 * column - width + 1)
