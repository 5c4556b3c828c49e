"""Checks of what callers hand in, with one sentence each."""

from __future__ import annotations

import re

from gokan.errors import InvalidInput

__all__ = ["nested_too_deeply", "whole"]


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


_BRACKETS = re.compile(r"[\[\]{}]")


def nested_too_deeply(text: str, most: int = 64) -> bool:
    """Has JSON more brackets inside each other than anything of ours? Python's reader calls itself
    for every level and can overrun the stack.

    >>> nested_too_deeply("[" * 1000), nested_too_deeply('{"moves": [["B", "D4"]]}')
    (True, False)
    """
    depth = 0
    for sign in _BRACKETS.findall(text):
        depth += 1 if sign in "[{" else -1
        if depth > most:
            return True
    return False
