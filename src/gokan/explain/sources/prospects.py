"""What the move changes in who owns what: groups made stronger or weaker, areas gained or reduced.

The outlook after the move is compared with the outlook if the mover played elsewhere. Each point's
change is told once: stones belong to their group, empty points to the area and to the side that
had them before. So the values of these claims add up to the whole change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gokan.explain.area import AREAS, area_of, partition
from gokan.explain.claim import Claim
from gokan.explain.outlook import View
from gokan.explain.scene import Scene
from gokan.go import Color

LEAST_POINTS = 0.6
"""An area must change by so much to be told."""
LEAST_AGAINST = 1.6
"""And by so much to be held against a move: single looks differ by more than the first."""
_LEAST_SHARE = 0.35
_LEAST_PART, _SMALL_SHARE = 1.0, 0.2
"""A change is told in two parts, gained and taken, if the smaller has so many points, and such a
share of the whole."""
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


Sums = dict[str, tuple[float, list[int]]]
AREAS_AND_BOARD = (*AREAS, "board")


def _best(sums: Sums, sign: int) -> list[str]:
    """The one or two areas that change most in one direction; none if that is too little."""
    order = sorted(sums, key=lambda area: -sign * sums[area][0])[:2]
    first = sign * sums[order[0]][0] if order else 0.0
    if first < (LEAST_POINTS if sign > 0 else LEAST_AGAINST):
        return []
    return [a for a in order if sign * sums[a][0] >= max(_LEAST_SHARE * first, LEAST_POINTS / 2)]


def area_points(scene: Scene, claim: Claim) -> set[int]:
    """All empty points that a claim about areas has summed up."""
    before = scene.table.ignored_view
    if before is None:
        return set()
    names = partition(scene.before.width, scene.before.height)
    areas = claim.names["areas"].split(", ")
    sides = {"gains": ["ours"], "gives up": ["ours"], "swings": ["ours", "theirs"]}
    return {
        p
        for whose in sides.get(claim.kind, ["theirs"])
        for p in _empty(scene, before, whose)
        if names[p] in areas
    }


def _empty(scene: Scene, before: View, whose: str) -> Iterator[int]:
    """The empty points that one side had, if the mover played elsewhere."""
    sign = 1 if scene.mover == 1 else -1
    for p, stone in enumerate(scene.before.board):
        if not stone:
            ours = sign * before.owner[p] >= 0 or p == scene.move
            if ours == (whose == "ours"):
                yield p


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
            least = LEAST_POINTS if value > 0 else LEAST_AGAINST
            if abs(now - was) < LEAST_CHANCE or abs(value) < least / 2:
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
        """Empty points won and lost, by area and by who had them."""
        gains, reduces = self.sums("ours"), self.sums("theirs")
        up, down = _best(gains, 1), _best(reduces, 1)
        if up and down and set(up) & set(down):
            both = sorted(
                {*up, *down},
                key=lambda area: -sum(sums[area][0] for sums in (gains, reduces) if area in sums),
            )[:2]
            names = [area for area in AREAS_AND_BOARD if area in both]
            ours, theirs = (
                sum(sums[area][0] for area in names if area in sums) for sums in (gains, reduces)
            )
            if min(ours, theirs) >= max(_LEAST_PART, _SMALL_SHARE * (ours + theirs)):
                yield self.area_claim("swings", names, [gains, reduces], ours=ours, theirs=theirs)
                up = down = []
        for kind, names, sums in (
            ("gains", up, gains),
            ("reduces", down, reduces),
            ("gives up", _best(gains, -1), gains),
            ("lets grow", _best(reduces, -1), reduces),
        ):
            if names:
                yield self.area_claim(kind, names, [sums])

    def sums(self, whose: str) -> Sums:
        """For each area: what the mover gains on the empty points of one side, and the points."""
        scene = self.scene
        names = partition(scene.before.width, scene.before.height)
        sums: Sums = {}
        for p in _empty(scene, self.before, whose):
            total, points = sums.get(names[p], (0.0, []))
            sums[names[p]] = (total + self.gain[p], [*points, p])
        return sums

    def area_claim(self, kind: str, names: list[str], parts: list[Sums], **shares: float) -> Claim:
        total = sum(sums[area][0] for sums in parts for area in names if area in sums)
        points = [p for sums in parts for area in names if area in sums for p in sums[area][1]]
        most = sorted(points, key=lambda p: -abs(self.gain[p]))[:12]
        numbers = {k: int(2 * v + 0.5) / 2 for k, v in shares.items()}
        numbers["points"] = sum(numbers.values()) if shares else round(abs(total), 1)
        return self.claim(
            kind, {"area": tuple(sorted(most))}, numbers, {"areas": ", ".join(names)}, total
        )

    def area(self, stones: frozenset[int]) -> str:
        return area_of(stones, self.scene.before.width, self.scene.before.height)
