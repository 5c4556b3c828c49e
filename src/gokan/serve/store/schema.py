"""How a library lies in its file, and how one of an earlier version is moved on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from gokan.errors import GokanError
from gokan.go.game import Game
from gokan.play.session import Phase
from gokan.serve.store.kept import game_of
from gokan.serve.store.places import FIRST_MOVES, keys_of

__all__ = ["SCRIPTS", "filled", "put_places"]


def filled(db: sqlite3.Connection) -> None:
    """Say of every game what a search needs, which earlier versions did not keep."""
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    for (id,) in db.execute("SELECT id FROM games").fetchall():
        row = cursor.execute("SELECT * FROM games WHERE id = ?", (id,)).fetchone()
        kept = game_of(row, whole=True)
        date, event = _told(kept.record)
        db.execute("UPDATE games SET date = ?, event = ? WHERE id = ?", (date, event, id))
        row = cursor.execute("SELECT * FROM games WHERE id = ?", (id,)).fetchone()
        words = game_of(row, whole=False).words
        db.execute("UPDATE games SET search = ? WHERE id = ?", (words, id))
        if kept.session is not None and kept.session.phase is Phase.OVER:
            put_places(db, id, keys_of(kept.session))


def put_places(db: sqlite3.Connection, game: str, keys: list[int]) -> None:
    """Keep which positions arose in a game, instead of what was known before."""
    db.execute("DELETE FROM places WHERE game = ?", (game,))
    nexts = [*keys[1:], None]
    db.executemany(
        "INSERT OR IGNORE INTO places (key, game, number, next) VALUES (?, ?, ?, ?)",
        [
            (key, game, number, following)
            for number, (key, following) in enumerate(zip(keys, nexts, strict=True))
            if number <= FIRST_MOVES
        ],
    )


def _told(record: bytes) -> tuple[str, str]:
    if not record:
        return "", ""
    try:
        game = Game.parse(record)
    except GokanError:
        return "", ""
    return game.date[:40], game.event[:200]


SCRIPTS: tuple[tuple[str, Callable[[sqlite3.Connection], None] | None], ...] = (
    (
        """
    CREATE TABLE games (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL,
        black TEXT NOT NULL, white TEXT NOT NULL, seed INTEGER NOT NULL,
        revision INTEGER NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
        moves INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
        result TEXT NOT NULL, session TEXT NOT NULL, record BLOB NOT NULL
    );
    CREATE INDEX games_changed ON games (changed);
    CREATE TABLE requests (
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, request TEXT NOT NULL,
        number INTEGER PRIMARY KEY, UNIQUE (game, request)
    );
    CREATE INDEX requests_request ON requests (request);
    CREATE TABLE reviews (
        id TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        level TEXT NOT NULL, state TEXT NOT NULL, share REAL NOT NULL, created REAL NOT NULL,
        answer TEXT NOT NULL, reason TEXT NOT NULL
    );
    CREATE INDEX reviews_game ON reviews (game);
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    """,
        None,
    ),
    (
        """
    CREATE TABLE problems (
        id TEXT PRIMARY KEY, level INTEGER NOT NULL, record TEXT NOT NULL, created REAL NOT NULL,
        card TEXT NOT NULL, due REAL
    );
    CREATE INDEX problems_due ON problems (due);
    CREATE TABLE attempts (
        id TEXT PRIMARY KEY, problem TEXT NOT NULL REFERENCES problems ON DELETE CASCADE,
        at REAL NOT NULL, outcome TEXT NOT NULL
    );
    CREATE INDEX attempts_problem ON attempts (problem);
    """,
        None,
    ),
    (
        """
    ALTER TABLE games ADD COLUMN date TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN event TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN source TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN search TEXT NOT NULL DEFAULT '';
    CREATE TABLE places (
        key INTEGER NOT NULL, game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL, next INTEGER, PRIMARY KEY (key, game)
    ) WITHOUT ROWID;
    CREATE INDEX places_game ON places (game);
    DROP INDEX games_changed;
    CREATE INDEX games_listed ON games (changed, kind, result, search);
    """,
        filled,
    ),
    (
        """
    ALTER TABLE problems ADD COLUMN deck TEXT NOT NULL DEFAULT 'made';
    ALTER TABLE problems ADD COLUMN state TEXT NOT NULL DEFAULT 'ready';
    ALTER TABLE problems ADD COLUMN game TEXT REFERENCES games ON DELETE CASCADE;
    CREATE INDEX problems_deck ON problems (deck, state, due);
    CREATE INDEX problems_game ON problems (game);
    """,
        None,
    ),
)
"""What leads from each version of the library to the next; the last one is what we read."""
