"""A position that comes back: a side that goes in circles alone plays something else.

Rules with superko forbid it. Under the others a side that is behind could send two stones and take
back one for ever, while the opponent answers what must be answered and passes in between. Where
both sides are forced, as with three kos, nobody has to give way.
"""

from __future__ import annotations

from gokan.go import PASS, Position

__all__ = ["Again"]


class Again:
    """What a player played in the positions of a game.

    >>> position = Position.empty(5, rules="chinese")
    >>> again = Again()
    >>> again.note(position, 12)
    >>> sorted(again.moves(position))                      # asked once more, not come back
    []
    >>> back = position.play(PASS).play(PASS)              # as if stones had come and gone
    >>> sorted(again.moves(Position(back.core.with_passes(0), back.rules)))
    [12]
    """

    def __init__(self) -> None:
        self._seen: dict[int, tuple[int, frozenset[int]]] = {}  # last move number, all moves
        self._own_pass = self._their_pass = -1  # move numbers of the last ones

    def moves(self, position: Position) -> frozenset[int]:
        """The moves that led back here although the opponent passed on the way."""
        now = position.move_number
        number, moves = self._seen.get(position.situation_hash, (now, frozenset()))
        theirs = now if position.last_move == PASS else self._their_pass
        alone = number < theirs <= now and not number <= self._own_pass < now
        superko = position.rules.ko in ("positional", "situational")
        return moves if alone and number < now and not superko else frozenset()

    def note(self, position: Position, move: int) -> None:
        """A move is played; what was taken back is forgotten."""
        now = position.move_number
        if position.last_move == PASS:
            self._their_pass = now
        if move == PASS:
            self._own_pass = now
        elif move >= 0:
            number, moves = self._seen.get(position.situation_hash, (now, frozenset()))
            before = moves if number < now else frozenset()
            self._seen[position.situation_hash] = now, before | {move}

    def forget(self) -> None:
        """A new game."""
        self._seen.clear()
        self._own_pass = self._their_pass = -1
