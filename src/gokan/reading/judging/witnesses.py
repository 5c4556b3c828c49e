"""What speaks for and against a group's life, gathered once; `gokan.reading.deciding` decides.

In turn, each with its share of one budget:

1. the proof search (`gokan.reading.life.solve`): what it proves stands, and nothing else is asked;
2. where that came to no end, the race search in the region of `life_arena`, which judges ends;
3. trial games (`gokan.reading.trials.trial`): with the mover first, with the opponent first, after
   the best moves, and with ko threats for either side.

A network, if somebody hands one in, is asked after the first step, and only where that left the
question open. It counts no nodes, but time passes; what comes later has the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gokan import _core
from gokan.go import PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.deciding.evidence import UNASKED, Evidence, Said
from gokan.reading.life.solve import solve
from gokan.reading.problem import Problem
from gokan.reading.regions.life_arena import life_arena
from gokan.reading.regions.reader import KILLED
from gokan.reading.regions.region import Region
from gokan.reading.trials.trial import (
    ENDLESS,
    Trial,
    shares,
    surroundings,
    threats_of,
    trial,
)

__all__ = ["Choices", "Witness", "gather_evidence", "near", "read_life", "steps_to"]

Choices = Mapping[Color, Mapping[int, float]]
"""How likely a player of either side would choose each move, if it were his turn."""
Witness = Callable[[Position], Choices | None]
"""A network that may be asked what players would choose; None where there is none."""

MANY = 6
"""Threats that stand for any finite number."""
MEMORY = 64 << 20
_READ, _RACE, _TRIAL, _TURNED, _SECOND, _PRESSED, _HELPED = 0.35, 0.45, 0.65, 0.75, 0.87, 0.93, 1.0
"""Of the budget is spent after each step."""
_GAMES, _FEWER_GAMES, _SECOND_GAMES = 40_000, 12_000, 4_000  # more do not change the opinion
_AGAIN = 4  # moves that get a second trial
_GIVEN = 0.6
"""What the opponent's games count beside the mover's in the choice of moves for a second trial."""


def gather_evidence(
    position: Position,
    target: Iterable[int],
    mover: Color,
    *,
    budget: Budget | Meter | None = None,
    expected: Mapping[int, float] | None = None,
    network: Witness | None = None,
) -> Evidence:
    """Ask every witness about the target, with `mover` to move; the usual budget is five seconds.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> found = gather_evidence(position, [position.point("A4")], Color.BLACK)
    >>> found.read.code, found.read.proved, [position.vertex(p) for p in found.read.moves]
    (1, True, ['B5'])
    """
    meter = started(budget, usual=Budget(seconds=5.0))
    return _Gatherer(position, sorted(set(target)), mover, meter).evidence(expected, network)


class _Gatherer:
    def __init__(self, position: Position, stones: list[int], mover: Color, meter: Meter) -> None:
        self.position = position
        self.stones = stones
        self.mover = mover
        self.meter = meter
        self.attacks = position.color_at(stones[0]) != mover

    def evidence(self, expected: Mapping[int, float] | None, network: Witness | None) -> Evidence:
        read = read_life(self.position, self.stones, self.mover, self.meter.until(_READ))
        if read.proved and (read.code == 0 or len(read.moves) == 1):
            return Evidence(self.attacks, read, enough=False)
        told = network(self.position) if network is not None else None
        race = UNASKED
        if read.code is None:
            region = life_arena(self.position, self.stones).region(self.stones)
            ko = self.position.ko if self.position.to_play == self.mover else None
            race = _Race(region, self.mover, ko, self.meter.until(_RACE)).said()
        first = self._trial(_TRIAL, _GAMES)
        turned = self._trial(_TURNED, _FEWER_GAMES, mover=self.mover.opponent)
        ours, theirs = shares(first), shares(turned)
        again = self._again(ours, theirs)
        if read.proved:
            pressed, helped = first, first
        else:
            pressed = self._trial(_PRESSED, _FEWER_GAMES, helped=self.mover.opponent)
            helped = self._trial(_HELPED, _FEWER_GAMES, helped=self.mover)
        area = surroundings(self.position, self.stones)
        policy = near(told, self.mover, area)
        moves = {*ours, *policy, *read.moves, *race.moves} - {PASS}
        return Evidence(
            self.attacks,
            read,
            race,
            first=first.value,
            pressed=pressed.value,
            helped=helped.value,
            outside=first.outside,
            ours=ours,
            theirs=theirs,
            settled={one.move: one.settled for one in first.moves if one.settled},
            again=again,
            expected={p: chance for p, chance in (expected or {}).items() if p in moves},
            policy=policy,
            denied=near(told, self.mover.opponent, area),
            steps=steps_to(self.position, self.stones, moves),
        )

    def _trial(
        self, share: float, games: int, *, mover: Color | None = None, helped: Color | None = None
    ) -> Trial:
        """Trials until a share of the budget is spent; one side may have ko threats."""
        defender = self.position.color_at(self.stones[0])
        return trial(
            self.position,
            self.stones,
            mover or self.mover,
            budget=self.meter.until(share),
            games=games,
            threats=threats_of(helped, defender),
        )

    def _again(self, ours: Mapping[int, float], theirs: Mapping[int, float]) -> dict[int, float]:
        """The mover's share of games that begin with each of the best moves, with its own tree."""
        liked = {move: share + _GIVEN * theirs.get(move, 0.0) for move, share in ours.items()}
        best = sorted(liked, key=lambda move: (-liked[move], move))[:_AGAIN]
        meter = self.meter.until(_SECOND)
        return {m: self._after(m, meter.part(1 / (len(best) - i))) for i, m in enumerate(best)}

    def _after(self, move: int, meter: Meter) -> float:
        after = self.position.play(move, self.mover)
        color = self.position.color_at(self.stones[0])
        left = [p for p in self.stones if after.color_at(p) == color]
        if not left:
            return 1.0
        answer = self.mover.opponent
        return 1 - trial(after, left, answer, budget=meter, games=_SECOND_GAMES).value


