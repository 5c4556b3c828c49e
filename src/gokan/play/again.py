"""A position that comes back: what was played there led in a circle, so it is not played again.

Rules with superko forbid the circle. Under the others a side that is behind could send two stones
and take back one for ever, as long as the opponent answers.
"""

from __future__ import annotations

from gokan.go import PASS, Position

__all__ = ["Again"]


class Again:
    """What was played in the positions of a game.

    >>> position = Position.empty(5, rules="chinese")
    >>> again = Again()
    >>> again.note(position, 12)
    >>> sorted(again.moves(position))                      # asked once more, not come back
    []
    >>> back = position.play(PASS).play(PASS)
    >>> sorted(again.moves(Position(back.core.with_passes(0), back.rules)))
    [12]
    """

    def __init__(self) -> None:
        self._seen: dict[int, tuple[int, set[int]]] = {}

    def moves(self, position: Position) -> frozenset[int]:
        """The moves that were played here earlier in the game."""
        if position.rules.ko in ("positional", "situational"):
            return frozenset()
        number, moves = self._seen.get(position.situation_hash, (position.move_number, set()))
        return frozenset(moves) if number < position.move_number else frozenset()

    def note(self, position: Position, move: int) -> None:
        """A move is played; one that was taken back is forgotten."""
        if move < 0 or move == PASS:
            return
        number, moves = self._seen.get(position.situation_hash, (position.move_number, set()))
        if number >= position.move_number:
            number, moves = position.move_number, set()
        self._seen[position.situation_hash] = number, {*moves, move}

    def forget(self) -> None:
        """A new game."""
        self._seen.clear()
