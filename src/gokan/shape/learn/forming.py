"""Learned classes in formation: what is there of them, and the stone that comes next.

An element in formation holds all stones of its class but the one to come, or, of a large class, all
but two. The stages of a class are read off its formation: the stones that were there before have
their own order where one is typical, else any of them may come last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from gokan import _core
from gokan.go import Color, Position
from gokan.shape.learn.favour import Favour, favours
from gokan.shape.learn.formation import Formation, code_of
from gokan.shape.learn.learned import Learned, Library, shipped

_LEAST = 3  # stones of an early stage that say something, where no edge is near


@dataclass(frozen=True, slots=True)
class Forming:
    """An element of a learned class in formation. What is there is exact, the favour measured."""

    learned: Learned
    favour: Favour
    color: Color
    """Whose class it is."""
    stones: tuple[int, ...]
    """That are there."""
    step: int
    """The point of the next one."""
    of: int
    """Stones of the class."""

    @property
    def maturity(self) -> float:
        """The share of its stones that are there."""
        return len(self.stones) / self.of

    @property
    def completes(self) -> bool:
        """Whether the next step is the last."""
        return len(self.stones) + 1 == self.of

    def to_dict(self, position: Position) -> dict[str, Any]:
        """Plain data with vertices."""
        return {
            "class": self.learned.title,
            "name": self.learned.name,
            "color": self.color.name.lower(),
            "stones": [position.vertex(p) for p in self.stones],
            "step": position.vertex(self.step),
            "of": self.of,
            "favour": round(self.favour.value, 3),
        }


@dataclass(frozen=True, slots=True)
class _Stage:
    number: int
    of: int


class Stages:
    """The stages of the classes of a library, ready to be looked for."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.favours = favours(library)
        self._by_code: dict[int, list[_Stage]] = {}
        for number, learned in enumerate(library.classes):
            formation = learned.formation
            of = len(formation.stones)
            for code in (formation.code, *earlier(formation, learned.order)):
                self._by_code.setdefault(code, []).append(_Stage(number, of))

    @cached_property
    def codes(self) -> list[int]:
        """Formations that are a stage of some class."""
        return sorted(self._by_code)

    def find(self, position: Position, color: Color) -> list[Forming]:
        """Elements of one side in formation, the largest and most telling first."""
        found: dict[tuple[int, int, frozenset[int]], Forming] = {}
        for step in _core.next_steps(position.core, int(color), self.codes):
            for stage in self._by_code[self.codes[step.formation]]:
                key = (step.move, stage.number, frozenset(step.points))
                if key not in found:
                    found[key] = Forming(
                        self.library.classes[stage.number],
                        self.favours[stage.number],
                        color,
                        step.points[:-1],
                        step.move,
                        stage.of,
                    )
        rank = {c.name: n for n, c in enumerate(self.library.classes)}
        return sorted(
            found.values(),
            key=lambda f: (not f.completes, -len(f.stones), rank[f.learned.name], f.step, f.stones),
        )


@cache
def stages() -> Stages:
    """Of the classes that come with Gokan.

    >>> board = Position.empty(19).play("D4").play("Q16").play("F3")
    >>> found = stages().find(board, Color.WHITE)
    >>> any(f.learned.title == "hane" for f in found)  # no: a hane needs a stone in contact
    False
    """
    return Stages(shipped())


def earlier(formation: Formation, order: tuple[int, ...] | None) -> list[int]:
    """Codes of the stage before the last, where it says something and its last stone is own.

    >>> enclosure = shipped().classes[0].formation
    >>> earlier(enclosure, None)
    []
    """
    before = list(range(formation.new))
    last = before if order is None else [order[-1]] if order else []
    found = []
    for new in last:
        stones = [i for i in before if i != new] + [new]
        members = [formation.stones[i] for i in stones]
        if formation.stones[new].enemy or len(stones) < 2:
            continue
        if len(stones) < _LEAST and not any(m.edges for m in members):
            continue
        ties = {}
        for a in range(len(stones)):
            for b in range(a + 1, len(stones)):
                kind = formation.tie(stones[a], stones[b])
                if kind is not None:
                    ties[a, b] = kind
        if all((a, len(stones) - 1) in ties for a in range(len(stones) - 1)):
            found.append(code_of(members, ties))
    return found
