"""Proofs of what a header claims, by going through all states, and what a checker thinks of them.

The checker may be one that lacks a rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from gokan.reading.check import bundle, goals, graph, races
from gokan.reading.check import rules as ground

__all__ = ["REAL", "Builder", "Lines", "Modules", "build", "worth"]

Lines = list[Any]  # parsed
Modules = dict[str, ModuleType]
REAL: Modules = {
    "rules": ground,
    "graph": graph,
    "goals": goals,
    "races": races,
    "bundle": bundle,
}
RANK = {"rejected": 0, "judged": 1, "accepted": 2}


def worth(modules: Modules, lines: Lines) -> int:
    """How much a checker thinks of a file: 0 rejected, 1 with judgements, 2 accepted."""
    try:
        text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        return RANK[modules["bundle"].check_file(text).verdict]
    except Exception:
        return -1  # a checker without a rule may stumble


class Builder:
    """A proof of what a header claims, under the rules of some checker."""

    def __init__(self, modules: Modules, head: dict[str, Any], rule: str = "") -> None:
        self.rule = rule
        goal, made = head.get("goal"), modules
        if goal in made["goals"].GoalChecker.goals:
            kind = made["goals"].GoalChecker
        elif goal in made["races"].RaceChecker.goals:
            kind = made["races"].RaceChecker
        else:
            kind = made["goals"].LifeChecker if "goal" in head else made["graph"].Checker
        self.checker = kind([json.dumps(head), "[0]"])
        self.head = head
        self.plain = "goal" not in head
        self.kinds = made["rules"].LEAVES
        self.dead = made["rules"].DEAD
        self.winner = self.checker.attacker if self.checker.kill else self.checker.defender

    def build(self, most: int = 500) -> Lines | None:
        """The file; None if there is no proof, or too many states."""
        states = [self.checker.root]
        where = {states[0]: 0}
        leaf: dict[int, int] = {}
        edges: dict[int, list[tuple[int, int]]] = {}
        for i, s in enumerate(states):
            kind = self._leaf(s)
            if kind is not None:
                leaf[i] = kind
                continue
            edges[i] = []
            if self._bad(s):
                continue
            for move, after in self._moves(s):
                if after not in where:
                    where[after] = len(states)
                    states.append(after)
                edges[i].append((move, where[after]))
            if len(states) > most:
                return None
        good, choice = self._solve(states, leaf, edges)
        return self._write(states, leaf, edges, choice) if 0 in good else None

    def _leaf(self, s: Any) -> int | None:
        for number, kind in enumerate(self.kinds):
            ours = kind == "judged" or self.checker.kill == (kind in self.dead)
            if number == 0 or not (ours or self.rule == "leaf of the winner"):
                continue
            if self.checker.end(s, kind) is not None:
                return number
        return None

    def _bad(self, s: Any) -> bool:
        """The checker would stop here."""
        if self.checker.over(s):
            return self.rule != "over"
        reached = not self.plain and self.checker.kill and self.checker._reached(s)
        return bool(reached and self.rule != "refused")

    def _moves(self, s: Any) -> Iterator[tuple[int, Any]]:
        checker = self.checker
        yield from checker.replies(s).items()
        ours = s.turn == self.winner
        waits = checker.play(s, -1)
        if self.plain:
            needed = checker.kill or s.ko >= 0
        else:
            needed = s.ko >= 0 or (s.turn == checker.attacker) == (checker.goal != "end")
        if needed or (ours and (not checker.kill or self.rule == "no waiting")):
            yield -1, waits

    def _solve(
        self, states: list[Any], leaf: dict[int, int], edges: dict[int, list[tuple[int, int]]]
    ) -> tuple[set[int], dict[int, tuple[int, int]]]:
        """The states that the winner wins, and what he plays there."""
        choice: dict[int, tuple[int, int]] = {}
        ends = self.checker.kill == self.plain  # it must come to an end
        ends = ends and self.rule not in ("no circle", "gets there")
        good = set(leaf) if ends else set(range(len(states)))
        changed = True
        while changed:
            changed = False
            for i, moves in edges.items():
                ours = states[i].turn == self.winner
                found = [edge for edge in moves if edge[1] in good]
                holds = bool(found) if ours else bool(moves) and len(found) == len(moves)
                if ends and holds and i not in good:
                    good.add(i)
                    choice[i] = found[0]
                    changed = True
                elif not ends and not holds and i in good:
                    good.discard(i)
                    changed = True
        if not ends:
            for i, moves in edges.items():
                choice[i] = next((edge for edge in moves if edge[1] in good), (0, 0))
        return good, choice

    def _write(
        self,
        states: list[Any],
        leaf: dict[int, int],
        edges: dict[int, list[tuple[int, int]]],
        choice: dict[int, tuple[int, int]],
    ) -> Lines:
        order, number = [0], {0: 0}
        rows: list[Any] = []
        for i in order:
            if i in leaf:
                rows.append([leaf[i]])
                continue
            chosen = [choice[i]] if states[i].turn == self.winner else edges[i]
            for _, child in chosen:
                if child not in number:
                    number[child] = len(order)
                    order.append(child)
            rows.append([0, *([move, number[child]] for move, child in chosen)])
        return [self.head, *rows]


def build(modules: Modules, head: dict[str, Any], rule: str = "") -> Lines | None:
    """A proof under the rules of a checker, if there is one."""
    try:
        return Builder(modules, head, rule).build()
    except (modules["graph"].Rejected, LookupError, TypeError, ValueError, AttributeError):
        return None
