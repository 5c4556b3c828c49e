"""What is thought of a position: live search, tried moves, groups, lenses."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gokan.serve.messages.base import LensName, Line, Message, Side, Vertex

__all__ = [
    "Candidate",
    "EvidenceTold",
    "GroupInfo",
    "GroupTold",
    "Groups",
    "LensAsk",
    "LensTold",
    "Look",
    "PlaceAsk",
    "PractiseAsk",
    "ReadLine",
    "ReadingTold",
    "Sentence",
    "StoneAsk",
    "Tried",
    "TryAsk",
    "Watch",
]


class Watch(Message):
    """What a page looks at: search it until it looks elsewhere. Without a game: nothing."""

    game: str | None = Field(default=None, max_length=64)
    at: int = Field(default=0, ge=0, le=100_000, description="After so many moves of the game.")
    line: Line = Field(default_factory=list)
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
    line: Line = Field(default_factory=list)
    vertex: Vertex
    best: Vertex | None = Field(
        default=None, description="What the asker sees as the best, to compare it with."
    )
    visits: int = Field(default=100, ge=4, le=2000)
    reasons: bool = Field(
        default=True,
        description="Without, what it is worth is told sooner; asked again, nothing is searched "
        "twice.",
    )


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


class PlaceAsk(Message):
    """Asks something about a position of a game."""

    at: int = Field(ge=0, le=100_000, description="After so many moves of the game.")
    line: Line = Field(default_factory=list)


class StoneAsk(PlaceAsk):
    """Asks about the group of a stone."""

    stone: Vertex


class PractiseAsk(StoneAsk):
    """Asks for a problem about the group of a stone."""

    first: Side = Field(description="Who moves.")


class GroupInfo(Message):
    """What is true of a group."""

    color: Side
    stones: list[str]
    name: str = Field(description="A stone of its largest block.")
    word: Literal["alive", "dead", "unsettled", "ko", "seki", "open"]
    certainty: str
    chance: float = Field(description="That the stones still stand at the end.")
    kills: str | None = Field(description="A stone of the dead group in whose eye space it is.")


class Groups(Message):
    """Every group of a position, what hangs on the next move first."""

    groups: list[GroupInfo]
    effort: str
    command: str = Field(description="What says it again on a command line.")


class EvidenceTold(Message):
    """One piece of what is said of a group rests on."""

    source: str
    says: str
    detail: str
    chance: float | None
    certainty: str


class ReadLine(Message):
    """A first move and what follows."""

    line: list[str]
    works: bool
    certainty: str


class ReadingTold(Message):
    """What reading found with one side moving first."""

    first: Side
    goal: Literal["live", "kill"]
    result: Literal["win", "loss", "ko", "unknown"]
    needless: bool = Field(description="It reaches its goal without a move.")
    certainty: str = Field(description="Empty where the result is unknown.")
    text: str
    lines: list[ReadLine]


class GroupTold(Message):
    """A group with what is said of it rests on."""

    group: GroupInfo
    evidence: list[EvidenceTold]
    readings: list[ReadingTold] = Field(description="Its owner first, then the other side.")
    effort: str
    command: str


class LensAsk(PlaceAsk):
    """Asks what a sense sees."""

    lens: LensName


class LensTold(Message):
    """What a sense sees of the whole board."""

    title: str
    certainty: str
    note: str
    map: str = Field(description="A letter for each point, as in reviews.")
