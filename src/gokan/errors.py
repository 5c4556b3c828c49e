"""Every error Gokan raises on purpose. Each message is one sentence fit for a person."""

from __future__ import annotations


class GokanError(Exception):
    """The family: catch this to catch them all."""


class InvalidInput(GokanError):
    """Something could not be read: a file, a diagram, a coordinate, an option."""


class InvalidVertex(InvalidInput):
    """A coordinate that is not on the board."""


class InvalidDiagram(InvalidInput):
    """A text diagram that is not a board."""


class InvalidRules(InvalidInput):
    """An unknown rule set, or rules that contradict each other."""


class InvalidSgf(InvalidInput):
    """A game record that cannot be read."""


class IllegalMove(GokanError):
    """A move the rules forbid."""


class IllegalPosition(GokanError):
    """A set-up that cannot stand on a board, such as a block without liberties."""


class PageNotBuilt(GokanError):
    """A page of the front-end that is missing from this installation."""
