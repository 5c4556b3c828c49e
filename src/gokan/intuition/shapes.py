"""What the shapes around a group say of its life: first guesses for the proof search.

A network is far too slow to be asked about each of the millions of positions that a search meets.
This one is so small that it can be: every point adds what was learned of the nine points around it
(`core/reading/arena/shape_guess.h`). It orders the search, and nothing is proved by it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gokan import _core
from gokan.intuition.network import MissingNetwork, read_checked

__all__ = ["first_guesses"]

WEIGHTS = Path(__file__).parent / "weights" / "shapes.bin"


@cache
def first_guesses(path: Path = WEIGHTS) -> _core.ShapeWeights:
    """What was learned of shapes, for `gokan.reading.solve(…, guesses=…)`. Loaded once.

    >>> type(first_guesses()).__name__
    'ShapeWeights'
    """
    _, data = read_checked(path, "The file of shapes")
    try:
        return _core.ShapeWeights(data)
    except ValueError as error:
        raise MissingNetwork(f"The file of shapes {path.name} cannot be loaded: {error}.") from None
