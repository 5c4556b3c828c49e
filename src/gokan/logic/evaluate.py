"""The model checker: in which states is a formula true?

Each subformula is evaluated once for each value of its variables, for all states at the same time
(`gokan.logic.bits`). Fixed points are computed by repetition from below or above; where they are
nested, those of the same kind go on from where they were (Emerson and Lei, 1986).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import product

from gokan.errors import GokanError
from gokan.logic.bits import add, compare
from gokan.logic.formula import (
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
    Quantified,
    Strategic,
    Term,
    Truth,
    Value,
    Variable,
    children,
    free_relations,
    free_variables,
)
from gokan.logic.model import Model
from gokan.logic.resolve import Resolved, Resolver
from gokan.logic.text import Definition, parse

__all__ = ["Checker", "OutOfTime", "alternation_depth"]

Env = dict[str, Value]


class OutOfTime(GokanError):
    """The time for a check is over; nothing is known about its result."""


class Checker:
    """Evaluates formulas over a model, with named definitions.

    >>> from gokan.logic import explore
    >>> from gokan.logic.games import nim
    >>> checker = Checker(explore(nim.Nim((1, 2, 3))))
    >>> checker.true_at_start("est[Second] Win(Second)")
    True
    >>> checker.true_at_start("est[First] Win(First)")
    False
    """

    def __init__(
        self,
        model: Model,
        definitions: Sequence[Definition] = (),
        *,
        seconds: float | None = None,
    ) -> None:
        self.model = model
        self.resolver = Resolver(model.signature, definitions)
        self._memory: dict[tuple[int, tuple[Value, ...]], int] = {}
        self._kept: list[Formula] = []  # so that no two formulas ever share an id
        self._free: dict[int, tuple[str, ...]] = {}
        self._open: dict[int, bool] = {}
        self._relations: dict[str, dict[tuple[Value, ...], int]] = {}
        self._running: dict[int, dict[tuple[Value, ...], int]] = {}
        self._deadline = None if seconds is None else time.monotonic() + seconds

    # --- asking -------------------------------------------------------------------------------

    def resolve(self, formula: str | Formula) -> Resolved:
        """A formula with its names found and its sorts worked out."""
        text = parse(formula) if isinstance(formula, str) else formula
        return self.resolver.resolve(text)

    def states(self, formula: str | Formula, **values: Value) -> int:
        """The set of states where a formula holds; free variables take the values given."""
        resolved = self.resolve(formula)
        missing = [name for name, _ in resolved.free if name not in values]
        if missing:
            return self.everywhere(resolved, values)
        return self.evaluate(resolved.formula, dict(values))

    def everywhere(self, resolved: Resolved, values: Env | None = None) -> int:
        """Where the formula holds for all values of its free variables (Klinger 2.4)."""
        given = dict(values or {})
        rest = [(n, s) for n, s in resolved.free if n not in given]
        found = self.model.everything
        for chosen in product(*(self.model.signature.sorts[s] for _, s in rest)):
            env = {**given, **{n: v for (n, _), v in zip(rest, chosen, strict=True)}}
            found &= self.evaluate(resolved.formula, env)
        return found

    def valid(self, formula: str | Formula) -> bool:
        """Whether a formula holds in every state, for all values of its free variables."""
        return not self.model.inner & ~self.states(formula)

    def true_at_start(self, formula: str | Formula) -> bool:
        """Whether a formula holds in every state in which the game may begin."""
        start = self.model.atom("start", ())
        return not start & ~self.states(formula)

    def forget(self, *, above: int = 0) -> None:
        """Give back the memory of what was evaluated, if it takes more than `above` bytes.

        Nothing changes but time and space.
        """
        if len(self._memory) * self.model.everything.bit_length() // 8 > above:
            self._memory.clear()

    # --- evaluating ---------------------------------------------------------------------------

    def evaluate(self, formula: Formula, env: Env) -> int:
        """The states where a resolved formula holds, its free variables having these values."""
        known = self._free.get(id(formula))
        if known is None:
            self._kept.append(formula)
            known = self._free[id(formula)] = tuple(sorted(free_variables(formula)))
            self._open[id(formula)] = bool(free_relations(formula, frozenset(self._relations)))
        if self._open[id(formula)]:
            return self._evaluate(formula, env)
        key = (id(formula), tuple(env[name] for name in known))
        found = self._memory.get(key)
        if found is None:
            found = self._memory[key] = self._evaluate(formula, env)
        return found

    def _evaluate(self, formula: Formula, env: Env) -> int:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfTime("The time for the check is over before its result was known.")
        everything = self.model.everything
        match formula:
            case Truth(true):
                return everything if true else 0
            case Not(body):
                return everything & ~self.evaluate(body, env)
            case Binary(operator, left, right):
                return self._binary(operator, left, right, env)
            case Atom(name, arguments):
                return self._atom(name, arguments, env)
            case Compare():
                return self._compare(formula, env)
            case Quantified(word, name, sort, body):
                every = word == "forall"
                found = everything if every else 0
                for value in self.model.signature.sorts[sort]:
                    one = self.evaluate(body, {**env, name: value})
                    found = found & one if every else found | one
                    if found == (0 if every else everything):
                        break
                return found
            case Modal(some, up, move, body):
                inside = self.evaluate(body, env)
                if not some:
                    inside = everything & ~inside
                found = self._moved(up, move, inside, env)
                return found if some else everything & ~found
            case Strategic(operator, player, body):
                return self._strategic(operator, player, self.evaluate(body, env), env)
            case Fixed():
                return self._fixed(formula, env)

    def _binary(self, operator: str, left: Formula, right: Formula, env: Env) -> int:
        everything = self.model.everything
        one = self.evaluate(left, env)
        if operator == "&":
            return one & self.evaluate(right, env) if one else 0
        if operator == "|":
            return one | self.evaluate(right, env) if one != everything else one
        if operator == "->":
            return (everything & ~one) | self.evaluate(right, env) if one else everything
        return everything & ~(one ^ self.evaluate(right, env))

    def _atom(self, name: str, arguments: tuple[Term, ...], env: Env) -> int:
        found = 0
        for where, values in self._values(arguments, env):
            if name in self._relations:
                found |= where & self._relations[name].get(values, 0)
            elif name in self.resolver.texts:
                parameters, body = self.resolver.definition(name)
                inner = {n: v for (n, _), v in zip(parameters, values, strict=True)}
                hidden, self._relations = self._relations, {}
                try:
                    found |= where & self.evaluate(body, inner)
                finally:
                    self._relations = hidden
            else:
                found |= where & self.model.atom(name, values)
        return found

    def _values(self, terms: tuple[Term, ...], env: Env) -> list[tuple[int, tuple[Value, ...]]]:
        """What the terms stand for, and in which states; one entry if no state matters."""
        found: list[tuple[int, tuple[Value, ...]]] = [(self.model.everything, ())]
        for term in terms:
            ways = self.term(term, env)
            found = [
                (there & where, (*values, value))
                for there, values in found
                for where, value in ways
                if there & where
            ]
        return found

    def term(self, term: Term, env: Env) -> list[tuple[int, Value]]:
        """What a term may stand for: sets of states, each with the value there."""
        match term:
            case Variable(name):
                return [(self.model.everything, env[name])]
            case Constant(value):
                return [(self.model.everything, value)]
            case Apply("opp", (inner,)):
                return [(w, self.model.opponent(v)) for w, v in self.term(inner, env)]
            case Apply(name, arguments):
                values = self.model.signature.sorts[self.model.signature.functions[name][1]]
                return [
                    (there & where, value)
                    for there, given in self._values(arguments, env)
                    for value in values
                    if there & (where := self.model.function(name, given, value))
                ]
            case Count():
                digits = self._digits(term, env)
                found: list[tuple[int, Value]] = []
                for number in range(1 << len(digits)):
                    where = self.model.everything
                    for place, digit in enumerate(digits):
                        where &= digit if number >> place & 1 else ~digit
                    if where:
                        found.append((where, number))
                return found

    def _digits(self, term: Term, env: Env) -> list[int]:
        """A number as sets of states, one for each binary digit, lowest first."""
        match term:
            case Count(name, sort, body):
                number: list[int] = []
                for value in self.model.signature.sorts[sort]:
                    add(number, self.evaluate(body, {**env, name: value}))
                return number
            case _:
                digits: list[int] = []
                for where, value in self.term(term, env):
                    if not isinstance(value, int):
                        raise GokanError(f"{value} is compared with < or > but is not a number.")
                    for place in range(value.bit_length()):
                        while len(digits) <= place:
                            digits.append(0)
                        if value >> place & 1:
                            digits[place] |= where
                return digits

    def _compare(self, formula: Compare, env: Env) -> int:
        everything = self.model.everything
        operator, left, right = formula.operator, formula.left, formula.right
        if operator in ("=", "!=") and not isinstance(left, Count) and not isinstance(right, Count):
            equal = 0
            others = self.term(right, env)
            for where, value in self.term(left, env):
                for there, other in others:
                    if value == other:
                        equal |= where & there
            return equal if operator == "=" else everything & ~equal
        smaller, equal = compare(self._digits(left, env), self._digits(right, env), everything)
        match operator:
            case "=":
                return equal
            case "!=":
                return everything & ~equal
            case "<":
                return smaller
            case "<=":
                return smaller | equal
            case ">":
                return everything & ~(smaller | equal)
            case ">=":
                return everything & ~smaller

    def _moved(self, up: bool, move: Term | None, bits: int, env: Env) -> int:
        model = self.model
        if move is None:
            return model.some_before(bits) if up else model.some_after(bits)
        found = 0
        for where, value in self.term(move, env):
            found |= where & (model.before(value, bits) if up else model.after(value, bits))
        return found

    def _strategic(self, operator: str, player: Term, bits: int, env: Env) -> int:
        found = 0
        for where, value in self.term(player, env):
            found |= where & self._by(operator, value, bits)
        return found

    def _by(self, operator: str, player: Value, bits: int) -> int:
        model = self.model
        if operator == "causes":
            return model.causes(player, bits)
        if operator == "est":
            return model.establish(player, bits)
        # irr_i φ is the dual of the opponent's est (theorem 5.9.7).
        kept = model.everything & ~model.establish(model.opponent(player), model.everything & ~bits)
        return kept if operator == "irr" else model.establish(player, kept)

    # --- fixed points -------------------------------------------------------------------------

    def _fixed(self, formula: Fixed, env: Env) -> int:
        start = 0 if formula.least else self.model.everything
        sorts = self.model.signature.sorts
        places = list(product(*(sorts[s] for s in formula.sorts)))
        outside = tuple(v for n, v in sorted(env.items()) if n not in formula.parameters)
        table = self._running.setdefault(id(formula), {})
        values = {place: table.get((*outside, "", *place), start) for place in places}
        hidden = self._relations.get(formula.name)
        # Values may be kept only where an outer repetition of the same kind goes on.
        while True:
            self._relations[formula.name] = values
            changed = False
            fresh = dict(values)
            for place in places:
                inner = {**env, **dict(zip(formula.parameters, place, strict=True))}
                fresh[place] = self.evaluate(formula.body, inner)
                changed = changed or fresh[place] != values[place]
            values = fresh
            if not changed:
                break
            self._forget(formula.body, kind=formula.least)
        if hidden is None:
            del self._relations[formula.name]
        else:
            self._relations[formula.name] = hidden
        if self._open.get(id(formula)):
            table.update({(*outside, "", *place): bits for place, bits in values.items()})
        else:
            self._running.pop(id(formula), None)
        self._forget(formula.body, kind=None)
        if not formula.parameters:
            return values[()]
        return values[tuple(env[n] for n in formula.parameters)]

    def _forget(self, formula: Formula, *, kind: bool | None) -> None:
        """Inner fixed points of the other kind begin anew; with no kind, all of them."""
        if isinstance(formula, Fixed) and (kind is None or formula.least != kind):
            self._running.pop(id(formula), None)
            kind = None
        for child in children(formula):
            self._forget(child, kind=kind)


def alternation_depth(formula: Formula) -> int:
    """How often μ and ν, each depending on the other, take turns on the way down.

    >>> alternation_depth(parse("nu X. mu Y. <>(p & X | Y)"))
    2
    >>> alternation_depth(parse("nu X. p & []X & mu Y. q | <>Y"))
    1
    """
    if isinstance(formula, Fixed):
        deepest = max((alternation_depth(c) for c in children(formula)), default=0)
        for inner in _fixed_inside(formula.body):
            if inner.least != formula.least and formula.name in free_relations(
                inner, frozenset({formula.name})
            ):
                deepest = max(deepest, 1 + alternation_depth(inner))
        return max(deepest, 1)
    return max((alternation_depth(child) for child in children(formula)), default=0)


def _fixed_inside(formula: Formula) -> list[Fixed]:
    own = [formula] if isinstance(formula, Fixed) else []
    return own + [found for child in children(formula) for found in _fixed_inside(child)]
