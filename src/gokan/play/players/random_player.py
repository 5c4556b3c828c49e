"""The simplest player that finishes its games: any legal move, but never into its own eye."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, ClassVar

from gokan.go import PASS, Position
from gokan.play.eyes import is_own_eye
from gokan.play.player import Choice, Player, Stop, never

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["RandomPlayer"]


class RandomPlayer(Player):
    """Chooses evenly among the legal moves that do not fill an own eye; passes without one.

    The same seed and the same positions give the same moves. A `polite` player answers a pass
    with a pass, which ends games against programs that see no more to gain; `until` makes it pass
    from that move of the game on.

    >>> from gokan.play.clock import Clock
    >>> player = RandomPlayer(seed=1)
    >>> position = Position.empty(5)
    >>> position.is_legal(player.choose(position, clock=Clock()).move)
    True
    """

    name: ClassVar[str] = "random"

    def __init__(self, *, seed: int | None = None, polite: int = 0, until: int = 0) -> None:
        self.seed = seed
        self.polite = bool(polite)
        self.until = until
        self._random = random.Random(seed)

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """Draw until a move is not an own eye."""
        if self.polite and position.last_move == PASS:
            return Choice(PASS, "the opponent passed")
        if self.until and position.move_number >= self.until:
            return Choice(PASS, f"it was told to play up to move {self.until} only")
        color = position.to_play
        moves = position.legal_moves()
        while moves:
            index = self._random.randrange(len(moves))
            move = moves[index]
            if not is_own_eye(position, move, color):
                return Choice(move, "one of the legal moves, chosen at random")
            moves[index] = moves[-1]
            moves.pop()
        return Choice(PASS, "every legal move would fill an eye of its own")
