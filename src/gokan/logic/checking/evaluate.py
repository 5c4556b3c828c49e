"""The model checker: in which states is a formula true?

Each subformula is evaluated once for each value of its variables, for all states at the same time
(`bits`). Fixed points are computed by repetition from below or above; where they are
nested, those of the same kind go on from where they were (Emerson and Lei, 1986).

Where a tree was cut, each subformula has two sets of states: those in which it surely holds, and
those in which it may hold (Kleene's three values). Each set is computed from the other one below a
negation. What comes of a move in a cut state may be anything, and so may a move never seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from gokan.errors import InvalidInput
from gokan.logic.bits import add
from gokan.logic.checking.deadline import Deadline, OutOfTime
from gokan.logic.checking.model import Model
from gokan.logic.checking.ranges import Range, related
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
    Quantified,
    Strategic,
    Term,
    Truth,
    Value,
    Variable,
    children,
    free_relations,
    free_variables,
    turns,
)
from gokan.logic.language.resolve import Resolved, Resolver
from gokan.logic.language.text import Definition, InvalidFormula, parse

__all__ = ["Checker", "OutOfTime"]

Env = dict[str, Value]

MEMORY = 400 << 20
"""How many bytes the results kept for later may take, and the sets of one fixed point."""
_OVERHEAD = 250

BEYOND = "a move below the cut"
"""Stands for every move that was not seen; no game has a move of this name."""


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
        deadline: Deadline | None = None,
    ) -> None:
        self.model = model
        model.deadline = deadline or Deadline(seconds)
        self._cut = model.cut
        self._open_sorts = model.signature.open_sorts
        self._seen = frozenset(v for sort in self._open_sorts for v in model.signature.sorts[sort])
        self._upper = False  # whether states are wanted in which a formula only may hold
        self.resolver = Resolver(model.signature, definitions)
        self._memory: dict[tuple[int, bool, tuple[Value, ...]], int] = {}
        self._kept: list[Formula] = []  # so that no two formulas ever share an id
        self._free: dict[int, tuple[str, ...]] = {}
        self._open: dict[int, bool] = {}
        self._relations: dict[str, dict[tuple[Value, ...], int]] = {}
        self._running: dict[tuple[int, bool], dict[tuple[Value, ...], int]] = {}

    # --- asking -------------------------------------------------------------------------------

    def resolve(self, formula: str | Formula) -> Resolved:
        """A formula with its names found and its sorts worked out."""
        text = parse(formula) if isinstance(formula, str) else formula
        return self.resolver.resolve(text)

    def states(self, formula: str | Formula, **values: Value) -> int:
        """The states where a formula surely holds; free variables take the values given."""
        resolved = self.resolve(formula)
        return self.bounds(resolved, self.given(resolved, values))[0]

    def given(self, resolved: Resolved, values: Env) -> Env:
        """The values for free variables; refused if they are not of their sorts."""
        signature, free = self.model.signature, dict(resolved.free)
        for name, value in values.items():
            if name not in free:
                raise InvalidInput(f"The formula has no free variable {name}.")
            sort = free[name]
            if value not in signature.sorts[sort] and sort not in signature.open_sorts:
                raise InvalidInput(f"{name} cannot be {value}, which is no {sort}.")
        return dict(values)

    def bounds(self, resolved: Resolved, values: Env | None = None) -> tuple[int, int]:
        """Where the formula surely holds, and where it may hold; the same if nothing was cut.

        Free variables without a value stand for all values (Klinger 2.4).

        >>> from gokan.logic import unfold
        >>> from gokan.logic.games.nim import Nim
        >>> checker = Checker(unfold(Nim((1, 1)), depth=1))
        >>> checker.bounds(checker.resolve("<> true"))
        (1, 7)
        """
        given = dict(values or {})
        rest = [(n, s) for n, s in resolved.free if n not in given]
        surely = maybe = self.model.everything
        sorts = self.model.signature.sorts
        for chosen in product(*(sorts[s] for _, s in rest)):
            env = {**given, **{n: v for (n, _), v in zip(rest, chosen, strict=True)}}
            one, other = self.both(resolved.formula, env)
            surely, maybe = surely & one, maybe & other
        # A free name may be that of a move below the cut, which is one move and not all of them.
        unseen = [name for name, sort in rest if sort in self._open_sorts]
        for name in unseen:
            one, other = self.bounds(resolved, {**given, name: BEYOND})
            surely, maybe = surely & one, maybe | other
        return surely, maybe

    def both(self, formula: Formula, env: Env) -> tuple[int, int]:
        """Where a resolved formula surely holds, and where it may hold."""
        surely = self._on(False, formula, env)
        return surely, self._on(True, formula, env) if self._cut else surely

    def valid(self, formula: str | Formula) -> bool | None:
        """Whether a formula holds in every state, for all values of its free variables.

        None: that depends on states below a cut.
        """
        surely, maybe = self.bounds(self.resolve(formula))
        if self.model.inner & ~maybe:
            return False
        return None if self._cut else not self.model.inner & ~surely

    def true_at_start(self, formula: str | Formula) -> bool | None:
        """Whether a formula holds in every state in which the game may begin (None: not known)."""
        surely, maybe = self.bounds(self.resolve(formula))
        start = self.model.atom("start", ())
        return True if not start & ~surely else None if not start & ~maybe else False

    def forget(self, *, above: int = 0) -> None:
        """Give back the memory of what was evaluated, if it takes more than `above` bytes.

        Nothing changes but time and space.
        """
        if len(self._memory) * self._each > above:
            self._memory.clear()

    @property
    def _each(self) -> int:
        """About how many bytes it takes to keep one set of states."""
        return _OVERHEAD + self.model.everything.bit_length() // 8

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
        key = (id(formula), self._upper, tuple(env[name] for name in known))
        found = self._memory.get(key)
        if found is None:
            found = self._evaluate(formula, env)
            self.forget(above=MEMORY)
            self._memory[key] = found
        return found

    def _on(self, upper: bool, formula: Formula, env: Env) -> int:
        """The states where the formula surely holds, or those where it may hold."""
        before, self._upper = self._upper, upper
        try:
            return self.evaluate(formula, env)
        finally:
            self._upper = before

    def _opposite(self, formula: Formula, env: Env) -> int:
        """For what stands below a negation."""
        if not self._cut:
            return self.evaluate(formula, env)
        return self._on(not self._upper, formula, env)

    def _evaluate(self, formula: Formula, env: Env) -> int:
        self.model.deadline.check()
        everything = self.model.everything
        match formula:
            case Truth(true):
                return everything if true else 0
            case Not(body):
                return everything & ~self._opposite(body, env)
            case Binary(operator, left, right):
                return self._binary(operator, left, right, env)
            case Atom(name, arguments):
                return self._atom(name, arguments, env)
            case Compare():
                return self._compare(formula, env)
            case Quantified(word, name, sort, body):
                every = word == "forall"
                found = everything if every else 0
                # A move below the cut speaks against `forall`, but there may be none for `exists`.
                for value in self._values_of(sort, beyond=every != self._upper):
                    one = self.evaluate(body, {**env, name: value})
                    found = found & one if every else found | one
                    if found == (0 if every else everything):
                        break
                return found
            case Modal(some, up, move, body):
                inside = self.evaluate(body, env)
                if not some:
                    inside = everything & ~inside
                found = self._moved(up, move, inside, env, upper=self._upper == some)
                return found if some else everything & ~found
            case Strategic(operator, player, body):
                return self._strategic(operator, player, self.evaluate(body, env), env)
            case Fixed():
                return self._fixed(formula, env)

    def _binary(self, operator: str, left: Formula, right: Formula, env: Env) -> int:
        everything = self.model.everything
        if operator == "->":
            one = self._opposite(left, env)
            return (everything & ~one) | self.evaluate(right, env) if one else everything
        one = self.evaluate(left, env)
        if operator == "&":
            return one & self.evaluate(right, env) if one else 0
        if operator == "|":
            return one | self.evaluate(right, env) if one != everything else one
        other = self.evaluate(right, env)
        if not self._cut:
            return everything & ~(one ^ other)
        neither = ~self._opposite(left, env) & ~self._opposite(right, env)
        return (one & other) | (everything & neither)

    def _atom(self, name: str, arguments: tuple[Term, ...], env: Env) -> int:
        ways = self._values(arguments, env)
        unknown = self.model.everything if self._cut and self._upper else 0
        found = unknown & self._left_open(ways)
        for where, values in ways:
            if name in self._relations:
                found |= where & self._relations[name].get(values, unknown)
            elif name in self.resolver.texts:
                parameters, body = self.resolver.definition(name)
                inner = {n: v for (n, _), v in zip(parameters, values, strict=True)}
                hidden, self._relations = self._relations, {}
                try:
                    found |= where & self.evaluate(body, inner)
                finally:
                    self._relations = hidden
            else:
                found |= where & self._told(name, values)
        return found

    def _told(self, name: str, values: tuple[Value, ...]) -> int:
        """What the game says, as far as it knows the moves that are spoken of."""
        if self._cut:
            sorts = self.model.signature.arguments(name) or ()
            strange = [v for v, s in zip(values, sorts, strict=True) if not self._is_seen(v, s)]
            if strange and name != "Legal":
                return self.model.everything if self._upper else 0
            if BEYOND in strange:
                return self._cut if self._upper else 0
        return self.model.atom(name, values)

    def _is_seen(self, value: Value, sort: str) -> bool:
        return value != BEYOND and (sort not in self._open_sorts or value in self._seen)

    def _values_of(self, sort: str, *, beyond: bool) -> tuple[Value, ...]:
        values = self.model.signature.sorts[sort]
        return (*values, BEYOND) if beyond and sort in self._open_sorts else values

    def _left_open(self, ways: Sequence[tuple[int, object]]) -> int:
        """The states for which it is not known what a term stands for."""
        if not self._cut:
            return 0
        left = self.model.everything
        for where, _ in ways:
            left &= ~where
        return left

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
        """What a term stands for: sets of states, each with the value there.

        States are left out where a cut leaves the value open.
        """
        match term:
            case Variable(name):
                return [(self.model.everything, env[name])]
            case Constant(value):
                return [(self.model.everything, value)]
            case Apply("opp", (inner,)):
                found = [(w, v) for w, v in self.term(inner, env) if v != BEYOND]
                return [(w, self.model.opponent(v)) for w, v in found]
            case Apply(name, arguments):
                sorts, to = self.model.signature.functions[name]
                values = self.model.signature.sorts[to]
                return [
                    (there & where, value)
                    for there, given in self._values(arguments, env)
                    if not self._cut or all(map(self._is_seen, given, sorts))
                    for value in values
                    if there & (where := self.model.function(name, given, value))
                ]
            case Count():
                number = self._range(term, env)
                exact = related("=", number, number, self.model.everything)[0]
                counted: list[tuple[int, Value]] = []
                for value in range(1 << len(number.low)):
                    where = exact
                    for place, digit in enumerate(number.low):
                        where &= digit if value >> place & 1 else ~digit
                    if where:
                        counted.append((where, value))
                return counted

    def _range(self, term: Term, env: Env) -> Range:
        """A number in each state, as far as it is known."""
        low: list[int] = []
        if isinstance(term, Count):
            high: list[int] = [] if self._cut else low
            for value in self.model.signature.sorts[term.sort]:
                one, other = self.both(term.body, {**env, term.variable: value})
                add(low, one)
                if high is not low:
                    add(high, other)
            if term.sort not in self._open_sorts:
                return Range(low, high)
            return Range(low, high, self.both(term.body, {**env, term.variable: BEYOND})[1])
        ways = self.term(term, env)
        endless = self._left_open(ways)
        for where, value in ways:
            if value == BEYOND:
                endless |= where
                continue
            assert isinstance(value, int)
            for place in range(value.bit_length()):
                while len(low) <= place:
                    low.append(0)
                if value >> place & 1:
                    low[place] |= where
        return Range(low, low, endless)

    def _compare(self, formula: Compare, env: Env) -> int:
        everything = self.model.everything
        operator, left, right = formula.operator, formula.left, formula.right
        if operator in ("=", "!=") and not isinstance(left, Count) and not isinstance(right, Count):
            equal = different = 0
            others = self.term(right, env)
            for where, value in self.term(left, env):
                for there, other in others:
                    if BEYOND in (value, other) and not self._seen & {value, other}:
                        continue  # these may be the same, and may be not
                    if value == other:
                        equal |= where & there
                    else:
                        different |= where & there
            if not self._cut:
                different = everything & ~equal
            one, apart = (equal, different) if operator == "=" else (different, equal)
            return everything & ~apart if self._upper else one
        surely, maybe = related(
            operator, self._range(left, env), self._range(right, env), everything
        )
        return maybe if self._upper else surely

    def _moved(self, up: bool, move: Term | None, bits: int, env: Env, *, upper: bool) -> int:
        model = self.model
        open_ = self._cut if upper and not up else 0
        if move is None:
            return open_ | (model.some_before(bits) if up else model.some_after(bits))
        ways = self.term(move, env)
        found = open_ | (self._left_open(ways) if upper else 0)
        for where, value in ways:
            found |= where & (model.before(value, bits) if up else model.after(value, bits))
        return found

    def _strategic(self, operator: str, player: Term, bits: int, env: Env) -> int:
        ways = [(where, value) for where, value in self.term(player, env) if value != BEYOND]
        found = self._left_open(ways) if self._upper else 0
        for where, value in ways:
            found |= where & self._by(operator, value, bits)
        return found

    def _by(self, operator: str, player: Value, bits: int) -> int:
        model = self.model
        mine, theirs = (self._cut, 0) if self._upper else (0, self._cut)
        if operator == "causes":
            return model.causes(player, bits) | mine
        if operator == "est":
            return model.establish(player, bits | mine)
        # irr_i φ is the dual of the opponent's est (theorem 5.9.7).
        broken = model.everything & ~bits | theirs
        kept = model.everything & ~model.establish(model.opponent(player), broken)
        return kept if operator == "irr" else model.establish(player, kept | mine)

    # --- fixed points -------------------------------------------------------------------------

    def _fixed(self, formula: Fixed, env: Env) -> int:
        start = 0 if formula.least else self.model.everything
        places = self._places(formula)
        outside = tuple(v for n, v in sorted(env.items()) if n not in formula.parameters)
        table = self._running.setdefault((id(formula), self._upper), {})
        values = {place: table.get((*outside, "", *place), start) for place in places}
        # Values may be kept only where an outer repetition of the same kind goes on.
        hidden = self._relations
        try:
            while True:
                self._relations = {**hidden, formula.name: values}
                fresh = {}
                for place in places:
                    inner = {**env, **dict(zip(formula.parameters, place, strict=True))}
                    fresh[place] = self.evaluate(formula.body, inner)
                if fresh == values:
                    break
                values = fresh
                self._forget(formula.body, kind=formula.least)
        finally:
            self._relations = hidden
        if self._open.get(id(formula)) and (len(table) + len(places)) * self._each <= MEMORY:
            table.update({(*outside, "", *place): bits for place, bits in values.items()})
        else:
            self._running.pop((id(formula), self._upper), None)
        self._forget(formula.body, kind=None)
        if not formula.parameters:
            return values[()]
        known = values.get(tuple(env[n] for n in formula.parameters))
        if known is None:  # a value of another sort, which may be that of a move below the cut
            known = self.model.everything if self._cut and self._upper else 0
        return known

    def _places(self, formula: Fixed) -> list[tuple[Value, ...]]:
        """All values of the variables that a fixed point changes."""
        ways = [self._values_of(sort, beyond=True) for sort in formula.sorts]
        if prod(map(len, ways)) * self._each > MEMORY:
            line, column = formula.at
            raise InvalidFormula(
                f"line {line}, column {column}: {formula.name} has so many variables that there "
                "is no room for all their values."
            )
        return list(product(*ways))

    def _forget(self, formula: Formula, *, kind: bool | None) -> None:
        """Inner fixed points of the other kind begin anew; with no kind, all of them.

        A negation turns the kind over: below it the inner sets shrink where the outer one grows.
        """
        if isinstance(formula, Fixed) and (kind is None or formula.least != kind):
            for side in (False, True):
                self._running.pop((id(formula), side), None)
            kind = None
        for child in children(formula):
            self._forget(child, kind=kind if kind is None else kind != turns(formula, child))
