"""Positions with what is true of them, to fit the aura to: play from problems, decided by reading.

From each problem some lines are played inside its region, good moves and careless ones, some of
them just outside; and the solver's own search is followed, since its judgement is trusted at the
ends of its own lines. After every move reading is asked, with either side to move, whether the
target stands against endless ko threats, and whether it falls against many; and, where that hangs
on who moves, which moves do it. A target falls only if it does so in the larger regions too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gokan import _core
from gokan.go import PASS, Color, Position
from gokan.goals.static import Look
from gokan.reading import Problem
from gokan.reading.regions.region import Region, find_region
from gokan_lab.aura.planes import SIDE, View, look

if TYPE_CHECKING:
    from gokan.goals.tried import Branch, Tried

__all__ = ["Sample", "pack", "samples"]

_KILLED, _STANDS = _core.Verdict.KILLED, _core.Verdict.STANDS
_TO_LIVE, _TO_KILL = _core.KoThreats(127, 0), _core.KoThreats(0, 6)
"""Who must prove something has no ko threats; the attacker any number, the defender many."""
_LONGEST = 7
_BOTH = 0.5  # of the positions are asked about with either side to move
_ASKED = 0.25  # of those where something hangs on the move, all moves are asked about
_LARGEST = 200  # cells of a larger region
_OUTSIDE = 0.12  # of the moves are played just outside the region
_REPLIES = 1  # that the search left out, after a move of the player's in it
_FIRST = 10  # replies to the first move that the search believes in, inside and at the wall


@dataclass(frozen=True, slots=True)
class Sample:
    """One view and one side to move, and what is true."""

    view: View
    defends: bool
    """The target's side is to move."""
    stands: int
    """Against endless threats: 1 yes, 0 no, -1 not settled."""
    falls: int
    """Against many threats: 1 yes, 0 no, -1 not settled."""
    good: NDArray[np.int8] | None
    """Shape (SIDE, SIDE): 1 where the move reaches the mover's goal, 0 where it does not, -1 where
    that was not asked; None where nothing was asked."""
    position: Position | None = None
    """The whole position, where it was to be kept."""


def samples(
    problem: Problem,
    *,
    lines: int,
    seed: int,
    nodes: int = 12_000,
    room: int = 28,
    tree: int = 0,
    keep: bool = False,
) -> Iterator[Sample]:
    """Samples from lines played out of one problem and from a search of `tree` positions; on
    request with the positions.
    """
    dice = random.Random(f"{seed} {problem.id}")
    walk = _Walk(problem, nodes, room, dice)
    walk.keep = keep
    for line in range(lines):
        if walk.enter(problem.position, again=line > 0):
            yield from walk.line(first=line == 0)
    if tree:
        yield from walk.tree(tree)


@dataclass(frozen=True, slots=True)
class _Escape:
    """What a larger region says: it lives, it dies (1 yes, 0 no, -1 not settled), and the line so
    far in its own cells.
    """

    lives: int
    dies: int
    region: Region
    solver: _core.ProofSolver
    line: list[int]


