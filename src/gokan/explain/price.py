"""What claims are worth: the outlook's gain on the points they are about.

A claim about stones (captured, saved, cut off …) takes the gain on those stones and on the empty
points beside them, where a learned outlook is at hand; a sense that reads no lines is not trusted
with that, and the count of stones stays. Stones that were lost already are worth nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.sources.prospects import changes

TACTICAL = frozenset(
    {
        "captures",
        "caught",
        "ladder works",
        "ladder breaker",
        "ladder maker",
        "saves",
        "catches",
        "rescues",
        "threatens",
        "atari",
        "double atari",
        "out of atari",
        "snapback",
        "connects",
        "cuts",
        "endangers",
        "neglects",
    }
)
_CERTAIN_SHARE = 0.05


def priced(scene: Scene, claims: Iterable[Claim]) -> list[Claim]:
    """The claims with the outlook's values where it has them."""
    outlook = scene.table.outlook
    before, after = scene.table.ignored_view, scene.view
    if outlook is None or outlook.certainty != "learned" or before is None or after is None:
        return list(claims)
    gain = changes(before, after, scene.mover)
    return [_priced(scene, claim, gain) for claim in claims]


def _priced(scene: Scene, claim: Claim, gain: list[float]) -> Claim:
    if claim.kind not in TACTICAL:
        return claim
    stones = set(claim.points.get("stones", ()))
    for head in claim.points.get("blocks", ()):
        block = scene.blocks_before.get(head)
        stones |= set(block.stones) if block is not None else {head}
    beside = {q for p in stones for q in scene.before.neighbors(p) if not scene.before.board[q]} - {
        scene.move
    }
    value = sum(gain[p] for p in stones | beside)
    if claim.against:
        return replace(claim, value=min(value, _CERTAIN_SHARE * claim.value))
    return replace(claim, value=max(value, _CERTAIN_SHARE * claim.value))
