"""Where a review's numbers come from: who is ahead, and what each move costs.

Two sources answer the same two questions. `glance` looks at positions once, cheaply; `think`
compares the move played with the best others at an equal budget. With the network a glance is its
judgement and thinking is a tree search (learned); without it both are `gokan.strength` (measured),
which is blind to whose turn it is, so its noise is larger and fewer words are used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gokan.errors import InvalidInput
from gokan.explain.outlook import EvaluatorOutlook, Outlook, StrengthOutlook
from gokan.go import BLACK, PASS, Position
from gokan.play.player import Stop, never

if TYPE_CHECKING:
    from gokan.play.tree.answer import Search
    from gokan.play.tree.evaluation import Evaluator

__all__ = ["Glance", "Numbers", "Option", "SearchNumbers", "StrengthNumbers", "Thought", "usual"]

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
class Option:
    """A move with what comes of it; Black's view."""

    move: int
    win: float
    lead: float
    visits: int
    line: tuple[int, ...]
    owner: tuple[float, ...] = ()
    """Who owns what after it, +1 Black to -1 White; empty where that was not looked at."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The move played, and the best others, all judged at the same budget."""

    played: Option
    options: tuple[Option, ...]
    """Best first; the move played is among them if nothing better was found."""
    loss: float
    """Points that the mover lost; 0 or more."""


class Numbers(Protocol):
    """A source of numbers."""

    source: str
    certainty: str
    glance_noise: float
    """Points by which a loss from two glances is usually off."""
    noise: float
    """Points by which a loss from `think` is usually off."""

    def noise_of(self, visits: int) -> float:
        """The same for a search with so many visits."""

    def outlook(self) -> Outlook:
        """A fresh one for the reasons of one move: what points are worth there."""

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """Several positions at first sight."""

    def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
        """What a move cost; `visits` is for each position that is searched.

        If `stop` says so it may end early; the answer is then not to be used.
        """


def usual(start: Position, visits: int, *, source: str = "auto") -> Numbers:
    """A source for a board: search where the network is there and knows such a board.

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
            return SearchNumbers(default_evaluator(), visits=visits)
        if source == "search":
            raise InvalidInput("The network is not installed; leave --numbers out.")
    return StrengthNumbers()


SOURCES = ("auto", "search", "strength")
SMALLEST = 9
"""Lines of a board from which on the network is asked: it learned from boards of 19."""


class SearchNumbers:
    """The network's judgement, and the tree search over it."""

    certainty = "learned"

    def __init__(self, evaluator: Evaluator, *, visits: int = 100, source: str = "search") -> None:
        self.evaluator = evaluator
        self.source = source
        self.glance_noise = GLANCE_NOISE
        self.noise = noise_at(visits)

    def noise_of(self, visits: int) -> float:
        """As it was measured."""
        return noise_at(visits)

    def outlook(self) -> Outlook:
        """The network's."""
        return EvaluatorOutlook(self.evaluator)

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """One evaluation each."""
        return _glances(positions, self.evaluator)

    def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
        """Search before the move, then after it and after the best other, each as long."""
        from gokan.play.tree.searching import Searcher

        def search(at: Position) -> Search:
            return Searcher(self.evaluator).think(at, visits=visits, stop=stop)

        before = search(position)
        played = search(position.play_forced(move))
        best = other_moves(before, move)[:1]
        return weighed(before, move, played, [search(position.play_forced(p)) for p in best])


def weighed(before: Search, move: int, played: Search, others: Sequence[Search]) -> Thought:
    """What a move cost, by a search before it, one after it, and one after the best other move if
    there is one.
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
        )

    mine = after(move, played)
    options = [after(point, found) for point, found in zip(rest, others, strict=False)]
    options += [
        Option(move=one.move, win=one.win, lead=one.lead, visits=one.visits, line=one.line)
        for one in (known[point] for point in rest[len(options) : OPTIONS])
    ]
    first = before.candidates[0].move if before.candidates else move
    loss = sign * (options[0].lead - mine.lead) if options and first != move else 0.0
    if loss <= 0:
        options.insert(0, mine)
    return Thought(mine, tuple(options), max(0.0, loss))


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

    def noise_of(self, visits: int) -> float:
        """The same whatever the level."""
        del visits
        return self.noise

    def outlook(self) -> Outlook:
        """That of the fixed point."""
        return StrengthOutlook()

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """The fixed point once each."""
        from gokan.play.tree.evaluators import StrengthEvaluator

        return _glances(positions, StrengthEvaluator())

    def think(self, position: Position, move: int, visits: int, stop: Stop = never) -> Thought:
        """The move and the likeliest others, each with the likeliest replies to it."""
        from gokan.strength import expect

        del visits, stop  # the same few positions are looked at whatever the level
        sign = 1 if position.to_play == BLACK else -1
        likely = [one.move for one in expect(position).moves[: self._candidates]]
        played = self._option(position, move)
        options = [self._option(position, p) for p in likely if p != move and position.is_legal(p)]
        options.sort(key=lambda one: -sign * one.lead)
        loss = sign * (options[0].lead - played.lead) if options else 0.0
        if loss <= 0:
            options.insert(0, played)
        return Thought(played, tuple(options[:OPTIONS]), max(0.0, loss))

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


GLANCE_NOISE = 4.2
"""Of the loss from two judgements of the network, in points: twice the standard deviation from the
loss of a search with 4,000 visits (docs/figures/review.md)."""


def noise_at(visits: int) -> float:
    """Of the loss by `think` with so many visits, in points: twice the standard deviation, measured
    with 12 to 240 visits and drawn on beyond (docs/figures/review.md).

    >>> [round(noise_at(visits), 1) for visits in (12, 24, 80, 240)]
    [3.2, 2.7, 2.0, 1.5]
    """
    return 6.0 * math.pow(max(1, visits), -0.25)
