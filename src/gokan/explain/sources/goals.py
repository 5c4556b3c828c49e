"""Goals: groups whose life is judged to hang on the move, and what the move does for them.

Only groups in the open are spoken of: what is closed in, `life` reads. The judgement is the aura's
(`gokan.goals.aura`), so it is *learned*; the goal graph says what the move is for. The aura has
learned from enclosed problems, so where there is an outlook, it must see a change as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.go import Block, Color
from gokan.goals.aura.worth import aura
from gokan.goals.consideration import consider
from gokan.reading.regions.region import find_region

_NEAR = 3
_MOST = 3
_LEAST = 0.6
"""By so much the chance of life must hang on the move."""
_STONES = 2
_SEEN = 0.15
"""By so much the outlook, where there is one, must see the group's chance change the same way."""


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims about groups near the move; none but at the level `deep`.

    >>> from gokan.explain.scene import Table
    >>> from gokan.go import Position
    >>> scene = Scene(Position.empty(9), "E5", Table(Position.empty(9), level="deep"))
    >>> list(claims(scene))
    []
    """
    if scene.table.level != "deep":
        return
    seen: set[frozenset[int]] = set()
    for color in (scene.enemy, scene.mover):
        for block in scene.near(color, _NEAR)[:_MOST]:
            group = scene.table.group(block.stones[0])
            if group in seen or not group.isdisjoint(scene.captured) or len(group) < _STONES:
                continue
            seen.add(group)
            yield from _group(scene, block, group)


def _group(scene: Scene, block: Block, group: frozenset[int]) -> Iterator[Claim]:
    stone = block.stones[0]
    target = sorted({scene.blocks_before[p].stones[0] for p in group})
    if find_region(scene.after, target).sealed:
        return
    now, was = aura(scene.after, target), aura(scene.ignored, target)
    lives, before = (now.stands + 1 - now.falls) / 2, (was.stands + 1 - was.falls) / 2
    ours = block.color == scene.mover
    if (lives - before if ours else before - lives) < _LEAST or not _seen_too(scene, group):
        return
    asked = consider(scene.before, stone).moves
    why = next((s.full for s in asked if s.move == scene.move), "takes an urgent point")
    yield Claim(
        "serves saving" if ours else "serves capturing",
        scene.move,
        scene.mover,
        "learned",
        "goals",
        points={"stones": tuple(sorted(group))},
        numbers={"chance": 100 * lives, "before": 100 * before},
        names={"why": why},
        value=abs(lives - before) * len(group),
    )


def _seen_too(scene: Scene, group: frozenset[int]) -> bool:
    """Whether the outlook sees the mover gain where the group stands; true if there is none."""
    before, after = scene.table.ignored_view, scene.view
    if before is None or after is None:
        return True
    sign = 1 if scene.mover == Color.BLACK else -1
    change = sum(sign * (after.owner[p] - before.owner[p]) for p in group) / (2 * len(group))
    return change >= _SEEN
