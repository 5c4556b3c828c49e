"""The scene of a move: the positions that are compared, each looked at once.

Claims come from differences between the position before the move, the position after it, and the
one after it when the opponent plays elsewhere (`elsewhere`), which gives threats; `ignored` is the
position before with the opponent to move, which gives urgency.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gokan.errors import IllegalMove, InvalidInput
from gokan.go import PASS, Block, Color, Position

if TYPE_CHECKING:
    from gokan.strength import Weighing


class Scene:
    """One move in one position.

    >>> scene = Scene(Position.empty(9), "E5")
    >>> scene.after["E5"], scene.ignored.to_play
    (<Color.BLACK: 1>, <Color.WHITE: 2>)
    """

    def __init__(self, position: Position, move: int | str) -> None:
        self.before = position
        self.move = position.point(move) if isinstance(move, str) else move
        if self.move == PASS:
            raise InvalidInput("A pass has no reasons of its own; name a point.")
        self.mover: Color = position.to_play
        self.enemy: Color = position.to_play.opponent
        why = position.why_illegal(self.move)
        if why is not None:
            raise IllegalMove(why)
        self.after = position.play(self.move)

    @cached_property
    def elsewhere(self) -> Position:
        """After the move and a pass of the opponent."""
        return self.after.play(PASS)

    @cached_property
    def ignored(self) -> Position:
        """Before the move, with the opponent to play."""
        return self.before.play(PASS)

    @cached_property
    def blocks_before(self) -> dict[int, Block]:
        """The block of every stone before the move."""
        return {p: block for block in self.before.blocks() for p in block.stones}

    @cached_property
    def blocks_after(self) -> dict[int, Block]:
        """The block of every stone after the move."""
        return {p: block for block in self.after.blocks() for p in block.stones}

    @cached_property
    def own(self) -> Block:
        """The block of the new stone."""
        return self.blocks_after[self.move]

    @cached_property
    def captured(self) -> tuple[int, ...]:
        """The stones that the move takes off."""
        after = self.after.board
        return tuple(p for p in self.before.stones(self.enemy) if not after[p])

    def touching(self, color: Color) -> list[Block]:
        """The blocks of a colour next to the move, as they were before it."""
        found: dict[int, Block] = {}
        for q in self.before.neighbors(self.move):
            block = self.blocks_before.get(q)
            if block is not None and block.color == color:
                found[block.stones[0]] = block
        return list(found.values())

    @cached_property
    def weighed_before(self) -> Weighing:
        """Strengths and influence before the move."""
        from gokan.strength import weigh

        return weigh(self.before)

    @cached_property
    def weighed_after(self) -> Weighing:
        """Strengths and influence after the move."""
        from gokan.strength import weigh

        return weigh(self.after)
