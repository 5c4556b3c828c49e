"""Files of checks: a game, definitions, and what is claimed about them; run and reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gokan.errors import InvalidInput
from gokan.logic.bits import members
from gokan.logic.checking.deadline import Deadline
from gokan.logic.checking.evaluate import Checker
from gokan.logic.checking.graph import STATES, Condition, Graph, conditions, explore, unfold
from gokan.logic.checking.strategy import Strategy, find_strategy
from gokan.logic.games import make
from gokan.logic.language.alternation import alternation_depth
from gokan.logic.language.formula import Formula, Modal, Strategic, children
from gokan.logic.language.text import Check, GameText, InvalidFormula, parse_file
from gokan.logic.written import read_game

__all__ = ["Finding", "Report", "run"]

_SHOWN = 3


@dataclass(frozen=True)
class Finding:
    """What came of one check."""

    check: Check
    holds: bool | None
    """None: that depends on what lies below the cut."""
    count: int
    """In how many of the states looked at the formula is true; where a cut leaves some of them
    open, in how many it surely is."""
    of: int
    examples: tuple[str, ...]
    """States that speak against a check, or for a `find` or `refute`."""
    strategy: Strategy | None
    depth: int
    """How deeply μ and ν take turns."""
    open: int = 0
    """In how many of the states looked at it is not known whether the formula is true."""
    cut: int | None = None
    """The depth at which the tree was cut, if it was."""

    @property
    def text(self) -> str:
        """One line, with a second one for a strategy."""
        check = self.check
        name = check.title or str(check.body)
        words = {
            "check": {True: "holds", False: "does not hold"},
            "refute": {True: "refuted", False: "not refuted"},
            "find": {True: "found", False: "not found"},
        }[check.verb]
        seen = f"true in {'at least ' * bool(self.open)}{self.count} of {self.of} states"
        if self.holds is None:
            return f"??  {name}: not known (the tree was cut at depth {self.cut}; {seen})"
        # The title of a `refute` says what is so, and it is not the title that is refuted.
        word = "the formula is " * (check.verb == "refute" and bool(check.title))
        line = f"{'ok' if self.holds else 'NO'}  {name}: {word}{words[self.holds]}"
        line += f" (proved; {seen}"
        if self.examples:
            line += f"; {'false ' * (check.verb != 'find')}for instance in {self.examples[0]}"
        line += ")"
        if not self.strategy:
            return line
        begins = self.strategy.graph.show(self.strategy.state)
        return f"{line}\n    {f'From {begins}: ' * (self.of > 1)}{self.strategy.explain()}"

    def to_dict(self) -> dict[str, Any]:
        """The finding in plain types."""
        return {
            "verb": self.check.verb,
            "place": self.check.place,
            "title": self.check.title,
            "formula": str(self.check.body),
            "holds": self.holds,
            "true": self.count,
            "open": self.open,
            "states": self.of,
            "examples": list(self.examples),
            "alternation_depth": self.depth,
            "strategy": self.strategy.to_dict() if self.strategy else None,
        }


@dataclass(frozen=True)
class Report:
    """A whole file's findings."""

    game: str
    states: int
    tree: bool
    conditions: tuple[Condition, ...]
    findings: tuple[Finding, ...]
    depth: int | None = None
    """The depth at which the tree was cut; None where all of the game was looked at."""

    @property
    def holds(self) -> bool | None:
        """Whether everything claimed is so; None if only the cut leaves it open."""
        said = {finding.holds for finding in self.findings}
        return False if False in said else None if None in said else True

    def explain(self) -> str:
        """The report for a person."""
        kind = "position" if self.tree else "state"
        kind += "s" * (self.states != 1) + " of its tree" * self.tree
        cut = "" if self.depth is None else f", cut at depth {self.depth}"
        lines = [f"{self.game}: {self.states} {kind}{cut}"]
        broken = [c for c in self.conditions[:4] if not c.holds]
        only = "which matters only to formulas that look back"
        lines += [f"    condition {c.name} fails, {only}: {c.witness}" for c in broken]
        return "\n".join(lines + [finding.text for finding in self.findings])

    def to_dict(self) -> dict[str, Any]:
        """The report in plain types."""
        return {
            "game": self.game,
            "states": self.states,
            "tree": self.tree,
            "cut_at_depth": self.depth,
            "conditions": {c.name: c.holds for c in self.conditions},
            "holds": self.holds,
            "findings": [finding.to_dict() for finding in self.findings],
        }


