"""Which claims are told: a greedy cover, contrastive, at most five.

A claim counts by what it is worth in points, by how sure it is, and by how few of the other
candidates share it. A claim that follows from one that is told already is left out. The first
sentence has to stand alone: it is false of most other candidates wherever such a claim is at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gokan.explain.claim import CERTAINTIES, Claim
from gokan.explain.price import GROUPS

MOST = 5
FEW = 0.23
"""The share of other candidates that a first sentence may also be true of: two of nine."""
NAMED_BESIDE = 1
"""The weight from which on a shape is named beside the move."""
_FLOOR = 0.12
"""Claims that weigh less than this share of the first are not worth a sentence."""

STANDING: dict[str, float] = {
    # What a kind counts besides its points: a concrete thing rather than a number.
    "kills": 5.0,
    "lives": 5.0,
    "makes ko": 4.0,
    "wins race": 5.0,
    "loses race": 5.0,
    "captures": 4.0,
    "caught": 3.0,
    "ladder works": 1.0,
    "catches": 3.0,
    "rescues": 2.0,
    "saves": 2.0,
    "ladder breaker": 1.5,
    "snapback": 2.0,
    "takes ko": 20.0,
    "suicide": 20.0,
    "double atari": 1.0,
    "connects": 2.0,
    "connects underneath": 3.0,
    "closes cut": 2.5,
    "guards cut": 2.5,
    "keeps apart": 2.5,
    "peeps": 1.5,
    "cuts": 0.8,
    "must be answered": 2.0,
    "wanted point": 1.0,
    "otherwise": 0.9,
    "corner": 14.0,
    "enclosure": 12.0,
    "approach": 12.0,
    "double approach": 12.0,
    "invasion": 12.0,
    "pincer": 8.0,
    "joseki": 4.0,
    "ko size": 3.0,
    "ko threat": 3.0,
    "keeps sente": 1.0,
    "gote": 0.2,
    "shape here": 1.5,
    "alternative": 3.0,
    "splits a side": 8.0,
    "extension": 8.0,
    "vital point of eyes": 2.0,
    "vital point of own eyes": 2.0,
    "makes an eye": 0.5,
    "takes an eye": 0.5,
    "falsifies an eye": 0.5,
    "loses": 1000.0,
    "compared": 900.0,
    "loses the chance": 500.0,
}
_LINKS = frozenset(
    {"connects", "connects underneath", "closes cut", "guards cut", "keeps apart", "peeps", "cuts"}
)
"""Cuts and connections, which count in full only where at least a point hangs on them."""
_FAINT = {
    "threatens": 0.7,
    "joins": 0.05,
    "separates": 0.1,
    "ladder maker": 0.1,
    "out of atari": 0.2,
    "atari": 0.3,
    "expected": 0.1,
}

_CONNECTIONS = frozenset({"connects", "connects underneath", "closes cut", "guards cut", "joins"})

IMPLIED: dict[str, frozenset[str]] = {
    # Once the first is told, the others about the same stones say nothing new.
    "kills": frozenset({"weakens", "catches", "caught", "threatens", "atari"}),
    "lives": frozenset({"strengthens", "rescues", "saves", "ladder breaker", "connects"}),
    "captures": frozenset(
        {"atari", "out of atari", "weakens", "connects", "makes an eye", "keeps apart", "cuts"}
    ),
    "ladder works": frozenset({"atari", "weakens", "threatens"}),
    "caught": frozenset(
        {"atari", "weakens", "threatens", "falsifies an eye", "keeps apart", "cuts"}
    ),
    "catches": frozenset({"weakens", "threatens", "keeps apart", "cuts"}),
    "saves": frozenset({"out of atari", "strengthens", "rescues", *_CONNECTIONS}),
    "rescues": frozenset({"out of atari", "strengthens", "saves", *_CONNECTIONS}),
    "ladder breaker": frozenset({"rescues", "strengthens"}),
    "double atari": frozenset({"atari", "weakens"}),
    "atari": frozenset({"weakens"}),
    "threatens": frozenset({"ladder maker", "weakens", "peeps"}),
    "weakens": frozenset({"threatens"}),
    "peeps": frozenset({"threatens"}),
    "snapback": frozenset({"self-atari", "throw-in"}),
    "connects": frozenset(
        {"joins", "connects", "connects underneath", "closes cut", "guards cut", "strengthens"}
    ),
    "connects underneath": frozenset(
        {"joins", "connects", "closes cut", "guards cut", "rescues", "saves"}
    ),
    "closes cut": frozenset({"joins", "guards cut"}),
    "guards cut": frozenset({"joins", "connects"}),
    "cuts": frozenset({"separates", "cuts", "keeps apart"}),
    "keeps apart": frozenset({"separates", "cuts"}),
    "separates": frozenset({"shape"}),
    "pincer": frozenset({"extension"}),
}
_SAME_STONES = frozenset({("threatens", "weakens"), ("weakens", "threatens")})
"""Who threatens most of a group's stones attacks the group; two single stones of it are another
matter."""
_SAME_POINT = frozenset({("threatens", "peeps"), ("peeps", "threatens")})
"""A threat to cut and one to capture are the same if they begin at the same point."""
_TAKES_PLACE = frozenset(
    {"corner", "enclosure", "approach", "double approach", "extension", "splits a side"}
)
"""Openings of a corner or side: that the move comes first there goes without saying."""
_DEEDS = frozenset(
    {
        "kills",
        "lives",
        "captures",
        "ladder works",
        "caught",
        "catches",
        "saves",
        "rescues",
        "double atari",
    }
)
"""Claims that say what becomes of stones."""
FAMILY = {
    # Of these one sentence is usually enough.
    "rescues": "safety",
    "saves": "safety",
    "ladder breaker": "safety",
    "out of atari": "safety",
    "strengthens": "strength",
    "weakens": "weakness",
    "catches": "capture",
    "caught": "capture",
    "captures": "capture",
    "connects": "connection",
    "connects underneath": "connection",
    "closes cut": "connection",
    "guards cut": "connection",
    "must be answered": "tempo",
    "keeps sente": "tempo",
    "gote": "tempo",
    "ko threat": "tempo",
    "threatens": "threat",
    "peeps": "threat",
    "atari": "threat",
    "ladder maker": "threat",
    "cuts": "cut",
    "keeps apart": "cut",
    "separates": "cut",
}
SMALL = ("gains", "reduces", "swings", "gives up", "lets grow")
"""Told after another claim only from a whole point on."""
_LOSSES = frozenset({"gives up", "lets grow", "leaves weaker", "helps"})
"""Kinds that tell what the opponent gets."""
_OF_THE_REST = 5.0
"""Points from which on it is told what a bad move leaves to the opponent elsewhere: two searches
may differ by that (docs/benchmarks/explain.md)."""
_LIFE, _WHOLE_GROUP = 12.0, 3
"""What the life of a group of so many stones counts for besides its points."""
_EVEN = 50
"""The chance in percent below which nobody speaks of a single stone as saved."""
_LARGE_THREAT = 8.0
"""What a ko threat that is large enough counts for besides its standing: while a ko is fought, that
is why the move was played."""
_SAVED, _FROM_ATARI = ("saves", "rescues"), 20.0
"""Who answers an atari saves the stones first of all: what that counts for besides its points."""
_AGAIN = 2.0
"""Points from which on a second one is told."""
_OPENING = (
    "corner",
    "enclosure",
    "approach",
    "double approach",
    "invasion",
    "pincer",
    "extension",
    "splits a side",
)
"""What a move does on the open board."""
_WITHOUT_SHAPE = frozenset(
    {
        "kills",
        "lives",
        "makes ko",
        "ladder works",
        "caught",
        "double atari",
        "captures",
        *_OPENING,
        "takes ko",
        "snapback",
        "throw-in",
        "keeps apart",
        "cuts",
    }
)
_NEVER_FIRST = frozenset(
    {
        "shape",
        "expected",
        "shape here",
        "gote",
        "wanted point",
        "otherwise",
        "completes",
        "alternative",
    }
)
"""Told first only where there is nothing else; `expected` not even then."""
_BESIDE = frozenset({"answers", "besides"})
"""Told only within another sentence, or not at all: it only counts."""
_NO_ANSWER = frozenset(
    {
        *_OPENING,
        "takes ko",
        "captures",
        "ko size",
        "wanted point",
        "loses",
        "compared",
    }
)
"""First sentences that stand for themselves, or have no place for it."""
_TRUST = dict(zip(CERTAINTIES, (1.0, 1.0, 0.9, 0.7, 0.8), strict=True))

Ranked = tuple[float, float, Claim]
Pattern = Callable[[Claim], str]
"""A claim's sentence with coordinates and numbers blanked."""


