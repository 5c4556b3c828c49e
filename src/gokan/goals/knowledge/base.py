"""The knowledge base: rules from text files, matched against a position all at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from gokan import _core
from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, WHITE, Color, Position
from gokan.goals.knowledge.assertion import Assertion
from gokan.goals.knowledge.compiled import compile_rules
from gokan.goals.knowledge.conditions import InvalidRule
from gokan.goals.knowledge.purposes import PURPOSES, ROWS
from gokan.goals.knowledge.rule import Rule, parse

__all__ = ["KnowledgeBase", "load", "read"]

MOST = 7_000
"""Rules in one base: with eight orientations for each of two sides they still have numbers."""
_NUMBERS = {name: number for number, name in enumerate(PURPOSES)}


class KnowledgeBase:
    """Rules, compiled. `match` says everything they know about a position.

    >>> base = load()
    >>> position = Position.from_diagram('''
    ...     . . . . .
    ...     . X O X .
    ...     . . X . .
    ...     . . . . .
    ... ''', to_play="black")
    >>> found = base.match(position, color=BLACK, purposes=["capture"])
    >>> sorted({position.vertex(m) for a in found for m in a.moves})
    ['C4']
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        """As written."""
        if len(self.rules) > MOST:
            raise InvalidRule(f"A knowledge base has at most {MOST} rules.")
        seen: dict[str, Rule] = {}
        for rule in self.rules:
            first = seen.setdefault(rule.name, rule)
            if first is not rule:
                where = f"{first.file}, line {first.line}"
                raise InvalidRule(
                    f"{rule.file}, line {rule.line}: the rule {rule.name} is in {where}, too"
                )
        pairs = [
            (side, color)
            for rule in self.rules
            for side, color in (
                [(rule, BLACK), (rule.turned(), WHITE)] if rule.counterpart else [(rule, BLACK)]
            )
        ]
        self.sides = tuple(side for side, _ in pairs)
        """The rules as compiled: one with two purposes stands once for each side."""
        self._drawn_for = tuple(color for _, color in pairs)  # whose side in the examples
        self.core, self._outputs = compile_rules(self.sides)

    def rule(self, name: str) -> Rule:
        """The rule of a name."""
        for rule in self.rules:
            if rule.name == name:
                return rule
        raise InvalidInput(
            f"There is no rule {name!r}; `gokan knowledge show PURPOSE` lists those for a purpose."
        )

    def match(
        self,
        position: Position,
        *,
        color: Color | None = None,
        purposes: Collection[str] | None = None,
        about: Collection[int] | None = None,
        within: Collection[int] | None = None,
        filtered: bool = True,
    ) -> tuple[Assertion, ...]:
        """What the rules say, for one side or (without `color`) for both.

        `purposes` leaves out the others; `about` keeps what is about the blocks on these points;
        `within` looks only at maps anchored on these points. `filtered` drops what a more
        specific rule speaks better about (3.10): for the same goal and objects the same moves with
        the same purpose or another recommendation, or all moves where that rule says `only`; the
        same connection; an eye inside its eye.
        """
        return self.told(
            position,
            lambda side, wanted, blocks: self.core.match(
                position.core, side, list(within or ()), filtered, wanted, blocks
            ),
            color=color,
            purposes=purposes,
            about=about,
        )

    def told(
        self,
        position: Position,
        ask: Callable[[int, list[int], list[int]], list[_core.RuleMatch]],
        *,
        color: Color | None,
        purposes: Collection[str] | None,
        about: Collection[int] | None,
    ) -> tuple[Assertion, ...]:
        """The assertions for one side or both, where `ask` finds the matches of a side."""
        wanted = [_NUMBERS[name] for name in purposes or () if name in _NUMBERS]
        if (purposes is not None and not wanted) or (about is not None and not about):
            return ()
        found: list[Assertion] = []
        for side in (BLACK, WHITE) if color is None else (color,):
            if side not in (BLACK, WHITE):
                raise InvalidInput(f"A side is black or white, not {color!r}.")
            matches = ask(int(side), wanted, list(about or ()))
            found += [self.assertion(position, Color(side), match) for match in matches]
        return tuple(found)

    def assertion(self, position: Position, color: Color, match: _core.RuleMatch) -> Assertion:
        """What a match of the core says; the number of its rule is the one among `sides`."""
        objects, moves, border, centre = self._outputs[match.rule]
        slots = match.slots
        return Assertion(
            position,
            self.sides[match.rule],
            color,
            tuple([slots[i] for i in objects]),
            tuple(sorted({slots[i] for i in moves})),
            frozenset([slots[i] for i in border]),
            frozenset([slots[i] for i in centre]),
            match.anchors,
        )

    def counts(self) -> dict[str, int]:
        """How many rules each row of Table 3.1 has; a rule for both sides counts once."""
        found = dict.fromkeys(ROWS, 0)
        for rule in self.rules:
            found[PURPOSES[rule.purpose].row] += 1
        return found

    def check(self) -> list[str]:
        """What is wrong with the rules' own examples, a sentence each."""
        return [sentence for number in range(len(self.sides)) for sentence in self._of(number)]

    def _of(self, number: int) -> Iterator[str]:
        rule = self.sides[number]
        side = self._drawn_for[number]
        at = f"{rule.file}, rule {rule.name} ({rule.purpose}):"
        if not rule.matches and rule.source != "learned":
            yield f"{at} an example where it must match is missing."
        if not rule.matches:
            yield from self._own_map(number, at)
        for example in (*rule.matches, *rule.misses):
            try:
                position = example.position
            except GokanError as error:
                yield f"{at} an example cannot stand on a board ({str(error).rstrip('.')})."
                continue
            said, stones = self._said(number, position, side)
            if example in rule.matches:
                if not said or not example.points <= said[0] or not example.stones <= stones:
                    yield f"{at} it does not speak at every * and @ of\n{example.text}"
            elif said and (not example.points or example.points & said[0]):
                yield f"{at} it speaks though it should not in\n{example.text}"

    def _own_map(self, number: int, at: str) -> Iterator[str]:
        """A rule without examples must at least match its own map, drawn on a board."""
        rule = self.sides[number]
        if len(rule.maps) > 1 or rule.when is not None:
            return
        position = rule.maps[0].on_board(around=1 if rule.solid else 0)
        if position is None:
            return
        if rule.solid and sum(block.color == BLACK for block in position.blocks()) > 1:
            return  # what joins the border would have to stand inside
        if not any(m.rule == number for m in self.core.match(position.core, BLACK, [], False)):
            yield f"{at} it does not match its own map."

    def _said(
        self, number: int, position: Position, side: Color
    ) -> tuple[list[frozenset[int]], frozenset[int]]:
        points, stones, any_hit = set[int](), set[int](), False
        for match in self.core.match(position.core, int(side), [], False):
            if match.rule != number:
                continue
            any_hit, slots = True, match.slots
            objects, moves, _, centre = self._outputs[number]
            points |= {slots[i] for i in (*moves, *centre)}
            stones |= {slots[i] for i in objects}
        blocks = {s for stone in stones for s in position.block(stone).stones if stone >= 0}
        return ([frozenset(points)] if any_hit else []), frozenset(blocks)


@cache
def load() -> KnowledgeBase:
    """Gokan's own rules, read and compiled once.

    >>> load() is load()
    True
    """
    folder = resources.files("gokan.goals.knowledge")
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".txt")), key=lambda f: f.name)
    return KnowledgeBase(
        rule
        for file in files
        for rule in parse(file.read_text("utf-8"), file=file.name.removesuffix(".txt"))
    )


def read(paths: Sequence[str | os.PathLike[str]]) -> KnowledgeBase:
    """A base from rule files of your own."""
    if not paths:
        raise InvalidInput("Name at least one file of rules.")
    return KnowledgeBase(rule for path in paths for rule in _rules(path))


def _rules(path: str | os.PathLike[str]) -> list[Rule]:
    found = parse(_text(path), file=os.fspath(path))
    if not found:
        raise InvalidRule(f"There is no rule in {os.fspath(path)}.")
    return found


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidRule(f"{os.fspath(path)} is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InvalidInput(f"Cannot read {os.fspath(path)}: {reason}.") from None
