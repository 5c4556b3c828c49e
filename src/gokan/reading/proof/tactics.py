"""Proofs of tactical answers: captures, escapes, connections and cuts.

A capture is a kill, and an escape is a stand, so their proofs are those of life and death. A
capture is read in a region made of the points on which the answer depends, and all open space
around it counts as the defender's. Connections have goals of their own, and so has the capture of
a stone that is itself the ko, or of one of two blocks (`gokan.reading.proof.goals`).

What the tactical search only judged, the proof judges too, and `gokan check` says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from gokan.go import EMPTY, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.solve import Solution, solve, solve_in
from gokan.reading.problem import Problem
from gokan.reading.proof.goals import LAYERS, MOST, Task, prove_goal, prove_ko
from gokan.reading.proof.life import life_parts, prove_life
from gokan.reading.proof.lines import prove_lines
from gokan.reading.proof.statement import USUAL, NoProof
from gokan.reading.regions.region import region_of
from gokan.reading.tactics.questions import Capture, Connection

__all__ = ["prove_tactics", "result_parts"]

_THIN = (3, 6)  # walls with no more liberties outside may be captured
_QUICK = 40.0  # the first look at a region takes this part of the time


def prove_tactics(
    answer: Capture | Connection, *, budget: Budget | Meter | None = None
) -> list[str]:
    """The lines of a file that proves the answer.

    >>> from gokan.reading import capture, connect
    >>> from gokan.reading.check.bundle import check_file
    >>> net = Position.from_diagram('''
    ...     . . . . . . .
    ...     . . X . . . .
    ...     . X O . . . .
    ...     . . X . . . .
    ...     . . . . . . .
    ... ''')
    >>> check_file(prove_tactics(capture(net, "C3"))).verdict
    'accepted'
    >>> bamboo = Position.from_diagram('''
    ...     . . . . .
    ...     . X . X .
    ...     . X . X .
    ...     . . . . .
    ... ''')
    >>> check_file(prove_tactics(connect(bamboo, "B3", "D3", first="cut"))).verdict
    'accepted'
    """
    if answer.grade == "unknown":
        raise NoProof("The question was not settled, so there is nothing to prove.")
    meter = started(budget, usual=USUAL)
    if isinstance(answer, Connection):
        return _prove_connection(answer, meter)
    return _prove_capture(answer, meter)


def result_parts(
    solution: Solution, meter: Meter, *, how: bool = False
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """What a solution claims, and the proofs that rests on; with `how`, two eyes and repetition are
    claimed as well (`gokan.reading.proof.life`). A solution by tactics is proved by them.
    """
    if solution.tactics is None:
        return life_parts(solution, meter, how=how)
    lines = prove_tactics(solution.tactics, budget=meter)
    if "goal" in json.loads(lines[0]):
        raise NoProof("The capture was proved in another form than life and death needs.")
    mover = int(solution.problem.position.to_play)
    return {"result": solution.result, "mover": mover}, {"verdict": lines}


def _with_mover(answer: Capture | Connection, owner_moves: bool) -> Position:
    """The position with the right side to move."""
    position = answer.position
    owner = position.color_at(answer.targets[0])
    mover = owner if owner_moves else owner.opponent
    return position if position.to_play == mover else position.setup(to_play=mover)


# --- captures ------------------------------------------------------------------------------------


def _prove_capture(answer: Capture, meter: Meter) -> list[str]:
    """As a kill or a stand, or as the goal of taking a stone for good.

    A stone taken in a ko can come back, and that neither of two blocks is lost is one question: of
    both only the goal knows. So that a single stone is taken is never proved as a kill.
    """
    position = answer.position
    ko = answer.captured is None
    alone = len(answer.targets) == 1 and len(position.block(answer.targets[0]).stones) == 1
    attempts = [_as_life, _as_goal]
    if alone and answer.captured:
        attempts = [_as_goal]
    elif (ko and alone) or (len(answer.targets) > 1 and not answer.captured):
        attempts = [_as_goal, _as_life]
    second_best: list[str] = []
    for attempt in attempts:
        with suppress(NoProof):
            lines, rigorous = attempt(answer, meter.part(0.55))
            if rigorous or answer.grade != "proved" or ko:
                return lines
            second_best = second_best or lines
    if second_best:
        return second_best
    task = _taking(answer)
    if answer.captured is None:
        return prove_ko(task, answer.code == 2, meter)
    with suppress(NoProof):
        return prove_goal(task, answer.captured, meter.part(0.5))
    return prove_lines(task, answer, answer.captured, meter)


def _taking(answer: Capture) -> Task:
    """The attacker takes one of the targets for good."""
    position = _with_mover(answer, answer.first == "defend")
    attacker = position.color_at(answer.targets[0]).opponent
    stones = [q for t in answer.targets for q in position.block(t).stones]
    target = _nearest(position, stones, attacker)
    return Task(position, "taken", attacker, target, answer.targets, answer.zone)


def _as_goal(answer: Capture, meter: Meter) -> tuple[list[str], bool]:
    """That the attacker takes one of the targets, rigorously, or that he does not."""
    task = _taking(answer)
    if answer.captured is None:
        return prove_ko(task, answer.code == 2, meter), False
    lines = prove_goal(task, answer.captured, meter, judge=not answer.captured)
    return lines, answer.captured


def _nearest(position: Position, stones: Iterable[int], color: Color) -> tuple[int, ...]:
    """A stone of this colour near the others, if possible of a block with many liberties."""
    width = position.width

    def away(p: int) -> tuple[int, int]:
        steps = min(abs(p // width - q // width) + abs(p % width - q % width) for q in stones)
        return steps, -len(position.block(p).liberties)

    found = min(position.stones(color), key=away, default=None)
    if found is None:
        raise NoProof("There is nobody on the board to capture anything.")
    return (found,)


def _as_life(answer: Capture, meter: Meter) -> tuple[list[str], bool]:
    """A kill or a stand of the target; of one of two blocks, if it is taken."""
    if len(answer.targets) > 1 and not answer.captured:
        raise NoProof("That neither of two blocks is lost is not one question.")
    second_best: list[str] = []
    for solution in _solutions(answer, meter):
        if solution.tactics is not None or not _agrees(solution, answer):
            continue
        try:
            lines = prove_life(solution, meter)
        except NoProof:  # in a wider region it may hold
            continue
        if solution.proved or answer.grade != "proved":
            return lines, solution.proved
        second_best = second_best or lines
    if second_best:
        return second_best, False
    raise NoProof("No region was found in which a proof says the same as the search.")


def _solutions(answer: Capture, meter: Meter) -> Iterator[Solution]:
    """What life and death says of the targets: near the points that matter, then at large."""
    position = _with_mover(answer, answer.first == "defend")
    owner = position.color_at(answer.targets[0])
    # Stones that reach open space have got away. For a capture that is the safe side; otherwise it
    # is a judgement, and for an escape more room says more.
    strict = answer.captured is True
    for share in (_QUICK, 4.0):
        for target in answer.targets:
            if meter.over:
                return
            block = position.block(target)
            stones = tuple(sorted(block.stones))
            problem = Problem(position, stones, "live" if position.to_play == owner else "kill")
            regions = [
                region_of(position, stones, points)
                for thin in _THIN
                for points in _growing(
                    position, {*answer.zone, *stones, *block.liberties}, owner, thin
                )
            ]
            if answer.captured is False:
                regions.reverse()
            for region in regions:
                seen = replace(region, cells=region.kill_cells, sealed=strict)
                with suppress(ValueError):  # a block that breathes only outside
                    yield solve_in(problem, seen, budget=meter.part(1 / share))
            part = meter.part(1 / share)
            yield solve(problem, budget=part, all_moves=False, details=False, trials=False)


def _agrees(solution: Solution, answer: Capture) -> bool:
    if solution.ko is not None:
        return answer.code == (2 if solution.ko.first else 3)
    return solution.result == {0: "loss", 1: "win"}.get(answer.code)


def _growing(position: Position, points: set[int], owner: int, thin: int) -> Iterator[set[int]]:
    """The points with the blocks on them, then with a row of points more around, and so on."""
    for _ in range(LAYERS + 1):
        whole = _whole_blocks(position, points, owner, thin)
        if len(whole) <= MOST:
            yield whole
        points = points | {q for p in points for q in position.neighbors(p)}


def _whole_blocks(position: Position, points: Iterable[int], owner: int, thin: int) -> set[int]:
    """The points with all blocks that may be captured, and without others of the other side."""
    inside = set(points)
    for p in sorted(inside):
        if position.board[p] == owner:
            inside |= set(position.block(p).stones)
    edge = {q for p in inside for q in position.neighbors(p)} | inside
    for p in sorted(edge):
        if position.board[p] not in (EMPTY, owner):
            block = position.block(p)
            outside = set(block.liberties) - inside
            if len(outside) <= thin:
                inside |= {*block.stones, *outside}
            else:
                inside -= set(block.stones)
    return inside


# --- connections ---------------------------------------------------------------------------------


def _prove_connection(answer: Connection, meter: Meter) -> list[str]:
    position = _with_mover(answer, answer.first == "connect")
    first, second = answer.targets
    owner = position.color_at(first)
    blocks = set(position.block(first).stones)
    if position.color_at(second) == EMPTY:
        task = Task(position, "reached", owner, tuple(sorted(blocks)), (second,), answer.zone)
    else:
        blocks |= set(position.block(second).stones)
        task = Task(position, "joined", owner, tuple(sorted(blocks)), (), answer.zone)
    if answer.connected is None:
        return prove_ko(task, answer.code == 2, meter)
    with suppress(NoProof):
        return prove_goal(task, answer.connected, meter.part(0.7))
    return prove_lines(task, answer, answer.connected, meter)
