"""Writing proofs about goals: two blocks joined, a point reached, a stone taken for good.

All three have one form. A side, the *prover*, wants to bring something about in a finite number of
moves; the kernel (`core/reading/arena/life_proof.h`) calls him the defender. What he achieves is
shown in a region around which all is the enemy's, so that nothing outside is relied on, except
blocks with more liberties there than the enemy has time to fill. Where that does not work, and for
what he does not achieve, the edge of the region is judged, and `gokan check` says so.

A ko needs two proofs: with the last number of threats for one result, and the first for the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gokan import _core
from gokan._core import Forced, KoThreats, LifeFocus
from gokan.go import EMPTY, PASS, Color, Position
from gokan.reading.budget import Meter
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.statement import (
    LARGEST,
    NoProof,
    Statement,
    bundle,
    proof_lines,
    writing_limits,
)
from gokan.reading.regions.reader import ENDLESS, MANY, STANDS
from gokan.reading.regions.region import DEFENDER_ANCHOR, Region, region_of

__all__ = ["LAYERS", "MOST", "Task", "prove_goal", "prove_ko"]

_GOALS = {
    "joined": _core.LifeGoal.JOINED,
    "reached": _core.LifeGoal.REACHED,
    "taken": _core.LifeGoal.TAKEN,
}
LAYERS = 3
"""Rows of points that are added to a region while it is too small."""
MOST = 150
"""Points of a region."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a side wants, on a position with the right side to move."""

    position: Position
    goal: str
    prover: Color
    target: tuple[int, ...]
    """Stones of the prover: those to be joined, or any that are near."""
    marks: tuple[int, ...] = ()
    """The point to be reached, or a stone of each block to be taken."""
    zone: tuple[int, ...] = ()
    """Points on which success is known to depend, if there are any."""


def prove_goal(task: Task, forced: bool, meter: Meter, *, judge: bool = True) -> list[str]:
    """The lines of a proof that the prover gets what he wants, or that he does not.

    What he gets is shown rigorously if that can be done. With `judge` a judged edge will do, and if
    need be replies that are far from the stones are judged too.
    """
    if forced:
        near = list(_regions(task, wide=False))
        pairs = ((ENDLESS, 0), (MANY, 0))
        second_best: list[str] = []
        for region, share in _shares(near, meter.part(0.5 if judge else 1.0)):
            with suppress(NoProof):
                lines = _write_strict(task, region, pairs, share)
                if lines and check_file(lines).verdict == "accepted":
                    return lines
                second_best = second_best or lines  # with more room it may stand as it is
        if second_best:
            return second_best
    pairs = ((ENDLESS, 0), (MANY, 0)) if forced else ((0, ENDLESS), (0, MANY))
    regions = list(_regions(task, wide=True)) if judge or not forced else []
    for focus, part in ((LifeFocus.ALL, 0.6), (LifeFocus.NEAR, 1.0)):
        widest: list[str] = []
        for region, share in _shares(regions, meter.part(part)):
            lines = _write_judged(task, region, pairs, share, forced=forced, focus=focus)
            if lines and forced:
                return lines
            if widest and not lines:
                break
            widest = lines or widest  # that he does not get it: more room says more
        if widest:
            return widest
    raise NoProof("No region was found in which a proof says the same as the search.")


def _shares(regions: list[Region], meter: Meter) -> Iterator[tuple[Region, Meter]]:
    """The regions with equal shares of the time; what one leaves over is for the others."""
    for k, region in enumerate(regions):
        if meter.over:
            return
        yield region, meter.part(1 / (len(regions) - k))


def prove_ko(task: Task, first: bool, meter: Meter) -> list[str]:
    """The lines of a bundle that proves a ko, won by the mover without threats if `first`."""
    prover_moves = task.position.to_play == task.prover
    regions = list(_regions(task, wide=True))
    for focus, part in ((LifeFocus.ALL, 0.6), (LifeFocus.NEAR, 1.0)):
        for region, share in _shares(regions, meter.part(part)):
            with suppress(NoProof):
                number = _tipping_number(task, region, first, prover_moves, share, focus)
                parts = _ko_parts(task, region, number, first, meter, focus) if number else {}
                if parts and all(parts.values()):
                    claim: dict[str, Any] = {
                        "result": "ko",
                        "goal": task.goal,
                        "mover": int(task.position.to_play),
                        "first": first,
                        "threats": number,
                    }
                    return bundle(claim, parts)
    raise NoProof("No region was found in which a proof says the same as the search.")