class _Walk:
    region: Region
    solver: _core.ProofSolver

    def __init__(self, problem: Problem, nodes: int, room: int, dice: random.Random) -> None:
        self.problem, self.room = problem, room
        self.limits = _core.SearchLimits(nodes=nodes)
        self.dice = dice
        self._first: tuple[Region, _core.ProofSolver] | None = None
        self._wide: list[tuple[Region, _core.ProofSolver]] = []
        self.keep = False
        self.believed: Branch | None = None
        self.seen: set[tuple[int, int]] = set()
        self.owner = problem.position.color_at(problem.target[0])

    def enter(self, position: Position, *, again: bool = False) -> bool:
        """Draws the region around the target anew; False if it is too large to be read."""
        self._wide = []
        if again and self._first is not None:
            self.region, self.solver = self._first
            self._widen(position)
            return True
        target = [p for p in self.problem.target if position.board[p] == self.owner]
        region = find_region(position, target)
        if sum(position.board[p] == 0 for p in region.points) > self.room:
            return False
        try:
            solver = _core.ProofSolver(region.width, region.height, region.cells, 4 << 20)
        except ValueError:
            return False
        self.region, self.solver = region, solver
        self._widen(position)
        if self._first is None:
            self._first = region, solver
        return True

    def _widen(self, position: Position) -> None:
        """Larger regions: a target that moves first is dead only if it dies in these too."""
        if self.region.sealed:
            return
        target = [p for p in self.problem.target if position.board[p] == self.owner]
        for options in ({"room": 20, "wide": True}, {"layer": 2}):
            region = find_region(position, target, **options)  # type: ignore[arg-type]
            if region.points > self.region.points and len(region.cells) < _LARGEST:
                try:
                    solver = _core.ProofSolver(region.width, region.height, region.cells, 2 << 20)
                except ValueError:
                    continue
                self._wide.append((region, solver))

    def _escapes(self, line: list[int]) -> _Escape | None:
        """What a larger region says of a target that dies in this one, if that is something else:
        whether it lives, whether it dies, and who says so.
        """
        points = [PASS if cell < 0 else self.region.point(cell) for cell in line]
        for region, solver in self._wide:
            if any(p >= 0 and p not in region.points for p in points):
                continue
            moves = [-1 if p < 0 else region.cell(p) for p in points]
            falls = solver.solve(self.turn, -1, _TO_KILL, moves, self.limits).verdict
            if falls == _KILLED:
                continue
            if falls != _STANDS:
                return _Escape(-1, -1, region, solver, moves)
            stands = solver.solve(self.turn, -1, _TO_LIVE, moves, self.limits).verdict
            lives = {_STANDS: 1, _KILLED: 0}.get(stands, -1)
            return _Escape(lives, 0, region, solver, moves)
        return None

    def _outside(self, position: Position) -> Position | None:
        """After a move just outside the region: it may open a way out, or close one."""
        points, near = self.region.points, position.neighbors
        rim = {n for p in points for n in near(p)} - points
        rim |= {n for p in rim for n in near(p)} - points
        legal = [p for p in sorted(rim) if not position.board[p] and position.is_legal(p)]
        return position.play(self.dice.choice(legal)) if legal else None

    def line(self, *, first: bool) -> Iterator[Sample]:
        attacks = self.problem.position.to_play != self.owner
        if not first and self.dice.random() < 0.3:
            attacks = not attacks
        self.turn = 0 if attacks else 1
        position = self.problem.position.with_to_play(
            self.owner.opponent if attacks else self.owner
        )
        moves: list[int] = []
        for _ in range(_LONGEST):
            target = [p for p in self.problem.target if position.board[p] == self.owner]
            if len(target) < len(self.problem.target):
                return
            best = -2
            key = (position.hash, position.ko if position.ko is not None else -1)
            if key not in self.seen:
                self.seen.add(key)
                for sample, found in self._decide(position, target, moves):
                    yield sample
                    best = max(best, found)
            if self.dice.random() < _OUTSIDE:
                opened = self._outside(position)
                if opened is None or not self.enter(opened):
                    return
                position, moves = opened, []
                self.turn = 0 if position.to_play != self.owner else 1
                continue
            move = self._choose(position, moves, best)
            if move is None:
                return
            cell, following = move
            moves.append(cell)
            position = following

    def tree(self, nodes: int) -> Iterator[Sample]:
        """The positions of the solver's search, for one side and then for the other."""
        from gokan.goals.aura.worth import aura
        from gokan.goals.search import Doubt, Search

        start, target = self.problem.position, self.problem.target
        for player in (start.to_play, start.to_play.opponent):
            position = start.with_to_play(player)
            question = Look(target, self.owner, player)
            search = Search(
                position,
                question,
                doubt=Doubt(trust=1.0),
                most_nodes=nodes,
                weigh=lambda at, stones: aura(at, stones, quick=True),
            )
            search.run()
            self.turn = 0 if player != self.owner else 1
            self.believed = None
            if player == start.to_play:
                self.believed = max(search.root.branches, key=lambda b: b.to.belief, default=None)
            if self.enter(position, again=self._first is not None):
                yield from self._follow(search.root, [], player)

    def _follow(
        self, node: Tried, moves: list[int], player: Color, path: frozenset[int] = frozenset()
    ) -> Iterator[Sample]:
        """Samples of a position of the search and of those below it; the search may go round."""
        position, path = node.position, path | {id(node)}
        target = [p for p in self.problem.target if position.board[p] == self.owner]
        key = (position.hash, position.ko if position.ko is not None else -1)
        if len(target) < len(self.problem.target):
            return
        if key not in self.seen:
            self.seen.add(key)
            for sample, _ in self._decide(position, target, moves):
                yield sample
            if position.to_play != player and len(moves) < 4:
                first = self.believed is not None and node is self.believed.to
                yield from self._replies(position, moves, _FIRST if first else _REPLIES)
        kept = self.region, self.solver, self._wide, self.turn
        for branch in node.branches:
            if not position.is_legal(branch.move) or len(moves) > _LONGEST:
                continue
            if id(branch.to) in path:
                continue
            if branch.move in self.region.points:
                cell = self.region.cell(branch.move)
                yield from self._follow(branch.to, [*moves, cell], player, path)
                continue
            self.turn = 0 if branch.to.position.to_play != self.owner else 1
            if self._still(branch.to.position) and self.enter(branch.to.position):
                yield from self._follow(branch.to, [], player, path)
            self.region, self.solver, self._wide, self.turn = kept

    def _replies(self, position: Position, moves: list[int], most: int) -> Iterator[Sample]:
        """Some replies that the search did not think of, and what looks urgent after them. Half of
        them are made just outside, at the wall: for these the region is drawn anew.
        """
        points, near = self.region.points, position.neighbors
        rim = {n for p in points for n in near(p)} - points
        rim |= {n for p in rim for n in near(p)} - points
        kept = self.region, self.solver, self._wide, self.turn
        for some in (points, rim):
            legal = [p for p in some if not position.board[p] and position.is_legal(p)]
            for reply in self.dice.sample(sorted(legal), min(most, len(legal))):
                after = position.play(reply)
                if not self._still(after):
                    continue
                line = [*moves, self.region.cell(reply)] if reply in points else []
                if reply not in points:
                    self.turn = 0 if after.to_play != self.owner else 1
                    if not self.enter(after):
                        self.region, self.solver, self._wide, self.turn = kept
                        continue
                yield from self._answered(after, line)
                self.region, self.solver, self._wide, self.turn = kept

    def _answered(self, after: Position, line: list[int]) -> Iterator[Sample]:
        from gokan.goals.aura.worth import aura

        for _ in range(2):
            key = (after.hash, after.ko if after.ko is not None else -1)
            if key in self.seen or not self._still(after):
                return
            self.seen.add(key)
            for sample, _ in self._decide(after, list(self.problem.target), line):
                yield sample
            urgent = aura(after, self.problem.target, quick=True).urgent
            inside = [p for p in urgent if p in self.region.points and after.is_legal(p)]
            if not inside:
                return
            move = max(inside, key=lambda p: urgent[p])
            after, line = after.play(move), [*line, self.region.cell(move)]

    def _still(self, position: Position) -> bool:
        return all(position.board[p] == self.owner for p in self.problem.target)

    def _ask(self, moves: list[int], threats: _core.KoThreats) -> _core.ProofAnswer:
        return self.solver.solve(self.turn, -1, threats, moves, self.limits)

    def _decide(
        self, position: Position, target: list[int], moves: list[int]
    ) -> list[tuple[Sample, int]]:
        """A sample for either side to move, and the best cell for the one that is."""
        found: list[tuple[bool, bool, int, int, int, _Escape | None]] = []
        both = self.dice.random() < _BOTH
        for other in (False, True) if both else (False,):
            line = [*moves, -1] if other else moves
            attacker = (self.turn + len(line)) % 2 == 0
            stands = self._ask(line, _TO_LIVE)
            if stands.illegal:
                continue
            lives = {_STANDS: 1, _KILLED: 0}.get(stands.verdict, -1)
            best = stands.best if not attacker and lives == 1 else -2
            dies = 0
            if lives != 1:  # what lives against endless threats does not fall with many of its own
                falls = self._ask(line, _TO_KILL)
                dies = {_KILLED: 1, _STANDS: 0}.get(falls.verdict, -1)
                best = falls.best if attacker and dies == 1 else -2
            escape = self._escapes(line) if dies == 1 else None
            if escape is not None:
                lives, dies = escape.lives, escape.dies
            if lives < 0 and dies < 0:
                continue
            found.append((other, attacker, lives, dies, best if escape is None else -2, escape))
        hangs = len(found) < 2 or found[0][2:4] != found[1][2:4]
        answer = []
        for other, attacker, lives, dies, best, escape in found:
            reaches = dies == 1 if attacker else lives == 1
            seen = position.with_to_play(position.to_play.opponent) if other else position
            view, top, left = look(seen, target, self.owner)
            good = None
            if reaches and hangs and self.dice.random() < _ASKED:
                line = [*moves, -1] if other else moves
                good = self._good(seen, line, attacker, top, left, escape)
            kept = seen if self.keep else None
            sample = Sample(view, not attacker, lives, dies, good, kept)
            answer.append((sample, -2 if other else best))
        return answer

    def _good(
        self,
        position: Position,
        line: list[int],
        attacker: bool,
        top: int,
        left: int,
        escape: _Escape | None,
    ) -> NDArray[np.int8]:
        """Which moves reach the mover's goal; of a larger region if only that one shows it."""
        marks = np.full((SIDE, SIDE), -1, dtype=np.int8)
        threats = _TO_KILL if attacker else _TO_LIVE
        wanted = _KILLED if attacker else _STANDS
        region, solver = self.region, self.solver
        if escape is not None:
            region, solver, line = escape.region, escape.solver, escape.line
        for point in region.points:
            if position.board[point] or not position.is_legal(point):
                continue
            row, column = point // position.width - top, point % position.width - left
            if not (0 <= row < SIDE and 0 <= column < SIDE):
                continue
            after = [*line, region.cell(point)]
            verdict = solver.solve(self.turn, -1, threats, after, self.limits).verdict
            if verdict:
                marks[row, column] = int(verdict == wanted)
                if attacker and verdict == wanted and (fled := self._escapes(after)) is not None:
                    marks[row, column] = 0 if fled.dies == 0 else -1
        return marks

    def _choose(
        self, position: Position, moves: list[int], best: int
    ) -> tuple[int, Position] | None:
        """The best move, often; else a careless one, near the last two more likely."""
        if best >= 0 and self.dice.random() < 0.5:
            point = self.region.point(best)
            if position.is_legal(point):
                return best, position.play(point)
        if self.dice.random() < 0.06 and moves and moves[-1] >= 0:
            return -1, position.play(PASS)
        legal = [p for p in self.region.points if not position.board[p] and position.is_legal(p)]
        if not legal:
            return None
        width = position.width
        last = position.last_move if moves and moves[-1] >= 0 else None

        def weight(p: int) -> float:
            if last is None:
                return 1.0
            away = abs(p // width - last // width) + abs(p % width - last % width)
            return 3.0 if away <= 2 else 1.0

        point = self.dice.choices(legal, [weight(p) for p in legal])[0]
        return self.region.cell(point), position.play(point)


def pack(found: list[Sample]) -> dict[str, NDArray[np.generic]]:
    """Samples as arrays, for a file."""
    nothing = np.full((SIDE, SIDE), -1, dtype=np.int8)
    return {
        "view": np.stack([s.view for s in found]),
        "defends": np.array([s.defends for s in found]),
        "stands": np.array([s.stands for s in found], dtype=np.int8),
        "falls": np.array([s.falls for s in found], dtype=np.int8),
        "good": np.stack([nothing if s.good is None else s.good for s in found]),
    }
