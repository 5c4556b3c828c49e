"""Checks of what callers hand in, with one sentence each."""

from __future__ import annotations

from gokan.errors import InvalidInput

__all__ = ["whole"]


def whole(what: str, value: int, low: int, high: int) -> None:
    """Refuse what is not a whole number between `low` and `high`.

    >>> whole("number of games", 0, 1, 10)
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: The number of games must lie between 1 and 10, not at 0.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInput(f"The {what} must be a whole number, not {value!r}.")
    if not low <= value <= high:
        raise InvalidInput(f"The {what} must lie between {low} and {high}, not at {value}.")
