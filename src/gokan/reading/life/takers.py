"""Whether whoever takes stones lives: what can be taken need not be dead.

Stones that can be captured are dead only if the takers live, or need not take them. Three stones in
the eye space of a group that cannot get two eyes are taken at its own cost: they kill it. Stones
that neither side can touch without loss stand in a seki, though a single block of them might be
captured. So the *takers* of stones, the enemy blocks that shut them in and reach beyond, are asked
about as well, with either side moving first:

- they stand, not in seki: the stones are dead (with more than eight points shut in that is believed
  unless a proof says otherwise: few eyes that large can be killed);
- they stand in seki, and cannot take the stones and live by one plan: so do the stones;
- they fall whoever moves: the stones are part of the killing;
- it depends on who moves, or on a ko: so it does for the stones.

A word that follows from the takers alone is read, not proved; that stones are dead is proved where
the takers live unconditionally, or live and take the stones by one plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gokan import _core
from gokan.go import Position
from gokan.go.life import unconditional
from gokan.reading.budget import Budget, Meter
from gokan.reading.life.solve import Solution, solve
from gokan.reading.problem import Problem
from gokan.reading.trials.outlook import outlook

__all__ = ["Fate", "Takers", "fate_of_takers", "takers_of"]

_NODES = 20_000
"""For either side moving first, at most;"""
_FEW = 5_000
"""at least so many, though the budget is gone."""
_ROOM = 8
"""Points around stones that are taken: with more the takers have room for two eyes, and only a
proof says that they fall."""
_SHARE = 0.4
"""Of what is left, for either side moving first, where room is short."""
_GAMES = 400
_THREATS = 6
_ATTACKER, _DEFENDER = 0, 1

Fate = Literal["live", "seki", "fall", "unsettled", "ko", "unknown"]


@dataclass(frozen=True, slots=True)
class Takers:
    """What was found out about the takers of some stones."""

    fate: Fate
    proved: bool
    stones: tuple[int, ...] = ()
    """One of each block; none where nobody shuts the stones in."""
    attack: Solution | None = None
    """The takers are attacked: the owner of the stones moves first."""
    defence: Solution | None = None
    """The takers move first."""


def takers_of(position: Position, stones: Iterable[int]) -> tuple[tuple[int, ...], int]:
    """One stone of each enemy block that shuts these stones in and reaches beyond, and the number
    of points that they shut in.

    >>> position = Position.from_diagram('''
    ... . X . O X
    ... O O O O X
    ... X X X X X
    ... . . . . .
    ... ''')
    >>> [position.vertex(p) for p in takers_of(position, [position.point("B4")])[0]]
    ['D4']
    """
    inside = set(stones)
    todo = list(inside)
    enemy = position.color_at(todo[0]).opponent
    around: set[int] = set()
    for p in todo:
        for q in position.neighbors(p):
            if position.board[q] == enemy:
                around.add(q)
            elif q not in inside:
                inside.add(q)
                todo.append(q)
    blocks = {min(position.block(p).stones): set(position.block(p).stones) for p in around}
    reach = tuple(
        head
        for head, block in sorted(blocks.items())
        if any(q not in inside and q not in block for p in block for q in position.neighbors(p))
    )
    return reach, len(inside)


def fate_of_takers(position: Position, stones: Iterable[int], meter: Meter) -> Takers:
    """What becomes of whoever takes these stones.

    >>> position = Position.from_diagram('''
    ... . X . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> fate_of_takers(position, [position.point("B5")], Budget(nodes=50_000).start()).fate
    'fall'
    """
    stones = tuple(stones)
    targets, room = takers_of(position, stones)
    patient = room <= _ROOM
    if not targets:  # they fight in the same space, where nothing says that they live
        return Takers("live", False)
    if _unconditional(position, targets):
        return Takers("live", True, targets)
    owner = position.color_at(targets[0])
    attack = _asked(position.setup(to_play=owner.opponent), targets, meter, patient=patient)
    if attack.result == "loss" and attack.seki is not None:
        if attack.seki:
            taken = _takes_and_lives(attack, stones, meter, attack.region.cells, _DEFENDER)
            return Takers("live" if taken else "seki", False, targets, attack)
        return Takers("live", _surely_live(attack, stones, meter), targets, attack)
    if attack.result in ("win", "ko"):
        defence = _asked(position.setup(to_play=owner), targets, meter, patient=patient)
        sure = defence.proved and (attack.proved or defence.result == "loss")
        fate = _FATES.get((attack.result, defence.result), "unknown")
        if fate != "unknown" and (sure or patient):
            if fate != "fall":  # then the moves matter
                attack = _asked(attack.problem.position, targets, meter, moves=True)
                defence = _asked(defence.problem.position, targets, meter, moves=True)
            return Takers(fate, sure, targets, attack, defence)
    if not patient or _looks_alive(position, targets, meter):
        return Takers("live", False, targets, attack)
    return Takers("unknown", False, targets, attack)


_FATES: dict[tuple[str, str], Fate] = {
    ("win", "loss"): "fall",
    ("ko", "loss"): "fall",
    ("win", "win"): "unsettled",
    ("win", "ko"): "ko",
    ("ko", "win"): "ko",
    ("ko", "ko"): "ko",
}


def _asked(
    position: Position,
    targets: tuple[int, ...],
    meter: Meter,
    *,
    patient: bool = True,
    moves: bool = False,
) -> Solution:
    problem = Problem.make(position, target=targets)
    part = meter.part(_SHARE)
    if not patient or part.over:
        part = Budget(nodes=meter.spare(_NODES, _FEW), cancel=meter.cancel).start()
    before = meter.nodes
    found = solve(problem, budget=part, all_moves=moves, details=False, trials=False)
    if meter.nodes == before:  # it was no part of this meter
        meter.spend(nodes=part.nodes)
    return found


def _surely_live(attack: Solution, stones: tuple[int, ...], meter: Meter) -> bool:
    """Whether it is proved that takers who stand live and take the stones, by one plan, with the
    stones' owner moving first. That they do either shows only that he cannot prevent the one or the
    other; and who stands because play goes round in a circle does not live.
    """
    if not (attack.proved and attack.how_proved) or attack.repetition:
        return False
    return _takes_and_lives(attack, stones, meter, attack.region.stand_cells, _ATTACKER)


def _takes_and_lives(
    attack: Solution, stones: tuple[int, ...], meter: Meter, cells: bytes, turn: int
) -> bool:
    """Whether takers who stand take the stones and live by one plan. If they stand in seki and move
    first, then it is another seki, and not with these stones.
    """
    region = attack.region
    marks = [region.cell(p) for p in stones if p in region.points]
    if len(marks) < len(stones):
        return False
    try:
        solver = _core.LifeSolver(region.width, region.height, cells, 16 << 20, marks)
    except ValueError:  # a block that breathes only outside
        return False
    limits = _core.SearchLimits(nodes=meter.spare(_NODES, _FEW), cancel=meter.cancel)
    threats = _core.KoThreats(_THREATS, 0)
    found = solver.solve(_core.LifeGoal.WON, turn, -1, threats, [], limits)
    meter.spend(nodes=found.nodes)
    return found.verdict == _core.Forced.FORCED


def _unconditional(position: Position, targets: tuple[int, ...]) -> bool:
    """Whether one of them lives by two eyes that nobody can take."""
    settled = unconditional(position)
    return any(p in settled.alive_black or p in settled.alive_white for p in targets)


def _looks_alive(position: Position, targets: tuple[int, ...], meter: Meter) -> bool:
    """Whether trial games hardly ever take them."""
    part = Budget(nodes=20 * _GAMES * 5, cancel=meter.cancel).start()
    return outlook(position, targets, budget=part, games=_GAMES).word == "alive"
