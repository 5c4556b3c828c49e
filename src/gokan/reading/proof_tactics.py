"""Proofs of tactical answers: captures, escapes, connections and cuts.

A capture is a kill, and an escape is a stand, so their proofs are those of life and death. A
capture is read in a region made of the points on which the answer depends, and all open space
around it counts as the defender's. A connection has a goal of its own: the two blocks are to become
one, though all that lies around the region counts as the enemy's (`core/life_proof.h`).

What the tactical search only judged, the proof judges too, and `gokan check` says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from gokan import _core
from gokan.go import EMPTY, PASS, Position
from gokan.reading.life import Solution, solve, solve_in
from gokan.reading.problem import Problem
from gokan.reading.proof import Graph, NoProof, proof_lines, prove
from gokan.reading.reader import ENDLESS, MANY
from gokan.reading.region import DEFENDER_ANCHOR, Region, region_of
from gokan.reading.tactics import Capture, Connection

__all__ = ["prove_tactics"]

_LAYERS = 3  # rows of points that are added to a region while it is too small
_MOST = 150  # points of a region
_THIN = (3, 6)  # walls with no more liberties outside may be captured
_QUICK = 40.0  # the first look at a region takes this part of the time
_JOINED = 2  # the goal of core/life_proof.h


def prove_tactics(
    answer: Capture | Connection, *, seconds: float = 60.0, max_nodes: int = 1_000_000
) -> list[str]:
    """The lines of a file that proves the answer.

    >>> from gokan.reading import capture, connect
    >>> from gokan.reading.check_bundle import check_file
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
    deadline = time.perf_counter() + seconds
    if isinstance(answer, Connection):
        return _prove_connection(answer, deadline, max_nodes)
    return _prove_capture(answer, deadline, max_nodes)


def _left(deadline: float) -> float:
    left = deadline - time.perf_counter()
    if left <= 0:
        raise NoProof("The budget ended before the proof was written down; give it more time.")
    return left


# --- captures ------------------------------------------------------------------------------------


def _prove_capture(answer: Capture, deadline: float, max_nodes: int) -> list[str]:
    """A target of two blocks is taken when one of them is, so one proof is enough for that."""
    if len(answer.targets) > 1 and not answer.captured:
        raise NoProof("That neither of two blocks is lost is not one question; ask about each.")
    second_best: list[str] = []
    for target in answer.targets:
        for solution in _solutions(answer, target, deadline):
            if not _agrees(solution, answer):
                continue
            try:
                lines = prove(solution, seconds=_left(deadline), max_nodes=max_nodes)
            except NoProof:  # in a wider region it may hold
                continue
            if solution.proved or answer.grade != "proved":
                return lines
            second_best = second_best or lines
    if second_best:
        return second_best
    raise NoProof("No region was found in which a proof says the same as the search.")


def _solutions(answer: Capture, target: int, deadline: float) -> Iterator[Solution]:
    """What life and death says of the target: near the points that matter, then at large."""
    position = answer.position
    owner = position.color_at(target)
    mover = owner if answer.first == "defend" else owner.opponent
    if position.to_play != mover:
        position = position.setup(to_play=mover)
    block = position.block(target)
    stones = tuple(sorted(block.stones))
    problem = Problem(position, stones, "live" if mover == owner else "kill")
    around = {*answer.zone, *stones, *block.liberties}
    regions = [
        region_of(position, stones, points)
        for thin in _THIN
        for points in _growing(position, around, owner, thin)
    ]
    # Stones that reach open space have got away. For a capture that is the safe side; otherwise it
    # is a judgement, and for an escape more room says more.
    strict = answer.captured is True
    regions = [replace(region, cells=region.kill_cells, sealed=strict) for region in regions]
    if answer.captured is False:
        regions.reverse()
    for share in (_QUICK, 4.0):
        for region in regions:
            with suppress(ValueError):  # a block that breathes only outside
                yield solve_in(problem, region, seconds=_left(deadline) / share)
        seconds = _left(deadline) / share
        yield solve(problem, seconds=seconds, all_moves=False, details=False, trials=False)


def _agrees(solution: Solution, answer: Capture) -> bool:
    if solution.ko is not None:
        return answer.code == (2 if solution.ko.first else 3)
    return solution.result == {0: "loss", 1: "win"}.get(answer.code)


