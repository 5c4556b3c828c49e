"""What the evidence about a connection or a cut adds up to: a code and a move.

A proof stands. Otherwise it is enough that one of two finds a way: the search, where it came to its
end (a connection that it found stands even if it did not), or trial games, of which the mover won
more than half. Each of them overlooks ways more often than it sees one that is not there. Of the
moves that were read to work the one is played that most games began with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gokan.go import PASS

__all__ = ["LinkEvidence", "LinkJudgement", "decide_link"]

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class LinkJudgement:
    """Can the side to move join the blocks, or cut them?"""

    code: int
    """0 no; 1 yes; 2 in a ko the mover takes first; 3 in a ko that needs the mover's threat."""
    move: int | None
    """The first move; PASS where none is needed, None where none helps."""
    settled: bool
    """The search came to its end and says so; otherwise trial games decided."""


@dataclass(frozen=True, slots=True)
class LinkEvidence:
    """All that is known about two blocks of one side, with one side moving first."""

    joins: bool
    """Their owner moves first and would join them; otherwise his enemy, who would cut."""
    code: int
    """What the search said, 0 also where it read nothing of use."""
    moves: tuple[int, ...] = ()
    """First moves that were proved to work, or else read to, the best first; PASS where none is
    needed.
    """
    complete: bool = False
    """The search came to its end."""
    certain: bool = False
    """What it said is proved."""
    trials: float = 0.0
    """The share of trial games that the mover won after his best first move."""
    games: Mapping[int, float] = field(default_factory=dict)
    """The share of those games that began with each move."""

    @property
    def found(self) -> bool:
        """The search found a way. A cut is the end of every way across, so only a search that
        looked at all of them has found one.
        """
        return self.code > 0 and (self.complete or self.joins)

    @property
    def open(self) -> bool:
        """The search found none, and did not prove that there is none."""
        return not self.found and not self.certain

    @property
    def needs_trials(self) -> bool:
        """Trial games may change the verdict or the move."""
        return self.open or len(self.moves) > 1 or self.needs_no_move

    @property
    def needs_no_move(self) -> bool:
        """It is said that the blocks are cut as they stand, which is not for the search to say."""
        return not self.joins and self.moves[:1] == (PASS,)


def decide_link(found: LinkEvidence) -> LinkJudgement:
    """The code and the move that the evidence adds up to."""
    if found.found:
        moves = found.games if found.needs_no_move else found.moves
        return LinkJudgement(found.code, _favourite(found, moves), True)
    if found.open and found.trials > _HALF:
        return LinkJudgement(1, _favourite(found, found.games), False)
    return LinkJudgement(0, None, found.complete)


def _favourite(found: LinkEvidence, moves: Iterable[int]) -> int:
    """The move that most games began with; the first of several."""
    return max(moves, key=lambda move: found.games.get(move, 0.0), default=PASS)
