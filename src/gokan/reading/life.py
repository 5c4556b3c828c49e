"""Life and death: does the side to move reach its goal, by which moves, and how sure is that?

Everything is put together from yes-or-no questions to the proof search: is the target killed, with
so many ko threats for each side? "win" means that the goal is reached whatever finite number of
threats the opponent has; "loss" that it is missed whatever number the mover has; "ko" is what
lies between, with the number that tips the balance.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from gokan import _core
from gokan.go import PASS, Color
from gokan.reading.problem import Problem
from gokan.reading.region import Region, find_region

__all__ = ["Ko", "Solution", "solve"]

Result = Literal["win", "loss", "ko", "unknown"]

KILLED, STANDS = 1, 2
ENDLESS = 127
MANY = 6
"""Threats that stand for "any finite number" of the defender: endless ones would let a dead
target be kept on the board for ever by any ko at all."""
_LONGEST_LINE = 12
_ROOMS = (10, 14)  # an open region is read small first, then larger
_ENOUGH = 0.1  # of the time: after more than this no larger region is begun


@dataclass(frozen=True, slots=True)
class Ko:
    """How a ko hangs on threats elsewhere.

    `first`: the mover wins the ko when neither side has a threat. Then `threats` is the number
    with which the opponent turns it; otherwise the number the mover needs.
    """

    first: bool
    threats: int

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON.

        >>> Ko(True, 1).to_dict()
        {'without_threats': 'win', 'turned_by': 'opponent', 'threats': 1}
        """
        return {
            "without_threats": "win" if self.first else "loss",
            "turned_by": "opponent" if self.first else "mover",
            "threats": self.threats,
        }


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer, from the mover's side. Moves are points; PASS means no move is needed."""

    problem: Problem
    result: Result
    winning_moves: tuple[int, ...]
    ko_moves: tuple[int, ...]
    undecided_moves: tuple[int, ...]
    ko: Ko | None
    pv: tuple[int, ...]
    proved: bool
    """Every end was rigorous; otherwise something at the edge of the region was judged."""
    judged: tuple[str, ...]
    """What was judged, in words."""
    nodes: int
    seconds: float
    region: Region = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """One line of `gokan solve --json`."""
        position = self.problem.position

        def names(points: tuple[int, ...]) -> list[str]:
            return [position.vertex(p) for p in points]

        return {
            "id": self.problem.id,
            "to_play": position.to_play.letter,
            "goal": self.problem.goal,
            "target": position.vertex(self.problem.target[0]),
            "result": self.result,
            "seki": None,
            "winning_moves": names(self.winning_moves),
            "ko_moves": names(self.ko_moves),
            "undecided_moves": names(self.undecided_moves),
            "ko": self.ko.to_dict() if self.ko else None,
            "pv": names(self.pv),
            "proved": self.proved,
            "judged": list(self.judged),
            "how": self.problem.how,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }

    def explain(self) -> str:
        """The answer in sentences."""
        position = self.problem.position
        mover = str(position.to_play).capitalize()
        target = position.vertex(self.problem.target[0])
        what = f"{self.problem.goal} {target}"
        if self.result == "unknown":
            return f"{mover} to {what}: not settled within the budget."
        if self.result == "win":
            moves = ", ".join(position.vertex(p) for p in self.winning_moves) or "a move"
            text = f"{mover} can {what}: {moves}."
        elif self.result == "loss":
            text = f"{mover} cannot {what}."
        else:
            assert self.ko is not None
            moves = ", ".join(position.vertex(p) for p in self.ko_moves)
            who = "the opponent needs" if self.ko.first else f"{mover} needs"
            plural = "threat" if self.ko.threats == 1 else "threats"
            text = f"{mover} to {what}: ko by {moves}; {who} {self.ko.threats} {plural}."
        if self.undecided_moves:
            text += f" {len(self.undecided_moves)} first moves were not settled."
        return text + (" Proved." if self.proved else " Read: " + "; ".join(self.judged) + ".")


