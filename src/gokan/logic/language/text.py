"""Reading formulas, and files of a game, definitions and checks.

    game nim 1 2 3
    def Lost(i) := term & ToPlay(i)
    check start "The second player wins": est[Second] Win(Second)

`~ & | -> <->` are the connectives (or ¬ ∧ ∨ → ↔), `exists p, q. φ` and `forall p: point. φ` the
quantifiers (∃ ∀), `<m> φ` and `[m] φ` say "after the move m" (possible and true; true if possible),
`<> φ` and `[] φ` the same for some and for every move, `<up m>`, `[up m]` before the last move.
`mu X. φ` and `nu X. φ` are the least and the greatest fixed point (μ ν), `est[i] φ`, `irr[i] φ`,
`ach[i] φ` Klinger's strategies, `count(p. φ)` a number. `start`, `term`, `termLegal`, `Win(i)`,
`ToPlay(i)`, `Legal(m, i)` hold in any game; `-i` is the other player. A quantifier reaches as far
to the right as it can. A word beginning with # is a comment up to the end of the line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, cast

from gokan.errors import InvalidInput
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

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

__all__ = ["Check", "Definition", "GameText", "InvalidFormula", "LogicFile", "parse", "parse_file"]

LONGEST = 200_000
DEEPEST = 60
MOST_DIGITS = 6


class InvalidFormula(InvalidInput):
    """A formula or a file of formulas that cannot be read."""


@dataclass(frozen=True, slots=True)
class Definition:
    """`def Name(p, q: point) := formula`."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    """Name and sort; the sort is "" where it is to be worked out."""
    body: Formula
    at: Place


@dataclass(frozen=True, slots=True)
class Check:
    """`check`: it must hold; `refute`: it must fail somewhere; `find`: it must hold somewhere."""

    verb: Literal["check", "refute", "find"]
    place: Literal["start", "everywhere"]
    title: str
    body: Formula
    at: Place


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as a file names it, or writes it out state by state."""

    name: str
    """Empty where the game is written out."""
    arguments: tuple[Value, ...]
    items: tuple[tuple[str, tuple[Any, ...], Place], ...]
    at: Place


@dataclass(frozen=True, slots=True)
class LogicFile:
    """A game, definitions and checks, in the order of the text."""

    games: tuple[GameText, ...]
    definitions: tuple[Definition, ...]
    checks: tuple[Check, ...]


def parse(text: str) -> Formula:
    """Read one formula.

    >>> print(parse("est[i] (p | q) & ~ach[i] p"))
    est[i] (p | q) & ~ach[i] p
    >>> parse("exists q. Adj(p,")
    Traceback (most recent call last):
    ...
    gokan.logic.language.text.InvalidFormula: line 1, column 17: the text ends too early.
    >>> parse("mu X. ~X")
    Traceback (most recent call last):
    ...
    gokan.logic.language.text.InvalidFormula: line 1, column 8: X stands under an odd number of
    negations, so mu X and nu X have no meaning.
    """
    formula = _Reader().formula(_tree(text, "formula"))
    _check_positive(formula, {})
    return formula


def parse_file(text: str) -> LogicFile:
    """Read a file.

    >>> found = parse_file('def Atari(p) := count(q. Liberty(p, q)) = 1')
    >>> found.definitions[0].name, str(found.definitions[0].body)
    ('Atari', 'count(q. Liberty(p, q)) = 1')
    """
    reader = _Reader()
    found = reader.file(_tree(text, "file"))
    for body in [d.body for d in found.definitions] + [c.body for c in found.checks]:
        _check_positive(body, {})
    return found


# --- the tree of the parser -------------------------------------------------------------------

_SIGNS = {
    "∃": "exists", "∀": "forall", "μ": "mu", "ν": "nu", "≠": "!=", "≤": "<=", "≥": ">=",
}  # fmt: skip


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = resources.files("gokan.logic.language").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        start=["file", "formula"],
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _tree(text: str, start: str) -> Tree[Token]:
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

    text = text.removeprefix("\ufeff")  # as some editors begin a file
    if len(text) > LONGEST:
        raise InvalidFormula(f"line 1, column 1: the text is longer than {LONGEST} characters.")
    try:
        found = _parser().parse(text, start=start)
    except UnexpectedEOF:
        raise InvalidFormula(f"{_end(text)}: the text ends too early.") from None
    except UnexpectedCharacters as error:
        where = f"line {error.line}, column {error.column}"
        raise InvalidFormula(f"{where}: {error.char!r} has no meaning here.") from None
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise InvalidFormula(f"{_end(text)}: the text ends too early.") from None
        where = f"line {error.line}, column {error.column}"
        raise InvalidFormula(f"{where}: {str(error.token)!r} cannot stand here.") from None
    _check_depth(found)
    for word in found.scan_values(lambda part: part is not None):
        if word.type == "INT" and len(word) > MOST_DIGITS:
            where = f"line {word.line}, column {word.column}"
            raise InvalidFormula(f"{where}: {str(word)[:20]} is too large a number.")
    return found


