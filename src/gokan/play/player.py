"""What a player is: something that looks at a position and chooses a move.

Everything a program needs to take part in GTP games and matches is in `Player`. Only
`choose` must be written; the rest has answers that fit most players.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from gokan.go import PASS, Position

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["RESIGN", "Candidate", "Choice", "Player", "Stop", "never"]

RESIGN = -2
"""What `move` is when a player gives up."""

Stop = Callable[[], bool]
"""Asked now and then by a thinking player: should it come to an end?"""


def never() -> bool:
    """A `Stop` that lets the player think on.

    >>> never()
    False
    """
    return False


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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move under consideration, for `lz-analyze` and its relatives.

    `winrate` (0 to 1) and `score` (points ahead) are seen from the side to move.
    """

    move: int
    visits: int
    winrate: float
    score: float = 0.0
    prior: float = 0.0
    line: tuple[int, ...] = field(default=())


class Player(ABC):
    """Chooses moves. A player may keep what it learned between moves; positions never change."""

    name: ClassVar[str]
    """The name it is registered under in `players.py`."""

    @abstractmethod
    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """Choose for `position.to_play`, within the clock's budget, or sooner if told to."""

    def new_game(self) -> None:
        """A new game begins: forget the old one."""
        return

    def analyze(self, position: Position, *, stop: Stop) -> Iterator[list[Candidate]]:
        """Think on, yielding better and better lists of candidates, until `stop` says so.

        A player that cannot do this leaves it out, and `analyze` commands say so.
        """
        raise NotImplementedError

    def dead_stones(self, position: Position) -> frozenset[int]:
        """The stones this player takes for dead in a finished game.

        The default is an estimate from random games; players that can read should override it.
        """
        from gokan.play.ending import likely_dead

        return likely_dead(position)
