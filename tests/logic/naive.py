"""A second evaluator, as slow and as literal as it can be: one state at a time.

est, irr and ach are replaced by their definitions (axioms 3 to 6), fixed points are computed as the
thesis says (F(⊥), F(F(⊥)), …), and only whole fixed points are remembered.
"""

from __future__ import annotations

from itertools import product
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
    Quantified,
    Strategic,
    Term,
    Truth,
    Value,
    Variable,
)

VALUES: dict[str, tuple[Value, ...]] = {
    "thing": ("one", "two"),
    "move": ("m", "n", "o"),
    "player": ("A", "B"),
}
Relations = dict[str, set[tuple[Any, ...]]]
"""For each variable of a fixed point the states, with its parameters, for which it is true."""


class Naive:
    """Truth of resolved formulas in a game given by states, moves and predicates."""

    def __init__(self, states: list[Any], game: Any, children: list[dict[Value, int]]) -> None:
        self.states = states
        self.game = game
        self.children = children
        self.known: dict[Any, set[tuple[Any, ...]]] = {}
        self.meanings: dict[Any, Formula] = {}
        self.legal = [set(game.legal(s)) & set(children[i]) for i, s in enumerate(states)]

    def true(self, s: int, f: Formula, env: dict[str, Value], rel: Relations) -> bool:
        match f:
            case Truth(value):
                return value
            case Not(body):
                return not self.true(s, body, env, rel)
            case Binary("&", a, b):
                return self.true(s, a, env, rel) and self.true(s, b, env, rel)
            case Binary("|", a, b):
                return self.true(s, a, env, rel) or self.true(s, b, env, rel)
            case Binary("->", a, b):
                return not self.true(s, a, env, rel) or self.true(s, b, env, rel)
            case Binary("<->", a, b):
                return self.true(s, a, env, rel) == self.true(s, b, env, rel)
            case Quantified(word, name, sort, body):
                found = [self.true(s, body, {**env, name: v}, rel) for v in VALUES[sort]]
                return all(found) if word == "forall" else any(found)
            case Modal(some, up, move, body):
                names = None if move is None else {self.value(s, move, env, rel)}
                found = [
                    self.true(t, body, env, rel)
                    for m, t in self.steps(s, up)
                    if names is None or m in names
                ]
                return any(found) if some else all(found)
            case Strategic(operator, player, body):
                says = (operator, player, id(body))
                if says not in self.meanings:
                    self.meanings[says] = self.meaning(operator, player, body)
                return self.true(s, self.meanings[says], env, rel)
            case Fixed(least, name, parameters, sorts, body):
                here = (s, *(env[n] for n in parameters))
                outside = [(n, v) for n, v in env.items() if n not in parameters]
                key = (id(f), *outside, *((n, frozenset(r)) for n, r in rel.items()))
                if key in self.known:
                    return here in self.known[key]
                places: set[tuple[Any, ...]] = set(
                    product(range(len(self.states)), *(VALUES[sort] for sort in sorts))
                )
                now = set() if least else places
                while True:
                    inner = {**rel, name: now}
                    after = {
                        (t, *values)
                        for t, *values in places
                        if self.true(
                            t, body, {**env, **dict(zip(parameters, values, strict=True))}, inner
                        )
                    }
                    if after == now:
                        self.known[key] = now
                        return here in now
                    now = after
            case Compare(operator, a, b):
                x, y = self.value(s, a, env, rel), self.value(s, b, env, rel)
                if operator in ("=", "!="):
                    return (x == y) == (operator == "=")
                assert isinstance(x, int)
                assert isinstance(y, int)
                return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[operator]
            case Atom(name, arguments):
                values = [self.value(s, a, env, rel) for a in arguments]
                return (s, *values) in rel[name] if name in rel else self.atom(s, name, values)
        raise AssertionError(f)

    def atom(self, s: int, name: str, values: list[Value]) -> bool:
        state, game = self.states[s], self.game
        match name, values:
            case "start", []:
                return s == 0 if len(self.states) > 1 else True
            case "term", []:
                return not self.children[s]
            case "termLegal", []:
                return not self.legal[s]
            case "ToPlay", [i]:
                return bool(game.to_play(state) == i)
            case "Win", [i]:
                return i in game.wins(state)
            case "Legal", [m, i]:
                return m in self.legal[s] and game.to_play(state) == i
        return bool(game.vocabulary.predicates[name][1](state, *values))

    def value(self, s: int, t: Term, env: dict[str, Value], rel: Relations) -> Value:
        match t:
            case Variable(name):
                return env[name]
            case Constant(value):
                return value
            case Apply("opp", (inner,)):
                return "B" if self.value(s, inner, env, rel) == "A" else "A"
            case Count(name, _, body):
                return sum(self.true(s, body, {**env, name: v}, rel) for v in ("one", "two"))
        raise AssertionError(t)

    def steps(self, s: int, up: bool) -> list[tuple[Value, int]]:
        if not up:
            return list(self.children[s].items())
        return [(m, t) for t, row in enumerate(self.children) for m, u in row.items() if u == s]

    def meaning(self, operator: str, i: Term, body: Formula) -> Formula:
        """Axioms 3 to 6, word by word."""
        j = Apply("opp", (i,))
        if operator == "causes":
            m = Variable("the move")
            mine: Formula = Quantified(
                "exists",
                m.name,
                "move",
                Binary("&", Atom("Legal", (m, i)), Modal(True, False, m, body)),
            )
            theirs: Formula = Quantified(
                "forall",
                m.name,
                "move",
                Binary("->", Atom("Legal", (m, j)), Modal(True, False, m, body)),
            )
            return Binary(
                "&",
                Binary("->", Atom("ToPlay", (i,)), mine),
                Binary("->", Atom("ToPlay", (j,)), theirs),
            )
        if operator == "ach":
            return Strategic("est", i, Strategic("irr", i, body))
        x = Atom("the set")
        goes_on = Strategic("causes", i, x)
        if operator == "est":
            going = Binary("&", Not(Atom("termLegal")), goes_on)
            return Fixed(True, x.name, (), (), Binary("|", body, going))
        over = Binary("|", Atom("termLegal"), goes_on)
        return Fixed(False, x.name, (), (), Binary("&", body, over))
