"""The best judgement on a group's life within a given time, for programs that must have an answer.

`solve` says "unknown" rather than guess. `judge` always answers. It asks in turn:

1. the proof search (`gokan.reading.life`): what it proves stands;
2. where that came to no end, the race search in the region of `life_arena`, which judges ends;
3. trial games (`gokan.reading.trials`): how often does the mover succeed, and by which move?

A search that was not a proof adds its opinion to the odds of the trials, with the weights of
`judgement.txt`. Among the moves that win the one is chosen that did best in trials, also as the
opponent's move, had it been his turn: what he wants to play is a vital point.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from gokan import _core
from gokan.go import PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life import Solution, solve
from gokan.reading.life_arena import life_arena
from gokan.reading.problem import Problem
from gokan.reading.region import Region
from gokan.reading.trials import ENDLESS, Trial, shares, trial

__all__ = ["Judgement", "judge"]

MANY = 6
"""Threats that stand for any finite number."""
FEW = 3
"""A defender's threats in trials: with more, dead stones hold out too long."""
MEMORY = 64 << 20
_READ, _RACE, _TRIAL, _TURNED, _SECOND, _PRESSED, _KO = 0.35, 0.45, 0.65, 0.75, 0.87, 0.93, 1.0
"""Of the time is over after each step."""
_GAMES, _FEWER_GAMES, _SECOND_GAMES = 40_000, 12_000, 4_000  # more do not change the opinion
_AGAIN = 4  # moves that get a second trial
_SURE, _UNSURE, _MOVED = 0.8, 0.2, 2.0  # what trials must say to call a life a matter of ko


@dataclass(frozen=True, slots=True)
class Judgement:
    """Does the side to move reach its goal: kill the target, or save it?"""

    code: int
    """0 no; 1 yes; 2 in a ko the mover takes first; 3 in a ko that needs the mover's threat."""
    move: int | None
    """The first move to play; PASS where none is needed, None where none helps."""
    settled: bool
    """A search came to its end and says the same; otherwise trials decided."""


def judge(
    position: Position,
    target: Iterable[int],
    mover: Color,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    expected: Mapping[int, float] | None = None,
) -> Judgement:
    """Judge the life of the target stones, with `mover` to move; the usual budget is five seconds.

    `expected` may say how likely a player would choose each move (`gokan.strength.expect`); it
    has a small say in the choice between moves that win.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> answer = judge(position, [position.point("A4")], Color.BLACK)
    >>> answer.code, position.vertex(answer.move)
    (1, 'B5')
    """
    meter = started(budget, seconds=seconds, usual=Budget(seconds=5.0))
    return _Judge(position, sorted(set(target)), mover, meter, expected or {}).judgement()


class _Judge:
    def __init__(
        self,
        position: Position,
        stones: list[int],
        mover: Color,
        meter: Meter,
        expected: Mapping[int, float],
    ) -> None:
        self.meter = meter
        self.position = position
        self.stones = stones
        self.mover = mover
        self.expected = expected
        self.attacks = position.color_at(stones[0]) != mover
        self.weights = _weights()[not self.attacks]

    def judgement(self) -> Judgement:
        read = self._read()
        if read.result != "unknown":
            good = read.winning_moves + read.ko_moves
            code = _code(read)
            if read.proved and (code == 0 or len(good) == 1):
                return Judgement(code, good[0] if code else None, True)
            return self._with_reading(read, code, good)
        region = life_arena(self.position, self.stones).region(self.stones)
        ko = self.position.ko if self.position.to_play == self.mover else None
        race = _Race(region, self.mover, ko, self.meter.until(_RACE)).judgement()
        return self._with_race(race)

    def _with_reading(self, read: Solution, code: int, good: tuple[int, ...]) -> Judgement:
        """The proof search came to an end: trials choose the move, and doubt what is not proved."""
        first = self._trial(_TRIAL)
        liked = self._ranking(first)
        choice = good if not read.undecided_moves else ()
        if read.proved or code > 1:
            return Judgement(code, _best(liked, good) if code else None, True)
        odds = self._odds(first, self._trial(_KO, opponent=True))
        odds += self.weights["read-win" if code else "read-loss"]
        if odds >= 0:
            return Judgement(1, _best(liked, choice), code == 1)
        return Judgement(0, None, code == 0)

    def _with_race(self, race: Judgement) -> Judgement:
        first = self._trial(_TRIAL)
        liked = self._ranking(first)
        if race.settled and race.move not in (None, PASS):
            liked[race.move] = liked.get(race.move, -9.0) + self.weights["search"]
        if race.settled and race.code > 1:
            return Judgement(race.code, _best(liked), True)
        pressed = self._trial(_PRESSED, opponent=True)
        odds = self._odds(first, pressed)
        if race.settled:
            odds += self.weights["race-win" if race.code else "race-loss"]
            won = odds >= 0
            return Judgement(int(won), _best(liked) if won else None, won == (race.code == 1))
        if odds >= 0:
            ko = first.value >= _SURE and pressed.value <= _UNSURE
            return Judgement(2 if ko else 1, _best(liked), False)
        helped = self._trial(_KO, mover=True)
        if helped.value >= 1 - _UNSURE and _logit(helped.value) - _logit(first.value) > _MOVED:
            return Judgement(3, _best(shares(helped)), False)
        return Judgement(0, None, False)

    def _read(self) -> Solution:
        problem = Problem.make(self._turned(), target=self.stones)
        return solve(problem, budget=self.meter.until(_READ), details=False, trials=False)

    def _trial(self, share: float, *, mover: bool = False, opponent: bool = False) -> Trial:
        """Trials until a share of the time is over; mover or opponent may have ko threats."""
        side = self.mover if mover else self.mover.opponent
        number = ENDLESS if self.attacks == mover else FEW
        threats = (0, 0)
        if mover or opponent:
            threats = (number, 0) if side == Color.BLACK else (0, number)
        return trial(
            self.position,
            self.stones,
            self.mover,
            budget=self.meter.until(share),
            games=_FEWER_GAMES if mover or opponent else _GAMES,
            threats=threats,
        )

    def _odds(self, first: Trial, pressed: Trial) -> float:
        """Log-odds for the mover, from trials without and with ko threats of the opponent."""
        return (
            _logit(first.value)
            - _logit(self.weights["even"])
            + self.weights["threats"] * _logit(pressed.value)
        )

    def _ranking(self, first: Trial) -> dict[int, float]:
        """How much speaks for each move, in logarithms.

        The games it was given, for the mover and for the opponent had it been his turn; what a
        player would expect; and for the best of them a second trial with its own tree.
        """
        turned = trial(
            self.position,
            self.stones,
            self.mover.opponent,
            budget=self.meter.until(_TURNED),
            games=_FEWER_GAMES,
        )
        ours, theirs = shares(first), shares(turned)
        liked = {
            move: math.log(share + self.weights["opponent"] * theirs.get(move, 0.0) + 0.001)
            + self.weights["expected"] * math.log(self.expected.get(move, 0.0) + 0.0001)
            for move, share in ours.items()
        }
        best = sorted(liked, key=lambda move: (-liked[move], move))[:_AGAIN]
        for one in first.moves:
            if one.settled and one.move in liked:
                liked[one.move] += 1.0 if one.settled > 0 else -4.0
        meter = self.meter.until(_SECOND)
        after = {m: self._after(m, meter.part(1 / (len(best) - i))) for i, m in enumerate(best)}
        for move in liked:
            liked[move] += self.weights["second"] * _logit(after.get(move, 0.0))
        return liked

    def _after(self, move: int, meter: Meter) -> float:
        """The mover's share of games that begin with this move."""
        after = self.position.play(move, self.mover)
        color = self.position.color_at(self.stones[0])
        left = [p for p in self.stones if after.color_at(p) == color]
        if not left:
            return 1.0
        answer = self.mover.opponent
        return 1 - trial(after, left, answer, budget=meter, games=_SECOND_GAMES).value

    def _turned(self) -> Position:
        """The position with the mover to move."""
        if self.position.to_play == self.mover:
            return self.position
        return self.position.setup(to_play=self.mover)


