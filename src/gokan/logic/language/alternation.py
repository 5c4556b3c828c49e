"""How deeply least and greatest fixed points depend on each other in a formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gokan.logic.language.formula import (
    Atom,
    Fixed,
    Formula,
    Strategic,
    children,
    free_relations,
    turns,
)
from gokan.logic.language.text import Definition

__all__ = ["alternation_depth"]


def alternation_depth(formula: Formula, definitions: Sequence[Definition] = ()) -> int:
    """How often μ and ν, each depending on the one before, take turns on the way down.

    est counts as μ, irr as ν (axioms 4 and 5), and ach as both; a negation turns them over.

    >>> from gokan.logic import parse
    >>> alternation_depth(parse("nu X. mu Y. <>(p & X | Y)"))
    2
    >>> alternation_depth(parse("nu X. p & []X & mu Y. q | <>Y"))
    1
    >>> alternation_depth(parse("mu X. p | ~(mu Y. ~X | <> Y)"))
    2
    >>> alternation_depth(parse("ach[i] p"))
    1
    """
    return _Depths({d.name: d.body for d in definitions}).of(formula, frozenset())


class _Depths:
    def __init__(self, definitions: Mapping[str, Formula]) -> None:
        self.definitions = definitions
        self.known: dict[str, int] = {}

    def of(self, formula: Formula, bound: frozenset[str]) -> int:
        if isinstance(formula, Fixed):
            bound |= {formula.name}
        deepest = max((self.of(child, bound) for child in children(formula)), default=0)
        if isinstance(formula, Atom) and formula.name in self.definitions.keys() - bound:
            return self.defined(formula.name)
        if not _least(formula):
            return deepest
        if isinstance(formula, Fixed):
            for inner, turned in _inside(formula.body, False):
                other = not formula.least ^ turned
                if other in _least(inner) and free_relations(inner, frozenset({formula.name})):
                    deepest = max(deepest, 1 + self.of(inner, bound))
        return max(deepest, 1)

    def defined(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = self.of(self.definitions[name], frozenset())
        return self.known[name]


def _least(formula: Formula) -> tuple[bool, ...]:
    """The fixed points that a formula begins with: True for least ones."""
    match formula:
        case Fixed(least):
            return (least,)
        case Strategic(operator):
            return {"est": (True,), "irr": (False,), "ach": (True, False), "causes": ()}[operator]
    return ()


def _inside(formula: Formula, turned: bool) -> Iterator[tuple[Formula, bool]]:
    """The fixed points in a formula, each with whether it stands under a negation."""
    if _least(formula):
        yield formula, turned
    for child in children(formula):
        yield from _inside(child, turned ^ turns(formula, child))
