"""Every player, by name. Each is imported only when somebody asks for it.

To add one, write a `Player` and add a line to `PLAYERS`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.play.player import Player

__all__ = ["DEFAULT_PLAYER", "PLAYERS", "make_player", "strongest", "unknown_player"]

DEFAULT_PLAYER = "random"
"""Who plays in an `Engine` that was not told; `gokan gtp` prefers `strongest`."""

PLAYERS: dict[str, tuple[str, str]] = {
    # name: (module:factory, what it does)
    "gokan": (
        "gokan.play.players.gokan_player:GokanPlayer",
        "a tree search over what the senses say (visits=200, seconds=, values=, priors=)",
    ),
    "intuition": (
        "gokan.play.players.intuition_player:IntuitionPlayer",
        "the network's first choice, without search (temperature=0, ways=1)",
    ),
    "goals": (
        "gokan.play.players.goals_player:GoalsPlayer",
        "the goals of all unsettled groups, weighed by size, after Klinger",
    ),
    "ets": (
        "gokan.play.players.ets_player:EtsPlayer",
        "the moves that classes in formation propose, each with its reason (settled=1 good=0.1)",
    ),
    "random": (
        "gokan.play.players.random_player:RandomPlayer",
        "any legal move that does not fill its own eyes",
    ),
    "playouts": (
        "gokan.play.players.playout_player:PlayoutPlayer",
        "the move after which most random games are won (games=2000)",
    ),
    "seds": (
        "gokan.play.players.seds:SedsPlayer",
        "the move after which Wolf's score is highest, without search (updates=5, ko=0)",
    ),
    "zobrist": (
        "gokan.play.players.zobrist:ZobristPlayer",
        "Zobrist's templates and lookahead of 1969 (arrays=seven: his own arrays alone)",
    ),
    "zobrist-templates": (
        "gokan.play.players.zobrist:ZobristTemplatesPlayer",
        "the same without looking ahead",
    ),
    "zobrist-last": (
        "gokan.play.players.zobrist:ZobristLastPlayer",
        "zobrist, also looking at the last move",
    ),
}


def strongest() -> str:
    """The player of `gokan gtp` unless it is told: `gokan` where the network is there.

    >>> strongest() in PLAYERS
    True
    """
    from gokan.play.tree.evaluators import has_network

    return "gokan" if has_network() else DEFAULT_PLAYER


def make_player(spec: str = DEFAULT_PLAYER, *, seed: int | None = None) -> Player:
    """A player from its name and options, written `name:option=value,option=value`.

    >>> make_player("random:seed=7").name
    'random'
    >>> make_player("honinbo")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: There is no player called 'honinbo'; choose one of: gokan, ...
    """
    name, _, rest = spec.partition(":")
    if name not in PLAYERS:
        raise InvalidInput(unknown_player(name))
    options: dict[str, object] = {} if seed is None else {"seed": seed}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise InvalidInput(f"The player option {part!r} should look like name=value.")
        options[key] = _value(value)
    if not isinstance(options.get("seed", 0), int):
        raise InvalidInput(f"The option seed must be a whole number, not {options['seed']!r}.")
    module, _, factory = PLAYERS[name][0].partition(":")
    make = getattr(importlib.import_module(module), factory)
    try:
        player: Player = make(**options)
    except TypeError as error:
        reason = str(error).partition(")")[2].strip() or str(error)
        raise InvalidInput(f"The player {name!r} could not be made: {reason}.") from None
    return player


def unknown_player(name: str) -> str:
    """What to say of a name that nobody has: the one that was meant, and all there are.

    >>> unknown_player("zobrst")  # doctest: +ELLIPSIS
    "There is no player called 'zobrst' (did you mean zobrist?); choose one of: gokan, ..."
    """
    from difflib import get_close_matches

    close = get_close_matches(name, PLAYERS, n=1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"There is no player called {name!r}{meant}; choose one of: {', '.join(PLAYERS)}."


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
