"""A checked proof as a graph to walk: whose turn it is, how long each reply resists, what ends it.

A proof is written for a checker, who wants every legal reply. A player wants to hear of the replies
that have to be answered, first of those that resist longest.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gokan.go import PASS, Position
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import NoProof

__all__ = ["NEAR", "Edge", "Walk", "walks"]

Edge = tuple[int, int]
"""A move, and the number of the node it leads to."""
_LARGEST = 200_000
"""Nodes of a proof that is gone through for how long each reply resists."""
NEAR = 3
"""Steps from the stones that a proof is about to a move that a player would think of."""


@dataclass(frozen=True)
class Walk:
    """One proof that the checker has accepted, for a file with several one of its parts."""

    lines: tuple[str, ...]
    certainty: str
    head: dict[str, Any]
    nodes: list[tuple[int, list[Edge]]]
    """Of each node the kind (0: play goes on; else why it ends) and its edges."""

    @property
    def killed(self) -> bool:
        """Whether the target falls; a proof that it is taken for good stands if it does."""
        taken = self.head.get("goal") == "taken"
        return bool(self.head["verdict"] == "killed") != taken

    @property
    def mover_wins(self) -> bool:
        """Whether the side to move reaches its goal."""
        attacks = bool(self.head["turn"] != self.head["defender"])
        return bool(self.head["verdict"] == "killed") == attacks

    def kind(self, node: int) -> int:
        """Why the play ends at a node; 0 where it goes on."""
        return self.nodes[node][0]

    def answer(self, node: int) -> Edge | None:
        """The winner's move at a node where it is his turn; None where the play is over."""
        kind, edges = self.nodes[node]
        return None if kind or not edges else edges[0]

    def replies(self, node: int, position: Position, away: Mapping[int, int]) -> list[Edge]:
        """The loser's moves, the one that matters most first, those that need no answer last.

        What matters is whether it has to be answered, whether it is near the stones that it is
        about (`away` has the distance of each point), and how long it resists.
        """

        def key(edge: Edge) -> tuple[bool, bool, bool, int, int, int]:
            move, child = edge
            far = away.get(move, 0)
            idle = not self.needs_answer(child)
            return move == PASS, idle, far > NEAR, -self.resists[child], far, move

        free = [e for e in self.nodes[node][1] if e[0] == PASS or not position.board[e[0]]]
        return sorted(free, key=key)

    def needs_answer(self, node: int) -> bool:
        """Whether the winner, to move at a node, has to play there."""
        edge = self.answer(node)
        return edge is not None and edge[0] != PASS

    @cached_property
    def resists(self) -> list[int]:
        """How many answers the loser can still force at each node; 0 where play can go round."""
        count = len(self.nodes)
        found = [0] * count
        if count > _LARGEST:
            return found
        turns = self._turns()
        above: list[list[int]] = [[] for _ in range(count)]
        left = [len(edges) for _, edges in self.nodes]
        for node, (_, edges) in enumerate(self.nodes):
            for _, child in edges:
                above[child].append(node)
        ready = [node for node in range(count) if not left[node]]
        for node in ready:
            below = [found[child] for _, child in self.nodes[node][1]]
            found[node] = max(below, default=0) + (turns[node] and self.needs_answer(node))
            for parent in above[node]:
                left[parent] -= 1
                if not left[parent]:
                    ready.append(parent)
        return found

    def _turns(self) -> list[bool]:
        """Whether it is the winner's turn at each node."""
        turns: list[bool | None] = [None] * len(self.nodes)
        turns[0] = self.mover_wins
        todo = [0]
        for node in todo:
            for _, child in self.nodes[node][1]:
                if turns[child] is None:
                    turns[child] = not turns[node]
                    todo.append(child)
        return [bool(turn) for turn in turns]


def walks(lines: Collection[str]) -> dict[str, Walk]:
    """The proofs of a file by the names of its parts; one proof alone is the part "verdict".

    >>> walks(["{}"])
    Traceback (most recent call last):
    gokan.reading.proof.statement.NoProof: The proof was not accepted: rejected.
    """
    rows = list(lines)
    checked = check_file(rows)
    if checked.verdict not in ("accepted", "judged"):
        raise NoProof(f"The proof was not accepted: {checked.verdict}.")
    sure = checked.verdict == "accepted"  # with something judged a part may still be proved
    if "claim" not in json.loads(rows[0]):
        return {"verdict": _walk(rows, proved=sure)}
    found, at = {}, 1
    while at < len(rows):
        part = json.loads(rows[at])
        lines = rows[at + 1 : at + 1 + part["lines"]]
        proved = sure or check_file(lines).verdict == "accepted"
        found[part["part"]] = _walk(lines, proved=proved)
        at += part["lines"] + 1
    return found


def _walk(lines: list[str], *, proved: bool) -> Walk:
    nodes = []
    for line in lines[1:]:
        row = json.loads(line)
        nodes.append((row[0], [(move, child) for move, child in row[1:]]))
    return Walk(tuple(lines), "proved" if proved else "read", json.loads(lines[0]), nodes)
