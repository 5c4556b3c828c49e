"""How deep a formula is once its definitions are written out; too deep ones are refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gokan.logic.language.formula import Apply, Atom, Count, Fixed, Formula, Term, children, terms
from gokan.logic.language.text import Definition, InvalidFormula

__all__ = ["DEEPEST_IN_ALL", "check_nesting"]

DEEPEST_IN_ALL = 200
"""A level takes up to four calls, of which Python allows a thousand inside each other."""


def check_nesting(
    formula: Formula, texts: Mapping[str, Definition], levels: dict[str, int] | None = None
) -> None:
    """Refuse a formula that is too deep, or rests on a definition that rests on itself.

    `levels` remembers how deep the definitions are.

    >>> from gokan.logic.language.text import parse, parse_file
    >>> texts = {d.name: d for d in parse_file("def P := ~Q def Q := <> P").definitions}
    >>> check_nesting(parse("[] P"), texts)
    Traceback (most recent call last):
    ...
    gokan.logic.language.text.InvalidFormula: line 1, column 5: P is defined by itself;
    say `mu` or `nu` instead.
    """
    known = {} if levels is None else levels
    for first in _used(formula, texts):
        path, stack = set[str](), [first]
        while stack:
            name = stack[-1]
            missing = [n for n in _used(texts[name].body, texts) if n not in known]
            if name in known or not missing:
                known.setdefault(name, _levels(texts[name].body, known))
                path.discard(stack.pop())
                continue
            path.add(name)
            for again in path.intersection(missing):
                raise _wrong(
                    texts[again], f"{again} is defined by itself; say `mu` or `nu` instead"
                )
            stack += missing
    deepest = max((known[name] for name in _used(formula, texts)), default=0)
    own = _levels(formula, {})
    if own > DEEPEST_IN_ALL:
        raise InvalidFormula(f"A formula may have {DEEPEST_IN_ALL} levels, not {own}.")
    if deepest + own > DEEPEST_IN_ALL:
        name = next(n for n in _used(formula, texts) if known[n] == deepest)
        raise _wrong(
            texts[name],
            f"written out, {name} is {deepest} levels deep; "
            f"a formula may have {DEEPEST_IN_ALL} levels with its definitions",
        )


def _used(
    formula: Formula, texts: Mapping[str, Definition], bound: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The definitions that a formula names itself."""
    if isinstance(formula, Fixed):
        bound |= {formula.name}
    if isinstance(formula, Atom) and formula.name in texts and formula.name not in bound:
        yield formula.name
    for child in children(formula):
        yield from _used(child, texts, bound)


def _levels(formula: Formula, known: Mapping[str, int]) -> int:
    inside = max((_levels(child, known) for child in children(formula)), default=0)
    own = 1 + max(map(_term_levels, terms(formula)), default=0)
    return own + max(inside, known.get(formula.name, 0) if isinstance(formula, Atom) else 0)


def _term_levels(term: Term) -> int:
    if isinstance(term, Count):
        return 1
    return 1 + max(map(_term_levels, term.arguments)) if isinstance(term, Apply) else 0


def _wrong(definition: Definition, what: str) -> InvalidFormula:
    line, column = definition.at
    return InvalidFormula(f"line {line}, column {column}: {what}.")
