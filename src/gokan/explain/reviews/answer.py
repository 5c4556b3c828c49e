"""What a review says: one frozen result, from which the page, the record and the JSON are made.

Numbers are Black's: a lead above zero is Black's, a chance to win is Black's. Points are vertices,
so that the result is the same plain data in Python, JSON and the browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gokan.draw import Svg

SCHEMA = "gokan-review/1"
"""Written into every result; `data/review.schema.json` describes it."""

Vertices = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One sentence with its certainty, the kind of claim behind it, and the points it names."""

    text: str
    certainty: str
    kind: str
    points: Vertices = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A move that could be played, and what is expected after it."""

    vertex: str
    lead: float
    win: float
    visits: int
    line: Vertices = ()


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game.

    Attributes:
        number: from 1; passes count.
        color: "black" or "white".
        vertex: where, or "pass".
        lead: Black's lead after it, in points, komi included.
        win: Black's chance to win after it.
        loss: points that the mover lost by it: what the lead fell by for the mover, from
            `lead_before` to `lead`. Below zero where it rose: then the lead was thought too small
            before, or the opponent's last move was better than it is now. It is neither clipped nor
            corrected, so the losses of both sides add up to what the lead did.
        lead_before: Black's lead before it.
        visits: positions looked at by the search behind `lead`; 1 is a glance, which says nothing
            of single moves.
        spread: standard deviation of the final score around `lead`, as the search sees it.
        noise: points by which the loss is usually off; a loss below it has no bad word.
        word: excellent, great, good, inaccuracy, mistake or blunder; "" where the numbers do not
            carry a word.
        searched: positions looked at by each search at length: before the move, after it, and after
            the best other move; 0 where only the positions of the game were searched.
        suspected: the loss by the short searches, which chose the moves to search at length; so a
            review that was stopped goes on with the same ones.
        matters: one of the moves that mattered.
        candidates: the best moves found, best first, and the move itself with what follows it.
        cost: where the points went, compared with the best candidate.
        reasons: what is said about the move.
        instead: what is said for the best candidate.
        comment: what the record says.
        setup: stones put on or taken off by the record before the move, by "black", "white" and
            "empty".
    """

    number: int
    color: str
    vertex: str
    lead: float
    win: float
    loss: float = 0.0
    lead_before: float = 0.0
    visits: int = 1
    spread: float = 0.0
    noise: float = 0.0
    word: str = ""
    searched: int = 0
    suspected: float = 0.0
    matters: bool = False
    candidates: tuple[Choice, ...] = ()
    cost: tuple[Reason, ...] = ()
    reasons: tuple[Reason, ...] = ()
    instead: tuple[Reason, ...] = ()
    comment: str = ""
    setup: Mapping[str, Vertices] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """From this move on a group's status has this word."""

    move: int
    word: str
    certainty: str
    stones: Vertices


