"""What the move changes in who owns what: groups made stronger or weaker, areas gained or reduced.

The outlook after the move is compared with the outlook if the mover played elsewhere. Each point's
change is told once: stones belong to their group, empty points to the area and to the side that
had them before. So the values of these claims add up to the whole change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gokan.explain.area import area_of, partition
from gokan.explain.claim import Claim
from gokan.explain.outlook import View
from gokan.explain.scene import Scene
from gokan.go import Color

LEAST_POINTS = 1.0
"""An area must change by so much to be told."""
LEAST_CHANCE = 0.08
"""And the chance of a group by so much."""


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims with values in points; none without an outlook.

    >>> from gokan.explain.outlook import StrengthOutlook
    >>> from gokan.explain.scene import Table
    >>> from gokan.go import Position
    >>> start = Position.empty(9)
    >>> scene = Scene(start, "E5", Table(start, outlook=StrengthOutlook()))
    >>> max(claims(scene), key=lambda claim: claim.value).kind
    'gains'
    """
    before, after, outlook = scene.table.ignored_view, scene.view, scene.table.outlook
    if before is None or after is None or outlook is None:
        return
    gain = changes(before, after, scene.mover)
    told = _Teller(scene, before, after, gain, outlook.sense, outlook.certainty)
    yield from told.groups()
    yield from told.areas()


def changes(before: View, after: View, mover: Color) -> list[float]:
    """What the mover gains on each point, in points of area."""
    sign = 1 if mover == 1 else -1
    return [sign * (b - a) for a, b in zip(before.owner, after.owner, strict=True)]


class _Teller:
    def __init__(
        self,
        scene: Scene,
        before: View,
        after: View,
        gain: list[float],
        sense: str,
        certainty: Any,
    ) -> None:
        self.scene, self.before, self.after, self.gain = scene, before, after, gain
        self.sense, self.certainty = sense, certainty

    def claim(
        self,
        kind: str,
        points: Mapping[str, tuple[int, ...]],
        numbers: Mapping[str, float],
        names: Mapping[str, str],
        value: float,
    ) -> Claim:
        scene = self.scene
        return Claim(
            kind,
            scene.move,
            scene.mover,
            self.certainty,
            self.sense,
            points,
            numbers,
            names,
            value,
            value < 0,
        )

    def groups(self) -> Iterator[Claim]:
        """Groups whose chance to stay on the board changes."""
        scene, gone = self.scene, set(self.scene.captured)
        seen: set[frozenset[int]] = set()
        for stones in scene.table.groups.values():
            if stones in seen or stones & gone:
                continue
            seen.add(stones)
            color = Color(scene.before.board[min(stones)])
            was, now = (
                self.chance(self.before, stones, color),
                self.chance(self.after, stones, color),
            )
            value = sum(self.gain[p] for p in stones)
            if abs(now - was) < LEAST_CHANCE or abs(value) < LEAST_POINTS / 2:
                continue
            ours = color == scene.mover
            kind = (
                ("strengthens" if now > was else "leaves weaker")
                if ours
                else ("weakens" if now < was else "helps")
            )
            yield self.claim(
                kind,
                {"stones": tuple(sorted(stones))},
                {
                    "count": len(stones),
                    "before": round(100 * was),
                    "after": round(100 * now),
                },
                {"area": self.area(stones)},
                value,
            )

    def chance(self, view: View, stones: frozenset[int], color: Color) -> float:
        """The chance of a group, by its stones."""
        mean = sum(view.owner[p] for p in stones) / len(stones)
        return (1 + mean) / 2 if color == 1 else (1 - mean) / 2

    def areas(self) -> Iterator[Claim]:
        """Empty points won, by area and by who had them."""
        scene = self.scene
        width, height = scene.before.width, scene.before.height
        names = partition(width, height)
        sign = 1 if scene.mover == 1 else -1
        sums: dict[tuple[str, str], tuple[float, list[int]]] = {}
        for p, gain in enumerate(self.gain):
            if scene.before.board[p]:
                continue
            had = "gains" if sign * self.before.owner[p] >= 0 or p == scene.move else "reduces"
            total, points = sums.get((names[p], had), (0.0, []))
            points.append(p)
            sums[names[p], had] = (total + gain, points)
        for (area, had), (total, points) in sorted(sums.items()):
            if abs(total) < LEAST_POINTS:
                continue
            kind = had if total > 0 else {"gains": "gives up", "reduces": "lets grow"}[had]
            most = sorted(points, key=lambda p: -abs(self.gain[p]))[:12]
            yield self.claim(
                kind,
                {"area": tuple(sorted(most))},
                {"points": round(abs(total), 1)},
                {"area": area},
                total,
            )

    def area(self, stones: frozenset[int]) -> str:
        return area_of(stones, self.scene.before.width, self.scene.before.height)
