"""Formulas of game logic as data: first-order logic, moves, fixed points and strategies.

After Klinger (2001), chapters 2 and 5. A formula is a tree of the frozen records below; the text
form is read by `gokan.logic.language.text` and written by `str`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = [
    "Apply",
    "Atom",
    "Binary",
    "Compare",
    "Constant",
    "Count",
    "Fixed",
    "Formula",
    "Modal",
    "Not",
    "Place",
    "Quantified",
    "Strategic",
    "Term",
    "Truth",
    "Value",
    "Variable",
    "children",
    "free_relations",
    "free_variables",
    "terms",
    "turns",
]

Value: TypeAlias = "str | int"
"""What variables range over: points, moves, players and so on go by their names."""

Place: TypeAlias = tuple[int, int]
"""Line and column, from 1, in the text a formula was read from; (0, 0) if there was none."""

NOWHERE: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable over one of the game's sorts."""

    name: str
    at: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Constant:
    """A name of a point, a move, a player …, or a whole number."""

    value: Value
    at: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        if isinstance(self.value, int):
            return str(self.value)
        sign = '"' if "'" in self.value else "'"
        return f"{sign}{self.value}{sign}"  # a bare name may be a variable, or a word like `up`


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of the game, such as LastMove; `opp(i)` is the other player (or colour)."""

    name: str
    arguments: tuple[Term, ...]
    at: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return self.name + _list(self.arguments)


@dataclass(frozen=True, slots=True)
class Count:
    """How many values of a variable make the formula true (Klinger 6.1)."""

    variable: str
    sort: str
    body: Formula
    at: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return f"count({_declared(self.variable, self.sort)}. {self.body})"


Term: TypeAlias = Variable | Constant | Apply | Count


@dataclass(frozen=True, slots=True)
class Truth:
    """⊤ or ⊥."""

    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate of the game, a definition, or the variable of a fixed point."""

    name: str
    arguments: tuple[Term, ...] = ()
    at: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return self.name + _list(self.arguments)


@dataclass(frozen=True, slots=True)
class Compare:
    """Two terms: equal, different, or, for numbers, smaller and so on."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    body: Formula

    def __str__(self) -> str:
        return f"~{_tight(self.body)}"


@dataclass(frozen=True, slots=True)
class Binary:
    """And, or, if, if and only if."""

    operator: Literal["&", "|", "->", "<->"]
    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_tight(self.left)} {self.operator} {_tight(self.right)}"


@dataclass(frozen=True, slots=True)
class Quantified:
    """For all, or for some, values of a sort; the sort is "" until it has been worked out."""

    quantifier: Literal["exists", "forall"]
    variable: str
    sort: str
    body: Formula
    at: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return f"{self.quantifier} {_declared(self.variable, self.sort)}. {self.body}"


@dataclass(frozen=True, slots=True)
class Modal:
    """◇_m, □_m, ⟨u⟩_m, [u]_m; without a move, for some or for every move."""

    some: bool
    """◇ and ⟨u⟩ rather than □ and [u]."""
    up: bool
    move: Term | None
    body: Formula

    def __str__(self) -> str:
        inside = " ".join((["up"] if self.up else []) + ([str(self.move)] if self.move else []))
        return (f"<{inside}>" if self.some else f"[{inside}]") + _tight(self.body)


@dataclass(frozen=True, slots=True)
class Fixed:
    """μ (least) or ν (greatest fixed point); `parameters` are variables in scope it may change."""

    least: bool
    name: str
    parameters: tuple[str, ...]
    sorts: tuple[str, ...]
    body: Formula
    at: Place = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        names = [_declared(n, s) for n, s in zip(self.parameters, self.sorts, strict=True)]
        inside = f"({', '.join(names)})" if names else ""
        return f"{'mu' if self.least else 'nu'} {self.name}{inside}. {self.body}"


@dataclass(frozen=True, slots=True)
class Strategic:
    """est_i, irr_i, ach_i, and Causes(i, ·) as `causes[i]`."""

    operator: Literal["est", "irr", "ach", "causes"]
    player: Term
    body: Formula

    def __str__(self) -> str:
        return f"{self.operator}[{self.player}] {_tight(self.body)}"


Formula: TypeAlias = Truth | Atom | Compare | Not | Binary | Quantified | Modal | Fixed | Strategic


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside, those that are counted included."""
    counted = tuple(t.body for t in terms(formula) if isinstance(t, Count))
    match formula:
        case Not(body) | Quantified(_, _, _, body) | Modal(_, _, _, body):
            return (*counted, body)
        case Fixed(_, _, _, _, body) | Strategic(_, _, body):
            return (*counted, body)
        case Binary(_, left, right):
            return (left, right)
    return counted


def turns(formula: Formula, child: Formula) -> bool:
    """Whether a formula negates one of its `children`."""
    match formula:
        case Not():
            return True
        case Binary("->", left, _):
            return child is left
    return False


def terms(formula: Formula) -> Iterator[Term]:
    """The terms of a formula itself, with the terms inside those; not those of its children."""
    stack: list[Term] = []
    match formula:
        case Atom(_, arguments):
            stack = list(arguments)
        case Compare(_, left, right):
            stack = [left, right]
        case Modal(_, _, move, _) if move is not None:
            stack = [move]
        case Strategic(_, player, _):
            stack = [player]
    while stack:
        term = stack.pop()
        yield term
        if isinstance(term, Apply):
            stack += term.arguments


def free_variables(formula: Formula) -> frozenset[str]:
    """Variables that no quantifier inside binds.

    >>> from gokan.logic.language.text import parse
    >>> sorted(free_variables(parse("exists q. Adj(p, q) & ~Black(q)")))
    ['p']
    """
    found: set[str] = set()
    for term in terms(formula):
        if isinstance(term, Variable):
            found.add(term.name)
        elif isinstance(term, Count):
            found |= free_variables(term.body) - {term.variable}
    match formula:
        case Quantified(_, variable, _, body):
            found |= free_variables(body) - {variable}
        case Fixed(_, _, parameters, _, body):
            found |= free_variables(body) | set(parameters)
        case Binary(_, left, right):
            found |= free_variables(left) | free_variables(right)
        case Not(body) | Modal(_, _, _, body) | Strategic(_, _, body):
            found |= free_variables(body)
    return frozenset(found)


def free_relations(formula: Formula, bound: frozenset[str]) -> frozenset[str]:
    """Which of the fixed-point variables `bound` further out a formula uses."""
    if isinstance(formula, Fixed):
        return free_relations(formula.body, bound - {formula.name})
    own = {formula.name} & bound if isinstance(formula, Atom) else frozenset[str]()
    return frozenset(own).union(*(free_relations(child, bound) for child in children(formula)))


def _list(items: tuple[Term, ...]) -> str:
    return f"({', '.join(map(str, items))})" if items else ""


def _declared(name: str, sort: str) -> str:
    return f"{name}: {sort}" if sort else name


def _tight(formula: Formula) -> str:
    if isinstance(formula, (Truth, Atom, Not, Modal, Strategic)):
        return str(formula)
    return f"({formula})"