@dataclass(frozen=True, slots=True)
class GroupStory:
    """A group over the game: its name, and every change of its status."""

    color: str
    name: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move after which the game was another."""

    move: int
    text: str


@dataclass(frozen=True, slots=True)
class Habit:
    """A mistake that a side made several times."""

    kind: str
    text: str
    moves: tuple[int, ...]
    lost: float
    advice: str = ""
    """What to do about it."""


@dataclass(frozen=True, slots=True)
class SideReport:
    """One player's game in numbers."""

    moves: int
    lost: float
    """All losses less all gains, so that both sides together tell what the lead did."""
    mean_loss: float
    words: Mapping[str, int] = field(default_factory=dict, hash=False)
    phases: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Mean loss in the opening, the middle game and the endgame."""
    recurring: tuple[Habit, ...] = ()


@dataclass(frozen=True, slots=True)
class Lens:
    """A sense's picture of every position: one letter per point from White (A) to Black (_)."""

    title: str
    certainty: str
    note: str
    maps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game; `gokan.explain.review` makes it.

    Attributes:
        game: the facts of the record.
        level: quick, usual or deep.
        complete: False where it was stopped; `moves` then tells what is known so far.
        numbers: where win and lead come from, their certainty, their noise in points.
        start: `lead`, `win`, `spread` and `visits` before the first move.
        moves: every move of the main line that could be followed.
    """

    game: Mapping[str, Any]
    level: str
    complete: bool
    numbers: Mapping[str, Any]
    start: Mapping[str, float]
    moves: tuple[ReviewedMove, ...]
    groups: tuple[GroupStory, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    sides: Mapping[str, SideReport] = field(default_factory=dict, hash=False)
    summary: tuple[str, ...] = ()
    lenses: Mapping[str, Lens] = field(default_factory=dict, hash=False)
    asked: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The options that it was made with: `player` (None for both) and `most`."""

    @property
    def mattered(self) -> tuple[ReviewedMove, ...]:
        """The moves that mattered, in the order of the game."""
        return tuple(move for move in self.moves if move.matters)

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON, as the published schema describes it."""
        made: dict[str, Any] = {"schema": SCHEMA}
        for part in fields(self):
            made[part.name] = _plain(getattr(self, part.name))
        return made

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Review:
        """The review that `to_dict` wrote; raises KeyError, TypeError or ValueError for others."""
        if data["schema"] != SCHEMA:
            raise ValueError(f"it is of the kind {data['schema']!r}, not {SCHEMA!r}")
        return Review(
            game=data["game"],
            level=data["level"],
            complete=data["complete"],
            numbers=data["numbers"],
            start=data["start"],
            moves=tuple(_move(one) for one in data["moves"]),
            groups=tuple(
                GroupStory(
                    one["color"],
                    one["name"],
                    tuple(
                        Change(
                            move=c["move"],
                            word=c["word"],
                            certainty=c["certainty"],
                            stones=tuple(c["stones"]),
                        )
                        for c in one["changes"]
                    ),
                )
                for one in data["groups"]
            ),
            turning_points=tuple(TurningPoint(**one) for one in data["turning_points"]),
            sides={side: _side(one) for side, one in data["sides"].items()},
            summary=tuple(data["summary"]),
            lenses={
                name: Lens(one["title"], one["certainty"], one["note"], tuple(one["maps"]))
                for name, one in data["lenses"].items()
            },
            asked=data.get("asked", {}),
        )

    def explain(self) -> str:
        """The summary, and the moves that mattered with their first reason."""
        lines = list(self.summary)
        for move in self.mattered:
            told = f"{move.number} {move.color.capitalize()} {move.vertex}: {move.word}"
            if move.loss >= 0.05:
                told += f", {move.loss:.1f} points lost"
            if move.candidates:
                told += f"; better {move.candidates[0].vertex}"
            lines.append(f"{told}.")
            lines += [f"    {one.text}" for one in (*move.cost, *move.instead[:1])]
        return "\n".join(lines)

    def draw(self, *, width: int = 720, height: int = 240) -> Svg:
        """Black's lead over the game as a picture."""
        from gokan.explain.reviews.plot import plot

        return plot(self, width=width, height=height)


def _plain(value: Any) -> Any:
    """Dataclasses, mappings and tuples as what JSON knows."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(part) for name, part in asdict(value).items()}
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _reasons(data: Any) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            text=one["text"],
            certainty=one["certainty"],
            kind=one["kind"],
            points=tuple(one["points"]),
        )
        for one in data
    )


def _move(data: Mapping[str, Any]) -> ReviewedMove:
    return ReviewedMove(
        **{
            **data,
            "candidates": tuple(
                Choice(**{**one, "line": tuple(one["line"])}) for one in data["candidates"]
            ),
            "cost": _reasons(data["cost"]),
            "reasons": _reasons(data["reasons"]),
            "instead": _reasons(data["instead"]),
            "setup": {name: tuple(points) for name, points in data["setup"].items()},
        }
    )


def _side(data: Mapping[str, Any]) -> SideReport:
    habits = tuple(Habit(**{**one, "moves": tuple(one["moves"])}) for one in data["recurring"])
    return SideReport(**{**data, "recurring": habits})
