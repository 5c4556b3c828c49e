"""Reading and writing a library: a change is on the disk when `Store` says it is done.

Writes go through the write-ahead log with `synchronous=FULL`, so a process that is killed or a
machine that loses power keeps every change that was confirmed, and nothing half-done.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.play.session import Phase, Session
from gokan.serve.store.kept import (
    KeptGame,
    KeptProblem,
    KeptReview,
    folded,
    game_of,
    session_text,
    with_session,
)
from gokan.serve.store.places import Reached, Seen, keys_of
from gokan.serve.store.schema import SCRIPTS, put_places

__all__ = ["NotKept", "Store", "StoreFailed"]

_REQUESTS_KEPT = 200  # the latest of a game, to know a retry by
_LISTED = (
    "id, kind, title, black, white, seed, revision, created, changed, moves, width, height, "
    "result, date, event, source"
)
_PROBLEM = "id, level, record, created, card, due, deck, state, game"


class NotKept(InvalidInput):
    """Something was asked for that the library does not have."""


class StoreFailed(GokanError):
    """The library could not be read or written."""


class Store:
    """The library of one data folder.

    >>> from gokan.serve.store import Seat
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
        if version > len(SCRIPTS):
            raise StoreFailed(
                f"The library {path} was written by a newer Gokan; install that, or choose "
                "another folder with --data."
            )
        for number, (script, fill) in enumerate(SCRIPTS[version:], start=version + 1):
            steps = [step for step in script.split(";") if step.strip()]
            with self._changing() as db:
                for step in steps:
                    db.execute(step)
                if fill is not None:
                    fill(db)
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
        made = with_session(replace(game, revision=1), session)
        with self._changing() as db:
            made = _insert(db, made, session, self._clock())
            if request:
                db.execute("INSERT INTO requests (game, request) VALUES (?, ?)", (made.id, request))
        return made

    def add_all(self, games: Sequence[tuple[KeptGame, Session]]) -> list[bool]:
        """New games, in one go; which of them were not there yet.

        >>> from gokan.serve.store import Seat
        >>> store = Store(":memory:")
        >>> two = [(KeptGame("a", "record", Seat(), Seat()), Session.new(9))] * 2
        >>> store.add_all(two), store.add_all(two)
        ([True, False], [False, False])
        """
        new: list[bool] = []
        with self._changing() as db:
            now = self._clock()
            for number, (game, session) in enumerate(games):
                known = db.execute("SELECT 1 FROM games WHERE id = ?", (game.id,)).fetchone()
                new.append(known is None)
                if known is None:  # lists go on after a time, so no two are the same
                    made = with_session(replace(game, revision=1), session)
                    _insert(db, made, session, now + number * 1e-5)
        return new

    def change(self, game: KeptGame, session: Session, *, request: str = "") -> KeptGame:
        """The game as it is now, one revision later; the request is known from then on."""
        made = with_session(
            replace(game, revision=game.revision + 1, changed=self._clock()), session
        )
        with self._changing() as db:
            done = db.execute(
                "UPDATE games SET revision = ?, changed = ?, moves = ?, result = ?, session = ?, "
                "search = ? WHERE id = ? AND revision = ?",
                (
                    made.revision,
                    made.changed,
                    made.moves,
                    made.result,
                    session_text(session),
                    made.words,
                    game.id,
                    game.revision,
                ),
            )
            if done.rowcount != 1:
                raise StoreFailed("The game was changed by somebody else.")
            if session.phase is Phase.OVER:
                put_places(db, game.id, keys_of(session))
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
        return game_of(row, whole=True)

    def games(
        self,
        *,
        limit: int = 100,
        before: float | None = None,
        search: str = "",
        kind: str = "",
        winner: str = "",
    ) -> list[KeptGame]:
        """The games that were changed last, without their sessions.

        `search` are words that must all stand among names, event, date, result or file; `winner`
        is "B" or "W".
        """
        words = folded(search).split()
        rows = self._all(
            f"SELECT {_LISTED} FROM games WHERE changed < ? AND (? = '' OR kind = ?) "
            "AND (? = '' OR substr(result, 1, 2) = ? || '+') "
            + "AND instr(search, ?) > 0 " * len(words)
            + "ORDER BY changed DESC LIMIT ?",
            (1e18 if before is None else before, kind, kind, winner, winner, *words, limit),
        )
        return [game_of(row, whole=False) for row in rows]

    def game_ids(self) -> list[str]:
        """Every game, the oldest first."""
        return [str(row["id"]) for row in self._all("SELECT id FROM games ORDER BY created", ())]

    def count_games(self) -> int:
        """How many games there are."""
        row = self._one("SELECT count(*) AS many FROM games", ())
        return 0 if row is None else int(row["many"])

    def seen(self, key: int, *, but: str = "", limit: int = 8) -> Seen:
        """The games in which a position arose, leaving one out."""
        moves = self._all(
            "SELECT next, count(*) AS games, sum(substr(result, 1, 2) = 'B+') AS black, "
            "sum(substr(result, 1, 2) = 'W+') AS white FROM places JOIN games ON id = game "
            "WHERE key = ? AND game <> ? GROUP BY next ORDER BY games DESC, next",
            (key, but),
        )
        rows = self._all(
            f"SELECT {_LISTED}, number FROM places JOIN games ON id = game "
            "WHERE key = ? AND game <> ? ORDER BY changed DESC LIMIT ?",
            (key, but, limit),
        )
        return Seen(
            tuple(Reached(**dict(row)) for row in moves),
            tuple((game_of(row, whole=False), int(row["number"])) for row in rows),
        )

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
        """A new problem, or what is known of it now."""
        with self._changing() as db:
            _put_problem(db, problem, self._clock())

    def add_problems(self, problems: Sequence[KeptProblem]) -> int:
        """New problems, in one go and in this order; how many were not there yet."""
        new = 0
        with self._changing() as db:
            now = self._clock()
            for number, one in enumerate(problems):
                sql = "SELECT 1 FROM problems WHERE id = ?"
                if db.execute(sql, (one.id,)).fetchone() is None:
                    _put_problem(db, one, now + number * 1e-5)
                    new += 1
        return new

    def problem(self, id: str) -> KeptProblem:
        """One problem."""
        row = self._one(f"SELECT {_PROBLEM} FROM problems WHERE id = ?", (id,))
        if row is None:
            raise NotKept("There is no such problem.")
        return KeptProblem(**dict(row))

    def due_problem(self, now: float, *, deck: str = "made", skip: str = "") -> KeptProblem | None:
        """The one that has waited longest to be asked again."""
        row = self._one(
            f"SELECT {_PROBLEM} FROM problems WHERE deck = ? AND state = 'ready' AND due <= ? "
            "AND id <> ? ORDER BY due LIMIT 1",
            (deck, now, skip),
        )
        return None if row is None else KeptProblem(**dict(row))

    def open_problem(self, *, deck: str = "made", skip: str = "") -> KeptProblem | None:
        """One that was never answered: the latest that was made, else in the order they came."""
        row = self._one(
            f"SELECT {_PROBLEM} FROM problems WHERE deck = ? AND state <> 'unfit' "
            "AND due IS NULL AND id <> ? "
            f"ORDER BY created {'DESC' if deck == 'made' else ''} LIMIT 1",
            (deck, skip),
        )
        return None if row is None else KeptProblem(**dict(row))

    def decks(self, now: float) -> dict[str, dict[str, int]]:
        """For each deck, how many problems it has, and how many are new, due or unfit."""
        rows = self._all(
            "SELECT deck, count(*) AS every, sum(state = 'unfit') AS unfit, "
            "sum(state <> 'unfit' AND due IS NULL) AS new, sum(due <= ?) AS due "
            "FROM problems GROUP BY deck",
            (now,),
        )
        return {row["deck"]: {key: int(row[key] or 0) for key in row.keys()[1:]} for row in rows}

    def all_problems(self) -> list[KeptProblem]:
        """Every problem, with when it is to be asked again."""
        sql = f"SELECT {_PROBLEM} FROM problems ORDER BY created"
        return [KeptProblem(**dict(row)) for row in self._all(sql, ())]

    def unfit_problems(self) -> list[KeptProblem]:
        """Those that cannot be asked."""
        sql = f"SELECT {_PROBLEM} FROM problems WHERE state = 'unfit' ORDER BY created LIMIT 500"
        return [KeptProblem(**dict(row)) for row in self._all(sql, ())]

    def problem_ids(self) -> list[str]:
        """Every problem that was made."""
        rows = self._all("SELECT id FROM problems WHERE deck = 'made'", ())
        return [str(row["id"]) for row in rows]

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


