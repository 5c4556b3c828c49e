"""The solver's search: depth first over the moves that the goals suggest (Klinger 2.6, 3.1, 4.1).

At each node the static value is asked first. Where it is unknown, the goal graph of the side to
move is built, its moves are put in the order of their urgency, and tried: one that reaches the goal
will do for the player, all must fail for the opponent. Nothing but these moves is tried, so that a
failure means "none of the reasonable moves does it". The depth grows step by step, and positions
that were seen before are remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from gokan.go import Position
from gokan.goals.aura.worth import aura
from gokan.goals.graph import Goal, GoalGraph, Kind, Suggestion
from gokan.goals.state import State
from gokan.goals.static import Look, Static, Weigh, evaluate
from gokan.goals.trust import trust

__all__ = ["Branch", "Doubt", "HowSure", "Outcome", "Search", "Tried"]

Outcome = Literal["reached", "missed", "open"]
HowSure = Literal["judged", "read", "sure"]
_WEAK: tuple[HowSure, ...] = ("judged", "read", "sure")
_NEVER = 2.0


@dataclass(frozen=True, slots=True)
class Doubt:
    """How sure a judgement must be before it ends a line. Chosen on odd items."""

    yes: float = 0.95
    """From this chance on a goal is judged to be reached, if nothing urgent is left to try."""
    no: float = 0.05
    """Up to this chance it is judged to be missed."""
    calm: float = 0.12
    """A reply is urgent from this chance on that it refutes."""
    floor: float = 0.02
    """A move with less chance than this is not reasonable."""
    most: int = 6
    """Moves that are tried in a position, at most."""
    check: int = 2
    """Replies that are tried in any case before a move of the player is believed."""
    deepest: int = 13
    trust: float = 0.75
    """From this chance on a strategy with judged ends is believed (`gokan.goals.trust`); with less
    it is looked at more closely."""
    closer: int = 3
    """How often: each time a judgement must be twice as sure before it ends a line."""


@dataclass(slots=True)
class Tried:
    """A position that was looked at, and what became of the player's goal in it."""

    position: Position
    static: Static
    outcome: Outcome = "open"
    grade: HowSure | None = None
    reason: str = ""
    branches: list[Branch] = field(default_factory=list)
    by: Branch | None = None
    """What decided: the move that reaches the goal, or the reply that refutes it."""
    suggested: tuple[Suggestion, ...] | None = None
    takes: frozenset[int] = frozenset()
    """Moves that take stones near the target: they are tried in any case."""
    depth: int = 0
    """How deep it was searched."""
    risk: float = 0.0
    """The doubts of the judged ends that the outcome rests on, added up."""


@dataclass(slots=True)
class Branch:
    """A move that was tried, with the goals that asked for it, and where it led."""

    asked: Suggestion
    to: Tried

    @property
    def move(self) -> int:
        """The move."""
        return self.asked.move


