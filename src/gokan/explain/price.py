"""What claims are worth: the gain on the points they are about, each point counted once.

With a learned outlook the gain on every point goes to one claim only: to what happens to stones
(captured, saved, cut off …) with the empty points beside them, then to groups that get stronger or
weaker, then to areas; what then is left of an area, to what changes besides. Names and tempo have
no points of their own. A sense that reads no lines is not trusted with that: without a learned
outlook the count of stones stays.

The value of a claim is the gain at a look, at once after the move, times what such a gain counts:
a factor for each kind (data/worth.toml, fitted by tools/fit_worth.py), so that the values of a
move's claims add up to more where a search finds more. From the level `usual` on there
is a second number, its outcome: the gain by a search after the move, so what is left of it after
the answers. What belongs to no claim, or went the other way, is the outcome of a claim about the
rest of the board, and all of them add up to what the search finds the move worth.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.explain.sources import besides, elsewhere, prospects

CONCRETE = (
    "kills",
    "lives",
    "makes ko",
    "wins race",
    "loses race",
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
    "keeps apart",
    "connects",
    "connects underneath",
    "closes cut",
    "guards cut",
    "threatens",
    "peeps",
    "ladder maker",
    "double atari",
    "atari",
    "out of atari",
)
"""What happens to stones, in the order in which the points are given out."""
GROUPS = ("strengthens", "weakens", "leaves weaker", "helps")
AREAS = ("swings", "gains", "reduces", "gives up", "lets grow")
PRICED = (*CONCRETE, *GROUPS, *AREAS)
"""Kinds of claims that have points of their own."""


def priced(scene: Scene, claims: Iterable[Claim]) -> list[Claim]:
    """The claims with their values and outcomes; with a search also one about the rest of the
    board.
    """
    found = list(claims)
    table = scene.table
    before, after = table.ignored_view, scene.view
    if table.outlook is None or table.outlook.certainty != "learned":
        return found
    if before is None or after is None:
        return found
    gain = prospects.changes(before, after, scene.mover)
    values, rest = _shared_out(scene, found, gain)
    gains = [_gained(claim, values.get(i)) for i, claim in enumerate(found)]
    found += besides.claims(scene, gain, rest)
    gains += [claim.value for claim in found[len(gains) :]]
    found = [
        replace(claim, value=worth().get(claim.kind, 1.0) * value)
        for claim, value in zip(found, gains, strict=True)
    ]
    if table.ahead is table.outlook:
        return found
    gain = outcome_gains(scene)
    outcomes, rest = _shared_out(scene, found, gain)
    found = [replace(claim, outcome=outcomes.get(i, 0.0)) for i, claim in enumerate(found)]
    return [*found, elsewhere.claim(scene, gain, sorted(rest))]


def _gained(claim: Claim, gain: float | None) -> float:
    """What a claim says is gained: on its points, or by itself; names and tempo gain nothing."""
    if claim.kind == "expected":
        return claim.value
    return 0.0 if gain is None else gain


@cache
def worth() -> Mapping[str, float]:
    """How much a point gained counts, by the kind of claim that tells of it; of others, 1."""
    text = resources.files("gokan.explain").joinpath("data/worth.toml").read_text("utf-8")
    return {kind: float(factor) for kind, factor in tomllib.loads(text).items()}


def outcome_gains(scene: Scene) -> list[float]:
    """What the mover gains on each point by the search; nothing without an outlook."""
    before, after = scene.table.ignored_outcome, scene.outcome
    if before is None or after is None:
        return [0.0] * len(scene.before.board)
    return prospects.changes(before, after, scene.mover)


def unclaimed(scene: Scene, claims: Iterable[Claim], gain: Sequence[float]) -> set[int]:
    """The points of which no claim has the gain: the rest of the board."""
    return _shared_out(scene, list(claims), gain)[1]


def _shared_out(
    scene: Scene, found: Sequence[Claim], gain: Sequence[float]
) -> tuple[dict[int, float], set[int]]:
    """What each claim is worth, by its place in the list, and the points that are left over."""
    free = set(range(len(gain)))
    values: dict[int, float] = {}
    for i in sorted(
        (i for i, claim in enumerate(found) if claim.kind in PRICED),
        key=lambda i: (PRICED.index(found[i].kind), -len(found[i].points.get("stones", ()))),
    ):
        points = points_of(scene, found[i]) & free
        value = sum(gain[p] for p in points)
        # What speaks for a move does not count against it, and the other way round.
        if (value < 0) == found[i].against:
            free -= points
            values[i] = value
    return values, free


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