def rank(
    claims: Sequence[Claim], others: Sequence[Sequence[Claim]], pattern: Pattern
) -> list[Ranked]:
    """Weight, share of other candidates that can claim the same, and claim; the heaviest first."""
    heard = [[(pattern(claim), claim) for claim in theirs] for theirs in others]
    weighed = []
    for claim in claims:
        share = _shared(claim, pattern(claim), heard)
        weighed.append((weight(claim, share), share, claim))
    weighed = [(_with_implied(one, weighed), one[1], one[2]) for one in weighed]
    if any(claim.kind == "answers" and claim.names["called"] == "atari" for claim in claims):
        weighed = [
            (heavy + (_FROM_ATARI if claim.kind in _SAVED else 0.0), share, claim)
            for heavy, share, claim in weighed
        ]
    return sorted(weighed, key=_order)


def _order(one: Ranked) -> tuple[object, ...]:
    heavy, _, claim = one
    return -heavy, claim.kind not in _DEEDS, claim.kind, claim.key


def _with_implied(one: Ranked, all_of_them: Sequence[Ranked]) -> float:
    """A deed counts at least for what follows from it: "cannot get away" says "is weaker" too."""
    if one[2].kind not in _DEEDS:
        return one[0]
    follows = [other[0] for other in all_of_them if implies(one[2], other[2])]
    return max((one[0], *follows))


