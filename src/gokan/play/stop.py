"""Being told to stop, which long thinking asks about now and then."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Stop", "never"]

Stop = Callable[[], bool]
"""Asked now and then by a thinking player: should it come to an end?"""


def never() -> bool:
    """A `Stop` that lets the player think on.

    >>> never()
    False
    """
    return False
