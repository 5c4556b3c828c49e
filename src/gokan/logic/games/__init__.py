"""Small games to try formulas on, by the names that files use."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from inspect import signature
from typing import Any

from gokan.errors import InvalidInput
from gokan.logic.language.formula import Value

__all__ = ["GAMES", "make"]

GAMES: dict[str, tuple[str, str]] = {
    # name: module with a class, and what its arguments mean
    "nim": ("gokan.logic.games.nim:Nim", "the sizes of the heaps (1 2 3)"),
    "tic-tac-toe": ("gokan.logic.games.tictactoe:TicTacToe", "none"),
    "hexapawn": ("gokan.logic.games.hexapawn:Hexapawn", "width and height (3 3)"),
    "rook-ending": ("gokan.logic.games.rook:RookEnding", "the side of the board (4)"),
    "othello": ("gokan.logic.games.othello:Othello", "the side of the board (4)"),
}
"""The games of this room; `gokan.goals` adds Go on small boards under the name `go`."""


MOST_HEAPS = 6


def make(
    name: str,
    arguments: tuple[Value, ...] = (),
    *,
    more: dict[str, Callable[..., Any]] | None = None,
) -> Any:
    """The game of a name; what it takes are whole numbers.

    >>> make("nim", (3, 4)).heaps
    (3, 4)
    >>> make("chess")
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: There is no game 'chess'; known are nim, tic-tac-toe, hexapawn,
    rook-ending, othello.
    >>> make("hexapawn", (3, 3, 7))
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: The game hexapawn takes up to 2 whole numbers (width, height); it was
    given 3 3 7.
    """
    others = more or {}
    if name not in GAMES and name not in others:
        known = ", ".join([*GAMES, *others])
        raise InvalidInput(f"There is no game '{name}'; known are {known}.")
    if name in others:
        kind = others[name]
    else:
        module, _, label = GAMES[name][0].partition(":")
        kind = getattr(importlib.import_module(module), label)
    names = tuple(signature(kind).parameters)
    heaps = names == ("heaps",)  # as many numbers as there are heaps
    most = MOST_HEAPS if heaps else len(names)
    if len(arguments) > most or not all(type(value) is int for value in arguments):
        given = " ".join(map(str, arguments))
        raise InvalidInput(f"The game {name} takes {_taken(names, most)}; it was given {given}.")
    try:
        return kind(*([arguments] if heaps and arguments else arguments))
    except InvalidInput as error:
        said = str(error)
        raise InvalidInput(f"The game {name}: {said[0].lower()}{said[1:]}") from None


def _taken(names: tuple[str, ...], most: int) -> str:
    if not most:
        return "no numbers"
    count = "a whole number" if most == 1 else f"up to {most} whole numbers"
    return f"{count} ({', '.join(names)})"
