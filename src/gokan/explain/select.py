"""Which claims are told: a greedy cover, contrastive, at most five.

A claim counts by what it is worth in points, by how sure it is, and by how few of the other
candidates share it. A claim that follows from one that is told already is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from gokan.explain.claim import CERTAINTIES, Claim

MOST = 5
_FLOOR = 0.15
"""Claims that weigh less than this share of the first are not worth a sentence."""

IMPLIED: dict[str, frozenset[str]] = {
    # Once the first is told, the others about the same stones say nothing new.
    "captures": frozenset({"atari", "out of atari", "shape"}),
    "ladder works": frozenset({"atari"}),
    "caught": frozenset({"atari"}),
    "saves": frozenset({"out of atari"}),
    "double atari": frozenset({"atari"}),
    "snapback": frozenset({"self-atari", "throw-in"}),
    "makes an eye": frozenset[str](),
    "corner": frozenset({"extension", "shape"}),
    "enclosure": frozenset({"shape", "extension"}),
    "approach": frozenset({"shape"}),
    "invasion": frozenset({"shape"}),
    "pincer": frozenset({"shape", "extension"}),
    "extension": frozenset({"shape"}),
}
_TRUST = dict(zip(CERTAINTIES, (1.0, 1.0, 0.9, 0.75, 0.75), strict=True))


def rank(claims: Sequence[Claim], others: Sequence[Sequence[Claim]]) -> list[tuple[float, Claim]]:
    """Claims with their weight, the heaviest first. `others` are the claims of other candidates."""
    weighed = [(weight(claim, shared(claim, others)), claim) for claim in claims]
    return sorted(weighed, key=lambda pair: (-pair[0], pair[1].kind, pair[1].key))


def weight(claim: Claim, share: float) -> float:
    """How much a claim counts if this share of the other candidates could claim the same."""
    return (abs(claim.value) + 0.2) * _TRUST[claim.certainty] * (1.0 - 0.8 * share)


def shared(claim: Claim, others: Sequence[Sequence[Claim]]) -> float:
    """The share of other candidates of which the same can be said, coordinates apart."""
    if not others:
        return 0.0
    return sum(any(alike(claim, one) for one in claims) for claims in others) / len(others)


def alike(one: Claim, other: Claim) -> bool:
    """Whether the second says at least what the first does, coordinates apart: the same kind and
    names, and no smaller number.
    """
    return (
        one.kind == other.kind
        and dict(one.names) == dict(other.names)
        and all(other.numbers.get(name, 0) >= number for name, number in one.numbers.items())
    )


def choose(ranked: Sequence[tuple[float, Claim]], *, most: int = MOST) -> list[Claim]:
    """The claims to tell, in order."""
    told: list[Claim] = []
    for heavy, claim in ranked:
        if len(told) == most or (told and heavy < _FLOOR * ranked[0][0]):
            break
        if not any(implies(one, claim) for one in told):
            told.append(claim)
    return told


def implies(told: Claim, claim: Claim) -> bool:
    """Whether a claim says nothing new after another."""
    if claim.kind == told.kind == "shape":
        return True
    if claim.key == told.key:
        return True
    if claim.kind not in IMPLIED.get(told.kind, ()):
        return False
    if claim.kind == "shape":
        return True
    ours = {p for points in claim.points.values() for p in points}
    theirs = {p for points in told.points.values() for p in points}
    return bool(ours & theirs) or not ours
