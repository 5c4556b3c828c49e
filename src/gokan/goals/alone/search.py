"""The search of the thesis with the opponent's every move: AND and OR, in the order of proof.

The player's moves are those that the goals ask for. The opponent passes first: if that is
answered, the answer rests on some points (its *zone*), and a reply anywhere else is answered in
the same way. So every legal reply in the zone is tried, and with them every legal reply there is.
The next position to look at is the one that proves or refutes most (proof numbers).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gokan.go import PASS, Position
from gokan.goals.alone.moves import asked, ordered
from gokan.goals.alone.value import FULL, Parts, Value, value
from gokan.goals.graph import Goal, GoalGraph, Kind, Suggestion
from gokan.goals.state import State
from gokan.goals.static import Look

__all__ = ["Alone", "Line", "Spot"]

INFINITE = 10**6
FRESH = 4.0
"""What a move that was not made yet is expected to cost."""
SLIGHT, DISTANT = 0.1, 12.0
"""What little speaks for is expected to cost so much more."""
LATER = 0.4
"""What a move that is less urgent by one place costs more, in positions."""
UNKNOWN_REPLIES = 2.0
"""Replies that are expected while the answer to a pass is not known."""
DEEPEST = 24
HOPE = {(True, True): 1.0, (True, False): 3.0, (False, True): 2.0, (False, False): 4.0}
"""Positions that are expected to be wanting: by whether the player is to move, and whether one
move more would settle the room.
"""
EXPOSED = 2
REACH = 2
FEW = 3
"""Enemies beside the target with so few liberties may be attacked."""


@dataclass(slots=True)
class Spot:
    """A position of the tree."""

    position: Position
    seen: Value
    proof: float = 1.0
    """How many positions are wanting at least to reach the goal; 0 where it is reached."""
    doubt: float = 1.0
    """The same to refute it."""
    lines: list[Line] = field(default_factory=list)
    waiting: list[tuple[float, Suggestion]] | None = None
    """Moves that were not made yet, the most urgent first; None if nobody asked."""
    zone: frozenset[int] = frozenset()
    passed: bool = False
    """Whether the answer to a pass is known, and `waiting` holds the replies in its zone."""


@dataclass(slots=True)
class Line:
    """A move and where it leads."""

    asked: Suggestion
    to: Spot


class Alone:
    """One question, searched."""

    def __init__(
        self, position: Position, look: Look, *, most_nodes: int = 300, parts: Parts = FULL
    ) -> None:
        self.look, self.parts, self.most_nodes = look, parts, most_nodes
        self.nodes = 0
        self.state = State(position, nodes=0)
        self.values: dict[tuple[int, int, int], Value] = {}
        self.root = Spot(position, self._value(position))
        self._settle(self.root)

    def run(self) -> Spot:
        """Searches until the root is decided or the positions are used up."""
        root = self.root
        while root.proof and root.doubt and self.nodes < self.most_nodes:
            if not self._step(root, []):
                break
        return root

    # --- one step -----------------------------------------------------------------------------

    def _step(self, spot: Spot, path: list[Line]) -> bool:
        """Makes one move at the place that decides most; False if there is none."""
        own = spot.position.to_play == self.look.player
        if spot.waiting is None:
            spot.waiting = self._moves(spot, path) if own else self._pass(spot)
        chosen = self._choose(spot, own=own)
        done = False
        if chosen is None:
            spot.proof, spot.doubt = (INFINITE, 0.0) if own else (INFINITE, 1.0)
        elif isinstance(chosen, Line):
            path.append(chosen)
            done = self._step(chosen.to, path)
            path.pop()
            if not done:
                chosen.to.proof = max(chosen.to.proof, 1.0)
                done = True
        else:
            spot.waiting.remove(chosen)
            self._make(spot, chosen[1], path)
            done = True
        self._update(spot, path)
        return done

    def _choose(self, spot: Spot, *, own: bool) -> Line | tuple[float, Suggestion] | None:
        open_lines = [x for x in spot.lines if x.to.proof and x.to.doubt]
        waiting = spot.waiting or []
        if own:
            best = min(open_lines, key=lambda x: x.to.proof, default=None)
            if waiting and (best is None or self._rank(spot) < best.to.proof):
                return waiting[0]
            return best
        if not spot.passed and open_lines:
            return open_lines[0]
        best = min(open_lines, key=lambda x: x.to.doubt, default=None)
        if waiting and (best is None or best.to.doubt >= 1.0):
            return waiting[0]
        return best

    def _rank(self, spot: Spot) -> float:
        """The proof number of the next move that waits."""
        weight = spot.waiting[0][0] if spot.waiting else 1.0
        far = weight < SLIGHT
        return FRESH + LATER * len(spot.lines) + DISTANT * far

    def _make(self, spot: Spot, suggestion: Suggestion, path: list[Line]) -> None:
        position, move = spot.position, suggestion.move
        legal = position.is_legal(move)
        after = position.play(move) if legal else position.play_forced(move)
        self.nodes += 1
        line = Line(suggestion, Spot(after, self._value(after)))
        before = [self.root, *(x.to for x in path)]
        if any(_same(after, x.position) for x in before) or len(before) > DEEPEST:
            won = self.look.ko
            line.to.proof, line.to.doubt = (0.0, INFINITE) if won else (INFINITE, 0.0)
        else:
            self._settle(line.to)
        spot.lines.append(line)

    def _settle(self, spot: Spot) -> None:
        seen = spot.seen
        if seen.reached is not None:
            spot.proof, spot.doubt = (0.0, INFINITE) if seen.reached else (INFINITE, 0.0)
            spot.zone = seen.zone
            return
        own = spot.position.to_play == self.look.player
        fate = seen.stands if self.look.saving else seen.falls
        near = fate is not None and fate.hopeful
        spot.proof = HOPE[own, near]

    # --- what follows -------------------------------------------------------------------------

    def _update(self, spot: Spot, path: list[Line]) -> None:
        if spot.seen.reached is not None:
            return
        own = spot.position.to_play == self.look.player
        waiting = spot.waiting or []
        if own:
            proofs = [x.to.proof for x in spot.lines] + [self._rank(spot)] * bool(waiting)
            spot.proof = min(proofs, default=INFINITE)
            spot.doubt = sum(x.to.doubt for x in spot.lines) + 1.0 * bool(waiting)
            if not spot.proof:
                spot.doubt = INFINITE
                spot.zone = self._own_zone(spot)
            return
        if not spot.passed and spot.lines and not spot.lines[0].to.proof:
            self._replies(spot, path)
            waiting = spot.waiting or []
        spot.doubt = min([x.to.doubt for x in spot.lines] + [1.0] * bool(waiting), default=1.0)
        expected = 0.0 if spot.passed else UNKNOWN_REPLIES
        spot.proof = sum(x.to.proof for x in spot.lines) + len(waiting) + expected
        if not spot.doubt:
            spot.proof = INFINITE
        elif not spot.proof:
            spot.doubt = INFINITE
            moves = frozenset(x.asked.move for x in spot.lines if x.asked.move != PASS)
            spot.zone = moves.union(*(x.to.zone for x in spot.lines))

    def _own_zone(self, spot: Spot) -> frozenset[int]:
        """What the player's best move rests on: what follows, the point, and few liberties."""
        line = next(x for x in spot.lines if not x.to.proof)
        move, after = line.asked.move, line.to.position
        if move == PASS:
            return line.to.zone
        zone = line.to.zone | {move}
        if after.board[move]:
            liberties = after.block(move).liberties
            if len(liberties) <= EXPOSED:
                zone |= frozenset(liberties)
        return zone

    def _pass(self, spot: Spot) -> list[tuple[float, Suggestion]]:
        root = self._root_goal(spot.position)
        return [(1.0, Suggestion(PASS, (root,), "plays elsewhere"))]

    def _replies(self, spot: Spot, path: list[Line]) -> None:
        """The legal replies in the zone of the answer to a pass, the goals' first."""
        spot.passed = True
        position = spot.position
        free = not self.look.ko
        legal = [
            p
            for p in sorted(spot.lines[0].to.zone | self._exposed(position))
            if not position.board[p] and (position.is_legal(p) or (free and p == position.ko))
        ]
        root = self._root_goal(position)
        known = {s.move: (w, s) for w, s in self._moves(spot, path)} if len(legal) > 1 else {}
        rest = [(0.0, Suggestion(p, (root,), "is in the way")) for p in legal if p not in known]
        found = [known[p] for p in legal if p in known] + rest
        found.sort(key=lambda pair: (-pair[0], pair[1].move))
        spot.waiting = found

    def _exposed(self, position: Position) -> set[int]:
        """The liberties of the stones that were just played, if they have few."""
        last = position.last_move
        if last is None or last == PASS or not position.board[last]:
            return set()
        liberties = position.block(last).liberties
        return set(liberties) if len(liberties) <= EXPOSED else set()

    # --- moves and values ---------------------------------------------------------------------

    def _root_goal(self, position: Position) -> Goal:
        kind: Kind = "save" if position.to_play == self.look.owner else "capture"
        left = self.look.left(position)
        return Goal(kind, position.to_play, left[0] if left else self.look.target[0])

    def _moves(self, spot: Spot, path: list[Line]) -> list[tuple[float, Suggestion]]:
        """What the goals ask of the side to move."""
        position, look = spot.position, self.look
        left = look.left(position)
        if not left:
            return []
        if not self.parts.goals and position.to_play == look.player:
            return self._every(position, left)
        for line in path:
            legal = self.state.position.is_legal(line.asked.move)
            self.state.play(line.asked.move, forced=not legal)
        block = self.state.block_at[left[0]]
        kind: Kind = "save" if position.to_play == look.owner else "capture"
        root = Goal(kind, position.to_play, block)
        graph = GoalGraph(position, root, state=self.state, called={block: left[0]}, asked=True)
        said = asked(graph, self.parts)
        if self.parts.eyes:
            for fate in (spot.seen.stands, spot.seen.falls):
                for point in fate.points if fate is not None else ():
                    one = Suggestion(point, (root,), "is in its eye space")
                    if all(x.why != one.why for x in said.get(point, [])):
                        said.setdefault(point, []).append(one)
        for _ in path:
            self.state.undo()
        free = (position.to_play == look.player) == look.ko
        if free and position.ko is not None:
            said.setdefault(position.ko, [Suggestion(position.ko, (root,), "takes the ko back")])
        said = {
            m: s for m, s in said.items() if position.is_legal(m) or (free and m == position.ko)
        }
        near = self._near(position, left)
        return ordered(position, said, spot.seen, near, saving=kind == "save")

    def _every(self, position: Position, left: tuple[int, ...]) -> list[tuple[float, Suggestion]]:
        """Every legal move near the target, in the order of the points: what goals are held
        against.
        """
        root = self._root_goal(position)
        points = sorted(self._near(position, left))
        return [(1.0, Suggestion(p, (root,), "is legal")) for p in points if position.is_legal(p)]

    def _near(self, position: Position, left: tuple[int, ...]) -> set[int]:
        """The points where the target lives or dies: two steps from it, and the liberties of
        enemies beside that have few.
        """
        board, owner = position.board, self.look.owner
        stones = {s for p in left for s in position.block(p).stones}
        edge, found = stones, set(stones)
        for _ in range(REACH):
            edge = {n for p in edge for n in position.neighbors(p)} - found
            found |= edge
            for p in list(edge):
                if board[p] == owner:
                    more = set(position.block(p).stones)
                    found |= more
                    edge |= more
            beside = {p for p in edge if board[p] == owner.opponent}
            edge = {p for p in edge if board[p] != owner.opponent}
            for p in beside:
                liberties = position.block(p).liberties
                if len(liberties) <= FEW:
                    found.update(liberties)
        return {p for p in found if not board[p]}

    def _value(self, position: Position) -> Value:
        ko = position.ko
        key = position.hash, int(position.to_play), -1 if ko is None else ko
        if key not in self.values:
            self.values[key] = value(position, self.look, self.parts)
        return self.values[key]

    def strategy(self) -> Iterator[Spot]:
        """Every position of the strategy that reaches the goal."""
        todo = [self.root] if not self.root.proof else []
        while todo:
            spot = todo.pop()
            yield spot
            if spot.seen.reached is None:
                won = [x.to for x in spot.lines if not x.to.proof]
                todo += won[:1] if spot.position.to_play == self.look.player else won


def _same(one: Position, other: Position) -> bool:
    return one.hash == other.hash and one.to_play == other.to_play and one.ko == other.ko
