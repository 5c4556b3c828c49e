"""Where a review's numbers come from: who is ahead, and what each move costs.

Two sources answer the same three questions. `glance` looks at positions once, cheaply; `value`
searches one, for the ledger; `think` searches the position before a move, after it and after the
best other move, each as long. With the network a glance is its judgement and the others are tree
searches (learned), which the analyst keeps and deepens; without it all are `gokan.strength`
(measured), which is blind to whose turn it is, so its noise is larger and fewer words are used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.explain.noise import TYPICAL_SPREAD, shipped
from gokan.explain.outlook import EvaluatorOutlook, Outlook, StrengthOutlook
from gokan.go import BLACK, PASS, Position
from gokan.play.player import Stop, never

if TYPE_CHECKING:
    from gokan.play.tree.analysis import Store
    from gokan.play.tree.answer import Search
    from gokan.play.tree.evaluation import Evaluator

__all__ = [
    "Glance",
    "Numbers",
    "Option",
    "SearchNumbers",
    "StrengthNumbers",
    "Thought",
    "Value",
    "usual",
]

OPTIONS = 4
"""Moves that are told besides the one played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A position at first sight; Black's view."""

    win: float
    lead: float
    owner: tuple[float, ...]
    chances: tuple[float, ...]
    """How likely each move is: one number per point, the last for a pass; empty if unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What a search says of a position, Black's view; rounded, so that what is written down is what
    was counted with.
    """

    win: float
    lead: float
    spread: float
    """Standard deviation of the final score around the lead."""
    visits: int

    @staticmethod
    def of(win: float, lead: float, spread: float, visits: int) -> Value:
        """Rounded as it is written.

        >>> Value.of(0.51239, -3.14159, 9.8765, 16)
        Value(win=0.5124, lead=-3.14, spread=9.88, visits=16)
        """
        # Adding zero makes a plain zero of a negative one.
        return Value(
            win=round(win, 4), lead=round(lead, 2) + 0.0, spread=round(spread, 2), visits=visits
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A move with what comes of it; Black's view."""

    move: int
    win: float
    lead: float
    visits: int
    line: tuple[int, ...]
    owner: tuple[float, ...] = ()
    """Who owns what after it, +1 Black to -1 White; empty where that was not looked at."""
    spread: float = 0.0

    @property
    def value(self) -> Value:
        """That of the position after it."""
        return Value.of(self.win, self.lead, self.spread, self.visits)


@dataclass(frozen=True, slots=True)
class Thought:
    """The move played, and the best others."""

    played: Option
    options: tuple[Option, ...]
    """Best first; the move played is among them if nothing better was found. It and the best of the
    others were searched as long as each other."""
    loss: float
    """Points by which the best other move is better; 0 where none is."""
    before: Value | None = None
    """Of the position before the move, searched as long."""


class Numbers(Protocol):
    """A source of numbers."""

    source: str
    certainty: str
    glance_noise: float
    """Points by which a loss from two glances is usually off."""
    noise: float
    """Points by which a loss from two values is usually off, where they are searched at length."""

    def noise_of(self, visits: int, spread: float) -> float:
        """Points by which the lead of one position is usually off, by visits and spread."""

    def value(self, position: Position, visits: int, stop: Stop = never) -> Value:
        """A position, searched. If `stop` says so it may end early, and is then not to be used."""

    def outlook(self) -> Outlook:
        """A fresh one for the reasons of one move: what points are worth there."""

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """Several positions at first sight."""

    def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
        """What a move cost; `visits` is for each position that is searched.

        If `stop` says so it may end early; the answer is then not to be used.
        """


def usual(
    start: Position, visits: int, *, source: str = "auto", store: Store | None = None
) -> Numbers:
    """A source for a board: search where the network is there and knows such a board; `store` is
    where its searches are kept.

    >>> usual(Position.empty(5), 10).source
    'strength'
    """
    if source not in SOURCES:
        raise InvalidInput(f"The numbers are {source!r} but must be one of {', '.join(SOURCES)}.")
    if source == "auto" and min(start.width, start.height) < SMALLEST:
        source = "strength"
    if source != "strength":
        from gokan.play.tree.evaluators import default_evaluator, has_network

        if has_network():
            return SearchNumbers(default_evaluator(), visits=visits, store=store)
        if source == "search":
            raise InvalidInput("The network is not installed; leave --evaluator out.")
    return StrengthNumbers()


SOURCES = ("auto", "search", "strength")
SMALLEST = 9
"""Lines of a board from which on the network is asked: it learned from boards of 19."""


class SearchNumbers:
    """The network's judgement, and the tree search over it, asked of an analyst: what was searched
    before is not searched again, and a longer search goes on with the same tree.
    """

    certainty = "learned"

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        visits: int = 100,
        source: str = "search",
        store: Store | None = None,
    ) -> None:
        from gokan.play.tree.analyst import SearchAnalyst

        named = "" if getattr(evaluator, "networks", ()) else source
        self.evaluator = evaluator
        self.source = source
        self.analyst = SearchAnalyst(evaluator, store=store, source=named, trees=_TREES)
        self.glance_noise = math.sqrt(2) * shipped().at(1, TYPICAL_SPREAD)
        self.noise = math.sqrt(2) * shipped().at(visits, TYPICAL_SPREAD)

    def noise_of(self, visits: int, spread: float) -> float:
        """As it was measured."""
        return shipped().at(visits, spread)

    def outlook(self) -> Outlook:
        """The network's."""
        return EvaluatorOutlook(self.evaluator)

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """One evaluation each."""
        return _glances(positions, self.evaluator)

    def value(self, position: Position, visits: int, stop: Stop = never) -> Value:
        """A search of so many visits."""
        found = self._search(position, visits, stop)
        return Value.of(found.win, found.lead, found.stdev, found.visits)

    def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
        """Search before the move, then after it and after the best other, each as long."""
        before = self._search(position, visits, stop)
        points = [move, *other_moves(before, move)[:1]]
        played, *best = [
            self._search(position.play_forced(point), visits, stop) for point in points
        ]
        return weighed(before, move, played, best)

    def _search(self, position: Position, visits: int, stop: Stop) -> Search:
        return self.analyst.analyse(position, Effort(visits, 0), stop=stop).search()


