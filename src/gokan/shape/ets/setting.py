"""Class generating systems, and the setting of classes of all levels they belong to.

A generating system is a list of steps (Section 3.4.1.2). In each step it applies constraints of a
set; before each step the environment, here the observed struct, has had its turn. Kinds of step:

one       choose one constraint of the set and apply it
each      apply every constraint of the set once, in any order
repeat    apply any of the set, again and again, until none applies
unless    the element lives only while none of the set applies (ours: the thesis says in words that
          a one-stone block ends when a second stone is added)
around    apply all of the set that apply during the life of the element, or none (the set holds Θ)
then      as `one`, later in time: the element goes on in what its parts became (Section 4.7.3).
          It begins a new stage; what it adds begins after the stage before was whole, and what
          the steps after it add belongs to the new stage
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gokan.errors import InvalidInput
from gokan.shape.ets.constraint import Constraint
from gokan.shape.ets.primitive import Domain

STEPS = ("one", "each", "repeat", "unless", "around", "then")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a generating system."""

    kind: str
    constraints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassDef:
    """A class: how its elements are generated, and what people call them."""

    name: str
    level: int
    steps: tuple[Step, ...]
    title: str = ""
    number: str = ""
    note: str = ""

    @property
    def key_steps(self) -> int:
        """How many steps an element must have gone through to be mature."""
        return sum(step.kind in ("one", "each", "then") for step in self.steps)


@dataclass(frozen=True)
class Setting:
    """A domain with its constraints and classes, level by level.

    >>> from gokan.shape.ets.primitive import Domain
    >>> Setting(Domain("w", (), ())).top
    0
    """

    domain: Domain
    constraints: dict[tuple[int, str], Constraint] = field(default_factory=dict)
    classes: dict[str, ClassDef] = field(default_factory=dict)
    joints: dict[tuple[int, str], None] = field(default_factory=dict)
    """Constraints on which elements are said to overlap though no level above uses that yet."""

    @property
    def top(self) -> int:
        """The highest level that has a class."""
        return max((c.level for c in self.classes.values()), default=0)

    def at(self, level: int) -> list[ClassDef]:
        """The classes of one level, in the order of their definition."""
        return [c for c in self.classes.values() if c.level == level]

    def constraint(self, level: int, name: str) -> Constraint:
        """A constraint by its name; raises InvalidInput if there is none."""
        try:
            return self.constraints[level, name]
        except KeyError:
            raise InvalidInput(f"there is no constraint {name!r} at level {level}.") from None

    def class_(self, name: str) -> ClassDef:
        """A class by its name or by its number in the thesis."""
        if name in self.classes:
            return self.classes[name]
        for definition in self.classes.values():
            if definition.number == name:
                return definition
        raise InvalidInput(f"there is no class {name!r}.")

    def links(self, level: int) -> list[Constraint]:
        """The constraints of a level on which its elements are said to overlap."""
        used = {
            overlap.on
            for (at, _), constraint in self.constraints.items()
            if at == level + 1
            for overlap in constraint.overlaps
        }
        names = sorted(used | {name for at, name in self.joints if at == level})
        return [self.constraint(level, name) for name in names]
