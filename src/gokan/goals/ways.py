"""The ways in which stones can live, and which are out of reach: out, by taking, by two eyes.

They are read off a goal graph. Stones that may be joined to each other are one group here; a way of
one of them is a way of all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from gokan.go import Color
from gokan.goals.graph import Goal, GoalGraph, Known

__all__ = ["NO_WAY_OUT", "Remark", "Ways", "ways"]

NO_WAY_OUT = "They cannot connect out"
_MOST = 3
"""Blocks that are named in one sentence."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Part of a sentence, with how certain it is: "exact" or "judged"."""

    text: str
    certainty: str


@dataclass(frozen=True)
class Ways:
    """What the stones of a group can still try, and what they cannot."""

    graph: GoalGraph
    owner: Color
    group: tuple[int, ...]
    """Its blocks."""
    homes: dict[int, Known] = field(default_factory=dict)
    """Living friends that it may be joined to."""
    prey: tuple[int, ...] = ()
    """Enemy blocks beside it of which it is open whether they can be captured."""
    safe: dict[int, Known] = field(default_factory=dict)
    """Enemy blocks beside it that cannot be captured."""
    race: tuple[int, ...] = ()
    """The prey that can itself live only by capturing the group."""
    room: int = 2
    """For how many eyes there is room."""

    @property
    def only_by_capture(self) -> bool:
        """Whether nothing but a capture is left to the stones."""
        return bool(self.prey) and not self.homes and self.room < 2

    def remarks(
        self,
        *,
        gets_out: bool = False,
        eyes: bool = True,
        lives: bool = False,
        taken: Collection[int] = (),
    ) -> list[Remark]:
        """What is out of reach and why, then what is left. With `gets_out` the stones are known to
        get away, and nothing is said about that; without `eyes` they are known not to have two.
        Where they are known to live, and would have no way left to do so, the judgement of their
        room was wrong; so was that of enemies that are `taken`: they are not said to be safe,
        nor is it said what is left.
        """
        color = str(self.owner)
        found = []
        if not self.homes and not gets_out:
            why = f"nothing joins them to {color} stones that live"
            found.append(Remark(f"{NO_WAY_OUT}: {why}", "judged"))
        lost = not self.homes and not self.prey
        if self.room < 2 and eyes and not (lives and lost):
            room = ("no room for an eye", "room for one eye only")[self.room]
            found.append(Remark(f"They have {room}", "judged"))
        found += self._hopeless(taken)
        left = self._left(gets_out=gets_out, eyes=eyes)
        if left and not self.safe.keys() & set(taken):
            found.append(Remark(left, "judged"))
        return found

    def _hopeless(self, taken: Collection[int]) -> list[Remark]:
        """The enemies that cannot be captured, told together where the reason is the same."""
        enemy = str(self.owner.opponent)
        safe = {block: known for block, known in self.safe.items() if block not in taken}
        if not self.prey and len(safe) == len(self.safe) > _MOST:
            grades = {known.grade for known in safe.values()}
            sure = "exact" if grades == {"sure"} else "judged"
            return [Remark(f"None of the {enemy} stones around them can be captured", sure)]
        alike: dict[tuple[str, str], list[int]] = {}
        for block, known in safe.items():
            alike.setdefault((known.reason, _certainty(known)), []).append(block)
        return [
            Remark(f"The {enemy} stones at {self.named(blocks)} cannot be captured: {why}", sure)
            for (why, sure), blocks in alike.items()
        ]

    def _left(self, *, gets_out: bool, eyes: bool) -> str:
        if self.race:
            stones = f"the {self.owner.opponent} stones at {self.named(self.race, 'or')}"
            return f"It is a race with {stones}: neither side lives without taking the other"
        ways = []
        if self.homes:
            ways.append(f"to connect with {self.named(self.homes, 'or')}")
        if self.prey:
            stones = f"the {self.owner.opponent} stones at {self.named(self.prey, 'or')}"
            ways.append(f"to capture {stones}")
        if self.room == 2:
            ways.append("to make two eyes")
        if not ways or gets_out or not eyes:
            return ""
        if len(ways) == 3:
            return ""  # everything is open, so nothing is said by it
        return f"What is left to them is {' or '.join(ways)}"

    def named(self, blocks: Iterable[int], word: str = "and") -> str:
        """Some blocks by their names."""
        names = [self.graph.vertex(block) for block in blocks]
        if len(names) > _MOST:
            return f"{', '.join(names[:_MOST])} and elsewhere"
        return f"{', '.join(names[:-1])} {word} {names[-1]}" if names[1:] else names[0]


