"""An analyst whose numbers a test can work out: no network, no search, and it counts its work."""

from __future__ import annotations

from collections.abc import Mapping

from gokan.effort import Effort
from gokan.go import BLACK, Position
from gokan.play.player import Stop, never
from gokan.play.tree.analysis import Analysis, Progress, Store, key_of
from gokan.play.tree.answer import SearchCandidate
from gokan.play.tree.store import MemoryStore


class FakeAnalyst:
    """The lead is the count of stones plus what is scripted for the number of the move; the moves
    are the legal ones in order, each a tenth of a point worse than the one before.

    It "works" one visit at a time, so that tests can stop it, and goes on where it was stopped.
    """

    def __init__(
        self,
        leads: Mapping[int, float] | None = None,
        *,
        store: Store | None = None,
        source: str = "fake",
    ) -> None:
        self.leads = dict(leads or {})
        self.store: Store = MemoryStore() if store is None else store
        self.worked = 0
        """Visits made in all."""
        self._source = source
        self._done: dict[str, int] = {}

    @property
    def source(self) -> str:
        return self._source

    def analyse(
        self,
        position: Position,
        effort: Effort,
        *,
        stop: Stop = never,
        progress: Progress | None = None,
        deeper: bool = False,
    ) -> Analysis:
        best = self.known(position) if deeper else None
        if best is not None and best.effort >= effort:
            return best
        kept = self.store.get(position, self.source, effort)
        if kept is not None:
            return kept
        wanted, key = max(1, effort.visits), key_of(position)
        done = self._done.get(key, 0)
        if done > wanted:
            done = 0  # another tree
        while done < wanted and not (done and stop()):
            done += 1
            self.worked += 1
            if progress is not None and done < wanted:
                progress(self._told(position, effort, done, complete=False))
        self._done[key] = max(done, self._done.get(key, 0))
        found = self._told(position, effort, done, complete=done >= wanted)
        if found.complete:
            self.store.put(found)
        if progress is not None:
            progress(found)
        return found

    def known(self, position: Position) -> Analysis | None:
        return self.store.deepest(position, self.source)

    def _told(self, position: Position, effort: Effort, visits: int, *, complete: bool) -> Analysis:
        board, sign = position.board, 1 if position.to_play == BLACK else -1
        lead = board.count(1) - board.count(2) - position.rules.komi
        lead += self.leads.get(position.move_number, 0.0)
        moves = [move for move in position.legal_moves() if move >= 0][:9]
        candidates = tuple(
            SearchCandidate(
                move=move,
                visits=max(1, visits >> (number + 1)),
                win=_win(lead - sign * number / 10),
                lead=lead - sign * number / 10,
                prior=0.5 ** (number + 1),
                line=(move,),
                stdev=10.0,
                line_visits=(max(1, visits >> (number + 1)),),
            )
            for number, move in enumerate(moves)
        )
        return Analysis(
            position=position,
            source=self.source,
            effort=effort,
            visits=visits,
            complete=complete,
            win=_win(lead),
            lead=lead,
            stdev=10.0,
            candidates=candidates,
            ownership=tuple({0: 0.0, 1: 1.0, 2: -1.0}[stone] for stone in board),
            priors=tuple((one.move, one.prior) for one in candidates),
        )


def _win(lead: float) -> float:
    return min(0.99, max(0.01, 0.5 + lead / 100))
