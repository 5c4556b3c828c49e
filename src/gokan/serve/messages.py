"""Every message of `/api/v1`, one typed model each: checks, OpenAPI and the page's types come from
here. Moves are vertices such as D4, or "pass"; values are Black's, whoever is to move.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Access",
    "Action",
    "Candidate",
    "Deck",
    "DeckInfo",
    "Failure",
    "Folder",
    "GameList",
    "GameState",
    "GameSummary",
    "ImportAsk",
    "ImportFile",
    "Imported",
    "ImportedFile",
    "Key",
    "Kind",
    "LibraryAsk",
    "LibraryGame",
    "LibraryMove",
    "LibrarySeen",
    "Look",
    "MistakesAdded",
    "MistakesAsk",
    "Move",
    "NewGame",
    "Outcome",
    "PlayerInfo",
    "Players",
    "ProblemAnswer",
    "ProblemFile",
    "ProblemFiles",
    "ProblemMove",
    "ProblemNext",
    "ProblemShow",
    "ProblemShown",
    "ProblemState",
    "ProblemSummary",
    "ProblemsBrought",
    "ReviewAsk",
    "ReviewInfo",
    "ReviewList",
    "ReviewState",
    "ScoreInfo",
    "SeatAsk",
    "SeatInfo",
    "Sentence",
    "Side",
    "Tried",
    "TryAsk",
    "Unfit",
    "UnfitList",
    "Upload",
    "Watch",
]

Side = Literal["black", "white"]
Kind = Literal["play", "record"]
Outcome = Literal["solved", "hinted", "failed"]
Deck = Literal["made", "book", "mistake"]
ReviewState = Literal["waiting", "running", "done", "stopped", "failed"]
RequestId = Annotated[
    str,
    Field(
        min_length=8,
        max_length=64,
        pattern=r"^[A-Za-z0-9_-]+$",
        description="New for every action; a retry brings the same, and is not done twice.",
    ),
]
Vertex = Annotated[
    str, Field(min_length=2, max_length=4, description='Such as "D4" (no I), or "pass".')
]
Line = Annotated[
    list[Vertex], Field(max_length=400, description="Moves from there that were not played.")
]


class Message(BaseModel):
    """Anything that is sent: what is not named here is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Failure(Message):
    """Why something was not done, in one sentence."""

    error: str
    code: Literal[
        "invalid", "locked", "forbidden", "missing", "revision", "busy", "too-large", "failed"
    ]


class Key(Message):
    """What the address that `gokan serve` prints has after its #."""

    key: str = Field(min_length=1, max_length=200)


class Access(Message):
    """Is this browser let in?"""

    open: bool
    version: str


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


class LibraryAsk(Message):
    """In which other games did this position arise?"""

    game: str = Field(max_length=64)
    at: int = Field(ge=0, le=100_000)
    line: Line = []


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


class Watch(Message):
    """What a page looks at: search it until it looks elsewhere. Without a game: nothing."""

    game: str | None = Field(default=None, max_length=64)
    at: int = Field(default=0, ge=0, le=100_000, description="After so many moves of the game.")
    line: Line = []
    search: bool = True


class Candidate(Message):
    """A move that was looked at."""

    vertex: str
    visits: int
    win: float
    lead: float
    stdev: float
    prior: float
    loss: float = Field(description="Points less than the best, for the side to move.")
    line: list[str]


class Look(Message):
    """What is known of a position so far."""

    game: str
    at: int
    line: list[str]
    visits: int
    win: float
    lead: float
    stdev: float
    certainty: str
    candidates: list[Candidate]
    ownership: list[float]
    done: bool = Field(description="Deep enough: it is not searched further.")


class TryAsk(Message):
    """Why, or why not, here?"""

    at: int = Field(ge=0, le=100_000)
    line: Line = []
    vertex: Vertex
    best: Vertex | None = Field(
        default=None, description="What the asker sees as the best, to compare it with."
    )
    visits: int = Field(default=100, ge=4, le=2000)


class Sentence(Message):
    """Something that is so, and how surely."""

    text: str
    certainty: str