def ways(graph: GoalGraph) -> Ways:
    """The ways to live of the stones that a graph is about.

    >>> from gokan.goals import consider
    >>> from gokan.go import Position
    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> for remark in ways(consider(position, "C1").graph).remarks():
    ...     print(remark.text, f"({remark.certainty})")
    They cannot connect out: nothing joins them to black stones that live (judged)
    The white stones at B3 cannot be captured: they live unconditionally (exact)
    What is left to them is to make two eyes (judged)
    """
    owner = graph.state.blocks[graph.root.block].color
    group = _group(graph, graph.root.block)
    homes: dict[int, Known] = {}
    prey: list[int] = []
    safe: dict[int, Known] = {}
    for block in group:
        for goal, known in _below(graph, block):
            if goal.kind not in ("save", "capture"):
                continue
            lives = known if goal.kind == "save" else known.turned()
            if graph.state.blocks[goal.block].color == owner:
                if lives.value == "true" and goal.block not in group:
                    homes[goal.block] = lives
            elif lives.value == "true":
                safe[goal.block] = lives
            elif goal.block not in prey:
                prey.append(goal.block)
    room = _room(graph, group)
    race: tuple[int, ...] = ()
    if not homes and room < 2:
        inside = {p for b in group for eye in graph.state.core_of(b).eyes for p in eye.centre}
        outside = [block for block in prey if block not in inside]
        race = tuple(block for block in outside if _cornered(graph, block, group))
    return Ways(graph, owner, group, homes, tuple(prey), safe, race, room)


def _below(graph: GoalGraph, block: int) -> list[tuple[Goal, Known]]:
    """The goals right below those about a block."""
    nodes = [n for g, n in graph.nodes.items() if g.block == block and g.other < 0]
    parts = [goal for node in nodes for child in node.children for goal in child]
    return [(goal, graph.known[goal]) for goal in parts]


def _group(graph: GoalGraph, block: int) -> tuple[int, ...]:
    """The blocks that may be joined to a block and are not known to live."""
    found = [block]
    for one in found:
        for goal, known in _below(graph, one):
            same = graph.state.blocks[goal.block].color == graph.state.blocks[block].color
            if same and goal.other < 0 and known.value == "unknown" and goal.block not in found:
                found.append(goal.block)
    return tuple(found)


def _room(graph: GoalGraph, group: tuple[int, ...]) -> int:
    """For how many eyes a group has room: two need two points that are not side by side."""
    state = graph.state
    space: set[int] = set()
    for core in {state.core_of(block) for block in group}:
        space.update(state.eye_space(core), *(eye.centre for eye in core.eyes))
    apart = any(space - {p, *graph.position.neighbors(p)} for p in space)
    return 2 if apart else min(1, len(space))


def _cornered(graph: GoalGraph, block: int, group: tuple[int, ...]) -> bool:
    """Whether a block can live only by capturing the group."""
    own = _group(graph, block)
    color = graph.state.blocks[block].color
    goals = [(goal, known) for one in own for goal, known in _below(graph, one)]
    if _room(graph, own) == 2:
        return False
    back = False
    for goal, known in goals:
        if goal.other >= 0 or goal.block in own:
            continue
        if graph.state.blocks[goal.block].color == color:
            if known.value != "unknown":
                return False  # friends that live, or may do so
        elif goal.block in group:
            back = True
        elif known.value == "unknown":
            return False  # there is somebody else to be captured
    return back


def _certainty(known: Known) -> str:
    return "exact" if known.grade == "sure" else "judged"
