"""What a library holds: games, reviews, problems."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass, replace
from typing import Any

from gokan.play.session import Session

__all__ = ["KeptGame", "KeptProblem", "KeptReview", "Seat", "folded", "with_session"]


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

    @property
    def text(self) -> str:
        """As it is kept."""
        return json.dumps([self.player, self.level, self.name])

    @staticmethod
    def of(text: str) -> Seat:
        """The seat that `text` says.

        >>> Seat.of(Seat("gokan", 5).text).level
        5
        """
        return Seat(*json.loads(text))


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
    date: str = ""
    """When it was played, as the record says it."""
    event: str = ""
    source: str = ""
    """The file it came from, for people to read."""
    session: Session | None = None
    record: bytes = b""
    """The file it came from, byte for byte."""

    @property
    def words(self) -> str:
        """What a search looks through.

        >>> KeptGame("a", "record", Seat(name="Éva"), Seat("gokan", 5), event="Cup").words
        'eva gokan cup'
        """
        names = [one.name or ("" if one.is_person else one.player) for one in self.seats]
        said = (*names, self.title, self.event, self.date, self.result, self.source)
        return folded(" ".join(text for text in said if text))

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Black and White."""
        return self.black, self.white


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
    """What it is, as JSON: as `gokan.reading.make_problems` made it, or its deck's module."""
    created: float = 0.0
    card: str = ""
    """Of the scheduler, as JSON; empty before the first attempt."""
    due: float | None = None
    deck: str = "made"
    """"made", "book" for those from files, or "mistake"."""
    state: str = "ready"
    """"raw" until it has been examined, "unfit" where it cannot be asked."""
    game: str | None = None
    """The game that a mistake was made in."""


def folded(text: str) -> str:
    """Without capitals and accents, as a search compares it.

    >>> folded("GÓ Straße")
    'go strasse'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def with_session(game: KeptGame, session: Session) -> KeptGame:
    """The game with what its session says of it."""
    start = session.start
    return replace(
        game,
        session=session,
        moves=len(session.turns),
        result=session.result,
        size=(start.width, start.height),
    )


def session_text(session: Session) -> str:
    """A session as it is kept."""
    return json.dumps(session.to_dict(), separators=(",", ":"))


def game_of(row: Any, *, whole: bool) -> KeptGame:
    """A game from a row of the table; with its session and its record if it is to be whole."""
    return KeptGame(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        black=Seat.of(row["black"]),
        white=Seat.of(row["white"]),
        seed=row["seed"],
        revision=row["revision"],
        created=row["created"],
        changed=row["changed"],
        moves=row["moves"],
        size=(row["width"], row["height"]),
        result=row["result"],
        date=row["date"],
        event=row["event"],
        source=row["source"],
        session=Session.from_dict(json.loads(row["session"])) if whole else None,
        record=row["record"] if whole else b"",
    )