def _growing(position: Position, points: set[int], owner: int, thin: int) -> Iterator[set[int]]:
    """The points with the blocks on them, then with a row of points more around, and so on."""
    for _ in range(_LAYERS + 1):
        whole = _whole_blocks(position, points, owner, thin)
        if len(whole) <= _MOST:
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


def _prove_connection(answer: Connection, deadline: float, max_nodes: int) -> list[str]:
    if answer.connected is None:
        raise NoProof("A connection in a ko has no proof yet; only a plain yes or no has one.")
    position = answer.position
    first, second = answer.targets
    if position.color_at(second) == EMPTY:
        raise NoProof("Reaching an empty point has no proof; name two blocks.")
    owner = position.color_at(first)
    mover = owner if answer.first == "connect" else owner.opponent
    if position.to_play != mover:
        position = position.setup(to_play=mover)
    blocks = {*position.block(first).stones, *position.block(second).stones}
    near = blocks | {q for p in blocks for q in position.neighbors(p)}
    inside = set(answer.zone or near) | blocks
    for _ in range(_LAYERS + 1):
        for p in sorted(inside):
            if position.board[p] != EMPTY:
                inside |= set(position.block(p).stones)
        if len(inside) > _MOST:
            break
        region = region_of(position, sorted(blocks), inside)
        lines = _write_joined(region, position, answer.connected, deadline, max_nodes)
        if lines:
            return lines
        inside |= {q for p in inside for q in position.neighbors(p)}
    raise NoProof("No region was found in which a proof says the same as the search.")


def _write_joined(
    region: Region, position: Position, joined: bool, deadline: float, max_nodes: int
) -> list[str]:
    """A proof that the blocks are joined, or (judged at the edge) that they are not."""
    if not joined:
        return _write_goal(region, position, (0, ENDLESS), {}, deadline, max_nodes, joined=False)
    strong = _strong_blocks(region, position)
    for pair in ((ENDLESS, 0), (MANY, 0)):
        lines = _write_goal(region, position, pair, strong, deadline, max_nodes, joined=True)
        if lines:
            return lines
    return []


def _strong_blocks(region: Region, position: Position) -> dict[int, int]:
    """A stone of each block of the owner with liberties outside the region, and their number."""
    found: dict[int, int] = {}
    for p in sorted(region.points):
        if position.board[p] == region.color:
            block = position.block(p)
            outside = set(block.liberties) - region.points
            if len(outside) > 1:
                found[min(block.stones)] = len(outside)
    return found


def _write_goal(
    region: Region,
    position: Position,
    pair: tuple[int, int],
    strong: dict[int, int],
    deadline: float,
    max_nodes: int,
    *,
    joined: bool,
) -> list[str]:
    cells = bytearray(region.stand_cells if joined else region.cells)
    for p in strong:
        cells[region.cell(p)] |= DEFENDER_ANCHOR
    turn = int(position.to_play == region.color)
    ko = region.cell(position.ko) if position.ko in region.points else -1
    try:
        solver = _core.LifeSolver(region.width, region.height, bytes(cells))
    except ValueError:  # a block that breathes only outside
        return []
    forced, complete, nodes = solver.proof(
        _JOINED, turn, ko, pair, 0, _left(deadline) / 4, max_nodes
    )
    if not complete or forced != joined:
        return []
    passes = _most_passes(nodes, turn) if strong else 0
    weak = {p for p, liberties in strong.items() if liberties <= passes}
    if weak:  # they might be taken while the owner answers elsewhere
        strong = {p: n for p, n in strong.items() if p not in weak}
        return _write_goal(region, position, pair, strong, deadline, max_nodes, joined=joined)
    model = "stand" if joined else "judged"
    return proof_lines(
        region,
        position,
        ko,
        bytes(cells),
        model,
        not joined,
        nodes,
        threats=pair,
        goal="joined",
        strong=strong,
    )


def _most_passes(nodes: Graph, turn: int) -> int:
    """The most passes of the attacker on any line of a proof without cycles."""
    most: dict[tuple[int, int], int] = {}
    stack = [(0, turn)]
    while stack:
        i, who = stack[-1]
        edges = [(move, (child, 1 - who)) for move, child in nodes[i][1]]
        open_ = [child for _, child in edges if child not in most]
        if open_:
            stack += open_
            continue
        stack.pop()
        after = (most[child] + (move == PASS and who == 0) for move, child in edges)
        most[i, who] = max(after, default=0)
    return most[0, turn]