def _ko_parts(
    task: Task, region: Region, number: int, first: bool, meter: Meter, focus: LifeFocus
) -> dict[str, list[str]]:
    prover_moves = task.position.to_play == task.prover
    parts: dict[str, list[str]] = {}
    for name, wins in (("won", True), ("lost", False)):
        less = number - 1 if wins == first else number
        pair = _pair(less, first, prover_moves)
        forced = wins == prover_moves
        if forced:
            with suppress(NoProof):
                parts[name] = _write_strict(task, region, (pair,), meter.part(0.2))
        if not parts.get(name):
            parts[name] = _write(task, region, pair, meter, forced=forced, focus=focus)
    return parts


def _pair(number: int, first: bool, prover_moves: bool) -> tuple[int, int]:
    """So many threats for the side that needs them: the spoiler's, the prover's."""
    return (number, 0) if first == prover_moves else (0, number)


def _tipping_number(
    task: Task, region: Region, first: bool, prover_moves: bool, meter: Meter, focus: LifeFocus
) -> int:
    """The number of threats that turns the result; 0 if none does, or it stands otherwise."""
    solver = _solver(task, region, region.cells)
    if solver is None:
        return 0
    solver.set_focus(focus)
    turn, ko = _root(task, region)
    before = Forced.FORCED if first == prover_moves else Forced.REFUSED
    for number in range(MANY + 1):
        pair = _pair(number, first, prover_moves)
        limits = writing_limits(meter, 0.5)
        answer = solver.solve(_GOALS[task.goal], turn, ko, KoThreats(*pair), [], limits)
        meter.spend(nodes=answer.nodes)
        if not answer.verdict or (number == 0 and answer.verdict != before):
            return 0
        if answer.verdict != before:
            return number
    return 0


# --- regions -------------------------------------------------------------------------------------


def _regions(task: Task, *, wide: bool) -> Iterator[Region]:
    """The points that matter with the blocks on them, then with a row of points more, and so on.

    A proof that nothing depends on the outside begins with the zone, any other one nearby.
    """
    position = task.position
    blocks: set[int] = set()
    for p in (*task.target, *task.marks):
        blocks |= set(position.block(p).stones) if position.board[p] != EMPTY else {p}
    near = blocks | {q for p in blocks for q in position.neighbors(p)}
    inside = blocks | set(near if wide else task.zone or near)
    if wide and len(task.zone) <= MOST // 2:
        inside |= set(task.zone)
    seen = 0
    for _ in range(LAYERS + 1):
        inside = _with_blocks(position, inside)
        if len(inside) > MOST:
            return
        if len(inside) > seen:
            seen = len(inside)
            yield region_of(position, task.target, inside)
        inside |= {q for p in inside for q in position.neighbors(p)}


def _with_blocks(position: Position, points: Iterable[int]) -> set[int]:
    """The points with all blocks on them, and with what those breathe by."""
    inside = set(points)
    todo = [p for p in sorted(inside) if position.board[p] != EMPTY]
    seen: set[int] = set()
    for p in todo:
        if p not in seen:
            block = position.block(p)
            seen |= set(block.stones)
            inside |= set(block.stones)
            if inside.isdisjoint(block.liberties):
                inside |= set(block.liberties)
    return inside


def _strong_blocks(region: Region, position: Position) -> dict[int, int]:
    """A stone of each block of the prover with liberties outside the region, and their number."""
    found: dict[int, int] = {}
    for p in sorted(region.points):
        if position.board[p] == region.color:
            block = position.block(p)
            outside = set(block.liberties) - region.points
            if len(outside) > 1:
                found[min(block.stones)] = len(outside)
    return found