class Tried(Message):
    """What a move is worth, what follows, and why."""

    vertex: str
    to_play: Side
    value: Candidate
    best: Candidate
    reply: list[str] = Field(description="How the other side answers, and what follows.")
    loss: float
    visits: int = Field(description="Behind each of the two values.")
    certainty: str
    does: list[Sentence] = Field(description="What the move does.")
    answer: list[Sentence] = Field(description="What the other side's answer does.")
    command: str = Field(description="What says it again on a command line.")


class ReviewAsk(Message):
    """A review to make."""

    request: RequestId
    level: Literal["quick", "usual", "deep"] = "usual"


class ReviewInfo(Message):
    """How far a review is."""

    id: str
    game: str
    level: str
    state: ReviewState
    stage: str
    share: float
    readable: bool = Field(description="Is there something to read already?")
    reason: str


class ReviewList(Message):
    """Reviews, the latest first."""

    reviews: list[ReviewInfo]


class ProblemNext(Message):
    """Asks for a problem."""

    deck: Deck = Field(
        default="made",
        description="Made for one's level, from one's files, or one's own mistakes.",
    )
    skip: str | None = Field(default=None, max_length=16, description="Not this one.")


class ProblemState(Message):
    """A problem to solve."""

    id: str
    deck: Deck
    title: str
    comment: str = Field(description="What the file says.")
    width: int
    height: int
    black: list[str]
    white: list[str]
    to_play: Side
    goal: Literal["live", "kill", "better"] = Field(description="Better than what was played.")
    target: list[str] = Field(description="Stones it is about, one of the largest block first.")
    level: int = Field(description="The logarithm to base two of the nodes that reading it took.")
    again: bool = Field(description="Has it been asked before?")
    game: str | None = Field(description="The game in which the mistake was made.")
    at: int = Field(description="Moves before it.")
    played: str | None = Field(description="The mistake.")
    loss: float | None = Field(description="Points that it lost, as the review says.")
    last: str | None = Field(description="The move before it.")


class DeckInfo(Message):
    """How far one is with a deck."""

    deck: Deck
    every: int
    new: int = Field(description="Never answered.")
    due: int = Field(description="To be asked again by now.")
    unfit: int = Field(description="That cannot be asked.")


class ProblemSummary(Message):
    """How one gets on with problems."""

    decks: list[DeckInfo]
    solved: int
    failed: int
    level: float = Field(description="How hard new ones are that are made.")


class ProblemFiles(Message):
    """Files with problems: SGF, or one JSON object a line."""

    files: list[ImportFile] = Field(min_length=1, max_length=100)


class ProblemFile(Message):
    """What became of a file with problems."""

    name: str
    new: int
    known: int
    trouble: str = Field(description="What was wrong with it; else empty.")


class ProblemsBrought(Message):
    """What became of the files, in their order."""

    files: list[ProblemFile]


class Unfit(Message):
    """A problem that Gokan does not ask, and why."""

    title: str
    reason: str


class UnfitList(Message):
    """Problems that Gokan does not ask."""

    problems: list[Unfit]


class MistakesAsk(Message):
    """Make problems of the mistakes that a review tells."""

    color: Side


class MistakesAdded(Message):
    """How many there are, and how many of them were not there before."""

    mistakes: int
    new: int


class ProblemMove(Message):
    """A move in a problem."""

    attempt: RequestId
    line: Annotated[list[Vertex], Field(min_length=1, max_length=60)] = Field(
        description="All moves from the start, both sides', the one to judge last."
    )
    hinted: bool = False


class ProblemAnswer(Message):
    """What became of a move in a problem."""

    outcome: Literal["right", "solved", "wrong", "undecided"]
    certainty: str
    vertex: str
    reply: str | None = Field(description="The other side's answer, where there is one.")
    line: list[str] = Field(description="What follows, the reply first.")
    ko: bool = Field(description="It is wrong because it only leads to a ko.")
    loss: float | None = Field(
        description="Of a mistake's problem: what the move loses against the best."
    )
    best: str | None
    said: list[Sentence] = Field(description="Of a mistake's problem: what the move does.")


class ProblemShow(Message):
    """Asks for help with a problem."""

    attempt: RequestId
    line: Annotated[list[Vertex], Field(max_length=60)] = []
    give_up: bool = Field(description="Show the moves; the attempt has failed. Else a hint.")


class ProblemShown(Message):
    """The moves that solve a problem; as a hint, points of which one does."""

    moves: list[str]
