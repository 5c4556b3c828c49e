"""Wolf's system as a player: the move after which the score is highest (section VIII-C).

"When using SEDS to make moves directly to play games … all games were lost with the exception of
two wins". The ranking is the paper's. That it passes when no move raises the score is ours, since a
game has to end; so is the switch for kos.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, ClassVar

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.play.player import Choice, Player, Stop, never
from gokan.strength import Ranking, rank
from gokan.strength.options import K_MAX, STOP

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["LEAST", "SedsPlayer"]

LEAST = 0.01
"""A move that raises the score by no more raises it by nothing: ten times what the solution leaves
open (`stop`)."""
EQUAL = 1e-6
"""Moves whose gains differ by no more are equal."""


class SedsPlayer(Player):
    """Plays the move with the highest score of Wolf's system; passes when no move raises it.

    `updates` is the paper's k_max, the most updates of a unit; `ko=1` lets a stone that has just
    taken a ko stand. With a seed equal moves are drawn by chance, else the first is played.

    >>> from gokan.play.clock import Clock
    >>> position = Position.empty(9)
    >>> move = SedsPlayer().choose(position, clock=Clock()).move
    >>> position.vertex(move) in ("B2", "B8", "H2", "H8")  # which, the last digits decide
    True
    """

    name: ClassVar[str] = "seds"
    called: ClassVar[str] = "Wolf's system"

    def __init__(self, *, seed: int | None = None, updates: int = K_MAX, ko: int = 0) -> None:
        whole("number of updates", updates, 1, 1_000_000)
        if ko not in (0, 1):
            raise InvalidInput(f"The option ko is 0 or 1, not {ko!r}.")
        self._random = None if seed is None else random.Random(seed)
        self._updates = updates
        self._ko = bool(ko)

    def ranking(self, position: Position) -> Ranking:
        """All legal moves by the score after them."""
        return rank(position, stop=STOP, max_iter=self._updates, ko=self._ko)

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """The first move of the ranking, or a pass."""
        ranking = self.ranking(position)
        if not ranking.moves:
            return Choice(PASS, "there is no legal move")
        best = ranking.best
        if best.gain <= LEAST:
            where = position.vertex(best.move)
            return Choice(PASS, f"no move raises the score; the best, {where}, by {best.gain:.2f}")
        equal = sorted(one.move for one in ranking.moves if best.gain - one.gain <= EQUAL)
        move = equal[0] if self._random is None else self._random.choice(equal)
        return Choice(move, _gains(position, ranking, move))

    def why(self, position: Position, move: int) -> str:
        """The place of the move among all, what it gains, and what it changes most elsewhere."""
        return _gains(position, self.ranking(position), move)


def _gains(position: Position, ranking: Ranking, move: int) -> str:
    if move == PASS:
        best = ranking.moves[0].gain if ranking.moves else 0.0
        return f"A pass: the best move raises the score by {best:.2f}."
    found = next((one for one in ranking.moves if one.move == move), None)
    if found is None:
        return f"{position.vertex(move)} is not a legal move here."
    place = ranking.place(move)
    said = (
        f"{position.vertex(move)} is number {place:g} of {len(ranking.moves)} moves: it raises the "
        f"score of strength and influence by {found.gain:.2f} for {ranking.color}"
    )
    if found.changed is None:
        return f"{said}."
    side = "Black's" if found.by > 0 else "White's"
    much = f"{100 * abs(found.by):.0f} %"
    return f"{said}; most of all, {position.vertex(found.changed)} becomes {much} more {side}."
