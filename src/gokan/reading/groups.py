"""The status of a group: what happens when Black plays first, and when White does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gokan.errors import InvalidInput
from gokan.go import EMPTY, Color, Position
from gokan.reading.life import Solution, solve
from gokan.reading.problem import Problem
from gokan.reading.region import find_region
from gokan.reading.rule import ByRule, by_rule

__all__ = ["Status", "group_of", "status"]

Word = Literal["alive", "alive in seki", "dead", "unsettled", "ko", "unknown"]


@dataclass(frozen=True, slots=True)
class Status:
    """A player's word for a group, with both readings it rests on."""

    word: Word
    target: tuple[int, ...]
    color: Color
    defence: Solution
    """The owner moves first."""
    attack: Solution
    """The opponent moves first."""

    by_rule: ByRule | None = None
    """What the rule set says where that differs from play: a bent four in the corner."""

    @property
    def may_ignore(self) -> int | None:
        """How often the owner may leave an attack unanswered: 0, 1, or 2 for twice or more."""
        return self.attack.ignores

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
            "may_ignore": self.may_ignore,
            "by_rule": self.by_rule.to_dict() if self.by_rule else None,
            "defence": self.defence.to_dict(),
            "attack": self.attack.to_dict(),
        }

    def explain(self) -> str:
        """Both readings and what the rules say, in sentences."""
        name = self.defence.problem.position.vertex(self.target[0])
        rule = f" {self.by_rule.why}" if self.by_rule else ""
        return (
            f"{str(self.color).capitalize()} {name} is {self.word}.{rule}"
            f" {self.defence.explain()} {self.attack.explain()}"
        )


def status(
    position: Position,
    stone: int | str,
    *,
    seconds: float = 10.0,
    memory: int = 256 << 20,
    details: bool = True,
) -> Status:
    """The status of the group of a stone: alive, alive in seki, dead, unsettled, ko or unknown.

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
        answers.append(solve(problem, seconds=seconds / 2, memory=memory, details=details))
    defence, attack = answers
    word = _word(defence, attack)
    rule = by_rule(defence, attack)
    return Status(word, region.target, color, defence, attack, rule)


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
        if attack.seki is None:
            return "unknown"
        return "alive in seki" if attack.seki else "alive"
    if defence.result == "loss":
        return "dead"
    if "ko" in (defence.result, attack.result):
        return "ko"
    return "unsettled"
