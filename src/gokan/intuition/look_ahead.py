"""A look a few moves ahead at one group: the network guesses moves and judges what becomes of it.

A small tree of moves near the group. At each position the network says how likely the stones stand:
by the ownership of their points, and by their fate as it learned it from solved problems. Moves are
tried by what it expects of players and by how vital it finds them; the more they promise the more
often. Nothing here is proved: `gokan.reading.judging` takes it as one more piece of evidence.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gokan.errors import IllegalMove
from gokan.go import PASS, Color, Position

if TYPE_CHECKING:
    from gokan.intuition.network import Network, Output

__all__ = ["Tried", "expected_moves", "look_ahead"]

_WAYS = 8  # to turn the board: a mean of all, or in turn
_MOVES = 20  # that are tried in one position, besides the pass
_EXPLORE = 1.2
_SOFT = 0.75  # the power that chances are raised to: unlikely moves get a little more
_PASS_CHANCE = 0.04
_UNTRIED = 0.1  # worse than the position so far
_DEEPEST = 30


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one first move."""

    share: float
    """Of the visits."""
    stands: float
    """The chance that the stones stand, by the ownership of their points,"""
    lives: float
    """and by their fate: alive, or half of a ko."""


def expected_moves(
    position: Position, mover: Color, *, network: Network | None = None
) -> dict[int, float]:
    """How likely a player would choose each point, `mover` to move; the mean over all turns of the
    board.

    >>> found = expected_moves(Position.empty(9), Color.WHITE)
    >>> len(found), 0.5 < sum(found.values()) <= 1.001
    (81, True)
    """
    from gokan.intuition.network import load

    network = network or load()
    turned = _turned(position, mover)
    total = [0.0] * len(position.board)
    for way in range(_WAYS):
        policy = network.evaluate([turned], way=way)[0].policy
        total = [so_far + float(chance) for so_far, chance in zip(total, policy, strict=False)]
    return {p: chance / _WAYS for p, chance in enumerate(total) if chance > 0}


def look_ahead(
    position: Position,
    stones: Iterable[int],
    mover: Color,
    *,
    area: Collection[int],
    visits: int = 100,
    network: Network | None = None,
) -> dict[int, Tried]:
    """The first moves in the area that were tried, `mover` to move, with what came of them.

    >>> position = Position.empty(9).play("C3").play("G7")
    >>> near = [position.point(name) for name in ("C4", "D3", "D4")]
    >>> found = look_ahead(position, [position.point("C3")], Color.WHITE, area=near, visits=12)
    >>> set(found) <= set(near), all(0 <= one.lives <= 1 for one in found.values())
    (True, True)
    """
    from gokan.intuition.network import load

    tree = _Tree(position, list(stones), area, network or load())
    root = tree.node(_turned(position, mover))
    for _ in range(visits):
        tree.visit(root, 0)
    return {
        edge.move: Tried(edge.visits / visits, edge.stands / edge.visits, edge.lives / edge.visits)
        for edge in root.edges
        if edge.visits and edge.move != PASS
    }


def _turned(position: Position, mover: Color) -> Position:
    return position if position.to_play == mover else position.setup(to_play=mover)


@dataclass(slots=True)
class _Edge:
    move: int
    chance: float
    visits: int = 0
    stands: float = 0.0
    """The sum over the visits, and so below."""
    lives: float = 0.0
    node: _Node | None = None


@dataclass(slots=True)
class _Node:
    position: Position
    stands: float
    lives: float
    edges: list[_Edge] = field(default_factory=list)
    """Empty where nothing follows: the stones are off the board, or both passed."""


class _Tree:
    def __init__(
        self, position: Position, stones: list[int], area: Collection[int], network: Network
    ) -> None:
        self.stones = sorted({q for p in stones for q in position.block(p).stones})
        self.color = position.color_at(self.stones[0])
        self.area = sorted(area)
        self.network = network
        self.judged = 0

    def node(self, position: Position) -> _Node:
        """The network's view of a position; the board lies another way each time."""
        left = [p for p in self.stones if position.color_at(p) == self.color]
        if not left:
            return _Node(position, 0.0, 0.0)
        output = self.network.evaluate([position], way=self.judged % _WAYS)[0]
        self.judged += 1
        share = len(left) / len(self.stones)
        sign = 1 if position.to_play == self.color else -1
        stands = float((1 + sign * output.ownership[left]).mean()) / 2 * share
        alive, _, ko = (float(chance) for chance in output.fate[:, left].mean(1))
        return _Node(position, stands, (alive + ko / 2) * share, self._edges(output))

    def _edges(self, output: Output) -> list[_Edge]:
        """The moves that may be tried, with their chances: of both kinds in equal parts."""
        import numpy as np

        legal = [p for p in self.area if output.policy[p] > 0]
        chances: list[tuple[float, int]] = [(_PASS_CHANCE if legal else 1.0, PASS)]
        if legal:
            policy = output.policy[legal].astype(float)
            vital = np.exp(output.vital[legal].astype(float) - output.vital[legal].max())
            both = 0.5 * policy / (policy.sum() or 1.0) + 0.5 * vital / vital.sum()
            order = np.argsort(-both, kind="stable")[:_MOVES]
            chances = [(float(both[k]) ** _SOFT, legal[k]) for k in order] + chances
        total = sum(chance for chance, _ in chances)
        return [_Edge(move, chance / total) for chance, move in chances]

    def visit(self, node: _Node, depth: int) -> tuple[float, float]:
        """One more line from here; what the network says of its end."""
        if not node.edges or depth > _DEEPEST:
            return node.stands, node.lives
        edge = _chosen(node, owner_moves=node.position.to_play == self.color)
        if edge.node is None:
            edge.node = self._after(node, edge)
            found = edge.node.stands, edge.node.lives
        else:
            found = self.visit(edge.node, depth + 1)
        edge.visits += 1
        edge.stands += found[0]
        edge.lives += found[1]
        return found

    def _after(self, node: _Node, edge: _Edge) -> _Node:
        if edge.move == PASS and node.position.last_move == PASS:
            return _Node(node.position, node.stands, node.lives)
        try:
            return self.node(node.position.play(edge.move))
        except IllegalMove:  # a repetition: it leads nowhere
            bad = float(node.position.to_play != self.color)
            return _Node(node.position, bad, bad)


def _chosen(node: _Node, *, owner_moves: bool) -> _Edge:
    """The move that promises most: by what came of it, and by its chance where it is new."""
    edges: Sequence[_Edge] = node.edges
    number = sum(edge.visits for edge in edges) + 1
    mean = node.stands + node.lives + sum(edge.stands + edge.lives for edge in edges)
    base = mean / (2 * number) + (-_UNTRIED if owner_moves else _UNTRIED)
    root = math.sqrt(number)

    def promise(edge: _Edge) -> float:
        value = (edge.stands + edge.lives) / (2 * edge.visits) if edge.visits else base
        gain = value if owner_moves else 1 - value
        return gain + _EXPLORE * edge.chance * root / (1 + edge.visits)

    return max(edges, key=promise)
