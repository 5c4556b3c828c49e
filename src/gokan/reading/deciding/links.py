"""What the evidence about a connection or a cut adds up to: a code and a move.

What was read to its end stands, and of the moves that were read to join the one that is proved is
played. A "no" that is not proved gives way to a move of the second look to which the opponent was
read to have no answer. Where the search came to no end, the shapes between
the blocks decide: they promise a connection that was not found, and a cut that was not read to its
end counts less than a connection by its shape.
"""

from __future__ import annotations

from dataclasses import dataclass

from gokan.go import PASS

__all__ = ["LinkEvidence", "LinkJudgement", "decide_link"]


@dataclass(frozen=True, slots=True)
class LinkJudgement:
    """Can the side to move join the blocks, or cut them?"""

    code: int
    """0 no; 1 yes; 2 in a ko the mover takes first; 3 in a ko that needs the mover's threat."""
    move: int | None
    """The first move; PASS where none is needed, None where none helps."""
    settled: bool
    """The search says so; otherwise the shapes or a second look decided."""


@dataclass(frozen=True, slots=True)
class LinkEvidence:
    """All that is known about two blocks of one side, with one side moving first."""

    joins: bool
    """Their owner moves first and would join them; otherwise his enemy, who would cut."""
    code: int
    """What the search said, 0 also where it read nothing of use."""
    moves: tuple[int, ...] = ()
    """First moves that were read to work, the best first; PASS where none is needed."""
    complete: bool = False
    """The search came to its end."""
    proved: int | None = None
    """One of these moves, to which the opponent is proved to have no answer."""
    unread: bool = False
    """It read nothing of use."""
    missed: int | None = None
    """A move that it missed and to which the opponent was read to have no answer."""
    linked: bool = False
    """Shapes lead from one block to the other, not too far;"""
    holds: bool = False
    """and they hold without another stone."""
    by_shape: int | None = None
    """The mover's best move by the shapes, and by what was read of a cut."""

    @property
    def open(self) -> bool:
        """The search left the question to the shapes. That no move is needed for a cut is nothing
        that it may say alone.
        """
        if self.missed is not None:
            return False
        if self.joins:
            return not (self.code or self.complete)
        if self.code == 0:
            return self.unread
        return not self.complete or self.moves[:1] == (PASS,)


def decide_link(found: LinkEvidence) -> LinkJudgement:
    """The code and the move that the evidence adds up to."""
    if found.missed is not None:
        return LinkJudgement(1, found.missed, False)
    if not found.open:
        return _as_read(found, settled=True)
    if found.joins:
        return LinkJudgement(int(found.by_shape is not None), found.by_shape, False)
    if found.holds:
        return LinkJudgement(0, None, False)
    doubtful = found.code == 1 and (found.linked or set(found.moves) <= {PASS})
    if (found.unread or doubtful) and found.by_shape is not None:
        return LinkJudgement(1, found.by_shape, False)
    return _as_read(found, settled=not found.unread)


def _as_read(found: LinkEvidence, *, settled: bool) -> LinkJudgement:
    if found.code == 0 or not found.moves:
        return LinkJudgement(0, None, settled)
    move = found.moves[0] if found.proved is None else found.proved
    return LinkJudgement(found.code, move, settled)