def weight(claim: Claim, share: float) -> float:
    """How much a claim counts if this share of the other candidates could claim the same."""
    if claim.kind == "shape":
        worth = 0.12 * claim.numbers["weight"] + (0.2 if claim["repute"] != "plain" else 0.0)
    else:
        standing = STANDING.get(claim.kind, 0.0)
        if claim.kind in _LINKS:
            standing *= min(1.0, abs(claim.value))
        worth = abs(claim.value) * _FAINT.get(claim.kind, 1.0) + standing
    if claim.kind in GROUPS and claim.names.get("how", "plain") != "plain":
        change = abs(claim.numbers["after"] - claim.numbers["before"]) / 100
        worth += _LIFE * change * min(1.0, claim.numbers["count"] / _WHOLE_GROUP)
    if claim.kind == "ko threat" and not claim.against:
        worth += _LARGE_THREAT
    return (worth + 0.02) * _TRUST[claim.certainty] * (1.0 - 0.8 * share)


def _shared(claim: Claim, said: str, heard: Sequence[Sequence[tuple[str, Claim]]]) -> float:
    if not heard:
        return 0.0
    return sum(
        any(text == said and at_least(other, claim) for text, other in theirs) for theirs in heard
    ) / len(heard)


def at_least(other: Claim, claim: Claim) -> bool:
    """Whether no number of the other is smaller than the claim's."""
    return all(other.numbers.get(name, 0) >= number for name, number in claim.numbers.items())


def choose(
    ranked: Sequence[tuple[float, float, Claim]], *, most: int = MOST, bad: bool = False
) -> tuple[list[Claim], Claim | None]:
    """The claims to tell, in order, and the shape to be named beside the move.

    What speaks against a move is told only of a bad one.
    """
    may = [one for one in ranked if _may_be_told(one[2], one[1], bad)]
    if all(one[2].kind in ("expected", "otherwise") for one in may):
        return [], None
    shape = None
    if not bad:
        first, shape = _first(may)
        may = [first, *(one for one in may if one is not first)]
    told: list[Claim] = []
    for heavy, _, claim in may:
        if len(told) == most:
            break
        if told and (heavy < _floor(may[0][2], may[0][0]) or (shape and claim.kind == "shape")):
            continue
        if told and claim.kind in SMALL and abs(claim.value) < 1.0:
            continue
        if not _backed(claim, told) or _named_otherwise(claim, shape):
            continue
        if not any(implies(one, claim) for one in told) and _new(claim, told):
            told.append(claim)
    return _together(told), shape


def _together(told: list[Claim]) -> list[Claim]:
    """What a ko is worth is told at once after the ko is taken, and what is captured before what
    that saves.
    """
    taken_off = next((i for i, claim in enumerate(told) if claim.kind == "captures"), 0)
    if all(claim.kind in ("saves", "rescues") for claim in told[:taken_off]):
        told = [*told[taken_off : taken_off + 1], *told[:taken_off], *told[taken_off + 1 :]]
    size = next((claim for claim in told if claim.kind == "ko size"), None)
    taken = next((i for i, claim in enumerate(told) if claim.kind == "takes ko"), None)
    if size is None or taken is None:
        return told
    rest = [claim for claim in told if claim is not size]
    return [*rest[: taken + 1], size, *rest[taken + 1 :]]


def _may_be_told(claim: Claim, share: float, bad: bool) -> bool:
    if claim.kind == "elsewhere":  # every move leaves something; this one must leave more
        return bad and claim.value <= -_OF_THE_REST and share <= FEW
    if claim.kind == "strengthens" and claim.numbers["count"] == 1:
        return claim.numbers["after"] >= _EVEN  # a lost stone is lost
    if claim.kind == "expected":  # a guess, not a reason: only where it says something by itself
        return not bad and claim.names["how"] == "most"
    if claim.kind == "compared":  # it was asked for
        return True
    return (bad or not speaks_against(claim)) and claim.kind not in _BESIDE


def speaks_against(claim: Claim) -> bool:
    """Whether a claim is no reason for the move, whatever it is worth."""
    return claim.against or claim.kind in _LOSSES


