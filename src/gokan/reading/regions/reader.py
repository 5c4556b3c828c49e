"""Yes-or-no questions about one region, sharing tables and one budget."""

from __future__ import annotations

from dataclasses import dataclass

from gokan import _core
from gokan._core import KoThreats
from gokan.go import Color
from gokan.reading.budget import Meter
from gokan.reading.regions.advice import Guesses
from gokan.reading.regions.region import Region

__all__ = ["ENDLESS", "FINITE", "KILLED", "MANY", "STANDS", "UNKNOWN", "Answer", "Reader"]

UNKNOWN, KILLED, STANDS = _core.Verdict.UNKNOWN, _core.Verdict.KILLED, _core.Verdict.STANDS
ENDLESS = 127
FINITE = 126
"""In a proof: any finite number of threats."""
MANY = 6
"""Threats of the side for whom a repetition counts when it is asked about "any finite number":
endless ones would let it repeat for ever by any ko at all. Then it is shown that more change
nothing."""

MOST_NODES = 1 << 40
"""Nobody searches so many; but a search that was cancelled ends at once, however many it may."""
MOST_ROUNDS = 1 << 30
"""As many as the budget bears."""
_FIRST_TRY = 50_000  # nodes
_NOTHING = -2
_LARGEST_PROOF = 500_000
_FOR_WRITING = 1 / 3  # of what is left, to write one kill down
_LOOSE = 2  # no written proof was seen to need so much less than the search's bound


@dataclass(frozen=True, slots=True)
class Answer:
    """What the search says to one question."""

    verdict: _core.Verdict = UNKNOWN
    best: int = _NOTHING
    """The winner's cell if the winner is to move; -1 a pass, -2 none."""
    tenuki: int = 0
    """In a kill: how often the defender can play elsewhere, at most."""
    illegal: bool = False
    """Whether one of the moves handed in is not legal."""


