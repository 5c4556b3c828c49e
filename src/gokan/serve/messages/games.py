"""Games: who plays, what is done, how they stand."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gokan.serve.messages.base import Kind, Message, RequestId, Side, Vertex

__all__ = [
    "Action",
    "GameList",
    "GameState",
    "GameSummary",
    "Move",
    "NewGame",
    "PlayerInfo",
    "Players",
    "ScoreInfo",
    "SeatAsk",
    "SeatInfo",
    "Upload",
]


class PlayerInfo(Message):
    """Somebody to play against."""

    name: str
    about: str
    levels: list[str] = Field(description="What each level from 1 up does; empty without levels.")


class Players(Message):
    """Everybody to play against."""

    players: list[PlayerInfo]
    rules: list[str]


class SeatAsk(Message):
    """Who shall sit on a side."""

    player: str = Field(default="person", max_length=40)
    level: int = Field(default=0, ge=0, le=10, description="0: as strong as it is.")
    name: str = Field(default="", max_length=80, description="A person's name.")


class NewGame(Message):
    """A game to begin."""

    request: RequestId
    size: int = Field(default=19, ge=5, le=19)
    rules: str = Field(default="chinese", max_length=40)
    komi: float | None = Field(default=None, ge=-400, le=400, allow_inf_nan=False)
    handicap: int = Field(default=0, ge=0, le=9)
    black: SeatAsk = SeatAsk()
    white: SeatAsk = SeatAsk(player="gokan", level=5)


class Upload(Message):
    """A record to open."""

    request: RequestId
    sgf: str = Field(min_length=1, max_length=4_000_000)
    name: str = Field(default="", max_length=200, description="Of the file; for the list only.")


class Action(Message):
    """Something a player does."""

    request: RequestId
    revision: int = Field(ge=0, description="Of the game as the asker saw it; else 409.")
    do: Literal["play", "undo", "resign", "toggle-dead", "agree", "go-on"]
    vertex: Vertex | None = Field(default=None, description="For play and toggle-dead.")


class SeatInfo(Message):
    """Who sits on a side."""

    player: str
    level: int
    name: str


class Move(Message):
    """A move that was played."""

    color: Side
    vertex: str
    reason: str = Field(description="Why, where the mover said so.")


class ScoreInfo(Message):
    """The count."""

    black: float
    white: float
    result: str
    owner: list[int] = Field(description="Of each point, row by row from the top: 0, 1 or 2.")


class GameSummary(Message):
    """A game in a list."""

    id: str
    kind: Kind
    title: str
    black: SeatInfo
    white: SeatInfo
    width: int
    height: int
    moves: int
    result: str
    date: str
    event: str
    source: str = Field(description="The file it came from.")
    changed: float = Field(description="Seconds since 1970.")


class GameList(Message):
    """Games, the last changed first."""

    games: list[GameSummary]
    more: bool
    all: int = Field(description="Games in the library.")


class GameState(Message):
    """A game as it stands: the truth, which pages show."""

    id: str
    kind: Kind
    title: str
    revision: int
    width: int
    height: int
    rules: str
    komi: float
    handicap: int
    black: SeatInfo
    white: SeatInfo
    setup_black: list[str]
    setup_white: list[str]
    first: Side
    moves: list[Move]
    to_play: Side
    phase: Literal["playing", "counting", "over"]
    captured_by_black: int
    captured_by_white: int
    dead: list[str]
    score: ScoreInfo | None = Field(description="While it is counted, and after.")
    result: str
    thinking: bool = Field(description="Is a program choosing its move?")
    trouble: str = Field(description="Why a program could not move; else empty.")
