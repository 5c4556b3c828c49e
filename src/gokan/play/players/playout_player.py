"""A player that counts: the move after which most random games are won.

Games go to the moves by their upper confidence bound, so bad moves cost little. It knows nothing
but the rules and is beaten by anybody who reads, but it plays whole games with sense and it can
analyze, which makes it a yardstick for better players and a test for every interface.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from gokan.go import BLACK, PASS, Position, area_komi, playouts
from gokan.play.ending import likely_dead
from gokan.play.eyes import is_own_eye
from gokan.play.player import Choice, Player, Stop, never
from gokan.play.tree.answer import Search, SearchCandidate

if TYPE_CHECKING:
    from gokan.play.clock import Clock
    from gokan.play.tree.searching import Ban

__all__ = ["PlayoutPlayer"]

_BATCH = 8  # games before the next look at the bounds
_BOLDNESS = 0.6


@dataclass(slots=True)
class _Arm:
    """One move and how its games went, seen from the side to move."""

    move: int
    after: Position
    games: int = 0
    wins: float = 0.0
    score: float = 0.0

    def bound(self, total: int) -> float:
        if not self.games:
            return math.inf
        return self.wins / self.games + _BOLDNESS * math.sqrt(math.log(total) / self.games)


class PlayoutPlayer(Player):
    """Flat Monte Carlo: `games` random games for each move, fewer if the clock says so.

    >>> from gokan.play.clock import Clock
    >>> position = Position.from_diagram('''
    ...     . X O .
    ...     X O . O
    ...     . X O .
    ...     . . . .''', rules="tromp-taylor")
    >>> choice = PlayoutPlayer(games=800, seed=1).choose(position, clock=Clock())
    >>> position.vertex(choice.move)
    'C3'
    """

    name: ClassVar[str] = "playouts"

    def __init__(self, *, games: int = 2000, seed: int | None = None) -> None:
        self.games = max(1, int(games))
        self.seed = 0 if seed is None else int(seed)

    def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
        """The most played move; a pass where the opponent passed and the count is won."""
        import time

        if position.last_move == PASS and self._won(position):
            return Choice(PASS, "the opponent passed, and the count is won")
        seconds = clock.budget(position.to_play, moves_left=position.board.count(0) // 2)
        until = math.inf if seconds is None else time.monotonic() + seconds
        for found in self.analyze(position, stop=lambda: stop() or time.monotonic() >= until):
            if found.visits >= self.games:
                break
        first = found.candidates[0]
        if first.move == PASS:
            return Choice(PASS, "every legal move would fill an eye of its own")
        won = first.win if position.to_play == BLACK else 1 - first.win
        share = f"{100 * won:.0f} % of {first.visits} random games are won after it"
        return Choice(first.move, share)

    def analyze(
        self, position: Position, *, stop: Stop, bans: Sequence[Ban] = ()
    ) -> Iterator[Search]:
        """The moves in the order of their games, one answer for every few games."""
        color = position.to_play
        sign = 1 if color == BLACK else -1
        arms = [
            _Arm(move, position.play(move))
            for move in position.legal_moves()
            if not is_own_eye(position, move, color)
            and not any(ban.side == color and move in ban.moves for ban in bans)
        ] or [_Arm(PASS, position.play(PASS))]
        total, seed = 0, self.seed
        while True:
            for _ in range(max(1, len(arms) // 4)):
                arm = max(arms, key=lambda arm: arm.bound(total))
                result = playouts.run(arm.after, _BATCH, seed=seed)
                seed += 1
                black = result.black_wins + result.draws / 2
                arm.games += _BATCH
                arm.wins += black if sign > 0 else _BATCH - black
                arm.score += sign * (result.mean_score - area_komi(arm.after)) * _BATCH
                total += _BATCH
                if stop():
                    break
            yield _answer(position, arms)
            if stop():
                return

    def _won(self, position: Position) -> bool:
        margin = position.score(dead=sorted(likely_dead(position, nodes=0))).margin
        return margin > 0 if position.to_play == BLACK else margin < 0


def _answer(position: Position, arms: list[_Arm]) -> Search:
    tried = sorted(
        (arm for arm in arms if arm.games), key=lambda arm: (arm.games, arm.wins), reverse=True
    )
    black = position.to_play == BLACK
    candidates = [
        SearchCandidate(
            move=arm.move,
            visits=arm.games,
            win=(win := arm.wins / arm.games if black else 1 - arm.wins / arm.games),
            lead=(arm.score if black else -arm.score) / arm.games,
            prior=1 / len(arms),
            line=(arm.move,),
            lcb=win,
        )
        for arm in tried
    ]
    games = sum(c.visits for c in candidates)
    return Search(
        position=position,
        candidates=tuple(candidates),
        win=sum(c.win * c.visits for c in candidates) / games,
        lead=sum(c.lead * c.visits for c in candidates) / games,
        ownership=(),
        visits=games,
        seconds=0.0,
        priors=tuple((arm.move, 1 / len(arms)) for arm in arms),
    )