class Reader:
    """Asks about a region. Threats are always the first mover's and the opponent's; moves are cells
    of the region, -1 a pass.
    """

    def __init__(
        self,
        region: Region,
        *,
        first: Color,
        ko: int | None,
        meter: Meter,
        memory: int,
        cells: bytes | None = None,
        plain: bool = False,
        guesses: Guesses | None = None,
    ) -> None:
        self.region = region
        self.first = first
        self.ko = region.cell(ko) if ko is not None and ko in region.points else -1
        self.meter = meter
        self.memory = memory
        self.nodes_used = 0
        self.found: dict[tuple[int, int], tuple[int, int]] = {}
        self.holds_up_to: dict[tuple[int, int], int] = {}
        """How many threats of the loser an answer allows, for numbers of threats."""
        self.last_holds_up_to = 0
        self.passes = 0
        """How often the defender can play elsewhere in a kill shown for every number of threats."""
        self.known: dict[tuple[int, int], _core.Verdict] = {}
        """Verdicts that need no search, for numbers of threats."""
        self.mover_attacks = first != region.color
        self.turn = 0 if self.mover_attacks else 1
        self.cells = cells or region.cells
        self.solver = _core.ProofSolver(region.width, region.height, self.cells, memory, plain)
        self.guesses = guesses
        if guesses is not None:
            self.solver.set_guess(guesses)
        self._life: _core.LifeSolver | None = None
        self._strict: dict[int, Reader | None] = {}

    def again(self, *, plain: bool) -> Reader:
        """The same questions from the start, as the writer of proofs will ask them."""
        fresh = self.with_cells(self.cells, plain=plain, guesses=False)
        assert fresh is not None
        return fresh

    def with_cells(
        self, cells: bytes, *, plain: bool = False, guesses: bool = True
    ) -> Reader | None:
        """The same questions with another view of the outside, if that makes a position.

        A `plain` one plays out what the search would call dead by a false eye: it takes longer, but
        it knows better how often the defender can play elsewhere.
        """
        try:
            fresh = Reader(
                self.region,
                first=self.first,
                ko=None,
                meter=self.meter,
                memory=self.memory,
                cells=cells,
                plain=plain,
                guesses=self.guesses if guesses else None,
            )
        except ValueError:
            return None
        fresh.ko = self.ko
        return fresh

    def strict(self, verdict: int) -> Reader | None:
        """The same questions with an edge of the region that speaks against this verdict; so where
        it is given all the same it holds on the whole board. None if that makes no position.
        """
        region = self.region
        cells = region.kill_cells if verdict == KILLED else region.stand_cells
        if region.sealed or cells == self.cells:  # nothing at the edge was judged
            return self
        if verdict not in self._strict:
            self._strict[verdict] = self.with_cells(cells)
        found = self._strict[verdict]
        if found is not None:
            found.meter = self.meter
        return found

    def threats(self, ours: int, theirs: int) -> tuple[int, int]:
        """Attacker's and defender's threats from the mover's and the opponent's."""
        return (ours, theirs) if self.mover_attacks else (theirs, ours)

    def _spend(self, nodes: int) -> None:
        self.nodes_used += nodes
        self.meter.spend(nodes=nodes)

    def ask(self, ours: int, theirs: int, moves: list[int], *, most: int = 0) -> Answer:
        """Is the target killed after these moves, or does it stand?"""
        if not moves and (ours, theirs) in self.known:
            return Answer(self.known[ours, theirs])
        limits = self.meter.limits(most)
        if limits is None:
            return Answer()
        threats = KoThreats(*self.threats(ours, theirs))
        found = self.solver.solve(self.turn, self.ko, threats, moves, limits)
        self._spend(found.nodes)
        bound = max(found.span.attacker, found.span.defender)
        self.last_holds_up_to = bound if found.verdict else 0
        if not moves and found.verdict:
            self.found[ours, theirs] = found.best, found.tenuki
            self.holds_up_to[ours, theirs] = bound
        return Answer(found.verdict, found.best, found.tenuki, found.illegal)

    def try_first(
        self, threats: tuple[int, int], cells: list[int], *, rounds: int = MOST_ROUNDS
    ) -> None:
        """Looks at some first moves before all others, each a little longer every time."""
        left = list(cells)
        most = _FIRST_TRY
        while left and not self.meter.over and most < MOST_NODES and rounds:
            rounds -= 1
            for cell in list(left):
                answer = self.ask(*threats, [cell], most=most)
                if answer.verdict and (answer.verdict == KILLED) == self.mover_attacks:
                    return
                if answer.verdict or answer.illegal:
                    left.remove(cell)
            most *= 3

    def wins(
        self, ours: int, theirs: int, moves: list[int] | None = None, *, most: int = 0
    ) -> bool | None:
        """Whether the first mover reaches the goal after these moves; None if that is open."""
        verdict = self.ask(ours, theirs, moves or [], most=most).verdict
        if not verdict:
            return None
        return (verdict == KILLED) == self.mover_attacks

    def forces_life(
        self, ours: int, theirs: int, moves: list[int] | None = None, *, end: bool = False
    ) -> bool | None:
        """Whether the defender forces two eyes or a way out (or, with `end`, an end of play)."""
        limits = self.meter.limits()
        if limits is None:
            return None
        if self._life is None:
            memory = min(self.memory, 64 << 20)
            self._life = _core.LifeSolver(self.region.width, self.region.height, self.cells, memory)
            if self.guesses is not None:
                self._life.set_guess(self.guesses)
        goal = _core.LifeGoal.END if end else _core.LifeGoal.TWO_EYES
        found = self._life.solve(
            goal, self.turn, self.ko, KoThreats(*self.threats(ours, theirs)), moves or [], limits
        )
        self._spend(found.nodes)
        return found.verdict == _core.Forced.FORCED if found.verdict else None

    def every_number(self, level: int) -> tuple[bool, bool]:
        """Of a kill against so many threats: does it hold for every finite number of them, and
        even for endless ones? False if that was not shown.
        """
        kill = self.write_kill((0, FINITE), level)
        self.passes = kill.passes if kill else 0
        return (kill.written, kill.endless) if kill else (False, False)

    def might_bear(self, threats: tuple[int, int], liberties: int) -> bool:
        """Whether walls with so many liberties outside could outlast a kill that was found: the
        search only bounds how often the defender can play elsewhere.
        """
        return self.could_bear(self._bound(threats), liberties)

    @staticmethod
    def could_bear(bound: int, liberties: int) -> bool:
        """The same for a bound that is known."""
        return bound <= _LOOSE * liberties

    def bears(self, threats: tuple[int, int], liberties: int) -> bool:
        """Whether such walls do outlast it. The proof is written down and says so itself: it may
        take longer than the search, since it plays out what the search calls a false eye.
        """
        pair = self.threats(*threats)
        for world in [(0, FINITE), pair] if pair == (0, MANY) else [pair]:
            kill = self.write_kill(world, MANY)
            if world[1] == FINITE:
                self.passes = kill.passes if kill else 0
            if kill and kill.written and kill.passes < liberties:
                return True
        return False

    def _bound(self, threats: tuple[int, int]) -> int:
        return self.found.get(threats, (_NOTHING, 1 << 20))[1]

    def write_kill(
        self,
        threats: tuple[int, int],
        level: int,
        moves: list[int] | None = None,
        *,
        most: int = 0,
    ) -> _core.WrittenKill | None:
        """Writes down a kill after these moves, as far as that goes; None if the budget is spent.
        Threats are the attacker's and the defender's.
        """
        limits = self.meter.part(_FOR_WRITING).limits(most)
        if limits is None:
            return None
        kill = self.solver.write_kill(
            self.turn, self.ko, KoThreats(*threats), level, limits, _LARGEST_PROOF, moves or []
        )
        self._spend(kill.searched)
        return kill

    def legal(self, threats: tuple[int, int], moves: list[int] | None = None) -> list[int]:
        """The legal cells after these moves."""
        pair = KoThreats(*self.threats(*threats))
        return self.solver.legal_moves(self.turn, self.ko, pair, moves or [])

    def attacker_to_move(self, moves: list[int]) -> bool:
        """Whose turn it is after these moves."""
        return self.mover_attacks == (len(moves) % 2 == 0)
