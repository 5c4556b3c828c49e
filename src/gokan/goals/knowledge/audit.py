"""The audit: what each rule is worth on positions whose winning moves are proved.

A node is a position with a target and all moves that are proved to reach the goal. Of each rule the
audit counts how often it spoke, how often its move was one of the winners (precision), and how
often no other rule found one (need).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gokan.errors import GokanError
from gokan.go import PASS, Position
from gokan.goals.knowledge.base import KnowledgeBase
from gokan.goals.knowledge.suggest import DOUBT, MOST, UNKNOWN, spoken
from gokan.reading import Budget, Problem, make_problems, pose_record, solve

__all__ = ["Audit", "Node", "RuleAudit", "audit", "made_nodes", "nodes_of", "weights"]

NODES = 60_000
DEPTH = 3
Half = Literal["odd", "even", "both"]


@dataclass(frozen=True, slots=True)
class Node:
    """A position with a target, and the moves that are proved to win."""

    position: Position
    target: int
    winners: frozenset[int]
    id: str
    depth: int


@dataclass
class RuleAudit:
    """One rule with one purpose: how often it spoke, was right, and was alone right."""

    matched: int = 0
    right: int = 0
    alone: int = 0

    @property
    def precision(self) -> float:
        """The share of its moves that won."""
        return self.right / self.matched if self.matched else 0.0


@dataclass
class Audit:
    """The counts of all rules, and of the suggestions as a whole."""

    rules: dict[tuple[str, str], RuleAudit] = field(default_factory=dict)
    nodes: int = 0
    found: int = 0
    """Nodes with a winner among all suggestions."""
    found_first: int = 0
    """Nodes with a winner among the first eight."""
    suggested: int = 0
    shown: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The counts in plain types."""
        return {
            "nodes": self.nodes,
            "found": self.found,
            "suggested": self.suggested,
            "found_first": self.found_first,
            "shown": self.shown,
            "rules": {
                f"{name} ({purpose})": [r.matched, r.right, r.alone]
                for (name, purpose), r in sorted(self.rules.items())
            },
        }

    def explain(self) -> str:
        """The whole in two sentences."""
        if not self.nodes:
            return "No position with a proved winning move was found."
        share, first = self.found / self.nodes, self.found_first / self.nodes
        return (
            f"In {self.nodes} positions a proved winning move was among the suggestions in"
            f" {share:.1%}, with {self.suggested / self.nodes:.1f} moves on average; among the"
            f" first {MOST} in {first:.1%}, with {self.shown / self.nodes:.1f} (measured)."
        )


def audit(base: KnowledgeBase, nodes: Iterable[Node], *, known: Any = None) -> Audit:
    """Count over nodes."""
    found = Audit()
    for node in nodes:
        every = spoken(node.position, node.target, base=base, weights=known)
        suggestions = [s for s in every if not s.warned]
        found.nodes += 1
        found.suggested += len(suggestions)
        found.shown += min(MOST, len(suggestions))
        right = {s.move for s in suggestions} & node.winners
        found.found += bool(right)
        found.found_first += bool({s.move for s in suggestions[:MOST]} & node.winners)
        finders: set[tuple[str, str]] = set()
        for s in every:
            said = {(a.rule.name, a.purpose): a.recommendation for a in s.assertions}
            for key, kind in said.items():
                row = found.rules.setdefault(key, RuleAudit())
                row.matched += 1
                row.right += s.move in node.winners
                if s.move in node.winners and kind != "bad":
                    finders.add(key)
        if len(finders) == 1:
            found.rules[finders.pop()].alone += 1
    return found


def weights(found: Audit) -> dict[tuple[str, str], float]:
    """Precisions, drawn toward a low value where little was seen."""
    return {
        key: (row.right + DOUBT * UNKNOWN) / (row.matched + DOUBT)
        for key, row in found.rules.items()
    }


def nodes_of(problem: Problem, *, nodes: int = NODES, depth: int = DEPTH) -> Iterator[Node]:
    """The problem itself, and positions along its solution in which the same side moves."""
    chance = random.Random(sum(problem.position.board) + problem.target[0])
    position, target = problem.position, problem.target
    for level in range(depth):
        now = Problem.make(position, target=target)
        answer = solve(now, budget=Budget(nodes=nodes), details=False, trials=False)
        winners = [m for m in answer.winning_moves if m in answer.shown]
        if answer.result != "win" or not winners or PASS in winners:
            return
        yield Node(position, target[0], frozenset(winners), problem.id, level)
        move = chance.choice(winners)
        position = position.play(move)
        replies = [m for m in answer.pv[1:2] if answer.pv[0] == move and m != PASS]
        if not replies or chance.random() < 0.5:
            region = answer.region.points
            replies = [m for m in region if position.is_legal(m)] or replies
        replies = [m for m in replies if position.is_legal(m)]
        if not replies:
            return
        position = position.play(chance.choice(sorted(replies)))
        target = tuple(t for t in target if position.color_at(t))
        if not target:
            return


def record_nodes(
    records: Iterable[Mapping[str, Any]],
    *,
    half: Half = "both",
    nodes: int = NODES,
    most: int | None = None,
    refused: list[str] | None = None,
) -> Iterator[Node]:
    """Nodes of problems in records; `half` takes the odd or the even numbers (4.1), `most` the
    first so many of these. Why a record was left out is added to `refused`.
    """
    taken = 0
    for record in records:
        if taken == most:
            return
        digits = "".join(c for c in str(record.get("id", "")) if c.isdigit())[-1:]
        odd = bool(int(digits or 0) % 2)
        if half != "both" and odd != (half == "odd"):
            continue
        taken += 1
        try:
            problem = pose_record({**record, "goal_source": "given"})
            yield from nodes_of(problem, nodes=nodes)
        except GokanError as error:
            if refused is not None:
                refused.append(str(error))


def made_nodes(count: int, *, seed: int = 77, nodes: int = NODES) -> Iterator[Node]:
    """Nodes of generated problems: the only ones that weights are learned from."""
    for number, record in enumerate(make_problems(seed, jobs=1)):
        if number >= count:
            return
        yield from nodes_of(Problem.from_record(record), nodes=nodes)