def read_life(position: Position, stones: Iterable[int], mover: Color, meter: Meter) -> Said:
    """What the proof search says about the life of these stones, with `mover` to move."""
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    problem = Problem.make(turned, target=sorted(stones))
    return solve(problem, budget=meter, details=False, trials=False).said


def near(told: Choices | None, side: Color, area: Iterable[int]) -> dict[int, float]:
    """How likely a network finds the moves of an area, of those there; rounded, so that the same is
    decided on every machine.
    """
    chances = (told or {}).get(side, {})
    found = {p: chances[p] for p in sorted(area) if chances.get(p, 0.0) > 0}
    total = sum(found.values()) or 1.0
    shares = {p: round(chance / total, 3) for p, chance in found.items()}
    return {p: share for p, share in shares.items() if share > 0}


def steps_to(position: Position, stones: Iterable[int], moves: Iterable[int]) -> dict[int, int]:
    """How far each move is from the blocks of these stones, along the lines."""
    width = position.width
    places = [divmod(q, width) for p in stones for q in position.block(p).stones]
    return {
        move: min(abs(move // width - row) + abs(move % width - column) for row, column in places)
        for move in sorted(moves)
    }


class _Race:
    """The race search in one region, with one side to move and one budget."""

    def __init__(self, region: Region, mover: Color, ko: int | None, meter: Meter) -> None:
        self.region = region
        self.attacks = region.color != mover
        self.ko = region.cell(ko) if ko is not None and ko in region.points else -1
        self.meter = meter
        self.solver = _core.RaceSolver(region.width, region.height, region.cells, MEMORY)

    def said(self) -> Said:
        """The code from up to two searches: no threats, then threats for the side that lost."""
        won, move, ko = self._ask(0, 0)
        if won is None:
            return Said(None)
        if not ko:
            return _one(int(won), move)
        ours, theirs = (ENDLESS, MANY) if self.attacks else (MANY, ENDLESS)
        if won:
            still, better, _ = self._ask(0, theirs)
            if still is None:
                return Said(None)
            return _one(1, better) if still else _one(2, move)
        helped, better, _ = self._ask(ours, 0)
        if helped is None:
            return Said(None)
        return _one(3, better) if helped else Said(0)

    def _ask(self, ours: int, theirs: int) -> tuple[bool | None, int | None, bool]:
        """Won, the move, and whether a ko was met."""
        limits = self.meter.limits()
        if limits is None:
            return None, None, True
        found = self.solver.solve(
            0 if self.attacks else 1,
            self.ko,
            _core.KoThreats(*((ours, theirs) if self.attacks else (theirs, ours))),
            [],
            limits,
        )
        self.meter.spend(nodes=found.nodes)
        won = (found.verdict == KILLED) == self.attacks if found.verdict else None
        move = None if found.best == -2 else self.region.point(found.best)
        if won and move is None:
            move = PASS
        return won, move, found.ko


def _one(code: int, move: int | None) -> Said:
    return Said(code, () if move is None or code == 0 else (move,))