def _end(text: str) -> str:
    lines = text.split("\n")
    return f"line {len(lines)}, column {len(lines[-1]) + 1}"


def _check_depth(tree: Tree[Token]) -> None:
    layer = [(tree, 0)]
    while layer:
        below = []
        for part, outside in layer:
            inside = [cast("Tree[Token]", c) for c in part.children if hasattr(c, "data")]
            # `exists p, q, r` is one quantifier inside another.
            depth = outside + max(1, len(inside) - 1 if part.data == "quantified" else 1)
            if depth > DEEPEST * 2:
                place = f"line {part.meta.line}, column {part.meta.column}"
                raise InvalidFormula(f"{place}: the formula is nested too deeply.")
            below += [(child, depth) for child in inside]
        layer = below


class _Reader:
    """From the parser's tree to the records of `formula`."""

    def file(self, tree: Tree[Token]) -> LogicFile:
        games: list[GameText] = []
        definitions: list[Definition] = []
        checks: list[Check] = []
        for part in cast("list[Tree[Token]]", tree.children):
            if part.data == "definition":
                definitions.append(self.definition(part))
            elif part.data == "check":
                checks.append(self.check(part))
            else:
                games.append(self.game(part))
        return LogicFile(tuple(games), tuple(definitions), tuple(checks))

    def definition(self, tree: Tree[Token]) -> Definition:
        name, *declared, body = tree.children
        pairs = tuple(_declaration(d) for d in declared if d is not None)
        return Definition(str(name), pairs, self.formula(body), _place(name))

    def check(self, tree: Tree[Token]) -> Check:
        verb, place, title, body = tree.children
        word = cast('Literal["check", "refute", "find"]', str(verb))
        usual = "start" if word == "check" else "everywhere"
        where = cast('Literal["start", "everywhere"]', str(place or usual))
        return Check(
            word, where, str(title)[1:-1] if title else "", self.formula(body), _place(verb)
        )

    def game(self, tree: Tree[Token]) -> GameText:
        at = (tree.meta.line, tree.meta.column)
        parts = cast("list[Any]", tree.children)
        if tree.data == "named_game":
            return GameText(_word(parts[0]), tuple(_value(p) for p in parts[1:]), (), at)
        items = []
        for item in parts:
            place = (item.meta.line, item.meta.column)
            items.append((str(item.data), tuple(_item(p) for p in item.children), place))
        return GameText("", (), tuple(items), at)

    def formula(self, tree: Any) -> Formula:
        parts = tree.children
        match tree.data:
            case "true" | "false":
                return Truth(tree.data == "true")
            case "start_atom":
                return Atom("start", (), (tree.meta.line, tree.meta.column))
            case "plain_atom":
                return Atom(str(parts[0]), (), _place(parts[0]))
            case "atom":
                return Atom(str(parts[0]), tuple(map(self.term, parts[1:])), _place(parts[0]))
            case "compare":
                return Compare(_sign(parts[1]), self.term(parts[0]), self.term(parts[2]))
            case "less" | "greater":
                sign: Any = "<" if tree.data == "less" else ">"
                return Compare(sign, self.term(parts[0]), self.term(parts[1]))
            case "negation":
                return Not(self.formula(parts[0]))
            case "iff" | "implies" | "or_" | "and_":
                operators: dict[str, Any] = {"iff": "<->", "implies": "->", "or_": "|", "and_": "&"}
                left, right = self.formula(parts[0]), self.formula(parts[1])
                return Binary(operators[tree.data], left, right)
            case "some_move" | "every_move" | "some_up" | "every_up":
                move = parts[0] if len(parts) > 1 else None
                return Modal(
                    tree.data.startswith("some"),
                    tree.data.endswith("up"),
                    None if move is None else self.term(move),
                    self.formula(parts[-1]),
                )
            case "strategic":
                operator: Any = str(parts[0])
                return Strategic(operator, self.term(parts[1]), self.formula(parts[2]))
            case "quantified":
                return self.quantified(parts)
            case "fixed":
                return self.fixed(parts)
        raise AssertionError(tree.data)  # pragma: no cover

    def quantified(self, parts: list[Any]) -> Formula:
        word = _sign(parts[0])
        declared = [_declaration(d) for d in parts[1:-1]]
        body = self.formula(parts[-1])
        for (name, sort), tree in reversed(list(zip(declared, parts[1:-1], strict=True))):
            body = Quantified(word, name, sort, body, _place(tree.children[0]))
        return body

    def fixed(self, parts: list[Any]) -> Formula:
        declared = [_declaration(d) for d in parts[2:-1] if d is not None]
        body = self.formula(parts[-1])
        names, sorts = tuple(n for n, _ in declared), tuple(s for _, s in declared)
        return Fixed(_sign(parts[0]) == "mu", str(parts[1]), names, sorts, body, _place(parts[1]))

    def term(self, tree: Any) -> Term:
        parts = tree.children
        match tree.data:
            case "name":
                return Variable(str(parts[0]), _place(parts[0]))
            case "number":
                return Constant(int(parts[0]), _place(parts[0]))
            case "quoted":
                return Constant(str(parts[0])[1:-1], _place(parts[0]))
            case "opponent":
                return Apply("opp", (self.term(parts[0]),), (tree.meta.line, tree.meta.column))
            case "apply":
                return Apply(str(parts[0]), tuple(map(self.term, parts[1:])), _place(parts[0]))
            case "counted":
                name, sort = _declaration(parts[0])
                return Count(name, sort, self.formula(parts[1]), (tree.meta.line, tree.meta.column))
        raise AssertionError(tree.data)  # pragma: no cover