def solve(
    problem: Problem,
    *,
    seconds: float = 10.0,
    nodes: int = 0,
    memory: int = 256 << 20,
    all_moves: bool = True,
    cancel: _core.Cancel | None = None,
) -> Solution:
    """Solve a problem within a budget of time, and of search nodes if given.

    >>> from gokan.go import Position
    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> answer = solve(Problem.make(position, target=[position.point("A4")]))
    >>> answer.result, [position.vertex(p) for p in answer.winning_moves], answer.proved
    ('win', ['B5'], True)
    """
    begun = time.perf_counter()
    best: Solution | None = None
    used = 0
    for room in _ROOMS:
        region = find_region(problem.position, problem.target, room=room)
        if best is not None and region.points == best.region.points:
            continue
        reader = Reader(
            region,
            first=problem.position.to_play,
            ko=problem.position.ko,
            deadline=begun + seconds,
            nodes=max(nodes - used, 1) if nodes else 0,
            memory=memory,
            cancel=cancel,
        )
        answer = _read(problem, reader, begun, used, all_moves=all_moves)
        used = answer.nodes
        # A larger region may not be settled in time; then what was read before still stands.
        if best is None or (answer.result != "unknown" and not answer.undecided_moves):
            best = answer
        spent = time.perf_counter() - begun
        if best.proved or region.sealed or spent > _ENOUGH * seconds or (nodes and used >= nodes):
            break
    assert best is not None
    return replace(best, nodes=used, seconds=time.perf_counter() - begun)


def _read(
    problem: Problem, reader: Reader, begun: float, used: int, *, all_moves: bool
) -> Solution:
    """Everything that is asked about one region."""
    result, ko, threats = _judge(reader)
    winning: list[int] = []
    kos: list[int] = []
    undecided: list[int] = []
    if result in ("win", "ko") and all_moves:
        found, candidates = reader.candidates(threats)
        for move in candidates:
            value = move == found or reader.mover_wins(*threats, moves=[move])
            if value is None:
                undecided.append(move)
            elif value:
                (winning if result == "win" else kos).append(move)
    pv = reader.line(threats) if result in ("win", "ko") else ()
    proved, judged = _grade(reader, result, ko, threats)
    return Solution(
        problem=problem,
        result=result,
        winning_moves=tuple(winning),
        ko_moves=tuple(kos),
        undecided_moves=tuple(undecided),
        ko=ko,
        pv=pv,
        proved=proved,
        judged=judged,
        nodes=used + reader.nodes_used,
        seconds=time.perf_counter() - begun,
        region=reader.region,
    )


def _judge(reader: Reader) -> tuple[Result, Ko | None, tuple[int, int]]:
    """The verdict, and the threats (mover's, opponent's) under which its moves count."""
    theirs = MANY if reader.mover_attacks else ENDLESS
    ours = ENDLESS if reader.mover_attacks else MANY
    value = reader.mover_wins(0, theirs)
    if value is None:
        return "unknown", None, (0, 0)
    if value:
        return "win", None, (0, theirs)
    value = reader.mover_wins(0, 0)
    if value is None:
        return "unknown", None, (0, 0)
    if value:
        for n in range(1, MANY + 1):
            value = reader.mover_wins(0, n)
            if value is None:
                return "unknown", None, (0, 0)
            if not value:
                return "ko", Ko(True, n), (0, n - 1)
        return "unknown", None, (0, 0)
    value = reader.mover_wins(ours, 0)
    if value is None:
        return "unknown", None, (0, 0)
    if not value:
        return "loss", None, (ours, 0)
    for n in range(1, MANY + 1):
        value = reader.mover_wins(n, 0)
        if value is None:
            return "unknown", None, (0, 0)
        if value:
            return "ko", Ko(False, n), (n, 0)
    return "unknown", None, (0, 0)


def _grade(
    reader: Reader, result: Result, ko: Ko | None, threats: tuple[int, int]
) -> tuple[bool, tuple[str, ...]]:
    """Whether the verdict holds rigorously, and what was judged if it does not."""
    if result == "unknown":
        return False, ()
    if result == "ko":
        assert ko is not None
        if not reader.region.sealed:
            return False, ("the edge of the region is open there; refuge was judged",)
        return _walls_hold(reader, _killing_threats(ko, attacks=reader.mover_attacks))
    mover_wins = result == "win"
    killed = mover_wins == reader.mover_attacks
    region = reader.region
    if not region.sealed:
        cells = region.kill_cells if killed else region.stand_cells
        strict = reader.with_cells(cells)
        if strict is None or strict.mover_wins(*threats) is not mover_wins:
            return False, ("the edge of the region is open there; refuge was judged",)
        reader = strict
    return _walls_hold(reader, threats) if killed else (True, ())


def _killing_threats(ko: Ko, *, attacks: bool) -> tuple[int, int]:
    """The threats (mover's, opponent's) on the killing side of a ko's turning point."""
    if ko.first:
        return (0, ko.threats - 1) if attacks else (0, ko.threats)
    return (ko.threats, 0) if attacks else (ko.threats - 1, 0)


