"""The player of Zobrist's paper: the highest sum of templates and lookahead, or a pass."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, ClassVar

from gokan import sight
from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.play.player import Choice, Player, Stop, never
from gokan.sight.judge import MOVES_EACH

if TYPE_CHECKING:
    from gokan.play.clock import Clock

__all__ = ["ZobristLastPlayer", "ZobristPlayer", "ZobristTemplatesPlayer", "account"]


class ZobristPlayer(Player):
    """Plays the point with the highest sum of weights; passes when no sum reaches 100.

    With a seed, moves of exactly the same sum are chosen between at random; without one the first
    from the top right is played, so that games repeat. Ladders are followed as the paper's program
    did, or read with all branches (`ladders=exact`). With `arrays=seven` it plays by 65 templates
    with a weight and 20 that mark, which read nothing but the paper's seven arrays.

    >>> from gokan.play.clock import Clock
    >>> choice = ZobristPlayer().choose(Position.empty(19), clock=Clock())
    >>> Position.empty(19).vertex(choice.move)
    'Q16'
    """

    name: ClassVar[str] = "zobrist"
    called: ClassVar[str] = "Zobrist's program"
    files: ClassVar[tuple[str, ...]] = sight.BOOK
    moves_each: ClassVar[int] = MOVES_EACH

    def __init__(
        self,
        *,
        seed: int | None = None,
        ladders: sight.Ladders = "followed",
        arrays: sight.Arrays = "all",
    ) -> None:
        if ladders not in ("followed", "exact"):
            raise InvalidInput(f"Ladders are followed or exact, not {ladders!r}.")
        self._random = None if seed is None else random.Random(seed)
        self._ladders: sight.Ladders = ladders
        # Read now, so that the first move is not late.
        self._library = sight.load(self.files) if arrays == "all" else sight.book(arrays)

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """The choice of the paper's program, with its reasons."""
        account = self.reasons(position, limit=1)
        move = account.choice
        if move != PASS and self._random is not None:
            best = account.moves[0].total
            move = self._random.choice([m.move for m in account.moves if m.total == best])
        return Choice(move, account.explain(None if move == account.choice else move))

    def why(self, position: Position, move: int) -> str:
        """Which templates speak for and against a move, how much, and what the lookahead read."""
        account = self.reasons(position)
        told = account.explain(None if move == account.choice else move)
        return f"{told}\n{account.looked_ahead()}" if self.moves_each else told

    def reasons(self, position: Position, *, limit: int | None = None) -> sight.Reasons:
        """The sums of this player's own templates and lookahead, with what gave them."""
        return sight.reasons(
            position,
            library=self._library,
            limit=limit,
            ladders=self._ladders,
            moves_each=self.moves_each,
        )


class ZobristTemplatesPlayer(ZobristPlayer):
    """The templates alone: "the program is able to play without … the search"."""

    name: ClassVar[str] = "zobrist-templates"
    moves_each: ClassVar[int] = 0


class ZobristLastPlayer(ZobristPlayer):
    """The same with templates that also look at the opponent's last move."""

    name: ClassVar[str] = "zobrist-last"
    files: ClassVar[tuple[str, ...]] = sight.WITH_LAST_MOVE

    def __init__(self, *, seed: int | None = None, ladders: sight.Ladders = "followed") -> None:
        super().__init__(seed=seed, ladders=ladders)


def account(player: Player, position: Position, *, limit: int | None = None) -> sight.Reasons:
    """Sums with reasons: those a player of this file goes by, for any other those of `zobrist`.

    >>> found = account(ZobristTemplatesPlayer(), Position.empty(19), limit=1)
    >>> Position.empty(19).vertex(found.choice)
    'Q16'
    """
    if isinstance(player, ZobristPlayer):
        return player.reasons(position, limit=limit)
    return sight.reasons(position, limit=limit)
