"""What claims are worth: the outlook's gain on the points they are about, each point counted once.

With a learned outlook the gain on every point goes to one claim only: to what happens to stones
(captured, saved, cut off …) with the empty points beside them, then to groups that get stronger or
weaker, then to areas. So the values of a move's claims add up to what it is worth. Names and tempo
have no points of their own. A sense that reads no lines is not trusted with that: without a learned
outlook the count of stones stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.sources import prospects

CONCRETE = (
    "kills",
    "lives",
    "makes ko",
    "wins race",
    "captures",
    "snapback",
    "catches",
    "caught",
    "ladder works",
    "rescues",
    "saves",
    "ladder breaker",
    "endangers",
    "neglects",
    "cuts",
    "connects",
    "closes cut",
    "threatens",
    "ladder maker",
    "double atari",
    "atari",
    "out of atari",
)
"""What happens to stones, in the order in which the points are given out."""
GROUPS = ("strengthens", "weakens", "leaves weaker", "helps")
AREAS = ("swings", "gains", "reduces", "gives up", "lets grow")


def priced(scene: Scene, claims: Iterable[Claim]) -> list[Claim]:
    """The claims with the outlook's values where it has them."""
    found = list(claims)
    outlook = scene.table.outlook
    before, after = scene.table.ignored_view, scene.view
    if outlook is None or outlook.certainty != "learned" or before is None or after is None:
        return found
    gain = prospects.changes(before, after, scene.mover)
    free = set(range(len(gain)))
    order = (*CONCRETE, *GROUPS, *AREAS)
    for i in sorted(
        (i for i, claim in enumerate(found) if claim.kind in order),
        key=lambda i: (order.index(found[i].kind), -len(found[i].points.get("stones", ()))),
    ):
        points = points_of(scene, found[i]) & free
        free -= points
        value = sum(gain[p] for p in points)
        # What speaks for a move does not count against it, and the other way round.
        value = min(value, 0.0) if found[i].against else max(value, 0.0)
        found[i] = replace(found[i], value=value)
    return [c if c.kind in order else replace(c, value=0.0) for c in found]


def points_of(scene: Scene, claim: Claim) -> set[int]:
    """The points whose gain belongs to a claim."""
    if claim.kind in AREAS:
        return prospects.area_points(scene, claim)
    stones = {p for part in ("stones", "ours", "theirs") for p in claim.points.get(part, ())}
    if claim.kind in GROUPS:
        return stones | prospects.around(scene, frozenset(stones))
    for head in claim.points.get("blocks", ()):
        block = scene.blocks_before.get(head)
        stones |= set(block.stones) if block is not None else {head}
    return stones | {
        q for p in stones for q in scene.before.neighbors(p) if not scene.before.board[q]
    }
