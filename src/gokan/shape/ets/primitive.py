"""Primal classes, primitives and events: the smallest things ETS speaks of (Section 3.3.1).

A primal process is a label without inner structure. An abstract primitive says how many processes
of which primal classes an event ends and begins; an `Event` is one concrete occurrence of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from gokan.errors import InvalidInput

Process = Hashable


@dataclass(frozen=True, slots=True)
class Site:
    """A place of a primitive where a process of one primal class is attached."""

    name: str
    primal: str


@dataclass(frozen=True, slots=True)
class Primitive:
    """An abstract primitive: a kind of event.

    `timed` kinds carry the rounds of an observation: the span of an element is counted in them.

    >>> Primitive("withdraw", (Site("who", "person"), Site("from", "account")), (), True).site(0)
    'who'
    """

    name: str
    initials: tuple[Site, ...]
    terminals: tuple[Site, ...]
    timed: bool = False

    def site(self, index: int) -> str:
        """The name of an initial site."""
        return self.initials[index].name

    def initial(self, name: str) -> int:
        """The number of the initial site with this name; raises InvalidInput if it has none."""
        return _index(self.initials, name, self.name, "initial")

    def terminal(self, name: str) -> int:
        """The number of the terminal site with this name; raises InvalidInput if it has none."""
        return _index(self.terminals, name, self.name, "terminal")


@dataclass(frozen=True, slots=True)
class Domain:
    """A world to be represented: its primal classes and its abstract primitives."""

    name: str
    primals: tuple[str, ...]
    primitives: tuple[Primitive, ...]

    def __getitem__(self, name: str) -> Primitive:
        for primitive in self.primitives:
            if primitive.name == name:
                return primitive
        raise InvalidInput(f"{self.name} has no primitive {name!r}.")

    def __contains__(self, name: object) -> bool:
        return any(primitive.name == name for primitive in self.primitives)


@dataclass(frozen=True, slots=True)
class Event:
    """A concrete primitive: which processes it ended and which it began.

    The label tells two events of one kind apart that touch no process (there are such primitives)
    and may say anything else about where the event was seen; it has no meaning for the formalism.
    """

    kind: str
    label: Hashable
    initials: tuple[Process, ...]
    terminals: tuple[Process, ...]


def _index(sites: tuple[Site, ...], name: str, kind: str, which: str) -> int:
    for number, site in enumerate(sites):
        if site.name == name:
            return number
    raise InvalidInput(f"{kind} has no {which} site {name!r}.")
