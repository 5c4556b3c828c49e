"""The status of a group: what happens when Black plays first, and when White does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gokan.errors import InvalidInput
from gokan.go import EMPTY, Color, Position
from gokan.reading.life import Solution, solve
from gokan.reading.problem import Problem
from gokan.reading.region import find_region

__all__ = ["Status", "group_of", "status"]

Word = Literal["alive", "dead", "unsettled", "ko", "unknown"]


@dataclass(frozen=True, slots=True)
class Status:
    """A player's word for a group, with both readings it rests on.

    "alive" covers life in seki, which is not told apart yet.
    """

    word: Word
    target: tuple[int, ...]
    color: Color
    defence: Solution
    """The owner moves first."""
    attack: Solution
    """The opponent moves first."""

    @property
    def proved(self) -> bool:
        """Both readings were rigorous."""
        return self.defence.proved and self.attack.proved

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON."""
        position = self.defence.problem.position
        return {
            "target": [position.vertex(p) for p in self.target],
            "color": str(self.color),
            "status": self.word,
            "proved": self.proved,
            "defence": self.defence.to_dict(),
            "attack": self.attack.to_dict(),
        }


def status(
    position: Position,
    stone: int | str,
    *,
    seconds: float = 10.0,
    memory: int = 256 << 20,
) -> Status:
    """The status of the group of a stone: alive, dead, unsettled, ko or unknown.

    The group is every block of its colour in its region (see `gokan.reading.region`).

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> status(position, "A4").word
    'unsettled'
    """
    point = position.point(stone) if isinstance(stone, str) else stone
    color = position.color_at(point)
    if color == EMPTY:
        raise InvalidInput(f"There is no stone at {position.vertex(point)}; name one of a group.")
    region = find_region(position, [point])
    target = group_of(position, point)
    answers = []
    for mover in (color, color.opponent):
        # The side to move is turned by setting up afresh; a ban of the moment is forgotten.
        turned = position if position.to_play == mover else position.setup(to_play=mover)
        problem = Problem.make(turned, target=target)
        answers.append(solve(problem, seconds=seconds / 2, memory=memory))
    defence, attack = answers
    return Status(_word(defence, attack), region.target, color, defence, attack)


def group_of(position: Position, stone: int) -> tuple[int, ...]:
    r"""One stone of each block of the group: the blocks of its colour in its region.

    >>> position = Position.from_diagram("O . O X .\nO . O X .\nX X X X .\n. . . . .")
    >>> [position.vertex(p) for p in group_of(position, 0)]
    ['A4', 'C4']
    """
    color = position.color_at(stone)
    points = find_region(position, [stone]).points
    own = position.block(stone).stones
    mates = [b.stones[0] for b in position.blocks() if b.color == color]
    return (stone, *(p for p in mates if p in points and p not in own))


def _word(defence: Solution, attack: Solution) -> Word:
    if "unknown" in (defence.result, attack.result):
        return "unknown"
    if attack.result == "loss":
        return "alive"
    if defence.result == "loss":
        return "dead"
    if "ko" in (defence.result, attack.result):
        return "ko"
    return "unsettled"
