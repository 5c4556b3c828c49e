"""The player of Section 5.3: moves proposed by classes in formation, each with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.go.life import unconditional
from gokan.play.eyes import is_own_eye
from gokan.play.player import Choice, Player, Stop, never

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["EtsPlayer"]

_GAMES = 60  # random games that tell whether there is anything left to play for
_LATE = 0.3  # of the board: before so many moves nobody thinks of the end
_SURE = 0.9  # of a point, from -1 to 1: it will not change hands


class EtsPlayer(Player):
    """Plays the best of the moves that classes propose; it reads nothing ahead.

    Own classes in formation that did well in counted games are furthered, the opponent's disrupted,
    the opening book is followed (`gokan.shape.learn.proposing`); `good` is what the outcomes of
    classes weigh. Of the stones it remembers when they came. It fills no own eye and plays nowhere
    that is alive or lost whatever happens. Late in the game, moves in ground that random games give
    to one side throughout are left out (`settled=0` keeps them in); it passes when nothing is left.

    >>> from gokan.play.clock import Clock
    >>> choice = EtsPlayer().choose(Position.empty(19), clock=Clock())
    >>> "the book's" in choice.reason
    True
    """

    name: ClassVar[str] = "ets"

    def __init__(
        self, *, settled: int = 1, good: float | None = None, seed: int | None = None
    ) -> None:
        if settled not in (0, 1):
            raise InvalidInput(f"The option settled is 0 or 1, not {settled!r}.")
        del seed  # nothing is left to chance
        from gokan.shape.learn.proposing import GOOD
        from gokan.shape.learn.ranking import model

        self.settled = bool(settled)
        self.good = GOOD if good is None else float(good)
        if not -10 <= self.good <= 10:
            raise InvalidInput(f"The option good is a number from -10 to 10, not {good!r}.")
        self._played: dict[int, tuple[int, int]] = {}
        self._points = 0
        model()  # read now, so that the first move is not late

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """The best proposal that is worth a move at all."""
        from gokan.shape.learn.proposing import propose

        left_out = self._settled(position)
        proposals = propose(position, old=self._ages(position), good=self.good)
        for proposal in proposals.moves:
            if proposal.move not in left_out and not is_own_eye(
                position, proposal.move, position.to_play
            ):
                return Choice(proposal.move, proposals.explain(proposal.move))
        return Choice(PASS, "no class in formation is left to further or to disrupt.")

    def _ages(self, position: Position) -> list[int]:
        """How many moves ago stones were played: remembered, since a position knows five moves."""
        from gokan.shape.learn.ranking import NEVER, ages

        now = position.move_number
        found = ages(position)
        if self._points != len(found):
            self._played, self._points = {}, len(found)
        kept: dict[int, tuple[int, int]] = {}
        for point, color in enumerate(position.board):
            if not color:
                continue
            same, number = self._played.get(point, (0, 0))
            if found[point] == NEVER and same == color and number <= now:
                found[point] = min(now - number, NEVER)
            if found[point] < NEVER:
                kept[point] = (int(color), now - found[point])
        self._played = kept
        return found

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
