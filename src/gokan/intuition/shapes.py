"""What the shapes around a group say of its life: first guesses for the proof search.

A network is far too slow to be asked about each of the millions of positions that a search meets.
This one is so small that it can be: every point adds what was learned of the nine points around it
(`core/reading/arena/shape_guess.h`). It orders the search, and nothing is proved by it.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from gokan import _core
from gokan.intuition.network import MissingNetwork

__all__ = ["first_guesses"]

WEIGHTS = Path(__file__).parent / "weights" / "shapes.bin"


@cache
def first_guesses(path: Path = WEIGHTS) -> _core.ShapeWeights:
    """What was learned of shapes, for `gokan.reading.solve(…, guesses=…)`. Loaded once.

    >>> type(first_guesses()).__name__
    'ShapeWeights'
    """
    try:
        card = json.loads(path.with_suffix(".json").read_text("utf-8"))
        data = path.read_bytes()
    except OSError as error:
        told = f"{error.strerror}: {error.filename}"
        raise MissingNetwork(f"The shapes in {path.name} cannot be read: {told}.") from None
    except ValueError:
        raise MissingNetwork(
            f"The shapes in {path.name} cannot be read: their card is damaged."
        ) from None
    if not isinstance(card, dict) or hashlib.sha256(data).hexdigest() != card.get("sha256"):
        raise MissingNetwork(
            f"The shapes in {path.name} are damaged: they do not fit the checksum on their card."
        )
    try:
        return _core.ShapeWeights(data)
    except ValueError as error:
        raise MissingNetwork(f"The shapes in {path.name} cannot be loaded: {error}.") from None