def _declaration(tree: Any) -> tuple[str, str]:
    name, sort = tree.children
    return str(name), str(sort or "")


def _sign(token: Any) -> Any:
    return _SIGNS.get(str(token), str(token))


def _place(token: Any) -> Place:
    return (token.line, token.column)


def _word(tree: Any) -> str:
    text = str(tree.children[0]) if tree.children else "start"
    return text[1:-1] if text[:1] in "'\"" else text


def _value(part: Any) -> Value:
    return _word(part) if hasattr(part, "children") else int(part)


def _item(part: Any) -> Any:
    if not hasattr(part, "children"):
        return int(part) if part.type == "INT" else str(part)
    if part.data in ("legal_edge", "illegal_edge"):
        move, target = map(_word, part.children)
        return (move, target, part.data == "legal_edge", (part.meta.line, part.meta.column))
    if part.data == "values":
        return tuple(_value(p) for p in part.children)
    return _word(part)


# --- the variable of a fixed point stands under an even number of negations (5.9) -------------


def _check_positive(formula: Formula, signs: dict[str, int | None]) -> None:
    """`signs`: for each fixed-point variable in scope 1 or -1, or None inside <-> and count."""
    from gokan.logic.language.formula import children, terms

    match formula:
        case Atom(name, _, at) if name in signs and signs[name] != 1:
            raise InvalidFormula(
                f"line {at[0]}, column {at[1]}: {name} stands under an odd number of negations, "
                f"so mu {name} and nu {name} have no meaning."
                if signs[name] == -1
                else f"line {at[0]}, column {at[1]}: {name} may not stand inside <-> or count, "
                f"since mu {name} and nu {name} have no meaning there."
            )
        case Not(body):
            _check_positive(body, _turned(signs))
        case Binary("->", left, right):
            _check_positive(left, _turned(signs))
            _check_positive(right, signs)
        case Binary("<->", left, right):
            _check_positive(left, dict.fromkeys(signs))
            _check_positive(right, dict.fromkeys(signs))
        case Fixed(_, name, _, _, body):
            _check_positive(body, {**signs, name: 1})
        case _:
            counted = [t.body for t in terms(formula) if isinstance(t, Count)]
            for child in children(formula):
                inside = any(child is body for body in counted)
                _check_positive(child, dict.fromkeys(signs) if inside else signs)


def _turned(signs: dict[str, int | None]) -> dict[str, int | None]:
    return {name: None if sign is None else -sign for name, sign in signs.items()}
