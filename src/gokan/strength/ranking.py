"""Ranking moves: play each legal move, solve again, sort by the score for the mover."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, Color, Position
from gokan.go.color import side
from gokan.strength.options import (
    AS_PRINTED,
    MAX_ITER,
    STOP,
    Additions,
    Verdicts,
    core_options,
    core_verdicts,
)
from gokan.strength.special import special_verdicts, takes_ko

SAME = 1e-9
"""Gains that differ by no more are equal: mirrored moves add the same terms in another order."""


@dataclass(frozen=True, slots=True)
class RankedMove:
    """One move and what it does.

    Attributes:
        score: Black minus White after the move.
        gain: what the move gains for the mover, against leaving the board as it is.
        changed: a point of the unit elsewhere that changed most, or None.
        by: how much more of it is Black's after the move (negative: White's).
    """

    move: int
    score: float
    gain: float
    changed: int | None
    by: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """All legal moves of a side, best first."""

    position: Position
    color: Color
    score: float
    moves: tuple[RankedMove, ...]

    @property
    def best(self) -> RankedMove:
        """The first move; there must be one."""
        if not self.moves:
            raise InvalidInput(f"{self.color} has no legal move to rank.".capitalize())
        return self.moves[0]

    def place(self, move: int | str) -> float:
        """The place of a move, 1 for the best; equal scores share the average of their places."""
        point = self.position.point(move) if isinstance(move, str) else move
        for ranked in self.moves:
            if ranked.move == point:
                gain = ranked.gain
                better = sum(1 for other in self.moves if other.gain > gain + SAME)
                equal = sum(1 for other in self.moves if abs(other.gain - gain) <= SAME)
                return better + (equal + 1) / 2
        raise InvalidInput(f"{self.position.vertex(point)} is not a legal move here.")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; points are vertices."""
        vertex = self.position.vertex
        return {
            "color": str(self.color),
            "score": self.score,
            "moves": [
                {
                    "move": vertex(ranked.move),
                    "score": ranked.score,
                    "gain": ranked.gain,
                    "changed": None if ranked.changed is None else vertex(ranked.changed),
                    "by": ranked.by,
                }
                for ranked in self.moves
            ],
        }

    def explain(self, count: int = 3) -> str:
        """The first moves in sentences."""
        vertex = self.position.vertex
        lines = []
        for ranked in self.moves[:count]:
            line = f"{vertex(ranked.move)} gains {ranked.gain:.2f} for {self.color}"
            if ranked.changed is not None:
                side = "Black's" if ranked.by > 0 else "White's"
                change = f"{100 * abs(ranked.by):.0f} % more {side}"
                line += f"; most of all, {vertex(ranked.changed)} becomes {change}"
            lines.append(line + ".")
        return "\n".join(lines)


def rank(
    position: Position,
    *,
    color: Color | None = None,
    stop: float = STOP,
    max_iter: int = MAX_ITER,
    raise_last_liberty: bool = True,
    static_life: bool = True,
    additions: Additions = AS_PRINTED,
    verdicts: Verdicts | None = None,
    incremental: bool = True,
    ko: bool = False,
) -> Ranking:
    """Every legal move of a side, re-solved and sorted; ties stand in board order.

    `incremental` computes of each move only what it disturbs on the way from the start values to
    the solution; without it every move is solved whole, which takes several times as long. Both
    end in the same solution where a fight has several, and scores differ by about `stop`. (With a
    `stop` below 1e-5, or with links or eyes, every move is solved whole.) The other options are
    those of `weigh`; with `ko` moves that take a ko are solved again, with the stone safe.

    >>> from gokan.go import Position
    >>> cut = Position.from_diagram('''
    ...     . . . . . . .
    ...     . . . X . . .
    ...     . . O X . . .
    ...     . . X O O . .
    ...     . . X O . . .
    ...     . . . . . . .
    ...     . . . . . . .
    ... ''')
    >>> ranking = rank(cut)
    >>> cut.vertex(ranking.best.move), ranking.place("B5") < 10
    ('B5', True)
    """
    mover = position.to_play if color is None else side(color)
    options = core_options(
        stop=stop,
        max_iter=max_iter,
        raise_last_liberty=raise_last_liberty,
        static_life=static_life,
        additions=additions,
    )
    pinned = [*special_verdicts(position, ko=ko), *core_verdicts(position, verdicts)]
    sign = 1 if mover == BLACK else -1
    found = _core.seds_rank(position.core, int(mover), options, pinned, incremental)
    moves = [
        RankedMove(
            one.move,
            one.score,
            sign * (one.score - found.score),
            None if one.changed < 0 else one.changed,
            -one.by,
        )
        for one in found.moves
    ]
    if ko and mover == position.to_play:
        moves = [_with_ko(position, one, options, verdicts, found.score, sign) for one in moves]
    moves.sort(key=lambda ranked: -ranked.gain)
    return Ranking(position, mover, found.score, tuple(moves))


def _with_ko(
    position: Position,
    ranked: RankedMove,
    options: _core.SedsOptions,
    verdicts: Verdicts | None,
    before: float,
    sign: int,
) -> RankedMove:
    """The same move, solved again if it takes a ko."""
    if not takes_ko(position, ranked.move):
        return ranked
    after = position.play(ranked.move)
    standing = {s: c for s, c in core_verdicts(position, verdicts) if after.board[s]}
    pinned = [*special_verdicts(after, ko=True), *standing.items()]
    score = _core.seds_weigh(after.core, options, pinned, []).score
    return replace(ranked, score=score, gain=sign * (score - before))
