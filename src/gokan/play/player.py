"""What a player is: something that looks at a position and chooses a move.

Everything a program needs to take part in GTP games and matches is in `Player`. Only
`choose` must be written; the rest has answers that fit most players.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.play.stop import Stop, never

if TYPE_CHECKING:
    from gokan.play.clock import Clock
    from gokan.play.tree.answer import Search
    from gokan.play.tree.searching import Ban

__all__ = ["RESIGN", "Choice", "Player", "Stop", "never"]

RESIGN = -2
"""What `move` is when a player gives up."""

_THINK = 1.0  # seconds a move takes where there is no clock


@dataclass(frozen=True, slots=True)
class Choice:
    """A move (a point, `PASS` or `RESIGN`) and why, in words that may be empty."""

    move: int
    reason: str = ""

    def vertex(self, position: Position) -> str:
        """As GTP writes it.

        >>> Choice(RESIGN).vertex(Position.empty(9))
        'resign'
        >>> Choice(40).vertex(Position.empty(9))
        'E5'
        """
        if self.move == RESIGN:
            return "resign"
        return "pass" if self.move == PASS else position.vertex(self.move)


class Player(ABC):
    """Chooses moves. A player may keep what it learned between moves; positions never change."""

    name: ClassVar[str]
    """The name it is registered under in `players.py`."""

    called: ClassVar[str] = "Gokan"
    """What people who play against it read."""

    @abstractmethod
    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """Choose for `position.to_play`, within the clock's budget, or sooner if told to."""

    def why(self, position: Position, move: int) -> str:
        """What speaks for a move by this player's own account; empty where it keeps none."""
        del position, move
        return ""

    def new_game(self) -> None:
        """A new game begins: forget the old one."""
        return

    def rest(self) -> None:
        """Stop whatever goes on in the background."""
        return

    def analyze(
        self, position: Position, *, stop: Stop, bans: Sequence[Ban] = ()
    ) -> Iterator[Search]:
        """Think on, yielding better and better answers, until `stop` says so.

        A player that cannot do this leaves it out, and `analyze` commands say so.
        """
        raise NotImplementedError

    def deliberate(
        self, position: Position, *, clock: Clock, stop: Stop = never, bans: Sequence[Ban] = ()
    ) -> Generator[Search, None, Choice]:
        """Choose like `choose`, and show on the way what is being thought.

        By default `analyze` for the clock's budget, or a second where there is no clock.
        """
        seconds = clock.budget(position.to_play)
        until = time.monotonic() + (_THINK if seconds is None else seconds)

        def enough() -> bool:
            return time.monotonic() >= until or stop()

        best = PASS
        for found in self.analyze(position, stop=enough, bans=bans):
            best = found.move
            yield found
            if enough():
                break
        return Choice(best)

    def parameters(self) -> dict[str, float]:
        """The numbers of the search that may be changed, under KataGo's names."""
        return {}

    def set_parameter(self, name: str, value: float) -> None:
        """Change one of `parameters`; raises InvalidInput for a value that cannot be."""
        raise InvalidInput(f"The player {self.name!r} has no parameter {name!r}.")

    def dead_stones(self, position: Position) -> frozenset[int]:
        """The stones this player takes for dead in a finished game.

        The default is an estimate from random games; players that can read should override it.
        """
        from gokan.play.ending import likely_dead

        return likely_dead(position)
