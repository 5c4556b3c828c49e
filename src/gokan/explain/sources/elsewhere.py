"""What becomes of the rest of the board: the price of a move, or what it gets besides.

A move that need not be answered leaves the next large point to the opponent; one that must be
answered keeps it. Among good moves that is most of the difference, and no claim about stones and
areas around the move shows it. So the search after the move and the search if the mover plays
elsewhere are compared on all points that belong to no other claim.
"""

from __future__ import annotations

from collections.abc import Iterable

from gokan.explain.area import partition
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene

LEAST = 3.0
"""Points from which on something changes elsewhere: less lies within the noise of a short search
(`compare.NOISE`)."""
_MOST = 2
_SHARE = 0.5
"""Of the largest change of an area another must have to be named with it."""


def claim(scene: Scene, gain: list[float], points: Iterable[int]) -> Claim:
    """The claim about these points, on which the search sees the mover gain so much.

    >>> from gokan.go import Position
    >>> scene = Scene(Position.empty(9), "E5")
    >>> claim(scene, [-0.1] * 81, range(40)).names["how"]
    'leaves'
    """
    names = partition(scene.before.width, scene.before.height)
    sums: dict[str, float] = {}
    for p in points:
        sums[names[p]] = sums.get(names[p], 0.0) + gain[p]
    value = sum(sums.values())
    sign = 1 if value >= 0 else -1
    order = sorted(sums, key=lambda area: (-sign * sums[area], area))[:_MOST]
    areas = [a for a in order if sign * sums[a] >= _SHARE * sign * sums[order[0]]]
    how = "even" if abs(value) < LEAST else "gets" if value > 0 else "leaves"
    return Claim(
        "elsewhere",
        scene.move,
        scene.mover,
        "learned",
        "play",
        numbers={} if how == "even" else {"points": round(abs(value), 1)},
        names={"how": how, "areas": ", ".join(areas)},
        value=value,
        outcome=value,
        against=value < 0,
    )