def _insert(db: sqlite3.Connection, game: KeptGame, session: Session, now: float) -> KeptGame:
    made = replace(game, created=now, changed=now)
    values = {
        "id": made.id,
        "kind": made.kind,
        "title": made.title,
        "black": made.black.text,
        "white": made.white.text,
        "seed": made.seed,
        "revision": made.revision,
        "created": made.created,
        "changed": made.changed,
        "moves": made.moves,
        "width": made.size[0],
        "height": made.size[1],
        "result": made.result,
        "date": made.date,
        "event": made.event,
        "source": made.source,
        "search": made.words,
        "session": session_text(session),
        "record": made.record,
    }
    names, places = ", ".join(values), ", ".join("?" * len(values))
    db.execute(f"INSERT INTO games ({names}) VALUES ({places})", tuple(values.values()))
    if session.phase is Phase.OVER:
        put_places(db, made.id, keys_of(session))
    return made


def _put_problem(db: sqlite3.Connection, one: KeptProblem, now: float) -> None:
    db.execute(
        f"INSERT INTO problems ({_PROBLEM}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET level = excluded.level, record = excluded.record, "
        "card = excluded.card, due = excluded.due, state = excluded.state",
        (
            one.id,
            one.level,
            one.record,
            one.created or now,
            one.card,
            one.due,
            one.deck,
            one.state,
            one.game,
        ),
    )


def _sentence(error: sqlite3.Error) -> str:
    text = str(error)
    if "full" in text:
        return "The disk is full: nothing was changed. Make room and try again."
    return f"The library could not be written: {text}."
