"""Files of checks: a game, definitions, and what is claimed about them; run and reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gokan.logic.bits import members
from gokan.logic.evaluate import Checker, alternation_depth
from gokan.logic.formula import Atom, Formula, Strategic, children
from gokan.logic.games import make
from gokan.logic.graph import STATES, Condition, Graph, conditions, explore, unfold
from gokan.logic.strategy import Strategy, find_strategy
from gokan.logic.text import Check, InvalidFormula, parse_file
from gokan.logic.written import read_game

__all__ = ["Finding", "Report", "run"]

_SHOWN = 3


@dataclass(frozen=True)
class Finding:
    """What came of one check."""

    check: Check
    holds: bool
    count: int
    """In how many of the states looked at the formula is true."""
    of: int
    examples: tuple[str, ...]
    """States that speak against a check, or for a `find` or `refute`."""
    strategy: Strategy | None
    depth: int
    """How deeply μ and ν take turns."""

    @property
    def text(self) -> str:
        """One line, with a second one for a strategy."""
        check = self.check
        name = check.title or str(check.body)
        words = {
            "check": ("holds", "does not hold"),
            "refute": ("refuted", "not refuted"),
            "find": ("found", "not found"),
        }[check.verb]
        seen = f"true in {self.count} of {self.of} states"
        line = f"{'ok' if self.holds else 'NO'}  {name}: {words[not self.holds]}"
        line += f" (proved; {seen}"
        if self.examples:
            line += f"; for instance {self.examples[0]}"
        line += ")"
        return line + (f"\n    {self.strategy.explain()}" if self.strategy else "")

    def to_dict(self) -> dict[str, Any]:
        """The finding in plain types."""
        return {
            "verb": self.check.verb,
            "place": self.check.place,
            "title": self.check.title,
            "formula": str(self.check.body),
            "holds": self.holds,
            "true": self.count,
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

    @property
    def holds(self) -> bool:
        """Whether everything claimed is so."""
        return all(finding.holds for finding in self.findings)

    def explain(self) -> str:
        """The report for a person."""
        kind = "positions of its tree" if self.tree else "states"
        lines = [f"{self.game}: {self.states} {kind}"]
        broken = [c for c in self.conditions[:4] if not c.holds]
        lines += [f"    condition {c.name} fails: {c.witness}" for c in broken]
        return "\n".join(lines + [finding.text for finding in self.findings])

    def to_dict(self) -> dict[str, Any]:
        """The report in plain types."""
        return {
            "game": self.game,
            "states": self.states,
            "tree": self.tree,
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
    found = parse_file(text)
    if len(found.games) != 1:
        raise InvalidFormula(f"The file has {len(found.games)} games; it needs exactly one.")
    game_text = found.games[0]
    name = " ".join(map(str, (game_text.name, *game_text.arguments))) or "the game"
    game = (
        make(game_text.name, game_text.arguments, more=games)
        if game_text.name
        else read_game(game_text)
    )
    bodies = [c.body for c in found.checks] + [d.body for d in found.definitions]
    tree = any(_looks_back(body) for body in bodies)
    graph = (
        unfold(game, states=states, depth=depth)
        if tree
        else explore(game, states=states, seconds=seconds)
    )
    checker = Checker(graph, found.definitions, seconds=seconds)
    findings = tuple(_try(checker, graph, check) for check in found.checks)
    return Report(name, graph.size, tree, conditions(graph), findings)


def _try(checker: Checker, graph: Graph, check: Check) -> Finding:
    resolved = checker.resolve(check.body)
    where = graph.atom("start", ()) if check.place == "start" else graph.inner
    true = checker.everywhere(resolved) & where
    against = where & ~true
    if check.verb == "check":
        holds, shown = not against, against
    elif check.verb == "refute":
        holds, shown = bool(against), against
    else:
        holds, shown = bool(true), true
    examples = []
    for state in members(shown):
        examples.append(graph.show(state))
        if len(examples) == _SHOWN:
            break
    asked = resolved.formula
    told = None
    if (
        check.place == "start"
        and not resolved.free
        and isinstance(asked, Strategic)
        and asked.operator != "causes"
    ):
        told = find_strategy(checker, check.body, next(members(where), 0))
    return Finding(
        check,
        holds,
        true.bit_count(),
        where.bit_count(),
        tuple(examples),
        told,
        alternation_depth(asked),
    )


def _looks_back(formula: Formula) -> bool:
    from gokan.logic.formula import Modal

    if isinstance(formula, Modal) and formula.up:
        return True
    return not isinstance(formula, Atom) and any(map(_looks_back, children(formula)))
