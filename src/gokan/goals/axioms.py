"""Klinger's axioms 2.5.1 and 2.5.2, which the thesis leaves unproved, decided on tiny boards.

Every position of the board is looked at, with either side to move, and every stone in it; the
strategies are those of the whole game from there on. So each number is proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any

from gokan.checks import whole
from gokan.goals.tiny import PLAYERS, TinyGo
from gokan.goals.transitions import rules_of_go
from gokan.logic import Checker, Graph, explore, parse_file
from gokan.logic.bits import members

__all__ = ["AxiomCount", "count_axioms", "theory"]

_AXIOMS = {
    # name: what stands on p, left, right
    "2.5.1": ("Occ(p, -i)", "Capture(p, i)", "CaptureByGoals(p, i)"),
    "2.5.2": ("Occ(p, i)", "Save(p, i)", "SaveByGoals(p, i)"),
}


@dataclass(frozen=True, slots=True)
class AxiomCount:
    """How one axiom fares on one board."""

    axiom: str
    width: int
    height: int
    cases: int
    """A position, a side to move, a stone p and a player i."""
    both: int
    """Both sides true."""
    neither: int
    only_left: int
    """The goal can be achieved, but the axiom's right-hand side is false."""
    only_right: int
    examples: tuple[str, ...]
    """Cases in which the sides differ."""

    @property
    def holds(self) -> bool:
        """Whether the two sides agree in every case."""
        return not (self.only_left or self.only_right)

    def to_dict(self) -> dict[str, Any]:
        """The counts in plain types."""
        return {field: getattr(self, field) for field in self.__slots__} | {"holds": self.holds}


def theory(graph: Graph, *, seconds: float | None = None) -> Checker:
    """A checker that knows Table 2.1 and the four goals."""
    text = resources.files("gokan.goals").joinpath("theory.txt").read_text("utf-8")
    keep = set(graph.signature.predicates)
    known = [d for d in rules_of_go().definitions if d.name not in keep and d.name in _TABLE]
    return Checker(graph, [*known, *parse_file(text).definitions], seconds=seconds)


_TABLE = frozenset(
    {"Black", "White", "Empty", "Stone", "Enemies", "Friends", "NoEnemy", "Near"}
    | {"SameBlock", "BlockAdj", "Liberty", "Atari", "Suicide", "Eye", "TwoEyes", "Point"}
)


def count_axioms(
    width: int, height: int, *, rules: str = "klinger", examples: int = 3
) -> tuple[AxiomCount, ...]:
    """Decide both axioms on every position of a board, and list so many of the counter-examples.

    >>> for found in count_axioms(1, 3):
    ...     print(found.axiom, found.cases, found.both, found.only_left, found.only_right)
    2.5.1 44 36 4 0
    2.5.2 44 4 0 4
    >>> save = count_axioms(1, 3, examples=100)[1]
    >>> len(save.examples), save.examples[0]
    (4, 'X/./O, Black to play: p = A3, i = Black, right only')
    """
    whole("number of counter-examples", examples, 0, 10**9)
    graph = explore(TinyGo(width, height, rules, everywhere=True), states=2_000_000)
    checker = theory(graph)
    start = graph.atom("start", ())
    found = []
    for axiom, (stands, left, right) in _AXIOMS.items():
        formulas = [checker.resolve(text).formula for text in (stands, left, right)]
        counts = [0] * 5
        shown: list[str] = []
        for point in graph.signature.sorts["point"]:
            for player in PLAYERS:
                env = {"p": point, "i": player}
                where, one, other = (checker.evaluate(f, dict(env)) & start for f in formulas)
                one, other = one & where, other & where
                sets = [where, one & other, where & ~one & ~other, one & ~other, other & ~one]
                counts = [n + s.bit_count() for n, s in zip(counts, sets, strict=True)]
                for state in members(sets[3] | sets[4]):
                    if len(shown) >= examples:
                        break
                    side = "left only" if sets[3] >> state & 1 else "right only"
                    shown.append(f"{graph.show(state)}: p = {point}, i = {player}, {side}")
        cases, both, neither, left_only, right_only = counts
        found.append(
            AxiomCount(
                axiom,
                width,
                height,
                cases,
                both,
                neither,
                left_only,
                right_only,
                tuple(shown),
            )
        )
    return tuple(found)
