"""Reviews and problems."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from gokan.serve.messages.base import Deck, Message, RequestId, ReviewState, Side, Vertex
from gokan.serve.messages.library import ImportFile
from gokan.serve.messages.thinking import Sentence

__all__ = [
    "DeckInfo",
    "MistakesAdded",
    "MistakesAsk",
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
    "Unfit",
    "UnfitList",
]


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
    line: Annotated[list[Vertex], Field(max_length=60)] = Field(default_factory=list)
    give_up: bool = Field(description="Show the moves; the attempt has failed. Else a hint.")


class ProblemShown(Message):
    """The moves that solve a problem; as a hint, points of which one does."""

    moves: list[str]
