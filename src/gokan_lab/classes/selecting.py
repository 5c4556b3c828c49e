"""Which of the recurring formations become classes.

A formation is kept if it is played clearly more often, where it can be, than any formation inside
it; otherwise the rest of it is irrelevant and it is merged into the smaller one. It must be able to
stand on a board by itself, since a class is what can be generated. What is left is put in order by
how much it tells: times played, times the logarithm of how far above chance it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from gokan.errors import InvalidInput
from gokan.shape.learn.formation import ORDERS, Formation
from gokan_lab.classes.counting import Count, Plan
from gokan_lab.classes.define import define
from gokan_lab.classes.realise import is_together, realise

CANDIDATES = 250
"""Moves to choose from, about: a formation that is no guide at all is played once in so many."""

MOST_IN_TIME = 3
"""Stones of a class whose parts need not live at one time; with more a ko has too many ways."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A formation that becomes a class, with the order its stones typically come in."""

    count: Count
    order: tuple[int, ...] | None
    together: bool
    """All its parts live at one time: the new stone ends none of them."""
    worth: float

    @property
    def formation(self) -> Formation:
        """What it is."""
        return self.count.formation


def select(counts: Iterable[Count], plan: Plan) -> list[Chosen]:
    """The best, first the most telling."""
    known = {c.code: c for c in counts}
    ranked = sorted(known.values(), key=lambda c: (-_worth(c), c.code))
    made: list[Chosen] = []
    for count in ranked:
        if len(made) == plan.classes or _worth(count) <= 0:
            break
        formation = count.formation
        if formation.is_loose or _is_merged(count, formation, known, plan):
            continue
        order = typical_order(count, plan)
        try:
            together = is_together(realise(formation))
            define(formation, "x", order=order, together=together)
        except InvalidInput:
            continue
        if together or len(formation.stones) <= MOST_IN_TIME:
            made.append(Chosen(count, order, together, _worth(count)))
    return made


def typical_order(count: Count, plan: Plan) -> tuple[int, ...] | None:
    """The order of the stones that were there before, if one is clearly the most frequent."""
    new = count.formation.new
    if new < 2 or new >= MOST_IN_TIME:
        return None
    best = max(range(len(ORDERS)), key=lambda n: count.orders[n])
    total = sum(count.orders)
    return ORDERS[best][:new] if total and count.orders[best] >= plan.order * total else None


def _worth(count: Count) -> float:
    return count.played * math.log2(count.chance * CANDIDATES)


def _is_merged(count: Count, formation: Formation, known: dict[int, Count], plan: Plan) -> bool:
    inside = [formation.without(i) for i in range(formation.new)]
    if any(s.edges for s in formation.stones):
        inside.append(formation.without_edges())
    return any(
        smaller.code != count.code
        and smaller.code in known
        and count.chance < plan.gain * known[smaller.code].chance
        for smaller in inside
    )
