"""What all messages share: their types, failures, and access."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Access",
    "Deck",
    "Failure",
    "Key",
    "Kind",
    "LensName",
    "Line",
    "Message",
    "Outcome",
    "RequestId",
    "ReviewState",
    "Side",
    "Vertex",
]

Side = Literal["black", "white"]
Kind = Literal["play", "record"]
Outcome = Literal["solved", "hinted", "failed"]
Deck = Literal["made", "book", "mistake"]
LensName = Literal["influence", "strength"]
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