def _best(liked: dict[int, float], among: Iterable[int] = ()) -> int:
    """The move liked best, of some or of all; PASS only where there is no other."""
    moves = [move for move in among if move != PASS] or ([] if among else list(liked))
    return max(moves, key=lambda move: (liked.get(move, -99.0), -move), default=PASS)


def _code(read: Solution) -> int:
    if read.result == "ko":
        return 2 if read.ko is not None and read.ko.first else 3
    return int(read.result == "win")


def _logit(share: float) -> float:
    bounded = min(max(share, 0.01), 0.99)
    return math.log(bounded / (1 - bounded))


@cache
def _weights() -> tuple[dict[str, float], dict[str, float]]:
    """The numbers of `judgement.txt`, for a mover who attacks and for one who defends."""
    text = (resources.files("gokan.reading") / "judgement.txt").read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    attack = {name: float(number) for name, number, _ in lines}
    return attack, {name: float(number) for name, _, number in lines}


class _Race:
    """The race search in one region, with one side to move and one budget."""

    def __init__(self, region: Region, mover: Color, ko: int | None, meter: Meter) -> None:
        self.region = region
        self.attacks = region.color != mover
        self.ko = region.cell(ko) if ko is not None and ko in region.points else -1
        self.meter = meter
        self.solver = _core.RaceSolver(region.width, region.height, region.cells, MEMORY)

    def judgement(self) -> Judgement:
        """The code from up to two searches: no threats, then threats for the side that lost."""
        won, move, ko = self._ask(0, 0)
        if won is None:
            return Judgement(0, None, False)
        if not ko:
            return Judgement(int(won), move if won else None, True)
        ours, theirs = (ENDLESS, MANY) if self.attacks else (MANY, ENDLESS)
        if won:
            still, better, _ = self._ask(0, theirs)
            if still:
                return Judgement(1, better, True)
            return Judgement(1 if still is None else 2, move, still is not None)
        helped, better, _ = self._ask(ours, 0)
        return Judgement(3 if helped else 0, better if helped else None, helped is not None)

    def _ask(self, ours: int, theirs: int) -> tuple[bool | None, int | None, bool]:
        """Won, the move, and whether a ko was met."""
        limits = self.meter.limits()
        if limits is None:
            return None, None, True
        verdict, used, best, _, _, ko = self.solver.solve(
            0 if self.attacks else 1,
            self.ko,
            (ours, theirs) if self.attacks else (theirs, ours),
            [],
            limits,
        )
        self.meter.spend(nodes=used)
        won = None if verdict == 0 else (verdict == 1) == self.attacks
        move = None if best == -2 else self.region.point(best)
        if won and move is None:
            move = PASS
        return won, move, ko