def answered(found: Sequence[Claim], told: Sequence[Claim]) -> Claim | None:
    """The claim that the move answers the last one, if that belongs into the first sentence."""
    if not told or told[0].kind in _NO_ANSWER:
        return None
    return next((claim for claim in found if claim.kind == "answers"), None)


def _backed(claim: Claim, told: Sequence[Claim]) -> bool:
    """Whether what a claim points to was told: that a bad shape does something here, or a reason
    beside the guess that a move is to be expected.
    """
    if claim.kind == "expected":
        return any(one.kind != "wanted point" for one in told)
    if claim.kind == "otherwise":  # where nothing is told but points
        return all(one.kind in SMALL for one in told)
    if claim.kind != "shape here" or claim.against:
        return True
    return any(one.key == deed.key for deed in claim.rests_on for one in told)


def _named_otherwise(claim: Claim, shape: Claim | None) -> bool:
    """Whether a shape is judged while the move was called by the name of another: who has to
    connect does not choose an empty triangle.
    """
    if claim.kind != "shape here" or shape is None:
        return False
    return claim.names["shape"] != shape.names["shape"]


def _floor(first: Claim, heavy: float) -> float:
    """What a claim must weigh to be told; the standing of a name is no measure for points."""
    return _FLOOR * (heavy - 0.8 * STANDING.get(first.kind, 0.0))


def _new(claim: Claim, told: Sequence[Claim]) -> bool:
    """Whether another claim of a family that was told is worth it."""
    family = FAMILY.get(claim.kind)
    same = sum(FAMILY.get(one.kind) == family for one in told) if family else 0
    return same == 0 or (same == 1 and abs(claim.value) >= _AGAIN)


def _first(ranked: Sequence[Ranked]) -> tuple[Ranked, Claim | None]:
    """The claim for the first sentence, and the shape that is named with it.

    It is the weightiest that few other candidates share, by itself or together with the name of the
    shape; a bare name only where there is nothing else.
    """
    shape = _shape(ranked)
    share = next((one[1] for one in ranked if one[2] is shape), 1.0)
    for one in ranked:
        named = None if _names_itself(one[2]) else shape
        if one[2].kind in _NEVER_FIRST:
            continue
        if one[1] <= FEW:
            strong = named is not None and named.numbers["weight"] >= NAMED_BESIDE
            return one, named if strong else None
        if named is not None and share <= FEW:
            return one, named
    may = [one for one in ranked if one[2].kind not in ("expected", "otherwise")]
    rare = [one for one in may if one[1] <= FEW] or may
    first = next((one for one in rare if one[2].kind != "wanted point"), rare[0])
    return first, None


def _names_itself(claim: Claim) -> bool:
    """Whether a claim says by itself what kind of move it is."""
    how = claim.names.get("how")
    if claim.kind == "reduces":
        return how in ("invades", "above")
    return claim.kind in _WITHOUT_SHAPE or (claim.kind == "peeps" and how == "peep")


def _shape(ranked: Sequence[Ranked]) -> Claim | None:
    """The shape that is most of a name, if there is one that says something."""
    if any(claim.kind in ("captures", "takes ko") for _, _, claim in ranked):
        return None  # to take stones is more than the shape it leaves
    shapes = [claim for _, _, claim in ranked if claim.kind == "shape" and not claim.against]
    if any(claim.kind in ("keeps apart", "cuts") for _, _, claim in ranked):
        # Who cuts does not bend round.
        shapes = [claim for claim in shapes if "hane" not in claim.names["shape"]]
    return max(shapes, key=lambda claim: claim.numbers["weight"], default=None)


def implies(told: Claim, claim: Claim) -> bool:
    """Whether a claim says nothing new after another."""
    if claim.kind == "shape":
        return told.kind == "shape" or _names_itself(told)
    if claim.key == told.key:
        return True
    if told.kind == "compared" and claim.kind == "alternative":  # the move that was played
        return bool(told["best"] == claim["at"])
    if told.kind in _TAKES_PLACE and claim.kind == "reduces":
        return claim.names.get("how") == "first"
    if claim.kind not in IMPLIED.get(told.kind, ()):
        return False
    pair = (told.kind, claim.kind)
    if pair in _SAME_STONES:
        return _mostly(told["stones"], claim["stones"])
    if pair in _SAME_POINT:
        return _begins_at(told) == _begins_at(claim)
    ours = {p for points in claim.points.values() for p in points}
    theirs = {p for points in told.points.values() for p in points}
    return bool(ours & theirs) or not ours


def _mostly(some: Sequence[int], others: Sequence[int]) -> bool:
    """Whether at least half of the stones of either are the other's."""
    both = len(set(some) & set(others))
    return 2 * both >= max(len(some), len(others))


def _begins_at(threat: Claim) -> int | None:
    """Where a threat would be carried out."""
    points = threat["at"] if threat.kind == "peeps" else threat.points.get("line", ())
    return points[0] if points else None
