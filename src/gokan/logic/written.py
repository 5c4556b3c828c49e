"""Games written out in a file, state by state."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from gokan.logic.game import Vocabulary
from gokan.logic.language.formula import Place, Value
from gokan.logic.language.resolve import RESERVED
from gokan.logic.language.text import GameText, InvalidFormula

__all__ = ["WrittenGame", "read_game"]


@dataclass
class WrittenGame:
    """A game given by its states; see `read_game`."""

    players: tuple[Value, Value] = ("A", "B")
    first: list[str] = field(default_factory=list)
    turns: dict[str, str] = field(default_factory=dict)
    edges: dict[str, dict[str, tuple[str, bool]]] = field(default_factory=dict)
    won: dict[str, list[str]] = field(default_factory=dict)
    sorts: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    facts: dict[str, dict[tuple[Value, ...], list[str]]] = field(default_factory=dict)
    argument_sorts: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def vocabulary(self) -> Vocabulary[str]:
        """The predicates that the file says hold somewhere."""
        return Vocabulary(
            sorts=self.sorts,
            predicates={
                name: (self.argument_sorts[name], self._holds(name)) for name in self.facts
            },
        )

    def _holds(self, name: str) -> Any:
        facts = self.facts[name]
        return lambda state, *values: state in facts.get(values, ())

    def starts(self) -> Iterable[str]:
        """The states named by `start`."""
        return self.first

    def to_play(self, state: str) -> Value:
        """Whose turn the file says it is."""
        return self.turns[state]

    def possible(self, state: str) -> Iterable[tuple[Value, str]]:
        """All moves written."""
        return [(move, to) for move, (to, _) in self.edges[state].items()]

    def legal(self, state: str) -> Iterable[Value]:
        """Those that are not marked `illegal`."""
        return [move for move, (_, legal) in self.edges[state].items() if legal]

    def wins(self, state: str) -> Collection[Value]:
        """The players of a `win` line with this state."""
        return [player for player, states in self.won.items() if state in states]

    def show(self, state: str) -> str:
        """Its name."""
        return state


def read_game(text: GameText) -> WrittenGame:
    """Make a game of what a file says.

    >>> from gokan.logic.language.text import parse_file
    >>> found = parse_file('''
    ... game {
    ...   players A B
    ...   start s
    ...   state s A { a -> t  b -> s illegal }
    ...   state t B { }
    ...   win A: t
    ...   holds p: s t
    ... }''')
    >>> game = read_game(found.games[0])
    >>> list(game.legal("s")), game.wins("t")
    (['a'], ['A'])
    """
    game = WrittenGame()
    lines = [at for kind, _, at in text.items if kind == "players"]
    if len(lines) > 1:
        raise _wrong(lines[1], "the players are there already")
    for kind, parts, at in sorted(text.items, key=lambda item: item[0] != "players"):
        _READ[kind](game, parts, at)
    if not game.first:
        raise _wrong(text.at, "the game does not say where it starts")
    for kind, parts, at in text.items:
        _check_states(game, kind, parts, at)
    return game


def _check_states(game: WrittenGame, kind: str, parts: tuple[Any, ...], at: Place) -> None:
    """All states that a line names are there, now that the whole game is known."""
    if kind == "state":
        for move, to, _, place in parts[2:]:
            if to not in game.turns:
                raise _wrong(place, f"move {move} of {parts[0]} leads to {to}, which is no state")
    elif kind in ("starts", "wins", "holds"):
        for state in parts[kind != "starts" :]:
            if isinstance(state, str) and state not in game.turns:
                raise _wrong(at, f"{state} is no state of the game")


def _players(game: WrittenGame, parts: tuple[Any, ...], at: Place) -> None:
    if parts[0] == parts[1]:
        raise _wrong(at, "the two players need different names")
    game.players = parts[0], parts[1]


def _starts(game: WrittenGame, parts: tuple[Any, ...], at: Place) -> None:
    game.first += parts


def _state(game: WrittenGame, parts: tuple[Any, ...], at: Place) -> None:
    name, player, *edges = parts
    if name in game.turns:
        raise _wrong(at, f"state {name} is there twice")
    if player not in game.players:
        raise _wrong(at, f"{player} is not a player")
    game.turns[name] = player
    row = game.edges[name] = {}
    for move, to, legal, place in edges:
        if move == "up":
            raise _wrong(place, "a move cannot be called up, since <up> looks back")
        if move in row:
            raise _wrong(place, f"move {move} is there twice")
        row[move] = (to, legal)


def _wins(game: WrittenGame, parts: tuple[Any, ...], at: Place) -> None:
    if parts[0] not in game.players:
        raise _wrong(at, f"{parts[0]} is not a player")
    game.won.setdefault(parts[0], []).extend(parts[1:])


def _sort(game: WrittenGame, parts: tuple[Any, ...], at: Place) -> None:
    if parts[0] in ("move", "player") or parts[0] in game.sorts:
        raise _wrong(at, f"the sort {parts[0]} is there already")
    game.sorts[parts[0]] = tuple(dict.fromkeys(parts[1:]))


def _holds(game: WrittenGame, parts: tuple[Any, ...], at: Place) -> None:
    name, *rest = parts
    if name in RESERVED:
        raise _wrong(at, f"{name} has its own meaning in every game; choose another name")
    values = rest.pop(0) if rest and isinstance(rest[0], tuple) else ()
    sorts = tuple(_sort_with(game, value, at) for value in values)
    known = game.argument_sorts.setdefault(name, sorts)
    if known != sorts:
        raise _wrong(at, f"{name} has different arguments elsewhere")
    game.facts.setdefault(name, {}).setdefault(values, []).extend(rest)


def _sort_with(game: WrittenGame, value: Value, at: Place) -> str:
    for name, values in {"player": game.players, **game.sorts}.items():
        if value in values:
            return name
    raise _wrong(at, f"{value} is of no sort; list it in a `sort` line first")


_READ = {
    "players": _players,
    "starts": _starts,
    "state": _state,
    "wins": _wins,
    "sort": _sort,
    "holds": _holds,
}


def _wrong(at: Place, what: str) -> InvalidFormula:
    return InvalidFormula(f"line {at[0]}, column {at[1]}: {what}.")
