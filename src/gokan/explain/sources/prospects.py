"""What the move changes in who owns what: groups made stronger or weaker, areas gained or reduced.

The outlook after the move is compared with the outlook if the mover played elsewhere. Each point's
change is told once: stones belong to their group, empty points to the area and to the side that
had them before. So the values of these claims add up to the whole change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gokan.explain.area import AREAS, area_of, partition
from gokan.explain.claim import Claim
from gokan.explain.outlook import FIRM, View
from gokan.explain.scene import Scene
from gokan.explain.sources import manner
from gokan.explain.words import middle
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
AT_STAKE = 0.15
"""From so much on the points beside a group are counted with it."""
_TOGETHER = 5
"""Steps from the move within which neighbouring groups of one side are told as one."""
_REACH = 3
"""Steps between groups that may share a fate."""
_FAR = 10
"""Steps from which on a move does nothing for a group by itself: if its chance changes, that is
because of who will play there next, and it belongs to the rest of the board. The same holds for
the points of an area."""


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


def firm(scene: Scene, points: Iterable[int], value: float) -> bool:
    """Whether every look finds enough of the gain on these points: what one look does not see
    lies within the noise, and is not told.
    """
    among = list(points)
    every = scene.once("gains by look", lambda: _gains_by_look(scene))
    return all(sum(gain[p] for p in among) / value >= FIRM for gain in every)


def _gains_by_look(scene: Scene) -> list[list[float]]:
    before, after = scene.table.ignored_view, scene.view
    if before is None or after is None:
        return []
    pairs = zip(before.looks, after.looks, strict=True)
    return [changes(one, two, scene.mover) for one, two in pairs]


Sums = dict[str, tuple[float, list[int]]]
AREAS_AND_BOARD = (*AREAS, "board")


def _best(sums: Sums, sign: int) -> list[str]:
    """The one or two areas that change most in one direction; none if that is too little."""
    order = sorted(sums, key=lambda area: -sign * sums[area][0])[:2]
    first = sign * sums[order[0]][0] if order else 0.0
    if first < (LEAST_POINTS if sign > 0 else LEAST_AGAINST):
        return []
    return [a for a in order if sign * sums[a][0] >= max(_LEAST_SHARE * first, LEAST_POINTS / 2)]


@dataclass(frozen=True, slots=True)
class Group:
    """A group whose chance to stay on the board changes with the move."""

    stones: frozenset[int]
    color: Color
    was: float
    now: float
    around: frozenset[int]
    """The empty points beside it, if its life is in question: what becomes of them hangs on it."""


def groups(scene: Scene) -> tuple[Group, ...]:
    """The groups that the move makes stronger or weaker, those with most at stake first."""
    return scene.once("groups", lambda: _groups(scene))


def around(scene: Scene, stones: frozenset[int]) -> frozenset[int]:
    """The empty points whose change belongs to a group and not to an area."""
    return next((one.around for one in groups(scene) if one.stones == stones), frozenset())


def _groups(scene: Scene) -> tuple[Group, ...]:
    before, after = scene.table.ignored_view, scene.view
    if before is None or after is None:
        return ()
    gone = set(scene.captured)
    # The chance of a group changes with that of one of its stones at least.
    stirred = [
        p
        for p, color in enumerate(scene.before.board)
        if color and abs(before.owner[p] - after.owner[p]) >= 2 * LEAST_CHANCE
    ]
    kept = sorted(
        (stones for stones in set(map(scene.table.group, stirred)) if not stones & gone), key=min
    )

    def change(stones: frozenset[int]) -> Group:
        color = Color(scene.before.board[min(stones)])
        was, now = chance(before, stones, color), chance(after, stones, color)
        return Group(stones, color, was, now, frozenset())

    close = [stones for stones in kept if min(map(scene.distance, stones)) < _FAR]
    changed = [one for one in map(change, close) if abs(one.now - one.was) >= LEAST_CHANCE]
    found = [
        (-abs(one.now - one.was) * len(one.stones), min(one.stones), one)
        for one in map(change, _merged(scene, changed))
    ]
    taken: set[int] = {scene.move}
    told = []
    for _, _, one in sorted(found, key=lambda x: x[:2]):
        beside: set[int] = set()
        if abs(one.now - one.was) >= AT_STAKE and len(one.stones) > 1:
            beside = {q for p in one.stones for q in scene.before.neighbors(p)}
            beside = {q for q in beside if not scene.before.board[q]} - taken
            taken |= beside
        told.append(replace(one, around=frozenset(beside)))
    return tuple(told)


def _merged(scene: Scene, changed: Sequence[Group]) -> list[frozenset[int]]:
    """The groups, those as one that share the same fate close to the move and to each other."""
    found: list[tuple[Color, bool, bool, set[int]]] = []
    for one in changed:
        rises = one.now > one.was
        close = abs(one.now - one.was) >= AT_STAKE and any(
            scene.distance(p) <= _TOGETHER for p in one.stones
        )
        for color, up, near, stones in found:
            alike = close and near and (color, up) == (one.color, rises)
            if alike and _gap(scene.before.width, stones, one.stones) <= _REACH:
                stones |= one.stones
                break
        else:
            found.append((one.color, rises, close, set(one.stones)))
    return [frozenset(stones) for _, _, _, stones in found]


def _gap(width: int, some: Iterable[int], others: Iterable[int]) -> int:
    """The steps between two sets of points."""
    theirs = [divmod(q, width) for q in others]
    return min(abs(p // width - r) + abs(p % width - c) for p in some for r, c in theirs)


def chance(view: View, stones: frozenset[int], color: Color) -> float:
    """The chance of a group, by its stones."""
    mean = sum(view.owner[p] for p in stones) / len(stones)
    return (1 + mean) / 2 if color == 1 else (1 - mean) / 2


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
    held = {p for one in groups(scene) for p in one.around}
    for p, stone in enumerate(scene.before.board):
        if not stone and p not in held and scene.distance(p) < _FAR:
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
            numbers=numbers,
            names=names,
            value=value,
            against=value < 0,
        )

    def groups(self) -> Iterator[Claim]:
        """Groups whose chance to stay on the board changes."""
        scene = self.scene
        for one in groups(scene):
            value = sum(self.gain[p] for p in (*one.stones, *one.around))
            least = LEAST_POINTS if value > 0 else LEAST_AGAINST
            ours, rises = one.color == scene.mover, one.now > one.was
            if abs(value) < least / 2 or (value > 0) != (ours == rises):
                continue
            if not firm(scene, (*one.stones, *one.around), value):
                continue
            kind = (
                ("strengthens" if rises else "leaves weaker")
                if ours
                else ("helps" if rises else "weakens")
            )
            points = {"stones": tuple(sorted(one.stones))}
            how = manner.of_group(scene, one.stones, one.was, one.now)
            lean = manner.leans_on(scene, one.stones, one.now) if kind == "weakens" else None
            if lean is not None:
                how, points["on"] = "leans", (lean,)
            yield self.claim(
                kind,
                points,
                {
                    "count": len(one.stones),
                    "before": round(100 * one.was),
                    "after": round(100 * one.now),
                },
                {
                    "area": self.area(one.stones),
                    "how": how,
                },
                value,
            )

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
                yield from self.firm(
                    self.area_claim("swings", names, [gains, reduces], ours=ours, theirs=theirs)
                )
                up = down = []
        for kind, names, sums in (
            ("gains", up, gains),
            ("reduces", down, reduces),
            ("gives up", _best(gains, -1), gains),
            ("lets grow", _best(reduces, -1), reduces),
        ):
            if names:
                yield from self.firm(self.area_claim(kind, names, [sums]))

    def firm(self, claim: Claim) -> Iterator[Claim]:
        """The claim about areas, if every look finds it."""
        if firm(self.scene, area_points(self.scene, claim), claim.value):
            yield claim

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
        told = {"areas": ", ".join(names)}
        if kind == "reduces":
            told["how"] = manner.of_loss(self.scene, self.before, most, total)
        if kind == "gains":
            told["how"] = manner.of_gain(self.scene, self.after, most, total)
        return self.claim(kind, {"area": tuple(sorted(most))}, numbers, told, total)

    def area(self, stones: frozenset[int]) -> str:
        """The area of the stone by which the group is called."""
        before = self.scene.before
        named = middle(before, sorted(stones))
        return area_of([named], before.width, before.height)
