"""What is known of a position so far: the types, who deepens it, and where it is kept.

An `Analysis` is what one look of an `Analyst` amounts to. It is a pure function of the position
(with as much of its history as matters), of where the numbers come from, and of the effort: the
same with an empty store and with a full one, in one go or in many. What was cut short says so
(`complete`) and is never kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from gokan.assessment import BoardAssessment
from gokan.certainty import Certainty
from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.play.player import Stop, never
from gokan.play.tree.answer import Search, SearchCandidate

__all__ = ["Analysis", "Analyst", "Progress", "Statement", "Store", "key_of"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about a position, with how it is known and what kind of statement it is."""

    text: str
    certainty: Certainty
    kind: str = ""
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of one position at one effort. Numbers are Black's, whoever is to move.

    Attributes:
        position: what was analysed.
        source: where the numbers come from: a network and the options of its search. Numbers of
            different sources are never compared.
        effort: what was asked for.
        visits: the evaluations behind the numbers.
        complete: whether the effort was spent in full; else somebody stopped it.
        win: Black's chance to win, 0 to 1.
        lead: points by which Black is ahead, komi included.
        stdev: standard deviation of the final score around the lead.
        candidates: the moves looked at, the best first, with lines and values on the same scale.
        ownership: per point, 1 Black's to -1 White's; empty if not known.
        priors: every legal move with its chance before any search.
        board: what is true of the groups, once somebody assessed them.
        claims: what was said of the position, once somebody explained it.
    """

    position: Position
    source: str
    effort: Effort
    visits: int
    complete: bool
    win: float
    lead: float
    stdev: float
    candidates: tuple[SearchCandidate, ...]
    ownership: tuple[float, ...] = ()
    priors: tuple[tuple[int, float], ...] = ()
    utility: float = 0.0
    board: BoardAssessment | None = None
    claims: tuple[Statement, ...] = ()

    @property
    def key(self) -> str:
        """The name of the position in a store."""
        return key_of(self.position)

    @property
    def certainty(self) -> Certainty:
        """Of the numbers: a tree search over a network is learned."""
        return Certainty.LEARNED

    @property
    def move(self) -> int:
        """The best move known; a pass where none was looked at."""
        return self.candidates[0].move if self.candidates else PASS

    def candidate(self, move: int | str) -> SearchCandidate | None:
        """What is known of one move, if it was looked at."""
        point = self.position.point(move) if isinstance(move, str) else move
        return next((c for c in self.candidates if c.move == point), None)

    def with_board(self, board: BoardAssessment) -> Analysis:
        """The same with what is true of its groups."""
        return replace(self, board=board)

    def with_claims(self, claims: tuple[Statement, ...]) -> Analysis:
        """The same with what was said of it."""
        return replace(self, claims=claims)

    def search(self) -> Search:
        """As the answer of a search, for whoever takes one (`gokan.explain.move`)."""
        return Search(
            position=self.position,
            candidates=self.candidates,
            win=self.win,
            lead=self.lead,
            ownership=self.ownership,
            visits=self.visits,
            seconds=0.0,
            stdev=self.stdev,
            utility=self.utility,
            priors=self.priors,
        )

    @classmethod
    def of(cls, found: Search, *, source: str, effort: Effort, complete: bool) -> Analysis:
        """What a search amounts to."""
        return cls(
            position=found.position,
            source=source,
            effort=effort,
            visits=found.visits,
            complete=complete,
            win=found.win,
            lead=found.lead,
            stdev=found.stdev,
            candidates=found.candidates,
            ownership=found.ownership,
            priors=found.priors,
            utility=found.utility,
        )

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON: moves as vertices, Black's view; `numbers_of` reads the numbers back."""
        vertex = self.position.vertex
        return {
            "key": self.key,
            "source": self.source,
            "effort": {"name": self.effort.name, **_limits(self.effort)},
            "visits": self.visits,
            "complete": self.complete,
            "certainty": str(self.certainty),
            "win": self.win,
            "lead": self.lead,
            "stdev": self.stdev,
            "utility": self.utility,
            "candidates": [
                {
                    "move": vertex(c.move),
                    "visits": c.visits,
                    "win": c.win,
                    "lead": c.lead,
                    "stdev": c.stdev,
                    "prior": c.prior,
                    "utility": c.utility,
                    "lcb": c.lcb,
                    "line": [vertex(move) for move in c.line],
                    "line_visits": list(c.line_visits),
                }
                for c in self.candidates
            ],
            "ownership": list(self.ownership),
            "priors": [[vertex(move), chance] for move, chance in self.priors],
            "board": None if self.board is None else self.board.to_dict(),
            "claims": [
                {
                    "text": one.text,
                    "certainty": str(one.certainty),
                    "kind": one.kind,
                    "points": [vertex(p) for p in one.points],
                }
                for one in self.claims
            ],
        }

    @classmethod
    def numbers_of(cls, position: Position, data: Mapping[str, Any]) -> Analysis:
        """An analysis with the numbers that `to_dict` wrote about this position.

        Assessment and claims are not read back: they follow from the position, and are cheaper to
        ask for than to trust.
        """
        try:
            if data["key"] != key_of(position):
                raise InvalidInput("This analysis is about another position.")
            effort = data["effort"]
            return cls(
                position=position,
                source=str(data["source"]),
                effort=Effort(effort["visits"], effort["nodes"], effort["name"]),
                visits=int(data["visits"]),
                complete=bool(data["complete"]),
                win=float(data["win"]),
                lead=float(data["lead"]),
                stdev=float(data["stdev"]),
                utility=float(data["utility"]),
                candidates=tuple(_candidate(position, one) for one in data["candidates"]),
                ownership=tuple(map(float, data["ownership"])),
                priors=tuple((position.point(m), float(c)) for m, c in data["priors"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidInput("This is not an analysis that Gokan wrote.") from error


Progress = Callable[[Analysis], None]
"""Hears of an analysis that is still being deepened, some ten times a second."""


@runtime_checkable
class Analyst(Protocol):
    """Deepens what is known of positions and never starts over; several threads may ask at once."""

    @property
    def source(self) -> str:
        """Where its numbers come from; part of what a store keeps them under."""

    def analyse(
        self,
        position: Position,
        effort: Effort,
        *,
        stop: Stop = never,
        progress: Progress | None = None,
        deeper: bool = False,
    ) -> Analysis:
        """What is known at that effort; what was found before is not found again.

        Where `stop` ends it, what is known by then is the answer, its `complete` is False, and the
        next call goes on from there. With `deeper` a known answer of more effort will do as well
        (its `effort` says so); without, the answer is the same with an empty and a full store.
        """

    def known(self, position: Position) -> Analysis | None:
        """The deepest complete analysis there is of a position, without any work."""


@runtime_checkable
class Store(Protocol):
    """Keeps complete analyses by position, source and effort. Losing one loses time, no more."""

    def get(self, position: Position, source: str, effort: Effort) -> Analysis | None:
        """Exactly that one."""

    def deepest(self, position: Position, source: str) -> Analysis | None:
        """The one with the most visits behind it."""

    def put(self, analysis: Analysis) -> None:
        """Keep a complete analysis; one that was cut short is refused with a sentence."""

    def close(self) -> None:
        """Write what is to be written, and let go of the disk."""


def key_of(position: Position) -> str:
    """The name of a position with everything an answer may hang on: stones, turn, ko, prisoners,
    the last moves, rules, komi, and under superko all earlier positions.

    >>> board = Position.empty(9)
    >>> key_of(board) == key_of(Position.empty(9)), len(key_of(board))
    (True, 32)
    >>> key_of(board) == key_of(Position.empty(9, rules=board.rules.with_(komi=0.5)))
    False
    """
    state: Any = position.core.__getstate__()
    form, stones, to_play, ko, prisoners, last, past = state
    matters: Any = ()
    if position.rules.ko == "positional":
        matters = sorted({earlier for earlier, _ in past})
    elif position.rules.ko == "situational":
        matters = sorted(set(past))
    elif position.rules.ko == "previous":
        matters = past[-2:]
    rules = sorted(position.rules.to_dict().items())
    said = repr((form, bytes(stones), to_play, ko, prisoners, last, matters, rules))
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def _limits(effort: Effort) -> dict[str, int]:
    return {"visits": effort.visits, "nodes": effort.nodes}


def _candidate(position: Position, data: Mapping[str, Any]) -> SearchCandidate:
    return SearchCandidate(
        move=position.point(data["move"]),
        visits=int(data["visits"]),
        win=float(data["win"]),
        lead=float(data["lead"]),
        prior=float(data["prior"]),
        line=tuple(position.point(m) for m in data["line"]),
        stdev=float(data["stdev"]),
        utility=float(data["utility"]),
        lcb=float(data["lcb"]),
        line_visits=tuple(map(int, data["line_visits"])),
    )
