"""The network's first choice, without any search."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, ClassVar

from gokan.chances import percent
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import PASS, Color, Position
from gokan.play.eyes import is_own_eye, is_suicide
from gokan.play.player import Choice, Player, Stop, never
from gokan.play.players.again import Again
from gokan.play.seki import find_sekis

if TYPE_CHECKING:
    from gokan.intuition import Judgement
    from gokan.play.clock import Clock

__all__ = ["IntuitionPlayer"]

_SETTLED = 0.9  # of ownership, from -1 to 1
_NOTHING = 0.5  # points: what a pass may cost


class IntuitionPlayer(Player):
    """Plays the likeliest move; with a `temperature` it chooses by chance among the likely ones.

    It never fills an own eye, leaves a seki alone, and passes when the likeliest move lies in
    settled ground and a pass would cost nothing. With several `ways` the board is looked at from
    so many sides, up to eight, and their mean counts.

    >>> from gokan.play.clock import Clock
    >>> position = Position.empty(9)
    >>> position.is_legal(IntuitionPlayer().choose(position, clock=Clock()).move)
    True
    """

    name: ClassVar[str] = "intuition"

    def __init__(self, *, temperature: float = 0.0, ways: int = 1, seed: int | None = None) -> None:
        if not isinstance(temperature, int | float) or not 0 <= temperature < math.inf:
            raise InvalidInput(f"The temperature is {temperature!r} but must be 0 or more.")
        self.temperature = temperature
        whole("number of ways", ways, 1, 8)
        self.ways = range(ways)
        self._random = random.Random(seed)
        self._again = Again()

    def new_game(self) -> None:
        """Forget the positions of the old one."""
        self._again.forget()

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """One look; nothing is read but sekis."""
        choice = self._choose(position)
        self._again.note(position, choice.move)
        return choice

    def _choose(self, position: Position) -> Choice:
        from gokan.intuition import judge

        judgement = judge(position, ways=self.ways)
        side, barred = position.to_play, self._again.moves(position) | _shared(position)
        moves = [
            m
            for m in judgement.best
            if m.move == PASS
            or not (
                m.move in barred
                or is_own_eye(position, m.move, side)
                or is_suicide(position, m.move)
            )
        ]
        chosen = moves[0]
        if self.temperature > 0 and chosen.move != PASS:  # nobody passes by chance
            drawn = [found for found in moves if found.move != PASS]
            best = drawn[0].chance
            weights = [(found.chance / best) ** (1 / self.temperature) for found in drawn]
            chosen = self._random.choices(drawn, weights)[0]
        if self._is_settled(position, judgement, chosen.move) and self._loses_nothing(
            position, judgement
        ):
            return Choice(PASS, "nothing is left that would change hands")
        if chosen.move == PASS:
            return Choice(PASS, f"a pass is likeliest ({percent(chosen.chance)})")
        rank = moves.index(chosen) + 1
        place = "the likeliest move" if rank == 1 else f"number {rank} of the likely moves"
        return Choice(chosen.move, f"{place} ({percent(chosen.chance)}), learned, not proved")

    def dead_stones(self, position: Position) -> frozenset[int]:
        """The blocks that the network gives to the opponent."""
        from gokan.intuition import judge

        fresh = Position(position.core.with_passes(0), position.rules)
        lost = [group for group in judge(position, ways=self.ways).groups() if group.alive < 0.5]
        standing = {stone for seki in find_sekis(fresh) for stone in seki.stones}
        return frozenset(point for group in lost for point in group.stones) - standing

    def _is_settled(self, position: Position, judgement: Judgement, move: int) -> bool:
        return move != PASS and abs(judgement.ownership[move]) >= _SETTLED

    def _loses_nothing(self, position: Position, judgement: Judgement) -> bool:
        """Does the network expect the same result after a pass?

        A point of one's own that needs an answer also looks settled, for an answer is expected.
        """
        from gokan.intuition import judge

        after = judge(position.play(PASS), ways=self.ways)
        sign = 1 if position.to_play == Color.BLACK else -1
        return sign * (judgement.lead - after.lead) < _NOTHING


def _shared(position: Position) -> frozenset[int]:
    """Where neither side of a seki can play."""
    return frozenset(point for seki in find_sekis(position) for point in seki.shared)
