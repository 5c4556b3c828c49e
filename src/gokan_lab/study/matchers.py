"""Four ways to find a book of templates on a board, to be compared with each other.

`planes` is the matcher of `gokan.sight`. `goliath` and `dfa` are those of Goliath and of GNU Go as
Wong (2004, section 2.1) describes them, and `naive` tries every cell of every template everywhere.
All four find the same.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Color, Position
from gokan.sight.library import Library

__all__ = ["MATCHERS", "Hit", "Matcher", "Seconds"]

Name = Literal["naive", "goliath", "dfa", "planes"]
MATCHERS: tuple[Name, ...] = ("naive", "goliath", "dfa", "planes")


class Hit(NamedTuple):
    """A template that holds: its number, its orientation (0 to 7), and the point."""

    template: int
    symmetry: int
    point: int


class Seconds(NamedTuple):
    """Median processor time of one look at a board from both sides."""

    arrays: float
    """Zobrist's arrays."""
    classes: float
    """Which points belong to which class of the templates."""
    matching: float


class Matcher:
    """One way to match the templates of a library.

    >>> from gokan import sight
    >>> library = sight.load("saving")
    >>> position = Position.empty(9).play("E5").play("E4")
    >>> found = [sorted(Matcher(library, name).hits(position)) for name in MATCHERS]
    >>> all(one == found[0] for one in found)
    True
    """

    def __init__(self, library: Library, name: Name) -> None:
        if name not in MATCHERS:
            known = ", ".join(MATCHERS)
            raise InvalidInput(f"There is no matcher {name!r}; choose one of {known}.")
        self._matcher = _core.TemplateMatcher(library.eye, name)

    def hits(self, position: Position, color: Color | None = None) -> list[Hit]:
        """Every template that holds for `color` to move, in any order."""
        side = position.to_play if color is None else color
        found = self._matcher.hits(position.core, side)
        return [Hit(one.pattern, one.symmetry, one.point) for one in found]

    def seconds(self, position: Position, repeats: int = 1) -> Seconds:
        """How long one look takes, the median of so many."""
        took = self._matcher.seconds(position.core, repeats)
        return Seconds(took.arrays, took.classes, took.matching)

    @property
    def states(self) -> int:
        """States that the automaton `dfa` has made so far; 0 of the others."""
        return self._matcher.states
