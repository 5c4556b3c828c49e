"""What the workbench keeps, in SQLite: a change is on the disk when `Store` says it is done.

Writes go through the write-ahead log with `synchronous=FULL`, so a process that is killed or a
machine that loses power keeps every change that was confirmed, and nothing half-done.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.play.session import Session

__all__ = ["KeptGame", "KeptProblem", "KeptReview", "NotKept", "Seat", "Store", "StoreFailed"]

_REQUESTS_KEPT = 200  # the latest of a game, to know a retry by


class NotKept(InvalidInput):
    """Something was asked for that the library does not have."""


class StoreFailed(GokanError):
    """The library could not be read or written."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on one side: a person, or a player by name and level."""

    player: str = "person"
    level: int = 0
    name: str = ""

    @property
    def is_person(self) -> bool:
        """Does somebody at the board move here?"""
        return self.player == "person"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it is kept; `session` is empty in lists, which need only what is beside it."""

    id: str
    kind: str
    """"play", or "record" for one that was brought along."""
    black: Seat
    white: Seat
    title: str = ""
    seed: int = 0
    revision: int = 0
    created: float = 0.0
    changed: float = 0.0
    moves: int = 0
    size: tuple[int, int] = (19, 19)
    result: str = ""
    session: Session | None = None
    record: bytes = b""
    """The file it came from, byte for byte."""


@dataclass(frozen=True, slots=True)
class KeptReview:
    """A review of a game: asked for, being made, stopped or done."""

    id: str
    game: str
    level: str
    state: str
    share: float = 0.0
    created: float = 0.0
    answer: str = ""
    """What `Review.to_dict` says, as JSON."""
    reason: str = ""
    """Why it failed."""


@dataclass(frozen=True, slots=True)
class KeptProblem:
    """A problem, and when it is to be asked again."""

    id: str
    level: int
    record: str
    """As `gokan.reading.make_problems` made it, as JSON."""
    created: float = 0.0
    card: str = ""
    """Of the scheduler, as JSON; empty before the first attempt."""
    due: float | None = None


_SCHEMAS: tuple[str, ...] = (
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
)
"""What leads from each version of the library to the next; the last one is what we read."""


class Store:
    """The library of one data folder.

    >>> store = Store(":memory:")
    >>> kept = store.add(KeptGame("a", "play", Seat(), Seat("gokan", 5)), Session.new(9))
    >>> store.game("a").white.level, store.game("a").session.position.width
    (5, 9)
    """

    def __init__(self, path: Path | str, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        try:
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA trusted_schema = OFF")
            self._migrate(str(path))
        except sqlite3.Error as error:
            raise StoreFailed(f"Cannot open the library {path}: {error}.") from None

    def close(self) -> None:
        """Nothing more will be asked."""
        self._db.close()

    def _migrate(self, path: str) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > len(_SCHEMAS):
            raise StoreFailed(
                f"The library {path} was written by a newer Gokan; install that, or choose "
                "another folder with --data."
            )
        for number, script in enumerate(_SCHEMAS[version:], start=version + 1):
            steps = [step for step in script.split(";") if step.strip()]
            with self._changing() as db:
                for step in steps:
                    db.execute(step)
                db.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """Everything in one go, on the disk at the end; or nothing."""
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        except sqlite3.Error as error:
            self._back()
            raise StoreFailed(_sentence(error)) from None
        except BaseException:
            self._back()
            raise

    def _back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    # --- games ----------------------------------------------------------------------------------

    def add(self, game: KeptGame, session: Session, *, request: str = "") -> KeptGame:
        """A new game. A request that was answered before gets the game it made then."""
        known = self._made_by(request)
        if known is not None:
            return self.game(known)
        now = self._clock()
        made = _with_session(replace(game, revision=1, created=now, changed=now), session)
        with self._changing() as db:
            db.execute(
                "INSERT INTO games (id, kind, title, black, white, seed, revision, created, "
                "changed, moves, width, height, result, session, record) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    made.id,
                    made.kind,
                    made.title,
                    _seat_text(made.black),
                    _seat_text(made.white),
                    made.seed,
                    made.revision,
                    made.created,
                    made.changed,
                    made.moves,
                    *made.size,
                    made.result,
                    _session_text(session),
                    made.record,
                ),
            )
            if request:
                db.execute("INSERT INTO requests (game, request) VALUES (?, ?)", (made.id, request))
        return made

    def change(self, game: KeptGame, session: Session, *, request: str = "") -> KeptGame:
        """The game as it is now, one revision later; the request is known from then on."""
        made = _with_session(
            replace(game, revision=game.revision + 1, changed=self._clock()), session
        )
        with self._changing() as db:
            done = db.execute(
                "UPDATE games SET revision = ?, changed = ?, moves = ?, result = ?, session = ? "
                "WHERE id = ? AND revision = ?",
                (
                    made.revision,
                    made.changed,
                    made.moves,
                    made.result,
                    _session_text(session),
                    game.id,
                    game.revision,
                ),
            )
            if done.rowcount != 1:
                raise StoreFailed("The game was changed by somebody else.")
            if request:
                db.execute("INSERT INTO requests (game, request) VALUES (?, ?)", (game.id, request))
                db.execute(
                    "DELETE FROM requests WHERE game = ? AND number <= "
                    "(SELECT max(number) FROM requests WHERE game = ?) - ?",
                    (game.id, game.id, _REQUESTS_KEPT),
                )
        return made

    def game(self, id: str) -> KeptGame:
        """A game with its session."""
        row = self._one("SELECT * FROM games WHERE id = ?", (id,))
        if row is None:
            raise NotKept("There is no such game.")
        return _game(row, Session.from_dict(json.loads(row["session"])))

    def games(self, *, limit: int = 100, before: float | None = None) -> list[KeptGame]:
        """The games that were changed last, without their sessions."""
        rows = self._all(
            "SELECT * FROM games WHERE changed < ? ORDER BY changed DESC LIMIT ?",
            (1e18 if before is None else before, limit),
        )
        return [_game(row, None) for row in rows]

    def delete_game(self, id: str) -> None:
        """A game with its reviews."""
        with self._changing() as db:
            db.execute("DELETE FROM games WHERE id = ?", (id,))

    def has_answered(self, game: str, request: str) -> bool:
        """Was this request of a game done before?"""
        sql = "SELECT 1 FROM requests WHERE game = ? AND request = ?"
        return self._one(sql, (game, request)) is not None

    def _made_by(self, request: str) -> str | None:
        if not request:
            return None
        row = self._one("SELECT game FROM requests WHERE request = ? ORDER BY number", (request,))
        return None if row is None else str(row["game"])

    # --- reviews and settings -------------------------------------------------------------------

    def put_review(self, review: KeptReview) -> None:
        """A review as it is now."""
        with self._changing() as db:
            db.execute(
                "INSERT INTO reviews (id, game, level, state, share, created, answer, reason) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "state = excluded.state, share = excluded.share, answer = excluded.answer, "
                "reason = excluded.reason",
                (
                    review.id,
                    review.game,
                    review.level,
                    review.state,
                    review.share,
                    review.created or self._clock(),
                    review.answer,
                    review.reason,
                ),
            )

    def review(self, id: str) -> KeptReview:
        """One review, with what it says."""
        row = self._one("SELECT * FROM reviews WHERE id = ?", (id,))
        if row is None:
            raise NotKept("There is no such review.")
        return KeptReview(**dict(row))

    def reviews(self, game: str = "", *, state: str = "") -> list[KeptReview]:
        """Reviews, the latest first, without what they say."""
        rows = self._all(
            "SELECT id, game, level, state, share, created, '' AS answer, reason FROM reviews "
            "WHERE (? = '' OR game = ?) AND (? = '' OR state = ?) ORDER BY created DESC LIMIT 1000",
            (game, game, state, state),
        )
        return [KeptReview(**dict(row)) for row in rows]

    # --- problems -------------------------------------------------------------------------------

    def put_problem(self, problem: KeptProblem) -> None:
        """A new problem, or what is known of when to ask it again."""
        with self._changing() as db:
            db.execute(
                "INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "card = excluded.card, due = excluded.due",
                (
                    problem.id,
                    problem.level,
                    problem.record,
                    problem.created or self._clock(),
                    problem.card,
                    problem.due,
                ),
            )

    def problem(self, id: str) -> KeptProblem:
        """One problem."""
        row = self._one("SELECT * FROM problems WHERE id = ?", (id,))
        if row is None:
            raise NotKept("There is no such problem.")
        return KeptProblem(**dict(row))

    def due_problem(self, now: float, *, skip: str = "") -> KeptProblem | None:
        """The one that has waited longest to be asked again."""
        sql = "SELECT * FROM problems WHERE due <= ? AND id <> ? ORDER BY due LIMIT 1"
        row = self._one(sql, (now, skip))
        return None if row is None else KeptProblem(**dict(row))

    def open_problem(self, *, skip: str = "") -> KeptProblem | None:
        """One that was made and never answered."""
        sql = "SELECT * FROM problems WHERE due IS NULL AND id <> ? ORDER BY created DESC LIMIT 1"
        row = self._one(sql, (skip,))
        return None if row is None else KeptProblem(**dict(row))

    def problem_ids(self) -> list[str]:
        """Every problem there is."""
        return [str(row["id"]) for row in self._all("SELECT id FROM problems", ())]

    def attempt(self, id: str, problem: KeptProblem, outcome: str) -> bool:
        """Keep how an attempt went, with the problem's card; False where it was kept before."""
        if self._one("SELECT 1 FROM attempts WHERE id = ?", (id,)) is not None:
            return False
        with self._changing() as db:
            db.execute(
                "INSERT INTO attempts VALUES (?, ?, ?, ?)",
                (id, problem.id, self._clock(), outcome),
            )
            db.execute(
                "UPDATE problems SET card = ?, due = ? WHERE id = ?",
                (problem.card, problem.due, problem.id),
            )
        return True

    def attempts(self) -> dict[str, int]:
        """How many there were of each outcome."""
        rows = self._all("SELECT outcome, count(*) AS many FROM attempts GROUP BY outcome", ())
        return {str(row["outcome"]): int(row["many"]) for row in rows}

    def count_due(self, now: float) -> int:
        """How many problems wait to be asked again."""
        row = self._one("SELECT count(*) AS many FROM problems WHERE due <= ?", (now,))
        return 0 if row is None else int(row["many"])

    def setting(self, name: str) -> str:
        """A setting; empty where it was never set."""
        row = self._one("SELECT value FROM settings WHERE name = ?", (name,))
        return "" if row is None else str(row["value"])

    def set(self, name: str, value: str) -> None:
        """Keep a setting."""
        with self._changing() as db:
            db.execute(
                "INSERT INTO settings VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    def _one(self, sql: str, values: tuple[Any, ...]) -> sqlite3.Row | None:
        rows = self._all(sql, values)
        return rows[0] if rows else None

    def _all(self, sql: str, values: tuple[Any, ...]) -> list[sqlite3.Row]:
        try:
            cursor = self._db.cursor()
            cursor.row_factory = sqlite3.Row
            return cursor.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(_sentence(error)) from None


def _with_session(game: KeptGame, session: Session) -> KeptGame:
    start = session.start
    return replace(
        game,
        session=session,
        moves=len(session.turns),
        result=session.result,
        size=(start.width, start.height),
    )


def _game(row: sqlite3.Row, session: Session | None) -> KeptGame:
    return KeptGame(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        black=Seat(*json.loads(row["black"])),
        white=Seat(*json.loads(row["white"])),
        seed=row["seed"],
        revision=row["revision"],
        created=row["created"],
        changed=row["changed"],
        moves=row["moves"],
        size=(row["width"], row["height"]),
        result=row["result"],
        session=session,
        record=row["record"] if session is not None else b"",
    )


def _seat_text(seat: Seat) -> str:
    return json.dumps([seat.player, seat.level, seat.name])


def _session_text(session: Session) -> str:
    return json.dumps(session.to_dict(), separators=(",", ":"))


def _sentence(error: sqlite3.Error) -> str:
    text = str(error)
    if "full" in text:
        return "The disk is full: nothing was changed. Make room and try again."
    return f"The library could not be written: {text}."
