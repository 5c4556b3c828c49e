"""Which blocks make one group: those that the enemy cannot cut apart.

This is what a group is everywhere: for the command line, for GTP and in Python, for life and death,
and where a target is guessed; a race is between the cores of two groups. Blocks that share two
liberties, or one that he cannot enter, hang together by their shape: they are the core of a group
(`gokan.reading.regions.race_arena.core_of`). Of others that are near each other it is read whether
they can be cut with the enemy moving first; a cut that is not read to its end is not believed
against a one-space jump or a knight's move with nobody near (`gokan.reading.groups.links`). Each
pair is read by itself: where one move threatens two joints at once, the group may still come apart.
So a joint is a fact about two blocks, and what is said about the life of a group holds for its
stones together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gokan.go import Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.groups.links import link
from gokan.reading.regions.race_arena import core_of
from gokan.reading.tactics.questions import cut

__all__ = ["Gathering", "Groups", "Joint", "gather", "group_of"]

NODES = 1_000
"""For the reading of one joint: it is there at once or not at all."""
GOOD = 0.5
"""The most that a shape may cost (`links.txt`) which is believed against an unread cut."""
NEAR = 4
"""Steps between blocks, along the lines, for which a cut is read."""


Grade = Literal["proved", "read", "shape"]


@dataclass(frozen=True, slots=True)
class Joint:
    """Two stones of one side that the enemy, moving first, cannot cut apart."""

    first: int
    second: int
    grade: Grade
    """*shape*: the cut was not read to its end, and the shape is good."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """The stones of a group, and the joints that had to be read."""

    stones: frozenset[int]
    joints: tuple[Joint, ...]

    def blocks(self, position: Position) -> tuple[int, ...]:
        """One stone of each block."""
        return tuple(b.stones[0] for b in position.blocks() if b.stones[0] in self.stones)


def gather(
    position: Position, *, nodes: int = NODES, budget: Budget | Meter | None = None
) -> tuple[Gathering, ...]:
    r"""All stones on the board as groups, in the order of their first stones.

    What a group is does not hang on the budget: each joint has so many nodes, which are only
    counted there; but a cancelled reading joins nothing more.

    >>> position = Position.from_diagram('''
    ... . . . . . . .
    ... . X . . . O .
    ... . . . . . . .
    ... . X . . . O .
    ... . . . . . . .
    ... ''')
    >>> [len(group.stones) for group in gather(position)]
    [2, 2]
    """
    meter = started(budget, usual=Budget())
    home: dict[int, int] = {}
    members: dict[int, set[int]] = {}
    joints: dict[int, list[Joint]] = {}
    for block in position.blocks():
        stone = block.stones[0]
        if stone not in home:
            stones = set(core_of(position, stone))
            members[stone], joints[stone] = stones, []
            home.update(dict.fromkeys(stones, stone))
    for first, second in _pairs(position, members):
        one, two = home[first], home[second]
        if one == two or meter.cancelled:
            continue
        grade = _joint(position, first, second, nodes, meter)
        if grade is None:
            continue
        kept, lost = min(one, two), max(one, two)
        home.update(dict.fromkeys(members[lost], kept))
        members[kept] |= members.pop(lost)
        joints[kept] += [*joints.pop(lost), Joint(first, second, grade)]
    return tuple(Gathering(frozenset(members[k]), tuple(joints[k])) for k in sorted(members))


def group_of(position: Position, stone: int, *, budget: Budget | Meter | None = None) -> Gathering:
    r"""The group of one stone: the same as `gather` finds, without looking at the others.

    >>> position = Position.from_diagram("O . O X .\nO . O X .\nX X X X .\n. . . . .")
    >>> [position.vertex(p) for p in group_of(position, 0).blocks(position)]
    ['A4', 'C4']
    """
    return Groups(position, budget=budget).of(stone)


class Groups:
    r"""The groups of a board, each found when it is first asked about: where only a few matter, the
    joints of the others need not be read.

    >>> position = Position.from_diagram("O . O X .\nO . O X .\nX X X X .\n. . . . .")
    >>> groups = Groups(position)
    >>> groups.of(0) is groups.of(2), len(groups.of(3).stones)
    (True, 6)
    """

    def __init__(self, position: Position, *, budget: Budget | Meter | None = None) -> None:
        self.position = position
        self._meter = started(budget, usual=Budget())
        self._sides: dict[int, _Side] = {}
        self._found: dict[int, Gathering] = {}
        self._grades: dict[tuple[int, int], Grade | None] = {}

    def of(self, stone: int) -> Gathering:
        """The group of a stone."""
        if stone not in self._found:
            group = self._gathered(stone)
            self._found.update(dict.fromkeys(group.stones, group))
        return self._found[stone]

    def _gathered(self, stone: int) -> Gathering:
        color = self.position.color_at(stone)
        if color not in self._sides:
            self._sides[color] = _Side(self.position, color)
        side = self._sides[color]
        reached, todo = {side.home[stone]}, [side.home[stone]]
        joints: list[Joint] = []
        while todo:
            here = todo.pop()
            for first, second in side.pairs:
                ends = {side.home[first], side.home[second]}
                if here not in ends or ends <= reached or self._meter.cancelled:
                    continue
                grade = self._grade(first, second)
                if grade is not None:
                    joints.append(Joint(first, second, grade))
                    todo += ends - reached
                    reached |= ends
        stones = frozenset(p for head in reached for p in side.members[head])
        return Gathering(stones, tuple(joints))

    def _grade(self, first: int, second: int) -> Grade | None:
        if (first, second) not in self._grades:
            grade = _joint(self.position, first, second, NODES, self._meter)
            self._grades[first, second] = grade
        return self._grades[first, second]


class _Side:
    """The cores of one side's groups, and which of them are near each other."""

    def __init__(self, position: Position, color: Color) -> None:
        self.members: dict[int, set[int]] = {}
        self.home: dict[int, int] = {}
        for block in position.blocks():
            head = block.stones[0]
            if block.color == color and head not in self.home:
                self.members[head] = set(core_of(position, head))
                self.home.update(dict.fromkeys(self.members[head], head))
        self.pairs = list(_pairs(position, self.members))


def _joint(position: Position, first: int, second: int, nodes: int, meter: Meter) -> Grade | None:
    """How sure it is that the two hang together; None if they do not."""
    answer = cut(position, first, second, budget=Budget(nodes=nodes, cancel=meter.cancel))
    meter.spend(nodes=answer.nodes)
    if answer.connected:
        return "proved" if answer.grade == "proved" else "read"
    if answer.complete:
        return None
    way = link(position, first, second, within=GOOD)
    return "shape" if way is not None and not way.placed else None


def _pairs(position: Position, members: dict[int, set[int]]) -> Iterator[tuple[int, int]]:
    """The nearest stones of groups of one side that are near each other, nearest first."""
    width = position.width
    found: list[tuple[int, int, int]] = []
    heads = sorted(members)
    places = {head: [(p, *divmod(p, width)) for p in sorted(members[head])] for head in heads}
    for i, one in enumerate(heads):
        color = position.color_at(one)
        for two in heads[i + 1 :]:
            if position.color_at(two) != color:
                continue
            nearest = min(
                (abs(r - s) + abs(c - d), p, q)
                for p, r, c in places[one]
                for q, s, d in places[two]
            )
            if nearest[0] <= NEAR:
                found.append(nearest)
    return ((p, q) for _, p, q in sorted(found))
