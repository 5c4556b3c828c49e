"""The ledger of a game: one searched value for every position, and what each move did to it.

The loss of a move is the value before it less the value after it, for the side that moved: signed,
never clipped, never corrected. So a side's losses and gains add up to what the lead did. Where the
record changes the board or the turn between two moves, the position before the next move has a
value of its own, and what the record changed is nobody's loss.

How far a loss may be off is told beside it. The search has a noise that was measured; but what the
network does not know is larger in some games than in others, and the ledger shows it: no move makes
a position better than it was, so where the lead rises for the side that moved, it was wrong before
or is wrong now. Losses are off by as much as the rises of that part of the game.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from gokan.errors import InvalidInput
from gokan.explain.reviews.answer import Choice, Review
from gokan.explain.reviews.numbers import Value
from gokan.explain.reviews.record import Frame
from gokan.files import read_json
from gokan.go import BLACK, PASS, Position
from gokan.play.tree import kept
from gokan.play.tree.answer import Search, SearchCandidate

__all__ = ["Ledger", "keep_review", "kept_review", "quoted"]


class Ledger:
    """The positions of a game in order, and their values as far as they are known.

    >>> from gokan.explain.reviews.record import frames
    >>> from gokan.go import Game
    >>> game = Game.parse("(;SZ[9];B[ee];W[gc])")
    >>> ledger = Ledger(game.start, frames(game)[0], lambda visits, spread: 1.0)
    >>> for place, lead in enumerate((0.0, -3.0, -2.5)):
    ...     ledger.put(place, Value(win=0.5, lead=lead, spread=10.0, visits=16))
    >>> ledger.loss(1), ledger.loss(2), round(ledger.noise(1), 1)
    (3.0, 0.5, 1.4)
    """

    def __init__(
        self,
        start: Position,
        frames: Sequence[Frame],
        noise: Callable[[int, float], float],
    ) -> None:
        """`noise` gives that of a value by its visits and its spread."""
        self.positions: list[Position] = [start]
        self._noise = noise
        self._signs: list[int] = []
        self._before: list[int] = []
        self._after: list[int] = []
        for frame in frames:
            if not _same(self.positions[-1], frame.before):
                self.positions.append(frame.before)
            self._before.append(len(self.positions) - 1)
            self.positions.append(frame.after)
            self._after.append(len(self.positions) - 1)
            self._signs.append(1 if frame.color == BLACK else -1)
        self.values: list[Value | None] = [None] * len(self.positions)
        self._rises: list[tuple[int, float]] | None = None

    def put(self, place: int, value: Value) -> None:
        """Note a value, unless one with as many visits is known."""
        known = self.values[place]
        if known is None or value.visits > known.visits:
            self.values[place] = value
            self._rises = None

    def before(self, number: int) -> int:
        """The place of the position before a move."""
        return self._before[number - 1]

    def after(self, number: int) -> int:
        """The place of the position after a move; that of the start for 0."""
        return self._after[number - 1] if number else 0

    def pair(self, number: int) -> tuple[Value, Value] | None:
        """The values before and after a move, if both are known."""
        before, after = self.values[self.before(number)], self.values[self.after(number)]
        return None if before is None or after is None else (before, after)

    def loss(self, number: int) -> float:
        """Points that the mover lost; below zero where the lead rose for it. 0 if unknown."""
        pair = self.pair(number)
        if pair is None:
            return 0.0
        return round(self._signs[number - 1] * (pair[0].lead - pair[1].lead), 2)

    def noise(self, number: int) -> float:
        """Points by which that loss is usually off, twice the standard deviation: the noise of both
        searches together, or more where leads rise by more nearby.
        """
        pair = self.pair(number)
        if pair is None:
            return math.inf
        searched = math.hypot(*(self._noise(one.visits, one.spread) for one in pair))
        return max(searched, 2 * self._risen(number, searched / 2))

    def _risen(self, number: int, expected: float) -> float:
        """The standard deviation of rises around a move: moves nearby count most, and the expected
        one counts as some of them.
        """
        if self._rises is None:
            losses = [(n, self.loss(n)) for n in range(1, len(self._signs) + 1)]
            self._rises = [(n, -loss) for n, loss in losses if loss < 0]
        weights, squares = _EXPECTED, _EXPECTED * expected**2
        for other, rise in self._rises:
            weight = math.exp(-0.5 * ((other - number) / _NEARBY) ** 2)
            weights += weight
            squares += weight * rise**2
        return math.sqrt(squares / weights)


_NEARBY = 25.0
"""Moves: how far away rises still tell of a move's noise (a standard deviation)."""
_EXPECTED = 8.0
"""Rises that the measured noise of the search counts for."""


def _same(one: Position, other: Position) -> bool:
    return one.board == other.board and one.to_play == other.to_play


def quoted(
    review: Review, position: Position, number: int, moves: Sequence[str], asked: int
) -> Search | None:
    """The searches of a review around move `number`, as the search of the position before it.

    Only what was searched as long is held against each other: the move played and the best other.
    None where the review did not search `asked` there at length. `moves` are the vertices of the
    game, so that a review of another game is noticed.
    """
    reviewed = [move.vertex for move in review.moves]
    if list(moves[: len(reviewed)]) != reviewed or number > len(reviewed):
        raise InvalidInput("The review is of another game, or does not go as far as this move.")
    move = review.moves[number - 1]
    found = [one for one in move.candidates if one.visits >= move.searched > 0]
    if position.vertex(asked) not in {one.vertex for one in found}:
        return None
    candidates = [_candidate(position, one) for one in found]
    return Search(
        position=position,
        candidates=tuple(candidates),
        win=review.moves[number - 2].win if number > 1 else float(review.start["win"]),
        lead=move.lead_before,
        ownership=(),
        visits=move.searched,
        seconds=0.0,
    )


def kept_review(name: str, *, folder: Path | None = None) -> Review | None:
    """The review that is kept under a name; None where there is none that can be read."""
    text = kept.find(name, folder=folder)
    try:
        found = None if text is None else Review.from_dict(read_json(text))
    except (KeyError, TypeError, ValueError):
        return None
    return found if found is not None and found.complete else None


def keep_review(review: Review, name: str, *, folder: Path | None = None) -> bool:
    """Keep a review that is complete; False where it is not, or where the disk does not let us."""
    if not review.complete:
        return False
    return kept.keep(json.dumps(review.to_dict(), ensure_ascii=False), name, folder=folder)


def _candidate(position: Position, one: Choice) -> SearchCandidate:
    line = tuple(PASS if name == "pass" else position.point(name) for name in one.line)
    move = PASS if one.vertex == "pass" else position.point(one.vertex)
    return SearchCandidate(
        move=move, visits=one.visits, win=one.win, lead=one.lead, prior=0.0, line=line or (move,)
    )
