"""The goal graph: which goals bear on a root goal, and what is known of them (Klinger 2.5, 2.6).

Saving a block means making two eyes, or connecting it to a friend that can be saved, or capturing
an enemy that it touches (axiom 2.5.2). Capturing it means the opposite of all of these (2.5.1).
Goals are nodes; a goal met again on the way is the same node, so there are cycles: two blocks that
can only live by capturing each other are a race.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from gokan.go import PASS, Color, Position
from gokan.goals.knowledge.assertion import Assertion
from gokan.goals.state import AMPLE, Grade, State
from gokan.reading import capture

__all__ = ["UNKNOWN", "Goal", "GoalGraph", "Kind", "Known", "Node", "Suggestion"]

Kind = Literal["save", "capture", "connect", "sever"]
Value = Literal["true", "false", "unknown"]
DEEPEST = 4
"""Goals farther than this from the root are not opened; they stay unknown."""
MOST = 60
FEW = 4
"""A block with more liberties is not tried to be captured outright."""


@dataclass(frozen=True, slots=True, order=True)
class Goal:
    """A ground goal of one player. Blocks go by their first stones."""

    kind: Kind
    player: Color
    block: int
    other: int = -1
    """The second block of connect and sever; -1 for save and capture."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a goal, how surely, and why."""

    value: Value
    grade: Grade | None = None
    reason: str = ""

    def turned(self) -> Known:
        """The same about the opposite goal."""
        other: dict[Value, Value] = {"true": "false", "false": "true", "unknown": "unknown"}
        return Known(other[self.value], self.grade, self.reason)


