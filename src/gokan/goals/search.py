"""The solver's search: what the goals suggest, the most doubtful line first (2.6, 3.1, 4.1).

In each position the static value is asked first. Where it is unknown, the goal graph of the side
to move is built, and its moves are put in the order of their urgency. One move after the other is
made: where the player moves, the one that promises most; where the opponent does, the reply from
which most is to be feared. So the tree widens by what the goals ask for and deepens where there is
doubt, and it stops as soon as the strategy is believed (`gokan.goals.belief`) and was tested.
Positions that were seen before are remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gokan.go import PASS, Position
from gokan.goals.aura.worth import aura
from gokan.goals.belief import believe, promise, untried, urgency, urgent_in_all
from gokan.goals.graph import Goal, GoalGraph, Kind, Suggestion
from gokan.goals.lessons import Lessons
from gokan.goals.second import Second, agreed, chance_of
from gokan.goals.state import State
from gokan.goals.static import Look, Static, Weigh, evaluate
from gokan.goals.tried import Branch, HowSure, Tried

__all__ = ["NO_CHANCE", "NO_DOUBT", "Doubt", "Search"]

_WEAK: tuple[HowSure, ...] = ("judged", "read", "sure")
_VITAL = 0.03
"""From this chance on, by the second judge, a point is vital."""
NO_DOUBT, NO_CHANCE = "there is hardly a doubt left", "there is hardly a chance left"
SATURATED = 1e-5
"""A chance of the aura nearer to 0 or 1 is no chance: one in a hundred in enclosed problems."""
KEYS = 2
"""Other good first moves that the opponent is made to reply with, where the aura is saturated."""
_FAILS = 0.1
"""Up to this chance a move is said to fail."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """When a strategy is believed, and which moves are reasonable. Tried on odd items; the limits
    of belief were raised after a count of the even ones (docs/benchmarks/goals.md).
    """

    trust: float = 0.97
    """From this belief on a strategy with judged ends is taken (`gokan.goals.belief`)."""
    last: float = 0.93
    """The same when the nodes are used up; on the way there it falls steadily."""
    last_capture: float = 0.955
    """The same for a strategy that captures."""
    patience: float = 0.4
    """The share of the nodes up to which `trust` is asked for."""
    doubtful: float = 0.25
    """It does not fall where the goal looked out of reach at first."""
    trust_ko: float = 0.98
    """The same for a strategy that must win a ko. Without an arbiter a ko is called only if the
    belief without one is at most the rest.
    """
    check: int = 3
    """Replies to the first move that are tried and answered in any case before it is believed."""
    check_saving: int = 2
    """The same for a first move that saves and is believed this far:"""
    safely: float = 0.95
    resist: int = 1
    """Replies to each of these answers that are tried in any case."""
    weakest: float = 0.97
    """Below this chance an end of a strategy that captures is looked at more closely before it is
    believed: captures are judged less surely than life."""
    hopeless: float = 0.03
    """Below this chance nothing more is tried."""
    most: int = 8
    """Moves that are tried in a position, at most; those that take stones come on top."""
    calm: float = 0.12
    """From this urgency on a move is tried even if no goal asks for it."""
    deepest: int = 25
    """Moves of a line, at most."""
    learn: bool = True
    """Whether what worked in one line is tried first in others (`gokan.goals.lessons`)."""


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
        second: Second | None = None,
    ) -> None:
        self.look, self.doubt, self.most_nodes = look, doubt, most_nodes
        self.weigh, self.second = weigh, second
        self.state = State(position, nodes=0)
        self.nodes = 0
        self.lessons = Lessons(look)
        self.table: dict[tuple[int, int, int], Tried] = {}
        self.saturated = False
        self.root = Tried(position, self._static(position))

    def run(self) -> Tried:
        """Searches until a strategy is trusted, nothing is hoped for, or the nodes are used up."""
        root = self.root
        believe(root, self.look)
        while root.static.reached is None and self.nodes < self.most_nodes:
            if root.belief < self.doubt.hopeless:
                break
            if not self._believed():
                if not self._widen(root, ()):
                    break
            elif not self._check(root.by):
                break
            believe(root, self.look)
            self._learn()
        self._conclude()
        return root

    def _learn(self) -> None:
        """Lets every position know what worked in others."""
        if not self.doubt.learn:
            return
        if self.nodes < self.lessons.at + self.nodes // 40:
            return  # a large tree changes little with one more position
        nodes = [self.root, *self.table.values()]
        self.lessons.learn(nodes)
        self.lessons.at = self.nodes
        for node in nodes:
            if node.static.reached is None:
                node.taught = self.lessons.taught(node.position)

    def _believed(self) -> bool:
        """Whether there is a strategy, and it is believed, by a second judge too."""
        by, belief, asked = self.root.by, self.root.belief, self.asked_for()
        if by is None:
            return False
        if by.to.static.reached is True or self.second is None or belief < asked:
            return by.to.static.reached is True or belief >= asked
        if by.to.second is None:
            by.to.second = chance_of(self.second, by.to.position, self.look)
        return agreed(belief, by.to.second) >= asked

    def asked_for(self) -> float:
        """The belief that is asked for: less of a strategy that has stood for long."""
        doubt = self.doubt
        if self.look.ko:
            return doubt.trust_ko
        if self.root.static.chance < doubt.doubtful:
            return doubt.trust
        spent = self.nodes / self.most_nodes
        late = max(0.0, spent - doubt.patience) / (1 - doubt.patience)
        last = doubt.last if self.look.saving else doubt.last_capture
        return doubt.trust - late * max(0.0, doubt.trust - last)

    def _check(self, by: Branch | None) -> bool:
        """Makes one more move to test a first move that is believed: some replies, an answer to
        each, and a reply to that. False if there is nothing more to test.
        """
        if by is None:
            return False
        doubt = self.doubt
        safe = self.look.saving and self.root.belief >= doubt.safely
        least = doubt.check_saving if safe else doubt.check
        other = self.second is not None and not self.look.saving
        if self._reply_with_keys(by):
            return True
        if self._extend((by,), least - other) or (other and self._object(by, least)):
            return True
        if self._extend((by,), least):
            return True
        for asked in untried(by.to):
            if asked.move in self._forcing(by.to.position):
                self._make(by.to, asked)
                return True
        for reply in list(by.to.branches):
            if self._extend((by, reply), 1):
                return True
            answer = reply.to.by
            if answer is not None and self._extend((by, reply, answer), doubt.resist):
                return True
        return not self.look.saving and self._look_closer(by)

    def _reply_with_keys(self, by: Branch) -> bool:
        """Where the aura is saturated: tries the player's other good points as replies. They are
        often good for both sides.
        """
        node, root = by.to, self.root
        if not self.saturated or node.static.reached is not None:
            return False
        tried = {branch.move for branch in node.branches}
        left = self.look.left(root.position)
        vital = [p for p, _ in self.second(root.position, left).vital] if self.second else []
        urgent = sorted(root.static.urgent, key=lambda p: -root.static.urgent[p])
        keys = dict.fromkeys([*_others(urgent, by.move), *_others(vital, by.move)])
        for point in keys:
            if point not in tried and node.position.is_legal(point):
                if node.suggested is None:
                    node.suggested = self._suggest(node, (by,))
                asked = next((s for s in node.suggested if s.move == point), None)
                if asked is None:
                    chain = by.asked.chain[:1]
                    asked = Suggestion(point, chain, "is the other side's good point")
                    node.suggested = (*node.suggested, asked)
                self._make(node, asked)
                return True
        return False

    def _object(self, by: Branch, least: int) -> bool:
        """Tries the reply that the second judge thinks most of, if fewer than so many were tried:
        the aura hardly ever thinks of replies at the wall.
        """
        node, second = by.to, self.second
        if second is None or len(node.branches) >= least or node.static.reached is not None:
            return False
        tried = {branch.move for branch in node.branches}
        vital = second(node.position, self.look.left(node.position)).vital
        point = next((p for p, chance in vital if p not in tried and chance >= _VITAL), None)
        if point is None:
            return False
        known = node.suggested or ()
        asked = next((s for s in known if s.move == point), None)
        if asked is None and known:
            asked = Suggestion(point, known[0].chain[:1], "is vital, says the second judge")
            node.suggested = (*known, asked)
        if asked is not None:
            self._make(node, asked)
        return asked is not None

    def _look_closer(self, by: Branch) -> bool:
        """Makes one more move at the weakest end of the strategy, if that is too weak."""
        ends = [line for line in self._ends(by) if len(line) < self.doubt.deepest]
        weak = [x for x in ends if x[-1].to.static.chance < self.doubt.weakest]
        weak.sort(key=lambda line: line[-1].to.static.chance)
        return any(self._extend(line, 1) for line in weak)

    def _ends(self, by: Branch) -> Iterator[tuple[Branch, ...]]:
        """The lines of a strategy from its first move to each end that was judged."""
        seen: set[int] = set()
        todo: list[tuple[Branch, ...]] = [(by,)]
        while todo:
            line = todo.pop()
            node = line[-1].to
            if id(node) in seen or node.static.reached is not None:
                continue
            seen.add(id(node))
            if not node.branches:
                yield line
            elif node.position.to_play != self.look.player:
                todo += [(*line, branch) for branch in node.branches]
            elif node.by is not None:
                todo.append((*line, node.by))

    def reply(self, first: Branch, least: int) -> bool:
        """Tries one more reply to a first move, if fewer than so many were; False if not."""
        return self._extend((first,), least)

    def _extend(self, line: tuple[Branch, ...], least: int) -> bool:
        """Tries one more move at the end of a line, if fewer than so many were."""
        node = line[-1].to
        if node.static.reached is not None or len(node.branches) >= least:
            return False
        if node.suggested is None:
            node.suggested = self._suggest(node, line)
        left = untried(node)
        if left:
            self._make(node, left[0])
        return bool(left)

    # --- where to go on -----------------------------------------------------------------------

    def _widen(self, node: Tried, line: tuple[Branch, ...]) -> bool:
        """Makes one move where it matters most at or below a position; False if there is none."""
        if node.static.reached is not None or len(line) >= self.doubt.deepest:
            return False
        if node.suggested is None:
            node.suggested = self._suggest(node, line)
        own = node.position.to_play == self.look.player
        before = [self.root, *(branch.to for branch in line)]
        for _, _, way in sorted(self._ways(node, own=own), key=lambda way: (-way[0], way[1])):
            if isinstance(way, Suggestion):
                self._make(node, way)
                return True
            if all(way.to is not x for x in before) and self._widen(way.to, (*line, way)):
                return True
        return False

    def _ways(self, node: Tried, *, own: bool) -> list[tuple[float, int, Branch | Suggestion]]:
        """Moves that were tried or may be, with what is to be hoped from them, or feared."""
        ways: list[tuple[float, int, Branch | Suggestion]] = []
        for branch in node.branches:
            belief = branch.to.belief
            ways.append((belief if own else 1 - belief, branch.move, branch))
        left = untried(node)
        whole = urgent_in_all(node)
        for asked in left:
            fear = (1 - node.static.chance) * urgency(node, asked) / whole
            ways.append((promise(node, asked) if own else fear, asked.move, asked))
        return ways

    # --- what is concluded --------------------------------------------------------------------

    def _conclude(self) -> None:
        """Says of every position what became of the goal, for those who read the tree."""
        limit = self.root.belief if self._believed() else 1.0
        for node in (self.root, *self.table.values()):
            node.grade, node.reason = None, node.static.reason
            if node.static.reached is not None:
                node.outcome = "reached" if node.static.reached else "missed"
                node.grade = "sure"
            elif node.belief >= limit:
                node.outcome = "reached"
                if node.by is None:
                    node.grade, node.reason = "judged", NO_DOUBT
            elif node.belief <= _FAILS:
                node.outcome = "missed"
                if node.by is None:
                    node.grade, node.reason = "judged", NO_CHANCE
            else:
                node.outcome, node.by = "open", None
        self._grade_all()

    def _grade_all(self) -> None:
        for node in (self.root, *self.table.values()):
            self._grade(node, set())

    def _grade(self, node: Tried, path: set[int]) -> HowSure:
        """The weakest part on which an outcome rests says how sure it is."""
        if node.grade is not None or node.outcome == "open" or id(node) in path:
            return node.grade or "judged"
        own = node.position.to_play == self.look.player
        parts: list[HowSure] = ["judged"]  # other moves than the reasonable ones were not tried
        if (node.outcome == "reached") == own and node.by is not None:
            parts = [self._grade(node.by.to, path | {id(node)})]
        weakest = next(g for g in _WEAK if g in parts)
        node.grade = weakest
        return weakest

    # --- moves --------------------------------------------------------------------------------

    def _make(self, node: Tried, suggestion: Suggestion) -> Branch:
        position, move = node.position, suggestion.move
        legal = position.is_legal(move)
        after = position.play(move) if legal else position.play_forced(move)
        ko = after.ko
        key = after.hash, int(after.to_play), -1 if ko is None else ko
        if key not in self.table:
            self.nodes += 1
            static = self._static(after)
            self.table[key] = Tried(after, static, belief=static.chance)
        branch = Branch(suggestion, self.table[key])
        node.branches.append(branch)
        return branch

    def _suggest(self, node: Tried, line: tuple[Branch, ...]) -> tuple[Suggestion, ...]:
        """What the goals suggest to the side to move, the most urgent first."""
        for branch in line:
            legal = self.state.position.is_legal(branch.move)
            self.state.play(branch.move, forced=not legal)
        found = self._asked(node)
        for _ in line:
            self.state.undo()
        return found

    def _asked(self, node: Tried) -> tuple[Suggestion, ...]:
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
        takes = self._captures(node) | self._forcing(position)
        for point in takes - found.keys():
            found[point] = Suggestion(point, (graph.root,), "takes stones or gives atari")
        usable = [
            s
            for s in found.values()
            if position.is_legal(s.move) or (free and s.move == position.ko)
        ]
        usable.sort(key=lambda s: (-urgent.get(s.move, 0.0), s.move))
        chosen = usable[: doubt.most]
        chosen += [s for s in usable[doubt.most :] if s.move in takes]
        if position.to_play == self.look.owner and node is not self.root:
            chosen.append(self._leave(node, graph))
        return tuple(chosen)

    def _leave(self, node: Tried, graph: GoalGraph) -> Suggestion:
        """To play elsewhere: in a seki every move of the target's side is a mistake. It is the more
        likely to be right the less urgent all moves are in a position that looks good.
        """
        static = node.static
        good = static.chance if self.look.saving else 1 - static.chance
        static.urgent[PASS] = good * (1 - max(static.urgent.values(), default=0.0)) ** 3
        return Suggestion(PASS, (graph.root,), "leaves it as it is")

    def _forcing(self, position: Position) -> frozenset[int]:
        """Where the side to move gives atari to the stone that was just played, or takes it."""
        last = position.last_move
        if last is None or last == PASS or not position.board[last]:
            return frozenset()
        liberties = position.block(last).liberties
        return frozenset(p for p in liberties if len(liberties) <= 2 and position.is_legal(p))

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
        if self.root.suggested is None:
            self.root.suggested = self._suggest(self.root, ())
        for suggestion in untried(self.root):
            self._make(self.root, suggestion)
        best = self.root.by
        return tuple(
            sorted(
                self.root.branches,
                key=lambda b: (b is not best, b.to.outcome == "missed", -b.to.belief),
            )
        )

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
        """The static value. Where the aura is saturated it tells nothing: on open boards it goes
        far beyond any chance that it was calibrated on. There the cross-check's chance stands.
        """
        static = evaluate(position, self.look, weigh=self.weigh)
        if static.reached is not None or self.second is None:
            return static
        if min(static.chance, 1 - static.chance) >= SATURATED:
            return static
        self.saturated = True
        chance = chance_of(self.second, position, self.look)
        return replace(static, chance=min(max(chance, SATURATED), 1 - SATURATED))


def _others(points: list[int], move: int) -> list[int]:
    """The first points of a list that are not a move."""
    return [p for p in points if p != move][:KEYS]
