"""`goals.consider`: the goals that a block's life hangs on, and the moves they ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.goals.graph import Goal, GoalGraph, Known, Node, Suggestion
from gokan.goals.state import State

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = ["Consideration", "consider"]


@dataclass(frozen=True)
class Consideration:
    """A root goal with its graph, evaluated, and the moves it leads to.

    Nothing here was searched: `known` says what follows from static facts alone, and *judged*
    means that it rests on judgement. A move is a suggestion with its reason, not an answer.
    """

    graph: GoalGraph
    moves: tuple[Suggestion, ...]

    @property
    def position(self) -> Position:
        """Where the goal was considered."""
        return self.graph.position

    @property
    def root(self) -> Goal:
        """The goal asked about."""
        return self.graph.root

    @property
    def known(self) -> Known:
        """What is known of the root goal."""
        return self.graph.known[self.root]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All goals of the graph, the root first."""
        return tuple(self.graph.nodes.values())

    def to_dict(self) -> dict[str, Any]:
        """The graph and the moves in plain types, points as vertices."""
        position = self.position
        names = {node.goal: self.graph.text(node.goal) for node in self.nodes}
        return {
            "root": names[self.root],
            "player": str(self.root.player),
            "value": self.known.value,
            "grade": self.known.grade,
            "goals": [
                {
                    "goal": names[node.goal],
                    "value": self.graph.known[node.goal].value,
                    "grade": self.graph.known[node.goal].grade,
                    "reason": self.graph.known[node.goal].reason,
                    "needs": "any" if node.saving else "all",
                    "of": [[names[goal] for goal in child] for child in node.children],
                }
                for node in self.nodes
            ],
            "moves": [
                {
                    "move": position.vertex(s.move),
                    "why": s.why,
                    "rule": s.rule,
                    "for": [names[goal] for goal in s.chain],
                }
                for s in self.moves
            ],
        }

    def explain(self) -> str:
        """The goals in sentences, each with its certainty."""
        from gokan.goals.words import explain

        return explain(self)

    def draw(self, **options: Any) -> Svg:
        """The position beside its goal graph, after Figures 2.5 to 2.8."""
        from gokan.goals.picture import draw

        return draw(self, **options)


def consider(
    position: Position,
    point: int | str,
    *,
    goal: Literal["save", "capture"] | None = None,
    alone: bool = False,
) -> Consideration:
    """Consider saving, or capturing, the block on a point, for the side to move. With `alone`
    connections and captures are seen by rules, and nothing is read.

    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> answer = consider(position, "C1")
    >>> answer.known.value, [position.vertex(s.move) for s in answer.moves][:1]
    ('unknown', ['E1'])
    >>> position = position.play("E1")
    >>> consider(position, "C1").known.value
    'false'
    """
    block = position.block(point)
    own = block.color == position.to_play
    kind: Literal["save", "capture"] = "save" if own else "capture"
    if goal is not None and goal != kind:
        side = "own" if own else "other side's"
        raise InvalidInput(
            f"{position.to_play} is to move and the block is its {side}, so the goal is {kind}"
        )
    asked = position.point(point) if isinstance(point, str) else point
    root = Goal(kind, position.to_play, block.stones[0])
    state = State(position, nodes=0) if alone else None
    graph = GoalGraph(position, root, state=state, called={block.stones[0]: asked})
    return Consideration(graph, graph.moves())