UNKNOWN = Known("unknown")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, and the goals that asked for it, from the root down."""

    move: int
    chain: tuple[Goal, ...]
    why: str
    rule: str = ""
    """What the rule says that asks for it, if one does."""

    @property
    def full(self) -> str:
        """What the move does, with the rule behind it."""
        return f'{self.why} ("{self.rule}")' if self.rule else self.why


@dataclass
class Node:
    """A goal with what is known of it statically, and the goals it comes down to."""

    goal: Goal
    static: Known
    direct: Known
    """Whether the block can be saved (or captured) by its own eyes, leaving the goals below out."""
    depth: int
    opened: bool = False
    children: list[tuple[Goal, ...]] = field(default_factory=list)
    """For save any child will do, and both goals of it are needed; for capture all children are
    needed, and one goal of each will do."""

    @property
    def saving(self) -> bool:
        """Whether any child will do."""
        return self.goal.kind in ("save", "connect")


class GoalGraph:
    """The graph of a root goal in a position; `nodes` are in the order they were met."""

    def __init__(
        self,
        position: Position,
        root: Goal,
        *,
        state: State | None = None,
        called: dict[int, int] | None = None,
        asked: bool = False,
    ) -> None:
        self.position = position
        self.state = state or State(position)
        self.root = root
        self.called = called or {}
        """Points by which blocks are called, where that is not their first stone."""
        self.asked = asked
        """The root goal is taken for unknown, whatever is judged of it: somebody wants to try."""
        self._said: dict[tuple[str, int], list[tuple[int, str, str]]] | None = None
        self.nodes: dict[Goal, Node] = {}
        self._build()
        self.known = self._evaluate()

    def vertex(self, block: int) -> str:
        """The name of a block."""
        return self.position.vertex(self.called.get(block, block))

    def text(self, goal: Goal) -> str:
        """A goal as in the figures of the thesis."""
        names = [self.vertex(block) for block in (goal.block, goal.other) if block >= 0]
        return f"{goal.kind.capitalize()}({', '.join(names)})"

    # --- building -----------------------------------------------------------------------------

    def _build(self) -> None:
        queue = [self.root]
        self._meet(self.root, 0)
        for goal in queue:
            node = self.nodes[goal]
            if node.static.value != "unknown" or node.depth >= DEEPEST or len(self.nodes) >= MOST:
                continue
            node.opened = True
            for child in self._children(goal):
                node.children.append(child)
                for part in child:
                    if part not in self.nodes:
                        self._meet(part, node.depth + 1)
                        queue.append(part)

    def _meet(self, goal: Goal, depth: int) -> None:
        if goal.kind in ("connect", "sever"):
            link = self._link(goal)
            self.nodes[goal] = Node(goal, link, link, depth)
            return
        static, direct = self._alive(goal.block), self._eyes(goal.block)
        if goal.kind == "capture":
            static, direct = static.turned(), direct.turned()
        if self.asked and goal == self.root:
            static = UNKNOWN
        self.nodes[goal] = Node(goal, static, direct, depth)

    def _children(self, goal: Goal) -> list[tuple[Goal, ...]]:
        """Axiom 2.5.2 for save, 2.5.1 for capture; pairs that cannot matter are left out."""
        if goal.kind not in ("save", "capture"):
            return []
        state, player, saving = self.state, goal.player, goal.kind == "save"
        join: Kind = "connect" if saving else "sever"
        found: list[tuple[Goal, ...]] = []
        for other in state.near(goal.block):
            if state.blocks[other].color == state.blocks[goal.block].color:
                if state.connection(goal.block, other) is None:
                    continue  # nothing connects them, so they are cut
                found.append(
                    (Goal(join, player, goal.block, other), Goal(goal.kind, player, other))
                )
            elif self._touches(goal.block, other):
                found.append((Goal("capture" if saving else "save", player, other),))
        return found

    def _touches(self, block: int, other: int) -> bool:
        """Blocks of two sides that share a liberty or stand side by side."""
        one, two = self.state.blocks[block], self.state.blocks[other]
        if set(one.liberties) & set(two.liberties):
            return True
        stones = set(two.stones)
        return any(n in stones for s in one.stones for n in self.position.neighbors(s))

    # --- what is known without search ---------------------------------------------------------

    def _link(self, goal: Goal) -> Known:
        link = self.state.connection(goal.block, goal.other)
        if link is None:
            known = Known("false", "judged", "nothing connects them")
        elif link.unassailable:
            known = Known("true", link.grade, "they cannot be cut apart")
        else:
            known = UNKNOWN
        return known if goal.kind == "connect" else known.turned()

    def _alive(self, block: int) -> Known:
        """Whether a block lives, in itself."""
        state = self.state
        color = state.blocks[block].color
        if state.life.owner(block) == color:
            return Known("true", "sure", "they live unconditionally")
        if state.life.owner(block) == color.opponent:
            return Known("false", "sure", "they are in territory that is settled for good")
        core = state.core_of(block)
        for friend in core.blocks:
            if friend != block and state.life.owner(friend) == color:
                link = state.connection(block, friend) if friend in state.near(block) else None
                sure = link is not None and link.unassailable and link.grade == "sure"
                reason = f"they cannot be cut off from {self.vertex(friend)}, which lives"
                return Known("true", "sure" if sure else "judged", reason)
        if core.eye_count[0] >= 2:
            return Known("true", "judged", "they have two eyes that cannot be attacked")
        if core.aura >= AMPLE:
            return Known("true", "judged", "they have ample room around them")
        if state.nodes and len(core.blocks) == 1 and len(state.blocks[block].liberties) <= 2:
            taken = capture(self.position, block, first="defend", nodes=state.nodes)
            if taken.captured and taken.grade == "proved":
                return Known("false", "sure", "they are taken even if they move first")
        return UNKNOWN

    def _eyes(self, block: int) -> Known:
        """Closed-world (3.7): no two eyes in sight, so it has none without help."""
        low, high = self.state.core_of(block).eye_count
        if high < 2 and not self.state.eye_space(self.state.core_of(block)):
            room = ("no room for an eye", "room for one eye only")[high]
            return Known("false", "judged", f"they have {room}")
        return UNKNOWN if low < 2 else Known("true", "judged", "they have two eyes")

    # --- evaluating ---------------------------------------------------------------------------

    def _evaluate(self) -> dict[Goal, Known]:
        """Three-valued, as the least fixed point: a cycle alone never justifies a value."""
        known = {goal: node.static for goal, node in self.nodes.items()}
        changed = True
        while changed:
            changed = False
            for goal, node in self.nodes.items():
                if self.asked and goal == self.root:
                    continue
                if known[goal].value == "unknown" and node.opened:
                    now = self._junction(node, known)
                    if now.value != "unknown":
                        known[goal] = now
                        changed = True
        return known

    def _junction(self, node: Node, known: dict[Goal, Known]) -> Known:
        """One friend can settle a goal one way; the other way needs all goals, and no eyes.

        That an enemy can be captured settles nothing: read from right to left axiom 2.5.2 is false
        in many positions (`count_axioms`), since taking a stone need not make an eye.
        """
        reached: Value = "true" if node.saving else "false"
        missed: Value = "false" if node.saving else "true"
        failing: list[Known] = []
        for child in node.children:
            parts = [known[goal] for goal in child]
            if len(child) > 1 and all(part.value == reached for part in parts):
                friend = self.vertex(child[0].other)
                reason = f"they cannot be cut off from {friend}, which lives"
                return Known(reached, _weakest(parts), reason)
            failing += [part for part in parts if part.value == missed][:1]
        if node.direct.value == missed and len(failing) == len(node.children):
            grade = _weakest([node.direct, *failing])
            return Known(missed, grade, f"{node.direct.reason}, and no other goal helps")
        return UNKNOWN

    # --- GENERATE-MOVES -----------------------------------------------------------------------

    def moves(self) -> tuple[Suggestion, ...]:
        """Moves for the unknown goals, depth first from the root (2.6); the first chain counts."""
        found: dict[int, Suggestion] = {}
        for goal, chain in self._open_goals():
            for move, why, rule in self._suggest(goal):
                if move != PASS and move not in found and self.position.is_legal(move):
                    found[move] = Suggestion(move, chain, why, rule)
        return tuple(found.values())

    def asking(self, move: int) -> tuple[Suggestion, ...]:
        """Every unknown goal that asks for a move, with its chain, in the order of `moves`."""
        return tuple(
            Suggestion(move, chain, why, rule)
            for goal, chain in self._open_goals()
            for point, why, rule in self._suggest(goal)
            if point == move
        )

    def every(self, *, rules: bool = True, eyes: bool = True) -> Iterator[Suggestion]:
        """Every move with every unknown goal that asks for it; without what rules say, or what
        eyes and the space for them say, if so wanted.
        """
        for goal, chain in self._open_goals():
            for move, why, rule in self._suggest(goal):
                spatial = why in ("makes eyes", "takes the eyes", "is in its eye space")
                if (rules or not rule) and (eyes or not spatial):
                    yield Suggestion(move, chain, why, rule)

    def _open_goals(self) -> Iterator[tuple[Goal, tuple[Goal, ...]]]:
        """The unknown goals, depth first from the root, each with the chain that leads to it."""
        visited: set[Goal] = set()
        todo: list[tuple[Goal, tuple[Goal, ...]]] = [(self.root, (self.root,))]
        while todo:
            goal, chain = todo.pop()
            if goal in visited or self.known[goal].value != "unknown":
                continue
            visited.add(goal)
            yield goal, chain
            below = [part for child in self.nodes[goal].children for part in child]
            todo += [(part, (*chain, part)) for part in reversed(below)]

    def _suggest(self, goal: Goal) -> list[tuple[int, str, str]]:
        """What is reasonable for one goal by itself, for the side that is to move."""
        state, saving = self.state, goal.kind == "save"
        found: list[tuple[int, str, str]] = []
        if goal.kind in ("connect", "sever"):
            link = state.connection(goal.block, goal.other)
            if link is not None and goal.kind == "connect":
                found = [(m, "joins the two", "") for m in link.moves]
            elif link is not None:
                found = [(m, "cuts the two apart", "") for m in link.cuts]
            return found + self._ruled(goal)
        for eye in state.core_of(goal.block).eyes:
            word = "makes eyes" if saving else "takes the eyes"
            found += [(m, word, "") for m in eye.vital]
        found += self._ruled(goal)
        liberties = state.blocks[goal.block].liberties
        if len(liberties) <= FEW and state.nodes:
            first: Literal["attack", "defend"] = "defend" if saving else "attack"
            read = capture(self.position, goal.block, first=first, nodes=state.nodes)
            if read.code:
                word = "gets the stones out of danger" if saving else "captures the stones"
                found += [(m, word, "") for m in read.moves]
        if goal == self.root:
            word = "is in its eye space"
            found += [(m, word, "") for m in state.eye_space(state.core_of(goal.block))]
        if len(liberties) <= FEW:
            word = "gains or keeps liberties" if saving else "takes a liberty"
            found += [(m, word, "") for m in liberties]
        return found

    def _ruled(self, goal: Goal) -> list[tuple[int, str, str]]:
        """What the rules of the knowledge base say about this goal and its blocks."""
        if self._said is None:
            self._said = _sayings(self.root.player, self.state)
        return self._said.get((goal.kind, goal.block), [])


def _sayings(player: Color, state: State) -> dict[tuple[str, int], list[tuple[int, str, str]]]:
    """Moves with what their rule says, by the kind of goal and each block it is about."""
    found: dict[tuple[str, int], list[Assertion]] = {}
    for said in state.kept.said(player):
        if said.recommendation not in (None, "bad"):
            for stone in said.objects:
                block = state.block_at.get(stone)
                if block is not None:
                    found.setdefault((said.goal, block), []).append(said)
    return {key: _in_order(said) for key, said in found.items()}


def _in_order(said: list[Assertion]) -> list[tuple[int, str, str]]:
    """The moves of rules that speak about one thing, the most specific first."""
    said.sort(key=lambda one: (sorted(one.objects), -one.specificity, one.rule.name, one.anchors))
    return [(move, one.does, one.saying) for one in said for move in one.moves]


def _weakest(parts: list[Known]) -> Grade:
    return "sure" if all(part.grade == "sure" for part in parts) else "judged"