_TREES = 1024
"""Positions of a game whose trees stay ready for going deeper; each is small."""


def weighed(before: Search, move: int, played: Search, others: Sequence[Search]) -> Thought:
    """What a move cost, by a search before it, one after it, and one after the best other move if
    there is one.

    Of moves that were not searched as long only those are told that do not look better than the
    best that was: nobody knows whether they are.
    """
    sign = 1 if before.position.to_play == BLACK else -1
    known = {one.move: one for one in before.candidates}
    rest = other_moves(before, move)

    def after(point: int, found: Search) -> Option:
        line = known[point].line if point in known else (point,)
        best = found.candidates[0].line if found.candidates else ()
        told = (point, *best) if len(best) + 1 >= len(line) else line
        return Option(
            move=point,
            win=found.win,
            lead=found.lead,
            visits=found.visits,
            line=told,
            owner=found.ownership,
            spread=found.stdev,
        )

    mine = after(move, played)
    options = [after(point, found) for point, found in zip(rest, others, strict=False)]
    loss = sign * (options[0].lead - mine.lead) if options else 0.0
    if loss <= 0:
        options.insert(0, mine)
    options += [
        Option(
            move=one.move,
            win=one.win,
            lead=one.lead,
            visits=one.visits,
            line=one.line,
            spread=one.stdev,
        )
        for one in (known[point] for point in rest[len(others) : OPTIONS])
        if sign * (one.lead - options[0].lead) <= 0
    ]
    value = Value.of(before.win, before.lead, before.stdev, before.visits)
    return Thought(mine, tuple(options), max(0.0, loss), value)


def other_moves(before: Search, move: int) -> list[int]:
    """The moves that were looked at besides one, the best first."""
    legal = before.position.is_legal
    return [one.move for one in before.candidates if one.move != move and legal(one.move)]


class StrengthNumbers:
    """Wolf's fixed point: every candidate is judged after the reply that hurts it most."""

    source = "strength"
    certainty = "measured"
    glance_noise = 12.0
    noise = 6.0

    _candidates = 8
    _replies = 6

    def noise_of(self, visits: int, spread: float) -> float:
        """The same for every position."""
        del visits, spread
        return self.noise / math.sqrt(2)

    def outlook(self) -> Outlook:
        """That of the fixed point."""
        return StrengthOutlook()

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """The fixed point once each."""
        from gokan.play.tree.evaluators import StrengthEvaluator

        return _glances(positions, StrengthEvaluator())

    def value(self, position: Position, visits: int, stop: Stop = never) -> Value:
        """The best of the likeliest moves, each with the reply that hurts it most."""
        del visits, stop  # the same few positions are looked at whatever the level
        return self._best(position, self._likely(position))

    def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
        """The move and the likeliest others, each with the likeliest replies to it."""
        del visits, stop
        sign = 1 if position.to_play == BLACK else -1
        likely = self._likely(position)
        played = self._option(position, move)
        options = [one for one in likely if one.move != move]
        loss = sign * (options[0].lead - played.lead) if options else 0.0
        if loss <= 0:
            options.insert(0, played)
        before = self._best(position, likely)
        return Thought(played, tuple(options[:OPTIONS]), max(0.0, loss), before)

    def _likely(self, position: Position) -> list[Option]:
        """The moves that come to mind, the best first."""
        from gokan.strength import expect

        sign = 1 if position.to_play == BLACK else -1
        points = [one.move for one in expect(position).moves[: self._candidates]]
        found = [self._option(position, p) for p in points if position.is_legal(p)]
        return sorted(found, key=lambda one: -sign * one.lead)

    def _best(self, position: Position, likely: Sequence[Option]) -> Value:
        if likely:
            best = likely[0]
            return Value.of(best.win, best.lead, 0.0, sum(one.visits for one in likely))
        (one,) = self.glance([position])
        return Value.of(one.win, one.lead, 0.0, 1)

    def _option(self, position: Position, move: int) -> Option:
        from gokan.strength import expect

        after = position.play_forced(move)
        sign = 1 if after.to_play == BLACK else -1
        replies = [PASS, *(one.move for one in expect(after).moves[: self._replies])]
        answers = [
            (glance, p)
            for p in replies
            if after.is_legal(p)
            for glance in self.glance([after.play(p)])
        ]
        worst, reply = max(answers, key=lambda one: sign * one[0].lead)
        line = (move,) if reply == PASS else (move, reply)
        return Option(
            move=move,
            win=worst.win,
            lead=worst.lead,
            visits=len(answers),
            line=line,
            owner=worst.owner,
        )


def _glances(positions: Sequence[Position], evaluator: Evaluator) -> list[Glance]:
    """What an evaluator says of each, from Black's side."""
    found: list[Glance] = []
    for position, one in zip(positions, evaluator.evaluate(positions), strict=True):
        black = position.to_play == BLACK
        sign = 1.0 if black else -1.0
        owner = () if one.ownership is None else tuple(sign * float(x) for x in one.ownership)
        found.append(
            Glance(
                win=float(one.win) if black else 1.0 - float(one.win),
                lead=sign * float(one.lead),
                owner=owner,
                chances=() if one.policy is None else tuple(map(float, one.policy)),
            )
        )
    return found
