"""The verdict on one region and its first moves, put together with those on smaller regions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from gokan.go import PASS
from gokan.reading.life.ko import Verdict, find_verdict
from gokan.reading.life.stages import Kind
from gokan.reading.regions.reader import ENDLESS, KILLED, MANY, STANDS, Reader
from gokan.reading.trials.trial import shares, trial

__all__ = ["Reading"]

_EACH = 20_000  # nodes
_ROUNDS = (50_000, 500_000, 0)  # nodes for a first move: what is quickly settled comes first
_SLOW = 300_000  # nodes: after as many it pays to think about the order of the first moves
_FOR_ORDER, _GAMES = 0.05, 4_000  # of the time left, and trial games
_SMALL: tuple[Kind, ...] = ("core", "gap", "deep")


class Reading:
    """What was read in one region; first moves are points of the board."""

    def __init__(self, reader: Reader, kind: Kind, *, complete: bool = True) -> None:
        self.reader = reader
        self.kind = kind
        self.verdict = Verdict("unknown")
        self.good: list[int] = []
        """First moves that work."""
        self.undecided: list[int] = []
        self.refuted: dict[int, tuple[Reader, int, int]] = {}
        """First moves that fail: who read it, the cell, the answer."""
        self.move_needed = False
        """The goal is missed if the side to move plays elsewhere."""
        self.complete = complete
        """Every gap was read so far, so that one may believe that the target dies."""
        self.unsettled = False
        """A larger region that could save the target was not settled."""
        self.cut_short = False
        """Some region was left before it was settled: its part of the budget was used up."""
        self.narrow: tuple[int, ...] = ()
        """First moves that work in a smaller region and were not settled in this one."""

    @property
    def small(self) -> bool:
        """Too small to believe, by itself, that the target dies."""
        return self.kind in _SMALL

    @property
    def checks(self) -> bool:
        """It only looks whether a kill lasts where there is more room."""
        return self.kind == "far" and self.reader.mover_attacks

    @property
    def stands(self) -> bool:
        """The target stands, whatever the threats."""
        return self.for_defender == 2

    @property
    def for_defender(self) -> int:
        """0: it dies (or that is not known), 1: ko, 2: it stands."""
        if self.verdict.result in ("ko", "unknown"):
            return int(self.verdict.result == "ko")
        return 2 * ((self.verdict.result == "win") != self.reader.mover_attacks)

    @property
    def gain(self) -> float:
        """What the defender has of it: the more the better. A ko lies between life and death, the
        nearer to life the more threats the attacker needs, or the fewer the defender.
        """
        if self.verdict.result != "ko":
            return {0: -math.inf, 2: math.inf}[self.for_defender]
        number, first = self.verdict.number, self.verdict.threats[0] == 0
        return number if first != self.reader.mover_attacks else -number

    def read(
        self,
        before: Reading | None,
        *,
        all_moves: bool,
        endless: bool,
        order: tuple[int, ...] = (),
    ) -> None:
        """The verdict, then the first moves; those in `order` are looked at before the others."""
        reader = self.reader
        if before is not None and before.stands:
            self.verdict = before.verdict
        else:
            if before is not None and reader.mover_attacks and before.verdict.result == "win":
                if before.good:
                    reader.try_first(before.verdict.threats, self._cells(before.good))
                elif before.small:  # each move is refuted by a gap
                    reader.known[before.verdict.threats] = STANDS
            elif order:
                theirs = MANY if reader.mover_attacks else ENDLESS
                inside = [p for p in order if p in reader.region.points]
                reader.try_first((0, theirs), self._cells(inside), rounds=1)
            self.verdict = find_verdict(reader, endless=endless and not self.small)
        # An attacker's move must work in every small region, so all of them are asked for there.
        if self.verdict.result not in ("win", "ko") or (
            self.checks and self.verdict.result == "win"
        ):
            return
        if all_moves or (self.small and reader.mover_attacks):
            self.first_moves(before)

    def after(self, before: Reading | None) -> Reading:
        """What to believe: this reading or the one before it."""
        if before is None:
            return self
        if before.stands:  # it stands in a smaller region; this one may know more moves
            before.good, before.undecided = self.good, self.undecided
            before.refuted = self.refuted
            return before
        unknown = self.verdict.result == "unknown"
        self.unsettled = before.unsettled
        if self.kind in ("gap", "deep"):
            if unknown:
                before.complete = False
                before.unsettled |= self.kind == "deep"
                return before
            self.complete = before.complete
            if self.gain < before.gain:  # another gap helps more
                if self.reader.mover_attacks:
                    return before._kept(self)
                before.complete = False  # together they are not read
                return before
            if self.verdict.result == "win" and self.reader.mover_attacks and not self.good:
                self.complete = False  # for every move there is a gap that refutes it
            return self
        if self.checks and self.gain <= before.gain:
            if not unknown:
                before.keep_what_works(self.reader, _EACH)
            return before
        if not unknown:
            ko = before.verdict.result == "ko" and self.gain < before.gain
            return before._kept(self) if ko else self
        # Not settled. What was read in a region of good size still stands, except that a group
        # which moves first and dies may well need the room outside.
        hasty = before.verdict.result == "loss" and not self.reader.mover_attacks
        return before if before.complete and not hasty else self

    def _kept(self, later: Reading) -> Reading:
        """Keep a ko that the later region, not holding this one, cannot take from the defender.

        A first move of the attacker must do as well there, too.
        """
        if self.reader.mover_attacks and self.good:
            where, threats = later.reader, self.verdict.threats
            inside = where.region.points
            self.good = [
                p
                for p in self.good
                if where.ask(*threats, [where.region.cell(p) if p in inside else PASS]).verdict
                != STANDS
            ]
            if not self.good:  # one region refutes some, the other the rest
                self.verdict = Verdict("unknown")
        self.complete |= later.complete and not later.small
        return self

    def keep_what_works(self, where: Reader, most: int) -> None:
        """Drops first moves of the attacker after which the target stands in another region, as far
        as that is seen with so many nodes for each.
        """
        for point in [p for p in self.good if p == PASS or p in where.region.points]:
            cell = where.region.cell(point) if point >= 0 else point
            answer = where.ask(*self.verdict.threats, [cell], most=most)
            if answer.verdict == STANDS:
                self.good.remove(point)
                if point != PASS:
                    self.refuted[point] = where, cell, answer.best

    def works_in(self, where: Reader) -> bool:
        """Whether all first moves of the attacker are seen to work in another region."""
        cells = [where.region.cell(p) if p in where.region.points else PASS for p in self.good]
        return all(where.ask(*self.verdict.threats, [c]).verdict == KILLED for c in cells)

    def leave_out(self, points: Iterable[int]) -> None:
        """Says nothing of first moves that fail, or are open, and that nobody may play."""
        out = set(points)
        self.undecided = [p for p in self.undecided if p not in out]
        self.refuted = {p: found for p, found in self.refuted.items() if p not in out}

    def lasts(self, kind: Kind, late: bool) -> bool:
        """Whether no region need be read after one of this kind."""
        if self.stands:
            return self.reader.mover_attacks or late or kind not in _SMALL
        if self.verdict.result == "unknown":
            return kind == "core" and self.reader.meter.over
        if self.verdict.result == "ko":  # a group that moves first may find more farther away
            return late and kind not in _SMALL and self.reader.mover_attacks
        return self.reader.mover_attacks and (kind == "far" or (late and kind not in _SMALL))

    def doubt(self) -> None:
        """Takes the verdict back if a larger region that was not settled may well change it."""
        if self.small or self.verdict.result == "loss":
            self.verdict = Verdict("unknown")
            self.good, self.undecided, self.refuted = [], [], {}

    def doubts(self) -> tuple[str, ...]:
        """What else was judged, in words."""
        found = []
        if self.small and self.verdict.result != "unknown" and not self.stands:
            found.append("the gaps in the walls were read one at a time")
        if self.narrow:
            found.append("some first moves were settled in a smaller region only")
        return tuple(found)

    def _cells(self, points: Iterable[int]) -> list[int]:
        region = self.reader.region
        return [region.cell(p) if p >= 0 else p for p in points if p < 0 or p in region.points]

    def _ask(self, cells: list[int], rounds: Sequence[int]) -> list[int]:
        """Sorts first moves into those that work and those that fail; the points left open."""
        reader, attacks = self.reader, self.reader.mover_attacks
        for most in rounds:
            left = []
            for cell in cells:
                point = reader.region.point(cell)
                answer = reader.ask(*self.verdict.threats, [cell], most=most)
                if not answer.verdict:
                    left.append(cell)
                elif (answer.verdict == KILLED) == attacks:
                    self.good.append(point)
                elif cell == PASS:
                    self.move_needed = True
                else:
                    self.refuted[point] = reader, cell, answer.best
            cells = left
        return [reader.region.point(cell) for cell in cells]

    def ask_again(self) -> None:
        """Uses time that is left for the first moves that are not settled."""
        if self.verdict.result == "unknown" or (self.small and not self.stands):
            return
        inside = [p for p in self.undecided if p == PASS or p in self.reader.region.points]
        open_ = self._ask(self._cells(inside), _ROUNDS)
        self.undecided = [p for p in self.undecided if p in open_ or p not in inside]

    def _liked(self) -> dict[int, float]:
        """The shares of a few trial games, where reading is slow: time may end before the last
        first move is asked about, so the likeliest come first.
        """
        reader = self.reader
        if reader.nodes_used < _SLOW or reader.meter.over:
            return {}
        region, budget = reader.region, reader.meter.part(_FOR_ORDER)
        return shares(
            trial(region.position, region.target, reader.first, budget=budget, games=_GAMES)
        )

    def first_moves(self, before: Reading | None = None) -> None:
        """The first moves that work, those not settled, and those that fail with the answer."""
        reader, verdict = self.reader, self.verdict
        region = reader.region
        attacks = reader.mover_attacks
        same = (
            before is not None
            and before.verdict.result == verdict.result
            and before.verdict.threats == verdict.threats
        )
        known = before if same else None
        found, _ = reader.found.get(verdict.threats, (-2, 0))
        works = verdict.result in ("win", "ko")
        hopes = self._cells(known.good) if known else []
        liked = self._liked()
        candidates = sorted(
            reader.legal(verdict.threats),
            key=lambda c: (c != found, c not in hopes, -liked.get(region.point(c), 0.0), c),
        )
        narrow: list[int] = []
        asked = list[int]()
        for cell in [*candidates, PASS] if works else candidates:
            point = region.point(cell)
            if known and attacks and point in known.refuted:
                self.refuted[point] = known.refuted[point]
            elif known and attacks and point == PASS and known.move_needed:
                self.move_needed = True
            elif (known and not attacks and works and point in known.good) or (
                works and cell == found
            ):
                self.good.append(point)
            else:
                asked.append(cell)
        # In a small region a move may cost what the verdict did; larger ones will ask again.
        for point in self._ask(asked, [max(_EACH, reader.nodes_used)] if self.small else _ROUNDS):
            hoped = known and attacks and works and point in known.good
            (narrow if hoped else self.undecided).append(point)
        if known and works:  # moves beyond the edge of this region
            beyond = [p for p in known.good if p >= 0 and p not in region.points]
            if not attacks or PASS in self.good:
                self.good += beyond
            elif PASS in self.undecided:
                narrow += beyond
        self.narrow = tuple(narrow)
        self.good += narrow
        if known and attacks:
            self.refuted.update({p: r for p, r in known.refuted.items() if p not in self.refuted})
        if not works:
            self.good, self.undecided = [], []
