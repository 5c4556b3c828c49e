"""The player of Section 5.3: moves proposed by class elements, each with its reason in classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.go.life import unconditional
from gokan.play.player import Choice, Player, Stop, never
from gokan.play.random_player import is_own_eye

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["EtsPlayer"]

_GAMES = 60  # random games that tell whether there is anything left to play for
_LATE = 0.3  # of the board: before so many moves nobody thinks of the end
_SURE = 0.9  # of a point, from -1 to 1: it will not change hands


class EtsPlayer(Player):
    """Plays the move whose elements and formations weigh most; it reads nothing ahead.

    It fills no own eye and plays nowhere that is alive or lost whatever happens. Late in the game,
    moves in ground that random games give to one side throughout are left out (`settled=0` keeps
    them in); it passes when nothing is left.

    >>> from gokan.play.clock import Clock
    >>> choice = EtsPlayer().choose(Position.empty(19), clock=Clock())
    >>> "point" in choice.reason or "line" in choice.reason
    True
    """

    name: ClassVar[str] = "ets"

    def __init__(self, *, settled: int = 1, seed: int | None = None) -> None:
        if settled not in (0, 1):
            raise InvalidInput(f"The option settled is 0 or 1, not {settled!r}.")
        self.settled = bool(settled)
        del seed  # nothing is left to chance
        from gokan.shape.learn.ranking import model

        model()  # read now, so that the first move is not late

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """The best by weight of what is worth a move at all."""
        from gokan.shape.learn.ranking import rank
        from gokan.shape.learn.reasons import reasons

        left_out = self._settled(position)
        for ranked in rank(position).moves:
            if ranked.move not in left_out and not is_own_eye(
                position, ranked.move, position.to_play
            ):
                why = reasons(position, ranked.move).explain()
                return Choice(ranked.move, f"{why[:-1]}, chance {100 * ranked.chance:.0f} %.")
        return Choice(PASS, "no class element is left to further or to disrupt.")

    def _settled(self, position: Position) -> set[int]:
        """Points that no move would change."""
        life = unconditional(position)
        found = {*life.territory_black, *life.territory_white}
        if not self.settled or position.move_number < _LATE * len(position.board):
            return found
        from gokan.go import playouts

        owner = playouts.run(position, games=_GAMES, seed=1).owner
        in_atari = {
            liberty
            for block in position.blocks()
            if len(block.liberties) == 1
            for liberty in block.liberties
        }
        sure = {p for p, value in enumerate(owner) if abs(value) >= _SURE}
        return found | (sure - in_atari)
