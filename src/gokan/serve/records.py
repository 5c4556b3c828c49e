"""Game records from files into the library, and the example that a new library begins with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from gokan.go.game import Game
from gokan.play.session import Session
from gokan.serve.store import KeptGame, NotKept, Seat, Store

__all__ = ["EXAMPLE", "add_records", "seats_of"]

EXAMPLE = Path(__file__).parent / "example.sgf"


def add_records(store: Store, paths: Sequence[str]) -> list[str]:
    """Put game records into the library, unless they are there; their names in it.

    >>> store = Store(":memory:")
    >>> add_records(store, [str(EXAMPLE)]) == add_records(store, [str(EXAMPLE)])
    True
    >>> len(store.games())
    1
    """
    names = []
    for path in paths:
        game = Game.load(path)
        data = Path(path).read_bytes()
        name = hashlib.sha256(data).hexdigest()[:16]
        try:
            store.game(name)
        except NotKept:
            black, white = seats_of(game)
            title = (game.name or game.event or Path(path).stem)[:200]
            kept = KeptGame(name, "record", black, white, title=title, record=data)
            store.add(kept, Session.follow(game))
        names.append(name)
    return names


def seats_of(game: Game) -> tuple[Seat, Seat]:
    """Black and White of a record.

    >>> seats_of(Game.parse("(;PB[Ann])"))[0].name
    'Ann'
    """
    return Seat(name=game.black[:80]), Seat(name=game.white[:80])
