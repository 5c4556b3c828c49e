"""The library: files brought, games found, positions seen before."""

from __future__ import annotations

from pydantic import Field

from gokan.serve.messages.base import Line, Message
from gokan.serve.messages.games import GameSummary

__all__ = [
    "Folder",
    "ImportAsk",
    "ImportFile",
    "Imported",
    "ImportedFile",
    "LibraryAsk",
    "LibraryGame",
    "LibraryMove",
    "LibrarySeen",
]


class ImportFile(Message):
    """A file with games in it."""

    name: str = Field(max_length=300, description="As people know it; it opens nothing.")
    data: str = Field(max_length=5_000_000, description="What is in it, in Base64.")


class ImportAsk(Message):
    """Files to put into the library; games that are there already are not put there again."""

    files: list[ImportFile] = Field(min_length=1, max_length=100)


class ImportedFile(Message):
    """What became of a file."""

    name: str
    games: list[str] = Field(description="Its games in the library.")
    new: int = Field(description="How many of them were not there before.")
    trouble: str = Field(description="What was wrong with it; else empty.")


class Imported(Message):
    """What became of the files, in their order."""

    files: list[ImportedFile]


class Folder(Message):
    """How far the folder is that `gokan serve` was given."""

    name: str
    done: int
    of: int
    new: int
    known: int
    troubles: list[str] = Field(description="The latest, a sentence each.")
    bad: int = Field(description="Files with something wrong.")
    over: bool


class LibraryAsk(Message):
    """In which other games did this position arise?"""

    game: str = Field(max_length=64)
    at: int = Field(ge=0, le=100_000)
    line: Line = Field(default_factory=list)


class LibraryMove(Message):
    """What was played there, in how many games, and how many of these each side won."""

    vertex: str | None = Field(description="None: the games ended there or go beyond.")
    games: int
    black: int
    white: int


class LibraryGame(Message):
    """A game in which it arose."""

    game: GameSummary
    at: int = Field(description="After so many moves.")


class LibrarySeen(Message):
    """The games in which a position arose, however the board was turned."""

    games: int
    black: int
    white: int
    moves: list[LibraryMove]
    examples: list[LibraryGame]
