"""From the text of a formula to one that can be evaluated: names found, sorts worked out.

A variable's sort is the one its uses ask for, unless it is declared (`p: point`). A name that no
quantifier binds is a constant or a function of the game; otherwise, if it begins with a small
letter, it is a free variable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gokan.logic.language.formula import (
    Apply,
    Atom,
    Binary,
    Compare,
    Constant,
    Count,
    Fixed,
    Formula,
    Modal,
    Not,
    Place,
    Quantified,
    Strategic,
    Term,
    Truth,
    Value,
    Variable,
)
from gokan.logic.language.nesting import check_nesting
from gokan.logic.language.text import Definition, InvalidFormula

__all__ = ["BUILT_IN", "RESERVED", "Resolved", "Resolver", "Signature"]

NUMBER = "number"
BUILT_IN = {
    "start": (),
    "term": (),
    "termLegal": (),
    "ToPlay": ("player",),
    "Win": ("player",),
    "Legal": ("move", "player"),
}
"""What every game knows, with the sorts of the arguments."""
RESERVED = frozenset(BUILT_IN) | {
    *("true", "false", "exists", "forall", "mu", "nu", "est", "irr", "ach", "causes", "count")
}
"""Names that a game or a definition cannot give a meaning of its own."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The words of a game: its sorts with their values, predicates and functions."""

    sorts: Mapping[str, tuple[Value, ...]]
    predicates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    functions: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    open_sorts: frozenset[str] = frozenset()
    """Sorts that may have more values than those seen: there may be other moves below a cut."""

    def arguments(self, name: str) -> tuple[str, ...] | None:
        """The sorts of a predicate's arguments; None where there is no such predicate."""
        return BUILT_IN.get(name, self.predicates.get(name))


@dataclass(frozen=True, slots=True)
class Resolved:
    """A formula whose free variables have sorts."""

    formula: Formula
    free: tuple[tuple[str, str], ...]
    """Free variables with their sorts, in the order they appear."""


class _Cell:
    """What is known about one variable's sort."""

    def __init__(self, name: str, declared: str, at: Place) -> None:
        self.name = name
        self.declared = declared
        self.at = at
        self.wanted: list[str] = []
        self.weak: list[str] = []  # what a function it is compared with asks for
        self.linked: list[_Cell] = []


_Finish = Callable[[], Formula]
_FinishTerm = Callable[[], Term]


