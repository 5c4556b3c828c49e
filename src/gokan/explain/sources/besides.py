"""What changes besides, area by area: trifles near the move, and what is left to the opponent.

Stones, groups and areas near the move have claims of their own. What else changes at a look is
mostly the price of the move: where he plays next, the opponent gets something that he would have
left for the move's own place. An area is named only if every look finds it changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gokan.explain.area import AREAS, partition
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.sources import prospects

LEAST = 0.2
"""Points by which an area must change."""
_SHOWN = 6
"""Points of an area that are named with it: those that change most."""


def claims(scene: Scene, gain: Sequence[float], points: Iterable[int]) -> Iterator[Claim]:
    """A claim for each area of which these points change enough in all.

    >>> from gokan.explain.outlook import View
    >>> from gokan.go import Position
    >>> scene = Scene(Position.empty(9), "E5")
    >>> scene.once("gains by look", lambda: [[-0.1] * 81, [-0.2] * 81])[0][0]
    -0.1
    >>> [(one["areas"], one["how"]) for one in claims(scene, [-0.15] * 81, range(3))]
    [('upper left', 'leaves')]
    """
    outlook = scene.table.outlook
    places = by_area(scene, points)
    for area in (*AREAS, "board"):
        among = places.get(area, [])
        value = sum(gain[p] for p in among)
        if abs(value) < LEAST or not prospects.firm(scene, among, value):
            continue
        most = sorted(among, key=lambda p: (-abs(gain[p]), p))[:_SHOWN]
        yield Claim(
            "besides",
            scene.move,
            scene.mover,
            "learned",
            "intuition" if outlook is None else outlook.sense,
            points={"area": tuple(sorted(most))},
            numbers={"points": round(abs(value), 1)},
            names={"how": "gets" if value > 0 else "leaves", "areas": area},
            value=value,
            against=value < 0,
        )


def by_area(scene: Scene, points: Iterable[int]) -> dict[str, list[int]]:
    """The points of each area."""
    names = partition(scene.before.width, scene.before.height)
    found: dict[str, list[int]] = {}
    for p in sorted(points):
        found.setdefault(names[p], []).append(p)
    return found