def run(
    text: str,
    *,
    states: int = STATES,
    seconds: float | None = None,
    depth: int | None = None,
    games: dict[str, Callable[..., Any]] | None = None,
) -> Report:
    """Explore a file's game and try its checks.

    The game is unfolded into its tree where a formula looks back (`<up m>`). `games` adds games by
    name to those of `gokan.logic.games`.

    >>> print(run('''
    ... game nim 1 2 3
    ... check "Second wins": est[Second] Win(Second)
    ... check everywhere "Bouton": ToPlay(i) -> (est[i] Win(i) <-> ~Balanced)
    ... ''').explain())
    nim 1 2 3: 40 states
    ok  Second wins: holds (proved; true in 1 of 1 states)
        Second can establish it, for instance by h1t1 h3t1 h2t1 h3t1 h2t1 h3t1 (proved).
    ok  Bouton: holds (proved; true in 40 of 40 states)
    """
    deadline = Deadline(seconds)
    found = parse_file(text)
    if len(found.games) != 1:
        raise InvalidFormula(f"The file has {len(found.games)} games; it needs exactly one.")
    game_text = found.games[0]
    name = " ".join(map(str, (game_text.name, *game_text.arguments))) or "the game"
    game = _game(game_text, games)
    bodies = [c.body for c in found.checks] + [d.body for d in found.definitions]
    tree = any(_looks_back(body) for body in bodies)
    graph = (
        unfold(game, states=states, depth=depth, deadline=deadline)
        if tree
        else explore(game, states=states, deadline=deadline)
    )
    checker = Checker(graph, found.definitions, deadline=deadline)
    findings = tuple(_try(checker, graph, check) for check in found.checks)
    cut = graph.depth if graph.cut else None
    return Report(name, graph.size, tree, conditions(graph), findings, cut)


def _game(text: GameText, games: dict[str, Callable[..., Any]] | None) -> Any:
    if not text.name:
        return read_game(text)
    try:
        return make(text.name, text.arguments, more=games)
    except InvalidInput as error:
        said = str(error)
        line, column = text.at
        sentence = f"line {line}, column {column}: {said[0].lower()}{said[1:]}"
        raise InvalidFormula(sentence) from None


def _try(checker: Checker, graph: Graph, check: Check) -> Finding:
    resolved = checker.resolve(check.body)
    at_start = check.place == "start"
    where = graph.atom("start", ()) if at_start else graph.inner
    surely, maybe = (states & where for states in checker.bounds(resolved))
    against = where & ~maybe
    # Below a cut there are states that nobody has looked at.
    all_seen = at_start or not graph.cut
    if check.verb == "find":
        shown, holds = surely, _known(bool(surely), all_seen and not maybe)
    else:
        shown, holds = against, _known(bool(against), all_seen and surely == where)
        if check.verb == "check" and holds is not None:
            holds = not holds
    examples = []
    for state in members(shown):
        examples.append(graph.show(state))
        if len(examples) == _SHOWN:
            break
    asked = resolved.formula
    told = None
    if (
        at_start
        and holds is not None
        and not resolved.free
        and isinstance(asked, Strategic)
        and asked.operator != "causes"
    ):
        state = next(members(shown or where))
        if not (surely ^ maybe) >> state & 1:
            told = find_strategy(checker, check.body, state)
    return Finding(
        check,
        holds,
        surely.bit_count(),
        where.bit_count(),
        tuple(examples),
        told,
        alternation_depth(asked, tuple(checker.resolver.texts.values())),
        (maybe & ~surely).bit_count(),
        graph.depth if graph.cut else None,
    )


def _known(yes: bool, no: bool) -> bool | None:
    return True if yes else False if no else None


def _looks_back(formula: Formula) -> bool:
    if isinstance(formula, Modal) and formula.up:
        return True
    return any(map(_looks_back, children(formula)))
