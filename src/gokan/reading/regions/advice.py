"""What somebody who does not read may tell the search; it changes what a search costs, never what
it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gokan import _core
from gokan.go import Position

__all__ = ["Expected", "Guesses"]

Expected = Callable[[Position, Sequence[int]], float]
"""Of a position and the stones in question: the chance, by the look of it, that the side to move
takes them, if need be by a ko, or saves them."""

Guesses = _core.ShapeWeights
"""What was learned of shapes, for the search's first guess of every position that it meets
(`core/reading/arena/shape_guess.h`)."""
