"""A claim to be derived again, with the boards before and after its move as the twin keeps them."""

from __future__ import annotations

from gokan.explain.claim import Claim
from gokan.explain.verifying.twin import Place, Slow
from gokan.go import Position

LARGE = 17
"""Boards from this size on have the corners and distances of a whole board."""


class Case:
    """A claim and the boards before and after its move, as the twin keeps them."""

    def __init__(self, position: Position, claim: Claim) -> None:
        self.claim = claim
        self.width = position.width
        stones: dict[Place, str] = {}
        for p, stone in enumerate(position.board):
            if stone:
                stones[divmod(p, self.width)] = "own" if stone == claim.color else "enemy"
        ko = position.ko
        ban = None if ko is None else divmod(ko, self.width)
        self.before = Slow(position.height, self.width, stones, ban)
        self.move = divmod(claim.move, self.width)
        after = self.before.play(self.move, "own")
        self.after = self.before.suicide(self.move, "own") if after is None else after
        self.open = Slow(position.height, self.width, stones)
        """Before the move, without a ban: the opponent's turn."""

    def places(self, part: str) -> list[Place]:
        """The points of a part."""
        return [divmod(p, self.width) for p in self.claim.points[part]]

    def free(self) -> Slow:
        """After the move, with the mover to play again: his ban on the opponent is over."""
        return Slow(self.after.height, self.width, self.after.stones)
