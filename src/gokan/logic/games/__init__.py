"""Small games to try formulas on, by the names that files use."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from gokan.errors import InvalidInput
from gokan.logic.formula import Value

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


def make(
    name: str,
    arguments: tuple[Value, ...] = (),
    *,
    more: dict[str, Callable[..., Any]] | None = None,
) -> Any:
    """The game of a name.

    >>> make("nim", (3, 4)).heaps
    (3, 4)
    >>> make("chess")
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: There is no game 'chess'; known are nim, tic-tac-toe, hexapawn,
    rook-ending, othello.
    """
    others = more or {}
    if name in others:
        return _call(name, others[name], arguments)
    if name not in GAMES:
        known = ", ".join([*GAMES, *others])
        raise InvalidInput(f"There is no game '{name}'; known are {known}.")
    module, _, label = GAMES[name][0].partition(":")
    kind = getattr(importlib.import_module(module), label)
    if name == "nim":
        return kind(arguments) if arguments else kind()
    return _call(name, kind, arguments)


def _call(name: str, kind: Callable[..., Any], arguments: tuple[Value, ...]) -> Any:
    try:
        return kind(*arguments)
    except TypeError:
        raise InvalidInput(f"The game {name} does not take {len(arguments)} arguments.") from None