# --- one proof -----------------------------------------------------------------------------------


def _root(task: Task, region: Region) -> tuple[int, int]:
    ko = task.position.ko
    cell = region.cell(ko) if ko is not None and ko in region.points else -1
    return int(task.position.to_play == task.prover), cell


def _solver(task: Task, region: Region, cells: bytes) -> _core.LifeSolver | None:
    marks = [region.cell(p) for p in task.marks]
    try:
        return _core.LifeSolver(region.width, region.height, cells, 64 << 20, marks)
    except ValueError:  # a block that breathes only outside
        return None


def _write_strict(
    task: Task, region: Region, pairs: Iterable[tuple[int, int]], meter: Meter
) -> list[str]:
    """A proof of what the prover gets that relies on nothing outside; empty if there is none.

    He looks at moves near the stones first: it is enough if one of them works.
    """
    strong = _strong_blocks(region, task.position)
    for pair in pairs:
        for focus in (LifeFocus.DEFENDER_NEAR, LifeFocus.ALL):
            with suppress(NoProof):
                lines = _write(
                    task, region, pair, meter, forced=True, focus=focus, strong=strong, strict=True
                )
                if lines:
                    return lines
    return []


def _write_judged(
    task: Task,
    region: Region,
    pairs: Iterable[tuple[int, int]],
    meter: Meter,
    *,
    forced: bool,
    focus: LifeFocus,
) -> list[str]:
    """A proof with a judged edge; empty if there is none, or the time is too short."""
    with suppress(NoProof):
        for pair in pairs:
            lines = _write(task, region, pair, meter, forced=forced, focus=focus)
            if lines:
                return lines
    return []


def _write(
    task: Task,
    region: Region,
    pair: tuple[int, int],
    meter: Meter,
    *,
    forced: bool,
    focus: LifeFocus,
    strong: dict[int, int] | None = None,
    strict: bool = False,
) -> list[str]:
    """One proof in a region; empty if it says something else."""
    cells = bytearray(region.stand_cells if strict else region.cells)
    for p in strong or ():
        cells[region.cell(p)] |= DEFENDER_ANCHOR
    solver = _solver(task, region, bytes(cells))
    if solver is None:
        return []
    solver.set_focus(focus)
    turn, ko = _root(task, region)
    limits = writing_limits(meter, 0.5)
    graph = solver.proof(_GOALS[task.goal], turn, ko, KoThreats(*pair), limits, LARGEST)
    meter.spend(nodes=graph.searched)
    if not graph.complete:
        raise NoProof("The budget ended before the proof was written down; give it more time.")
    if (graph.verdict == STANDS) != forced:
        return []
    nodes = graph.nodes()
    passes = _most_passes(nodes, turn) if strong else 0
    passes += task.goal != "taken"  # of a block that is joined two liberties must be left
    bears = {p: liberties for p, liberties in (strong or {}).items() if liberties > passes}
    if strong and len(bears) < len(strong):  # others might be taken while the owner plays elsewhere
        return _write(
            task, region, pair, meter, forced=forced, focus=focus, strong=bears, strict=strict
        )
    statement = Statement(
        region,
        task.position,
        ko,
        bytes(cells),
        "stand" if strict else "judged",
        not forced,
        pair,
        goal=task.goal,
        strong=frozenset(bears),
        marks=frozenset(task.marks),
        nearby=focus == LifeFocus.NEAR,
    )
    return proof_lines(statement, nodes)


def _most_passes(nodes: list[_core.ProofNode], turn: int) -> int:
    """The most passes of the attacker on any line of a proof without cycles."""
    most: dict[tuple[int, int], int] = {}
    stack = [(0, turn)]
    while stack:
        i, who = stack[-1]
        edges = [(edge.move, (edge.child, 1 - who)) for edge in nodes[i].edges]
        open_ = [child for _, child in edges if child not in most]
        if open_:
            stack += open_
            continue
        stack.pop()
        after = (most[child] + (move == PASS and who == 0) for move, child in edges)
        most[i, who] = max(after, default=0)
    return most[0, turn]
