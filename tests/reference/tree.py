"""A slow twin of core/play/tree.cpp: its selection and its backing up, in plain Python."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from gokan.go import BLACK, PASS, Position
from gokan.play.tree.searching import SearchOptions


@dataclass
class Node:
    """One line of play."""

    position: Position
    visits: int = 0
    pending: int = 0
    values: list[tuple[float, float]] = field(default_factory=list)  # (win, lead), Black's view
    utilities: list[float] = field(default_factory=list)
    state: str = "new"
    priors: list[tuple[int, float]] = field(default_factory=list)
    children: dict[int, Node] = field(default_factory=dict)


class SlowTree:
    """Selects and backs up like the core, one node object per line."""

    def __init__(self, position: Position, options: SearchOptions) -> None:
        self.root = Node(position)
        self.options = options
        self.centre = 0.0

    def descend(self) -> tuple[list[Node], str]:
        path = [self.root]
        while path[-1].state == "open":
            node = path[-1]
            move = self.choose(node, at_root=node is self.root)
            if move not in node.children:
                node.children[move] = Node(node.position.play(move))
            path.append(node.children[move])
        leaf = path[-1]
        if leaf.state == "out":
            return path, "busy"
        for node in path:
            node.pending += 1
        if leaf.state == "over":
            self.count(path, *leaf.values[0])
            return path, "known"
        leaf.state = "out"
        return path, "over" if leaf is not self.root and leaf.position.is_over else "leaf"

    def back_up(self, path: list[Node], policy: Any, win: float, lead: float) -> None:
        leaf = path[-1]
        if leaf.position.to_play != BLACK:
            win, lead = 1 - win, -lead
        if leaf is self.root:
            self.centre = 0.8 * lead
        if leaf is not self.root and leaf.position.is_over:
            leaf.state = "over"
        else:
            leaf.state = "open"
            self.weigh(leaf, policy)
        self.count(path, win, lead)

    def weigh(self, node: Node, policy: Any) -> None:
        moves = [*node.position.legal_moves(), PASS]
        total = sum(policy[move] for move in moves)
        node.priors = sorted(
            ((move, policy[move] / total) for move in moves), key=lambda pair: -pair[1]
        )

    def count(self, path: list[Node], win: float, lead: float) -> None:
        for node in path:
            node.pending -= 1
            node.visits += 1
            node.values.append((win, lead))
            node.utilities.append(self.utility(win, lead))

    def utility(self, win: float, lead: float) -> float:
        side = math.sqrt(len(self.root.position.board))

        def squash(points: float, scale: float) -> float:
            return 2 / math.pi * math.atan(points / scale)

        far = self.options.points * squash(lead, 2 * side)
        near = self.options.near_points * squash(lead - self.centre, 0.75 * side)
        return 2 * win - 1 + far + near

    def mean(self, node: Node) -> float:
        n = len(node.values)
        return self.utility(sum(w for w, _ in node.values) / n, sum(x for _, x in node.values) / n)

    def choose(self, node: Node, *, at_root: bool) -> int:
        sign = 1 if node.position.to_play == BLACK else -1
        o = self.options
        tried = {m: c for m, c in node.children.items() if c.visits + c.pending > 0}
        tries = sum(c.visits + c.pending for c in tried.values())
        width = o.width + o.width_growth * math.log((tries + o.width_base) / o.width_base)
        n = node.visits
        mean = sum(node.utilities) / n
        variance = sum((u - mean) ** 2 for u in node.utilities) / n
        scatter = math.sqrt((0.16 * 2 + variance * n) / (2 + n))
        width *= 1 + o.surprise * (scatter / 0.4 - 1)
        visited = sum(prior for move, prior in node.priors if move in tried)
        caution = o.root_caution if at_root else o.caution
        untried = sign * self.mean(node) - caution * math.sqrt(min(1.0, visited))

        def worth(move: int, prior: float) -> float:
            value, weight = untried, 0
            if move in tried:
                child = tried[move]
                weight = child.visits + child.pending
                seen = sign * self.mean(child) * child.visits if child.visits else 0.0
                lost = o.virtual_loss * child.pending
                value = (seen - lost) / (child.visits + lost)
            return value + width * math.sqrt(tries + 0.01) * prior / (1 + weight)

        return max(node.priors, key=lambda pair: worth(*pair))[0]
