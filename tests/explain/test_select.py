"""Which claim comes first."""

from __future__ import annotations

from gokan.explain.claim import Claim
from gokan.explain.select import choose, rank
from gokan.go import BLACK


def test_what_becomes_of_stones_comes_before_what_follows_from_it() -> None:
    stones = {"stones": (20, 21)}
    ladder = Claim("ladder works", 22, BLACK, "exact", "rules", stones, value=1.0)
    weaker = Claim("weakens", 22, BLACK, "measured", "strength", stones, value=9.0)
    elsewhere = Claim("weakens", 22, BLACK, "measured", "strength", {"stones": (3,)}, value=5.0)
    ranked = rank([weaker, elsewhere, ladder], [], lambda claim: claim.kind)
    assert [claim for _, _, claim in ranked] == [ladder, weaker, elsewhere]
    told, _ = choose(ranked)
    assert told == [ladder, elsewhere]