def _walls_hold(reader: Reader, threats: tuple[int, int]) -> tuple[bool, tuple[str, ...]]:
    """Whether every wall has more liberties outside than the defender can play elsewhere."""
    least = min((n for _, n in reader.region.walls), default=1 << 20)
    if reader.tenuki(threats) < least:
        return True, ()
    return False, (f"a wall with {least} liberties outside was taken as safe",)


class Reader:
    """Questions about one region, sharing one table and one budget."""

    def __init__(
        self,
        region: Region,
        *,
        first: Color,
        ko: int | None,
        deadline: float,
        nodes: int,
        memory: int,
        cancel: _core.Cancel | None,
        cells: bytes | None = None,
    ) -> None:
        self.region = region
        self.first = first
        self.ko = region.cell(ko) if ko is not None and ko in region.points else -1
        self.deadline = deadline
        self.nodes = nodes
        self.memory = memory
        self.cancel = cancel
        self.nodes_used = 0
        self.found: dict[tuple[int, int], tuple[int, int]] = {}
        self.mover_attacks = first != region.color
        self.cells = cells or region.cells
        self.solver = _core.ProofSolver(region.width, region.height, self.cells, memory)

    def with_cells(self, cells: bytes) -> Reader | None:
        """The same questions with another view of the outside, if that makes a position."""
        try:
            return Reader(
                self.region,
                first=self.first,
                ko=None,
                deadline=self.deadline,
                nodes=self.nodes,
                memory=self.memory,
                cancel=self.cancel,
                cells=cells,
            )
        except ValueError:
            return None

    def threats(self, ours: int, theirs: int) -> tuple[int, int]:
        """Attacker's and defender's threats from the mover's and the opponent's."""
        return (ours, theirs) if self.mover_attacks else (theirs, ours)

    def ask(self, ours: int, theirs: int, moves: list[int]) -> tuple[int, int, int]:
        """The verdict (0 unknown, 1 killed, 2 stands), the best cell, the tenuki of a kill."""
        seconds = self.deadline - time.perf_counter()
        left = self.nodes - self.nodes_used if self.nodes else 0
        if seconds <= 0 or (self.nodes and left <= 0):
            return 0, -2, 0
        verdict, used, best, tenuki = self.solver.solve(
            0 if self.mover_attacks else 1,
            self.ko,
            self.threats(ours, theirs),
            moves,
            left,
            seconds,
            self.cancel,
        )
        self.nodes_used += used
        if not moves and verdict:
            self.found[ours, theirs] = best, tenuki
        return verdict, best, tenuki

    def mover_wins(self, ours: int, theirs: int, *, moves: list[int] | None = None) -> bool | None:
        """Whether the mover reaches the goal, after these points were played; None if unsettled."""
        cells = [self.region.cell(m) if m >= 0 else -1 for m in moves or ()]
        verdict, _, _ = self.ask(ours, theirs, cells)
        if verdict == 0:
            return None
        return (verdict == KILLED) == self.mover_attacks

    def tenuki(self, threats: tuple[int, int]) -> int:
        """How often the defender can play elsewhere in the kill that was found."""
        return self.found.get(threats, (-2, 1 << 20))[1]

    def candidates(self, threats: tuple[int, int]) -> tuple[int, list[int]]:
        """The winning move of the last root question, and all moves: it first, the pass last."""
        turn = 0 if self.mover_attacks else 1
        cells = self.solver.legal_moves(turn, self.ko, self.threats(*threats))
        best, _ = self.found.get(threats, (-2, 0))
        cells.sort(key=lambda c: c != best)
        found = self.region.point(best) if best != -2 else -2
        return found, [self.region.point(c) for c in cells] + [PASS]

    def line(self, threats: tuple[int, int]) -> tuple[int, ...]:
        """A line in which the winner plays what was proved and the loser what takes longest."""
        turn = 0 if self.mover_attacks else 1
        pairs = self.threats(*threats)
        moves: list[int] = []
        while len(moves) < _LONGEST_LINE:
            _, best, _ = self.ask(*threats, moves)
            if best == -2:
                replies = self.solver.legal_moves(turn, self.ko, pairs, moves)
                hardest = (-1, -2)
                for reply in replies:
                    before = self.nodes_used
                    verdict, following, _ = self.ask(*threats, [*moves, reply])
                    if verdict and following != -2:
                        hardest = max(hardest, (self.nodes_used - before, reply))
                if hardest[1] < 0:
                    break
                best = hardest[1]
            moves.append(best)
        return tuple(self.region.point(c) for c in moves)