class Resolver:
    """Resolves formulas over one signature, with definitions by name."""

    def __init__(self, signature: Signature, definitions: Sequence[Definition] = ()) -> None:
        self.signature = signature
        self.texts: dict[str, Definition] = {}
        self.resolved: dict[str, tuple[tuple[tuple[str, str], ...], Formula]] = {}
        self._levels: dict[str, int] = {}
        self._cells: list[_Cell] = []
        for definition in definitions:
            self.add(definition)

    def add(self, definition: Definition) -> None:
        """Make a definition known; its name must be new."""
        name = definition.name
        if name in RESERVED:
            raise _wrong(definition.at, f"{name} has its own meaning; choose another name")
        if name in self.texts or self.signature.arguments(name) is not None:
            raise _wrong(definition.at, f"{name} is defined already")
        self.texts[name] = definition

    def resolve(self, formula: Formula) -> Resolved:
        """Names found, sorts worked out."""
        check_nesting(formula, self.texts, self._levels)
        outer, self._cells = self._cells, []
        free: dict[str, _Cell] = {}
        finish = self._formula(formula, {}, {}, free)
        sorts = self._decide()
        done = Resolved(finish(), tuple((name, sorts[cell]) for name, cell in free.items()))
        self._cells = outer
        return done

    def definition(self, name: str) -> tuple[tuple[tuple[str, str], ...], Formula]:
        """The parameters with their sorts, and the body, of a definition."""
        if name in self.resolved:
            return self.resolved[name]
        text = self.texts[name]
        outer, self._cells = self._cells, []
        scope = {n: self._cell(n, sort, text.at) for n, sort in text.parameters}
        if len(scope) < len(text.parameters):
            raise _wrong(text.at, f"{name} names a parameter twice")
        free: dict[str, _Cell] = {}
        finish = self._formula(text.body, scope, {}, free)
        if free:
            stranger = next(iter(free.values()))
            raise _wrong(stranger.at, f"{stranger.name} is neither a parameter nor known")
        sorts = self._decide()
        parameters = tuple((n, sorts[cell]) for n, cell in scope.items())
        self.resolved[name] = (parameters, finish())
        self._cells = outer
        return self.resolved[name]

    # --- sorts --------------------------------------------------------------------------------

    def _cell(self, name: str, declared: str, at: Place) -> _Cell:
        if declared and declared not in self.signature.sorts:
            known = ", ".join(self.signature.sorts)
            raise _wrong(at, f"there is no sort {declared}; this game has {known}")
        cell = _Cell(name, declared, at)
        self._cells.append(cell)
        return cell

    def _decide(self) -> dict[_Cell, str]:
        decided: dict[_Cell, str] = {}
        left = list(self._cells)
        while left:
            rest = []
            for cell in left:
                sort = self._sort_of(cell, decided)
                if sort:
                    decided[cell] = sort
                else:
                    rest.append(cell)
            if len(rest) == len(left):
                name = rest[0].name
                raise _wrong(rest[0].at, f"cannot tell what {name} ranges over; write {name}: SORT")
            left = rest
        for cell, sort in decided.items():
            for other in (*cell.wanted, *(decided[c] for c in cell.linked)):
                if self._are_apart(sort, other):
                    raise _wrong(cell.at, f"{cell.name}, a {sort}, stands where a {other} belongs")
        self._decided = decided
        return decided

    def _are_apart(self, one: str, other: str) -> bool:
        """Whether two sorts can have no value in common."""
        signature = self.signature
        first, second = signature.sorts[one], signature.sorts[other]
        if {one, other} & signature.open_sorts or not first or not second:
            return False
        return not set(first) & set(second)

    def _sort_of(self, cell: _Cell, decided: dict[_Cell, str]) -> str:
        if cell.declared:
            return cell.declared
        linked = [decided[c] for c in cell.linked if c in decided]
        wanted = cell.wanted or cell.weak or linked
        sorts = self.signature.sorts
        different = {sorts[s] for s in wanted}
        if len(different) > 1:
            choice = " or ".join(f"{cell.name}: {s}" for s in sorted(set(wanted)))
            raise _wrong(cell.at, f"{cell.name} is used in two ways; write {choice}")
        return wanted[0] if wanted else ""

    # --- walking ------------------------------------------------------------------------------

    def _formula(
        self,
        formula: Formula,
        scope: dict[str, _Cell],
        relations: dict[str, tuple[_Cell, ...]],
        free: dict[str, _Cell],
    ) -> _Finish:
        def inside(f: Formula) -> _Finish:
            return self._formula(f, scope, relations, free)

        def term(t: Term, sort: str) -> _FinishTerm:
            return self._term(t, sort, scope, relations, free)

        match formula:
            case Truth():
                return lambda: formula
            case Atom(name, arguments, at):
                return self._atom(name, arguments, at, scope, relations, free)
            case Compare(relation, left, right):
                return self._compare(relation, left, right, scope, relations, free)
            case Not(body):
                done = inside(body)
                return lambda: Not(done())
            case Binary(sign, one, other):
                first, second = inside(one), inside(other)
                return lambda: Binary(sign, first(), second())
            case Quantified(word, name, sort, body, at):
                cell = self._cell(name, sort, at)
                done = self._formula(body, {**scope, name: cell}, relations, free)
                return lambda: Quantified(word, name, self._decided[cell], done(), at)
            case Modal(some, up, move, body):
                done = inside(body)
                if move is None:
                    return lambda: Modal(some, up, None, done())
                moved = term(move, "move")
                return lambda: Modal(some, up, moved(), done())
            case Strategic(operator, player, body):
                who, done = term(player, "player"), inside(body)
                return lambda: Strategic(operator, who(), done())
            case Fixed(least, name, parameters, sorts, body, at):
                cells = tuple(self._cell(n, s, at) for n, s in zip(parameters, sorts, strict=True))
                if len(set(parameters)) < len(parameters):
                    raise _wrong(at, f"{name} names a parameter twice")
                for n, cell in zip(parameters, cells, strict=True):
                    outer = scope.get(n)
                    if outer is None:
                        if self._is_name(n):
                            raise _wrong(at, f"{n}, which {name} is to change, is not a variable")
                        outer = free.get(n) or free.setdefault(n, self._cell(n, "", at))
                    _link(outer, cell)
                inner = {**scope, **dict(zip(parameters, cells, strict=True))}
                done = self._formula(body, inner, {**relations, name: cells}, free)
                return lambda: Fixed(
                    least, name, parameters, tuple(self._decided[c] for c in cells), done(), at
                )

    def _atom(
        self,
        name: str,
        arguments: tuple[Term, ...],
        at: Place,
        scope: dict[str, _Cell],
        relations: dict[str, tuple[_Cell, ...]],
        free: dict[str, _Cell],
    ) -> _Finish:
        if name in relations:
            cells = relations[name]
            self._number(name, arguments, len(cells), at)
            done = []
            for argument, cell in zip(arguments, cells, strict=True):
                done.append(self._term(argument, "", scope, relations, free))
                known = self._cell_of(argument, scope, free)
                if known is not None:
                    _link(known, cell)
            return lambda: self._changed(name, tuple(d() for d in done), cells, at)
        wanted = self._wanted(name, at)
        self._number(name, arguments, len(wanted), at)
        done = [
            self._term(a, sort, scope, relations, free)
            for a, sort in zip(arguments, wanted, strict=True)
        ]
        return lambda: Atom(name, tuple(d() for d in done), at)

    def _changed(
        self, name: str, arguments: tuple[Term, ...], cells: tuple[_Cell, ...], at: Place
    ) -> Formula:
        for argument, cell in zip(arguments, cells, strict=True):
            if isinstance(argument, Constant):
                self._check_value(argument, self._decided[cell])
        return Atom(name, arguments, at)

    def _check_value(self, constant: Constant, sort: str) -> None:
        known = self.signature.sorts[sort]
        if constant.value not in known and sort not in self.signature.open_sorts:
            raise _wrong(constant.at, f"{constant.value} is not one of the values of {sort}")

    def _wanted(self, name: str, at: Place) -> tuple[str, ...]:
        known = self.signature.arguments(name)
        if known is not None:
            return known
        if name in self.texts:
            return tuple(sort for _, sort in self.definition(name)[0])
        raise _wrong(at, f"{name} is not a predicate of this game and not defined")

    @staticmethod
    def _number(name: str, arguments: tuple[Term, ...], wanted: int, at: Place) -> None:
        if len(arguments) != wanted:
            many = "argument" if wanted == 1 else "arguments"
            raise _wrong(at, f"{name} takes {wanted or 'no'} {many}, not {len(arguments)}")

    def _compare(
        self,
        operator: str,
        left: Term,
        right: Term,
        scope: dict[str, _Cell],
        relations: dict[str, tuple[_Cell, ...]],
        free: dict[str, _Cell],
    ) -> _Finish:
        ends = [self._term(term, "", scope, relations, free) for term in (left, right)]
        cells = [self._cell_of(t, scope, free) for t in (left, right)]
        if cells[0] is not None and cells[1] is not None:
            _link(cells[0], cells[1])
        for cell, other in zip(cells, (right, left), strict=True):
            sort = self._range(other)
            if cell is not None and sort not in ("", NUMBER):
                cell.weak.append(sort)
        sign: Any = operator
        numbers = operator not in ("=", "!=") or any(isinstance(t, Count) for t in (left, right))

        def finish() -> Formula:
            one, other = (end() for end in ends)
            for found, cell in ((one, cells[0]), (other, cells[1])):
                if numbers and not all(self._numbers(found, cell)):
                    shown = found.value if isinstance(found, Constant) else found
                    raise _wrong(found.at, f"{shown} is not a number")
            return Compare(sign, one, other)

        return finish

    def _numbers(self, term: Term, cell: _Cell | None) -> list[bool]:
        """Which of the values that a term may have are numbers."""
        while isinstance(term, Apply) and term.name == "opp":
            term = term.arguments[0]
        values: tuple[Value, ...] = (0,)  # of a count
        if cell is not None:
            values = self.signature.sorts[self._decided[cell]]
        elif isinstance(term, Constant):
            values = (term.value,)
        elif not isinstance(term, Count):
            values = self.signature.sorts[self._range(term)]
        return [isinstance(value, int) for value in values]

    def _range(self, term: Term) -> str:
        """The sort that a function or a constant of exactly one sort has; "" for others."""
        match term:
            case Apply(name, _) | Variable(name) if name in self.signature.functions:
                return self.signature.functions[name][1]
            case Count():
                return NUMBER
        return ""

    def _term(
        self,
        term: Term,
        sort: str,
        scope: dict[str, _Cell],
        relations: dict[str, tuple[_Cell, ...]],
        free: dict[str, _Cell],
    ) -> _FinishTerm:
        match term:
            case Variable(name, at) if name not in scope:
                if name in self.signature.functions:
                    return self._term(Apply(name, (), at), sort, scope, relations, free)
                if self._is_name(name):
                    return self._term(Constant(name, at), sort, scope, relations, free)
                cell = free.get(name) or free.setdefault(name, self._cell(name, "", at))
                if sort:
                    cell.wanted.append(sort)
                return lambda: Variable(name, at)
            case Variable(name):
                if sort:
                    scope[name].wanted.append(sort)
                return lambda: term
            case Constant(value, at):
                if sort:
                    self._check_value(term, sort)
                elif not isinstance(value, int) and not self._is_constant(value):
                    raise _wrong(at, f"{value} is not the name of anything in this game")
                return lambda: term
            case Apply("opp", arguments, at):
                self._number("opp", arguments, 1, at)
                inner = self._term(arguments[0], sort, scope, relations, free)
                own = self._cell_of(arguments[0], scope, free)
                return lambda: self._opposite(inner(), own, at)
            case Apply(name, arguments, at):
                if name not in self.signature.functions:
                    raise _wrong(at, f"{name} is not a function of this game")
                wanted, _ = self.signature.functions[name]
                self._number(name, arguments, len(wanted), at)
                done = [
                    self._term(a, s, scope, relations, free)
                    for a, s in zip(arguments, wanted, strict=True)
                ]
                return lambda: Apply(name, tuple(d() for d in done), at)
            case Count(name, declared, body, at):
                cell = self._cell(name, declared, at)
                counted = self._formula(body, {**scope, name: cell}, relations, free)
                return lambda: Count(name, self._decided[cell], counted(), at)

    def _opposite(self, term: Term, cell: _Cell | None, at: Place) -> Term:
        if any(self._numbers(term, cell)):
            raise _wrong(at, "there are no negative numbers; - makes the other player of a player")
        return Apply("opp", (term,), at)

    def _cell_of(self, term: Term, scope: dict[str, _Cell], free: dict[str, _Cell]) -> _Cell | None:
        while isinstance(term, Apply) and term.name == "opp":
            term = term.arguments[0]
        if not isinstance(term, Variable):
            return None
        return scope.get(term.name) or free.get(term.name)

    def _is_name(self, name: str) -> bool:
        """Whether a word that nothing binds stands for something, and is no free variable."""
        known = name in self.signature.functions or self._is_constant(name)
        return known or not name[0].islower()

    def _is_constant(self, name: Value) -> bool:
        return any(name in values for values in self.signature.sorts.values())


def _link(one: _Cell, other: _Cell) -> None:
    one.linked.append(other)
    other.linked.append(one)


def _wrong(at: Place, what: str) -> InvalidFormula:
    where = f"line {at[0]}, column {at[1]}: " if at != (0, 0) else ""
    return InvalidFormula(f"{where}{what}.")
