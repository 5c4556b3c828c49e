"""`goals.solve`: a life-and-death problem solved the way a player explains it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.goals.depth_first import DepthFirst
from gokan.goals.graph import Suggestion
from gokan.goals.leaves import Arbiter, settle
from gokan.goals.search import Doubt, Search
from gokan.goals.second import DENIED, Second, chance_of
from gokan.goals.static import Look, Weigh
from gokan.goals.tried import Tried

if TYPE_CHECKING:
    from gokan.go import Game

__all__ = ["GoalSolution", "solve"]

Result = Literal["reached", "ko", "missed", "unknown"]
_DOUBTFUL = 0.25
"""Below this chance of reaching the goal outright, half of the nodes are kept for a ko."""
_KO = 0.1
"""Below this belief that it can be reached outright, it is tried by ko; with an arbiter a ko is
called up to it."""
_DOUBLE = 20
"""Positions that are looked at once more for a way without a ko before one is called for."""
_HELPED = 0.6
"""The belief that is asked for in the end where an arbiter confirms what he can."""
NODES = 100
"""Positions in which a move may be made, for those who say nothing."""
ALONE = 300
"""The same where goals, rules and static values are alone."""


@dataclass(frozen=True)
class GoalSolution:
    """The answer with its tree, the goals that each move serves and why other moves fail.

    `result` is *reached* if the player reaches the goal whatever ko threats the opponent has, *ko*
    if only by winning a ko, *missed* if that is sure (or the arbiter says so of every reasonable
    move), else *unknown*.
    """

    position: Position
    look: Look
    result: Result
    root: Tried
    nodes: int
    """Positions in which a move was made."""
    helped: bool = False
    """Whether an arbiter was there to ask about leaves."""
    alone: bool = False
    """Whether goals, rules and static values were all that was asked."""

    @property
    def goal(self) -> str:
        """Which it is: "save" or "capture"."""
        return "save" if self.look.saving else "capture"

    @property
    def move(self) -> int | None:
        """The first move of the strategy; None where there is none, or none is needed."""
        if self.root.by is not None:
            return self.root.by.move
        return self.look.taken_by(self.position) if self.result == "reached" else None

    @property
    def best(self) -> int | None:
        """The first move of the strategy; where there is none, the most promising one tried."""
        if self.move is not None:
            return self.move
        left = [b for b in self.root.branches if b.to.outcome != "missed"]
        tried = left or self.root.branches
        return max(tried, key=lambda b: b.to.belief).move if tried else None

    @property
    def certainty(self) -> str:
        """How sure: "exact" where nothing was judged, "read" where an arbiter has confirmed it,
        "judged" where it rests on rules and rooms alone, "learned" where it rests on the belief of
        a network, or "unknown".
        """
        return "unknown" if self.result == "unknown" else self.sure_of(self.root)

    def sure_of(self, node: Tried) -> str:
        """How sure the outcome of a position of the tree is."""
        if node.grade == "sure":
            return "exact"
        if node.grade == "read":
            return "read"
        return "judged" if self.alone else "learned"

    @property
    def second(self) -> float | None:
        """The chance that the strategy works, by the second judge; None where he was not asked."""
        seen = None if self.root.by is None else self.root.by.to.second
        return None if seen is None else round(seen, 3)

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """All first moves that the goals suggested, the most urgent first."""
        return self.root.suggested or ()

    def to_dict(self) -> dict[str, Any]:
        """The answer and the whole tree in plain types."""
        from gokan.goals.solution_words import failure, name

        position = self.position
        tried = {branch.move for branch in self.root.branches}
        return {
            "goal": self.goal,
            "player": str(self.look.player),
            "target": [position.vertex(p) for p in self.look.target],
            "result": self.result,
            "certainty": self.certainty,
            "grade": self.root.grade if self.result != "unknown" else None,
            "move": None if self.move is None else position.vertex(self.move),
            "second_judge": self.second,
            "nodes": self.nodes,
            "alternatives": [
                {
                    "move": position.vertex(branch.move),
                    "outcome": branch.to.outcome,
                    "why": failure(self, branch),
                }
                for branch in self.root.branches
                if branch.move != self.move
            ],
            "not_tried": [position.vertex(s.move) for s in self.suggestions if s.move not in tried],
            "tree": _plain(self.root, partial(name, self.look)),
        }

    def explain(self) -> str:
        """The solution in sentences, each with its certainty."""
        from gokan.goals.solution_words import explain

        return explain(self)

    def text(self) -> str:
        """The tree, one line for each position."""
        from gokan.goals.solution_words import tree

        return tree(self)

    def to_game(self) -> Game:
        """The tree as a game record with comments."""
        from gokan.goals.solution_words import to_game

        return to_game(self)


def solve(
    position: Position,
    target: int | str | Collection[int | str],
    *,
    nodes: int = NODES,
    doubt: Doubt | None = None,
    weigh: Weigh | None = None,
    second: Second | None = None,
    arbiter: Arbiter | None = None,
    ko: bool = True,
    depth_first: bool = False,
    alone: bool = False,
) -> GoalSolution:
    """Save or capture a target, for the side to move, by trying what the goals suggest.

    No more than `nodes` positions are looked at. A `second` judge (`gokan.intuition.glance`) has
    to agree before a strategy is believed; without one, answers outside enclosed problems are
    often wrong. With an `arbiter` the leaves are decided by somebody else, who is never asked about
    the position itself; for replies to captures that he is asked about up to 40 positions come on
    top. With `ko`, what cannot be reached otherwise is tried again as if the player won every ko.
    `depth_first` searches as the thesis did, without a second judge. With `alone` goals generate
    the moves, and goals, rules and static values decide (`gokan.goals.alone`): no network and no
    reading is asked, every legal reply is answered, and kos are left open.

    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> answer = solve(position, "C1")
    >>> answer.result, position.vertex(answer.move), answer.certainty
    ('reached', 'E1', 'exact')
    """
    whole("number of nodes", nodes, 1, 1_000_000)
    stones = _stones(position, target)
    look = Look(stones, position.color_at(stones[0]), position.to_play)
    if alone:
        return _alone(position, look, nodes)
    judge = None if depth_first else second
    options: dict[str, Any] = {"doubt": doubt or Doubt(), "second": judge}
    if weigh is not None:
        options["weigh"] = weigh
    kind = DepthFirst if depth_first else Search
    search = kind(position, look, most_nodes=nodes, **options)
    if ko and search.root.static.chance < _DOUBTFUL:
        search.most_nodes = (nodes + 1) // 2
    search.run()
    if search.root.outcome == "open" and search.root.belief >= _KO and search.most_nodes < nodes:
        search.most_nodes = nodes  # no ko will be tried: what was kept for it is free
        search.run()
    if arbiter is not None:
        settle(search, arbiter, least=_HELPED)
    answer = replace(_answer(search), helped=arbiter is not None)
    hopeless = search.root.belief < _KO and answer.result in ("missed", "unknown")
    if ko and hopeless and (search.nodes < nodes or arbiter is not None):
        return _by_ko(search, answer, nodes, arbiter)
    return answer


def _alone(position: Position, look: Look, nodes: int) -> GoalSolution:
    from gokan.goals.alone.search import Alone
    from gokan.goals.alone.told import tried

    search = Alone(position, look, most_nodes=nodes)
    search.run()
    root = tried(search)
    result: Result = "unknown"
    if root.outcome == "reached":
        result = "reached"
    elif root.outcome == "missed" and root.grade == "sure":
        result = "missed"
    return GoalSolution(position, look, result, root, search.nodes, alone=True)


def _by_ko(
    search: Search, answer: GoalSolution, nodes: int, arbiter: Arbiter | None
) -> GoalSolution:
    """Tries it again as if the player won every ko; then once more without, against all odds."""
    left = nodes - search.nodes
    if arbiter is not None:
        left = max(left, _DOUBLE)  # he has often seen the ko already
    again = type(search)(
        answer.position,
        replace(search.look, ko=True),
        doubt=search.doubt,
        most_nodes=left if arbiter is not None else (left + 1) // 2,
        weigh=search.weigh,
        second=search.second,
    )
    again.run()
    if arbiter is not None:
        settle(again, arbiter, least=search.doubt.trust_ko)
    won = again.root.outcome == "reached"
    if arbiter is None and answer.result == "unknown" and again.nodes < left:
        search.most_nodes = nodes - again.nodes
        if won:
            search.most_nodes = min(search.most_nodes, search.nodes + _DOUBLE)
        search.doubt = replace(search.doubt, hopeless=0.0)
        search.run()
        answer = _answer(search)
    hope = _KO if arbiter is not None else 1 - search.doubt.trust_ko
    if arbiter is None and search.second is not None:
        won = won and chance_of(search.second, answer.position, search.look) < DENIED
    if won and answer.result != "reached" and search.root.belief <= hope:
        answer = replace(_answer(again), result="ko", helped=answer.helped)
    elif answer.result == "missed" and again.root.outcome == "open" and answer.root.grade == "read":
        answer = replace(answer, result="unknown")  # a ko may still do it
    return replace(answer, nodes=search.nodes + again.nodes)


def _answer(search: Search) -> GoalSolution:
    outcome, sure = search.root.outcome, search.root.static.grade == "sure"
    result: Result = "unknown" if outcome == "open" else outcome
    if outcome == "missed" and not sure and search.root.grade != "read":
        result = "unknown"  # the reasonable moves fail; there are others
    return GoalSolution(search.root.position, search.look, result, search.root, search.nodes)


def _stones(position: Position, target: int | str | Collection[int | str]) -> tuple[int, ...]:
    """All stones of the blocks that are named; those by which they are named come first."""
    several = [target] if isinstance(target, int | str) else target
    named = [position.point(p) if isinstance(p, str) else p for p in several]
    if not named:
        raise InvalidInput("A goal needs a target: name one of its stones.")
    found = {s for p in named for s in position.block(p).stones}
    if len({position.color_at(p) for p in found}) > 1:
        raise InvalidInput("The stones of a target have one colour.")
    return tuple(dict.fromkeys([*named, *sorted(found)]))


def _plain(node: Tried, name: Any, path: frozenset[int] = frozenset()) -> dict[str, Any]:
    position, path = node.position, path | {id(node)}
    return {
        "to_play": str(position.to_play),
        "outcome": node.outcome,
        "grade": node.grade,
        "reason": node.reason,
        "chance": round(node.static.chance, 3),
        "moves": [
            {
                "move": "pass" if b.move == PASS else position.vertex(b.move),
                "why": b.asked.why,
                "rule": b.asked.rule,
                "for": [name(position, goal) for goal in b.asked.chain],
                "decides": b is node.by,
                "to": _plain(b.to, name, path) if id(b.to) not in path else None,
            }
            for b in node.branches
        ],
    }
