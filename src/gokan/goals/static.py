"""What is known of a target without trying a move: sure, or judged (Klinger 3.7, 3.8).

*Sure* is what holds whatever is played: the target is off the board, it lives or is dead
unconditionally, or it is taken with the next move. *Judged* is what the fitted aura says with
hardly a doubt. Everything else is unknown and has to be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from gokan.go import Color, Position
from gokan.go.life import unconditional
from gokan.goals.aura.worth import Aura, aura
from gokan.goals.state import Grade

__all__ = ["Look", "Static", "Weigh", "evaluate"]

Weigh = Callable[[Position, Collection[int]], Aura]
"""Gives the aura of a target; another one may be handed in."""


@dataclass(frozen=True, slots=True)
class Look:
    """Which question is asked about a target."""

    target: tuple[int, ...]
    """Stones of the target when the question was put; those that are left count."""
    owner: Color
    player: Color
    """Whose goal it is: the owner saves, the other captures."""
    ko: bool = False
    """Whether the player may win every ko; otherwise the opponent may."""

    @property
    def saving(self) -> bool:
        """Whether the goal is to save the target."""
        return self.owner == self.player

    def left(self, position: Position) -> tuple[int, ...]:
        """The stones of the target that still stand."""
        board, owner = position.board, self.owner
        return tuple(p for p in self.target if board[p] == owner)

    def taken_by(self, position: Position) -> int | None:
        """The move that takes what is left of the target, if the enemy is to play and that is one
        block in atari.
        """
        left = self.left(position)
        if position.to_play == self.owner or not left:
            return None
        block = position.block(left[0])
        last = block.liberties[0]
        atari = len(block.liberties) == 1 and set(left) <= set(block.stones)
        return last if atari and position.is_legal(last) else None


@dataclass(frozen=True, slots=True)
class Static:
    """What is seen of the player's goal in one position."""

    reached: bool | None
    """The goal is reached; None where that is only judged, or unknown."""
    grade: Grade | None
    """"sure" where `reached` is known for sure."""
    chance: float
    """That the goal is reached: 0 or 1 where that is sure."""
    reason: str
    urgent: dict[int, float]
    """For each point near the target the chance that the side to move reaches its goal there."""


def evaluate(position: Position, look: Look, *, weigh: Weigh = aura) -> Static:
    """The static value of the player's goal, the side to move being the position's.

    >>> position = Position.from_diagram('''
    ...     . X . X O .
    ...     X X X X O .
    ...     O O O O O .
    ... ''')
    >>> look = Look((position.point("A2"),), Color.BLACK, Color.BLACK)
    >>> evaluate(position, look).reason
    'they live unconditionally'
    """
    left = look.left(position)
    if not left:
        return _sure(not look.saving, "they are captured")
    found = _sure_life(position, left, look)
    if found is not None:
        return found
    seen = weigh(position, left)
    if look.saving:
        chance = 1 - seen.falls if look.ko else seen.stands
    else:
        chance = 1 - seen.stands if look.ko else seen.falls
    return Static(None, None, chance, "", seen.urgent)


def _sure_life(position: Position, left: Sequence[int], look: Look) -> Static | None:
    if look.taken_by(position) is not None:
        return _sure(not look.saving, "they are in atari and can be taken")
    life = unconditional(position)
    owners = {life.owner(p) for p in left}
    if look.owner in owners:
        return _sure(look.saving, "they live unconditionally")
    if owners == {look.owner.opponent}:
        return _sure(not look.saving, "they are in territory that is settled for good")
    return None


def _sure(reached: bool, reason: str) -> Static:
    return Static(reached, "sure", float(reached), reason, {})
