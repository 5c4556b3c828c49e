"""What is known of a target without trying a move, by the thesis's own means (3.6 to 3.8).

*Sure*: it is off the board, it can be taken at once, or it lives or is dead unconditionally.
*Judged*: its room stands or falls by the table of rooms; or rules see two eyes.
"""

from __future__ import annotations

from dataclasses import dataclass

from gokan.go import Position
from gokan.go.life import Unconditional, unconditional
from gokan.goals.alone.room import POINTS, Fate, Rooms
from gokan.goals.state import Grade
from gokan.goals.static import Look

__all__ = ["FULL", "Parts", "Value", "value"]


@dataclass(frozen=True, slots=True)
class Parts:
    """Which parts of the static layer and of the moves are used; to see what each is worth."""

    rules: bool = True
    """Rules ask for moves and see eyes and connections."""
    eyes: bool = True
    """Rooms and eyes are recognised."""
    aura: bool = False
    """The space around counts: points that are the attacker's by it are no way out (3.8). Left out
    unless asked for: it solves no more than it costs, and a stone there may take the attacker's.
    """
    goals: bool = True
    """The player's moves come from the goals; otherwise every legal move of the region."""
    room: int = POINTS
    """Points of the largest room in the table."""


FULL = Parts()
FEW = 2
"""Liberties with which an attacker may be taken before he takes."""
EYE = 15
"""Points of a space that is an eye, and not the rest of the board."""


@dataclass(frozen=True, slots=True)
class Value:
    """What is seen of the player's goal in one position."""

    reached: bool | None
    grade: Grade | None
    reason: str
    zone: frozenset[int]
    """Points outside which a reply changes nothing."""
    stands: Fate | None = None
    falls: Fate | None = None


def value(position: Position, look: Look, parts: Parts = FULL) -> Value:
    """The static value of the player's goal in a position."""
    left = look.left(position)
    if not left:
        zone = frozenset(n for p in look.target for n in (p, *position.neighbors(p)))
        return Value(not look.saving, "sure", "they are captured", zone)
    if look.taken_by(position) is not None:
        zone = frozenset(_escapes(position, left[0]))
        return Value(not look.saving, "sure", "they are in atari and can be taken", zone)
    life = unconditional(position)
    owners = {life.owner(p) for p in left}
    if look.owner in owners:
        zone = _living(life, look)
        return Value(look.saving, "sure", "they live unconditionally", zone)
    if owners == {look.owner.opponent}:
        return Value(
            not look.saving, "sure", "they are in territory that is settled for good", frozenset()
        )
    return _by_rooms(position, look, left, parts)


def _escapes(position: Position, stone: int) -> set[int]:
    """Where a block in atari may be helped: its liberty, and those of attackers that have few."""
    block = position.block(stone)
    found = set(block.liberties)
    for p in {n for s in block.stones for n in position.neighbors(s)}:
        if position.board[p] == block.color.opponent:
            liberties = position.block(p).liberties
            if len(liberties) <= FEW:
                found.update(liberties)
    return found


def _living(life: Unconditional, look: Look) -> frozenset[int]:
    """The eyes of the owner's living blocks; two of them are enough, and the smaller ones do."""
    eyes = [x for x in life.regions if x.color == look.owner and x.vital_to]
    eyes.sort(key=lambda region: len(region.points))
    small = [x for x in eyes if len(x.points) <= EYE]
    return frozenset(p for region in (small if len(small) > 1 else eyes) for p in region.points)


def _by_rooms(position: Position, look: Look, left: tuple[int, ...], parts: Parts) -> Value:
    if not parts.eyes:
        return Value(None, None, "", frozenset())
    rooms = Rooms(position, left, look.owner, most=parts.room, aura=parts.aura)
    owner_moves = position.to_play == look.owner
    stands = rooms.stands()
    if stands is not None and (stands.hopeful if owner_moves else stands.settled):
        if look.saving and owner_moves:  # a move has to be found first
            return Value(None, None, "", stands.points, stands)
        reason = "their room holds two eyes, or a seki"
        return Value(look.saving, "judged", reason, stands.points, stands)
    falls = rooms.falls()
    if falls is not None and (falls.settled if owner_moves else falls.hopeful):
        if not look.saving and not owner_moves:
            return Value(None, None, "", falls.points, stands, falls)
        reason = "there is no room for two eyes, and no way out"
        return Value(not look.saving, "judged", reason, falls.points, stands, falls)
    return Value(None, None, "", frozenset(), stands, falls)