class Search:
    """One question, searched; `nodes` counts the positions in which a move was made."""

    def __init__(
        self,
        position: Position,
        look: Look,
        *,
        doubt: Doubt,
        most_nodes: int,
        weigh: Weigh = aura,
    ) -> None:
        self.look, self.doubt, self.most_nodes = look, doubt, most_nodes
        self.weigh = weigh
        self.state = State(position, nodes=0)
        self.nodes = 0
        self.table: dict[tuple[int, int, int], Tried] = {}
        self.root = Tried(position, self._static(position))
        self.path: set[int] = set()
        self.yes, self.no = doubt.yes, doubt.no
        self.width = 1
        """Moves of the player that are tried in a position; the deeper the search, the more."""

    def run(self) -> Tried:
        """Searches until a strategy is found that is hardly in doubt, or the nodes are used up."""
        for _ in range(self.doubt.closer + 1):
            self._deepen()
            if self.root.outcome == "open" or self.nodes >= self.most_nodes:
                break
            if self.root.outcome == "reached" and self.trust() >= self.doubt.trust:
                break
            self.yes, self.no = (1 + self.yes) / 2, self.no / 2
            for node in (self.root, *self.table.values()):
                node.outcome, node.grade, node.by, node.depth = "open", None, None, 0
                node.reason, node.risk = "", 0.0
        if self.root.outcome == "reached" and self.trust() < self.doubt.trust:
            self._open(self.root)
        return self.root

    def trust(self) -> float:
        """The chance that the strategy stands: 1 if nothing was judged, 0 if there is none."""
        by = self.root.by
        if by is None:
            return 0.0
        if self.root.grade == "sure":
            return 1.0
        return trust(
            after=by.to.static.chance,
            risk=self.root.risk,
            nodes=self.nodes,
            saving=self.look.saving,
        )

    def _deepen(self) -> None:
        """Searches deeper and deeper."""
        for depth in range(2, self.doubt.deepest + 1, 2):
            before = self.nodes
            self.width = depth // 2
            outcome = self._own(self.root, depth)
            if outcome != "open" or self.nodes >= self.most_nodes:
                break
            if self.width >= self.doubt.most and self.nodes == before:
                break

    # --- the two kinds of nodes ---------------------------------------------------------------

    def _own(self, node: Tried, depth: int) -> Outcome:
        """The player moves: one move that reaches the goal will do."""
        if node is not self.root and self._ended(node, self.yes):
            return node.outcome
        if depth <= 0:
            return self._open(node)
        left_open = False
        for number, branch in enumerate(self._branches(node)):
            if number >= self.width:
                left_open = True
                break
            outcome = self._step(branch, depth, own=True)
            if outcome == "reached":
                return self._decide(node, "reached", branch)
            left_open |= outcome == "open"
        if left_open or self.nodes >= self.most_nodes:
            return self._open(node)
        return self._decide(node, "missed", None)

    def _their(self, node: Tried, depth: int) -> Outcome:
        """The opponent moves: no reply may refute."""
        if self._ended(node, _NEVER):
            return node.outcome
        doubt, urgent = self.doubt, node.static.urgent
        likely = node.static.chance >= self.yes
        least = doubt.calm if likely else doubt.floor
        moves = self._moves(node)
        replies = [
            s
            for k, s in enumerate(moves)
            if k < doubt.check or urgent.get(s.move, 0.0) >= least or s.move in node.takes
        ]
        if likely and not replies:
            return self._end(node, "reached", "judged", "nothing urgent is left to try against it")
        if depth <= 0 or not replies:
            return self._open(node)
        last: Branch | None = None
        for branch in self._branches(node, tuple(replies)):
            outcome = self._step(branch, depth, own=False)
            if outcome == "missed":
                return self._decide(node, "missed", branch)
            if outcome == "open":
                return self._open(node)
            last = branch
        if last is None or self.nodes >= self.most_nodes:
            return self._open(node)
        return self._decide(node, "reached", last)

    def _step(self, branch: Branch, depth: int, *, own: bool) -> Outcome:
        """Plays into a branch, searches it, and takes the move back."""
        node = branch.to
        if node.outcome != "open" or node.depth >= depth:
            return node.outcome
        stones = node.position.hash
        if stones in self.path:
            return "open"
        self.state.play(branch.move, forced=not self.state.position.is_legal(branch.move))
        self.path.add(stones)
        outcome = self._their(node, depth - 1) if own else self._own(node, depth - 1)
        self.path.discard(stones)
        self.state.undo()
        node.depth = depth
        return outcome

    # --- ends ---------------------------------------------------------------------------------

    def _ended(self, node: Tried, yes: float) -> bool:
        static = node.static
        if static.reached is not None:
            self._end(node, "reached" if static.reached else "missed", "sure", static.reason)
            return True
        if static.chance <= self.no:
            self._end(node, "missed", "judged", "there is hardly a chance left")
            return True
        if static.chance >= yes:
            self._end(node, "reached", "judged", "there is hardly a doubt left")
            return True
        return False

    def _end(self, node: Tried, outcome: Outcome, grade: HowSure, reason: str) -> Outcome:
        node.outcome, node.grade, node.reason = outcome, grade, reason
        doubt = 1 - node.static.chance if outcome == "reached" else node.static.chance
        node.risk = doubt if grade == "judged" else 0.0
        return outcome

    def _open(self, node: Tried) -> Outcome:
        node.outcome, node.grade, node.by = "open", None, None
        return "open"

    def _decide(self, node: Tried, outcome: Outcome, by: Branch | None) -> Outcome:
        """The weakest part on which it rests says how sure it is."""
        node.outcome, node.by = outcome, by
        own = node.position.to_play == self.look.player
        if (outcome == "reached") == own and by is not None:
            parts = [by.to.grade]
            node.risk = by.to.risk
        else:  # other moves than the reasonable ones were not tried
            parts = ["judged", *(b.to.grade for b in node.branches)]
            node.risk = sum(b.to.risk for b in node.branches if b.to.outcome == outcome)
        node.grade = next(g for g in _WEAK if g in parts)
        return outcome

    # --- moves --------------------------------------------------------------------------------

    def _branches(
        self, node: Tried, moves: tuple[Suggestion, ...] | None = None
    ) -> Iterator[Branch]:
        """One after the other, made when it is first needed, as long as there are nodes left."""
        for suggestion in self._moves(node) if moves is None else moves:
            for branch in node.branches:
                if branch.move == suggestion.move:
                    yield branch
                    break
            else:
                if self.nodes >= self.most_nodes:
                    return
                yield self._make(node, suggestion)

    def _make(self, node: Tried, suggestion: Suggestion) -> Branch:
        position, move = node.position, suggestion.move
        legal = position.is_legal(move)
        after = position.play(move) if legal else position.play_forced(move)
        ko = after.ko
        key = after.hash, int(after.to_play), -1 if ko is None else ko
        if key not in self.table:
            self.nodes += 1
            self.table[key] = Tried(after, self._static(after))
        branch = Branch(suggestion, self.table[key])
        node.branches.append(branch)
        return branch

    def _moves(self, node: Tried) -> tuple[Suggestion, ...]:
        """What the goals suggest to the side to move, the most urgent first."""
        if node.suggested is None:
            node.suggested = self._suggest(node)
        return node.suggested

    def _suggest(self, node: Tried) -> tuple[Suggestion, ...]:
        position, urgent, doubt = node.position, node.static.urgent, self.doubt
        graph = self.goals(position)
        if graph is None:
            return ()
        found = {s.move: s for s in graph.moves()}
        for point in sorted(urgent, key=lambda p: (-urgent[p], p))[: doubt.most]:
            if point not in found and urgent[point] >= doubt.calm:
                found[point] = Suggestion(point, (graph.root,), "is urgent for the space around it")
        free = (position.to_play == self.look.player) == self.look.ko
        if free and position.ko is not None and position.ko not in found:
            found[position.ko] = Suggestion(position.ko, (graph.root,), "takes the ko back")
        node.takes = self._captures(node)
        for point in node.takes - found.keys():
            found[point] = Suggestion(point, (graph.root,), "takes stones")
        usable = [
            s
            for s in found.values()
            if position.is_legal(s.move) or (free and s.move == position.ko)
        ]
        usable.sort(key=lambda s: (-urgent.get(s.move, 0.0), s.move))
        reasonable = [s for s in usable if urgent.get(s.move, 0.0) >= doubt.floor]
        chosen = (reasonable if len(reasonable) >= doubt.check else usable)[: doubt.most]
        return (*chosen, *(s for s in usable if s.move in node.takes and s not in chosen))

    def _captures(self, node: Tried) -> frozenset[int]:
        """Where the side to move takes stones near the target."""
        enemy, urgent = node.position.to_play.opponent, node.static.urgent
        return frozenset(
            block.liberties[0]
            for block in self.state.blocks.values()
            if block.color == enemy and len(block.liberties) == 1 and block.liberties[0] in urgent
        )

    def moves(self) -> tuple[Branch, ...]:
        """The first moves: the one that was found, those tried, then the other suggestions."""
        for suggestion in self._moves(self.root):
            self._branch(self.root, suggestion)
        best = self.root.by
        return tuple(
            sorted(
                self.root.branches,
                key=lambda b: (b is not best, b.to.outcome == "missed", -b.to.static.chance),
            )
        )

    def _branch(self, node: Tried, suggestion: Suggestion) -> Branch:
        for branch in node.branches:
            if branch.move == suggestion.move:
                return branch
        return self._make(node, suggestion)

    def goals(self, position: Position) -> GoalGraph | None:
        """The goal graph of the side to move; the state must be at this position."""
        left = self.look.left(position)
        if not left:
            return None
        kind: Kind = "save" if position.to_play == self.look.owner else "capture"
        block = self.state.block_at[left[0]]
        root = Goal(kind, position.to_play, block)
        return GoalGraph(position, root, state=self.state, called={block: left[0]}, asked=True)

    def _static(self, position: Position) -> Static:
        return evaluate(position, self.look, weigh=self.weigh)
