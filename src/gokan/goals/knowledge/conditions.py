"""What a rule asks beyond its map: AND, OR and NOT over stones and liberties (Klinger 3.11).

    libs(a) >= 2 and (own(c) or not enemy(d)) and same(a, b)

Terms are numbers and `libs(a)`, `stones(a)` (of the block on a), `after(p)` (liberties of an own
stone played at p, 0 if it cannot be played), `enemy_after(p)`, `line(p)` (1 at the edge). True or
false are `own(p)`, `enemy(p)`, `empty(p)`, `same(p, q)` (one block, or one point), `liberty(p, a)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from gokan._core import RuleOp, RuleStep
from gokan.errors import InvalidInput

__all__ = ["Condition", "InvalidRule", "parse_condition"]


class InvalidRule(InvalidInput):
    """A rule that cannot be read; the sentence says where and why."""


_OPS = {
    "number": RuleOp.NUMBER,
    "libs": RuleOp.LIBERTIES,
    "stones": RuleOp.STONES,
    "stone": RuleOp.STONE,
    "after": RuleOp.AFTER_OWN,
    "enemy_after": RuleOp.AFTER_ENEMY,
    "same": RuleOp.SAME,
    "liberty": RuleOp.LIBERTY,
    "line": RuleOp.LINE,
    "<": RuleOp.LESS,
    "=": RuleOp.EQUAL,
    "and": RuleOp.AND,
    "or": RuleOp.OR,
    "not": RuleOp.NOT,
}

_NUMERIC = ("libs", "stones", "after", "enemy_after", "line")
_STONE = {"own": 1, "enemy": 2, "empty": 0}
MOST_QUESTIONS = 100
"""What a condition may ask; it is read, turned and compiled by functions that call themselves."""
MOST_HELD = 31
"""Values kept at once while a condition is answered; the core has room for one more."""
_TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_]+|[*])|(<=|>=|!=|[<>=(),]))")


@dataclass(frozen=True)
class Condition:
    """A condition as a tree: (op, parts), with names of cells or numbers at the leaves."""

    op: str
    parts: tuple[Condition | str | int, ...]

    def names(self) -> set[str]:
        """The cells it is about."""
        return self.asked("")

    def asked(self, op: str) -> set[str]:
        """The cells about which it asks one thing; without a word, anything."""
        found: set[str] = set()
        for part in self.parts:
            if isinstance(part, Condition):
                found |= part.asked(op)
            elif isinstance(part, str) and op in ("", self.op):
                found.add(part)
        return found

    def program(self, slots: dict[str, int]) -> list[RuleStep]:
        """The same for the core, operands first."""
        if self.op == "number":
            [value] = self.parts
            assert isinstance(value, int)
            return [RuleStep(RuleOp.NUMBER, value)]
        steps: list[RuleStep] = []
        names: list[int] = []
        for part in self.parts:
            if isinstance(part, Condition):
                steps += part.program(slots)
            elif isinstance(part, str):
                names.append(slots[part])
        first, second = (*names, 0, 0)[:2]
        return [*steps, RuleStep(_OPS[self.op], first, second)]

    def held(self) -> int:
        """How many values the core keeps at once while it answers."""
        inner = [p.held() for p in self.parts if isinstance(p, Condition)]
        return max((number + held for number, held in enumerate(inner)), default=1)

    def conjuncts(self) -> list[Condition]:
        """The parts that must all hold."""
        if self.op != "and":
            return [self]
        return [c for part in self.parts if isinstance(part, Condition) for c in part.conjuncts()]

    def bits(self) -> int:
        """Tenths of a bit of information: one bit a question, the least of alternatives."""
        inner = [p.bits() for p in self.parts if isinstance(p, Condition)]
        if self.op == "and":
            return sum(inner)
        if self.op == "or":
            return max(1, min(inner) - 10 * (len(inner) - 1) // 2)
        if self.op in ("<", "=", "same", "liberty"):
            return 10
        return max(inner, default=0)


def parse_condition(text: str) -> Condition:
    """Read a condition.

    >>> condition = parse_condition("libs(a) >= 2 and not same(a, b)")
    >>> sorted(condition.names()), len(condition.conjuncts())
    (['a', 'b'], 2)
    """
    parser = _Parser(text)
    found = parser.either()
    parser.expect_end()
    if found.held() > MOST_HELD:
        raise InvalidRule("the condition is nested too deeply")
    return found


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.tokens: list[str] = []
        while self.at < len(text.rstrip()):
            found = _TOKEN.match(text, self.at)
            if not found:
                raise InvalidRule(f"cannot read {text[self.at :].strip()[:20]!r} in the condition")
            self.tokens.append(next(g for g in found.groups() if g))
            self.at = found.end()
        self.next, self.depth, self.questions = 0, 0, 0

    def peek(self) -> str:
        return self.tokens[self.next] if self.next < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.peek()
        if not token or (expected and token != expected):
            what = f"{token!r}" if token else "the end"
            want = f"{expected!r}" if expected else "more"
            raise InvalidRule(f"the condition {self.text.strip()!r} has {what} instead of {want}")
        self.next += 1
        return token

    def expect_end(self) -> None:
        if self.peek():
            raise InvalidRule(f"the condition goes on with {self.peek()!r} where it should end")

    def either(self) -> Condition:
        return self._chain("or", self.both)

    def both(self) -> Condition:
        return self._chain("and", self.single)

    def _chain(self, word: str, part: Callable[[], Condition]) -> Condition:
        found = part()
        while self.peek() == word:
            self.take()
            found = Condition(word, (found, part()))
        return found

    def single(self) -> Condition:
        self.depth += 1
        if self.depth > 20:
            raise InvalidRule("the condition is nested too deeply")
        try:
            if self.peek() == "not":
                self.take()
                return Condition("not", (self.single(),))
            if self.peek() == "(":
                self.take()
                found = self.either()
                self.take(")")
                return found
            return self.question()
        finally:
            self.depth -= 1

    def question(self) -> Condition:
        self.questions += 1
        if self.questions > MOST_QUESTIONS:
            raise InvalidRule(f"the condition asks more than {MOST_QUESTIONS} questions")
        word = self.peek()
        if word in _STONE:
            self.take()
            [name] = self.arguments(1)
            stone = Condition("stone", (name,))
            return Condition("=", (stone, Condition("number", (_STONE[word],))))
        if word in ("same", "liberty"):
            self.take()
            return Condition(word, tuple(self.arguments(2)))
        left, sign, right = self.term(), self.take(), self.term()
        less, equal = Condition("<", (left, right)), Condition("=", (left, right))
        forms = {
            "<": less,
            "=": equal,
            ">": Condition("<", (right, left)),
            "<=": Condition("not", (Condition("<", (right, left)),)),
            ">=": Condition("not", (less,)),
            "!=": Condition("not", (equal,)),
        }
        if sign not in forms:
            raise InvalidRule(f"{sign!r} is no comparison; write <, <=, =, !=, >= or >")
        return forms[sign]

    def term(self) -> Condition:
        word = self.take()
        if word.isdigit():
            if len(word) > 3:
                raise InvalidRule(f"{word} is too large a number")
            return Condition("number", (int(word),))
        if word not in _NUMERIC:
            known = ", ".join((*_NUMERIC, *_STONE, "same", "liberty"))
            raise InvalidRule(f"{word!r} is not known in conditions; the words are: {known}")
        return Condition(word, tuple(self.arguments(1)))

    def arguments(self, count: int) -> list[str]:
        self.take("(")
        names = [self._cell()]
        while self.peek() == ",":
            self.take()
            names.append(self._cell())
        self.take(")")
        if len(names) != count:
            raise InvalidRule(f"{count} cell{'s' * (count > 1)} expected, not {len(names)}")
        return names

    def _cell(self) -> str:
        token = self.take()
        if len(token) != 1 or token in "(),<>=":
            raise InvalidRule(f"{token!r} is not a letter of the map")
        return token
