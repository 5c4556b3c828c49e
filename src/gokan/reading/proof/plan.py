"""Writing down the plan by which a race is won: one group is taken and the other saved.

The region is that of the race, with the winner's walls or without them. For a rigorous proof
everything outside is the loser's but the winner's own stones; these hold as long as they have
liberties, and save nothing for good unless they live there by themselves. Where that does not do,
the edge of the region is judged, as it was when the race was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from gokan import _core
from gokan.go import Color, Position
from gokan.reading.budget import Meter
from gokan.reading.proof.statement import LARGEST, NoProof, Statement, proof_lines, writing_limits
from gokan.reading.races.race import Race
from gokan.reading.regions.race_arena import race_arena
from gokan.reading.regions.reader import MANY
from gokan.reading.regions.region import ATTACKER_ANCHOR, DEFENDER_ANCHOR, Region, region_of
from gokan.reading.regions.walls import UNLIMITED, alive_outside

__all__ = ["write_plan"]

_MOVER = 1
_ANCHORS = ATTACKER_ANCHOR | DEFENDER_ANCHOR


@dataclass(frozen=True, slots=True)
class _View:
    """How the surroundings of the region are seen."""

    region: Region
    model: str
    cells: bytes
    home: bytes
    """With the anchors that last."""
    bears: int
    """The fewest liberties of a wall that must hold."""


def write_plan(race: Race, position: Position, meter: Meter) -> list[str]:
    """The lines of a proof that the side to move takes the second group and saves the first."""
    second_best: list[str] = []
    for view in _views(race, position):
        try:
            lines, passes = _write(race, position, view, meter)
        except NoProof:
            if second_best:
                break
            continue
        if passes < view.bears and view.model != "judged":
            return lines
        second_best = second_best or lines
    if second_best:
        return second_best
    raise NoProof("The budget ended before the plan was written down; give it more time.")


def _views(race: Race, position: Position) -> Iterator[_View]:
    """The rigorous views, then the judged one."""
    arena = race_arena(position, race.first, race.second)
    color = position.color_at(min(race.first))
    beside = {q for p in arena.points for q in position.neighbors(p)} - arena.points
    lasting = alive_outside(position, color, arena.points)
    walls = {p for q in beside - lasting for p in _block(position, q, color)}
    for points in dict.fromkeys((frozenset(arena.points | walls), arena.points)):
        yield _rigorous(position, region_of(position, race.first, points))
    cells = arena.region(race.first).cells
    yield _View(region_of(position, race.first, arena.points), "judged", cells, cells, UNLIMITED)


def _block(position: Position, point: int, color: Color) -> tuple[int, ...]:
    """The block of this colour at a point, if there is one."""
    return position.block(point).stones if position.board[point] == color else ()


def _rigorous(position: Position, region: Region) -> _View:
    color = region.color
    lasting = alive_outside(position, color, region.points)
    cells = bytearray(c & ~_ANCHORS for c in region.cells)
    home, fewest = bytearray(cells), UNLIMITED
    for p in region.points:
        for q in position.neighbors(p):
            if q in region.points:
                continue
            own = position.board[q] == color
            wall = q if own else p if position.board[p] == color and not position.board[q] else None
            cells[region.cell(p)] |= DEFENDER_ANCHOR if own else ATTACKER_ANCHOR
            home[region.cell(p)] |= DEFENDER_ANCHOR if q in lasting else ATTACKER_ANCHOR
            if wall is not None and wall not in lasting:
                cells[region.cell(p)] |= DEFENDER_ANCHOR
                fewest = min(fewest, len(set(position.block(wall).liberties) - region.points))
    return _View(region, "race", bytes(cells), bytes(home), fewest)


def _write(race: Race, position: Position, view: _View, meter: Meter) -> tuple[list[str], int]:
    """One proof, and how often the loser passes on a line of it at most."""
    region = view.region
    marks = [region.cell(p) for p in sorted(race.second)]
    try:
        solver = _core.LifeSolver(region.width, region.height, view.cells, 128 << 20, marks)
    except ValueError:  # a block that breathes only outside
        raise NoProof("A block of the race breathes only outside its region.") from None
    solver.set_home(view.home)
    ko = position.ko
    banned = region.cell(ko) if ko is not None and ko in region.points else -1
    graph = solver.proof(
        _core.LifeGoal.WON,
        _MOVER,
        banned,
        _core.KoThreats(MANY, 0),
        writing_limits(meter, 0.5),
        LARGEST,
    )
    meter.spend(nodes=graph.searched)
    if not graph.complete or graph.verdict != _core.Verdict.STANDS:
        raise NoProof("No plan was found that saves the one group and takes the other.")
    say = partial(Statement, region, position, banned, view.cells, view.model, False, (MANY, 0))
    nodes = graph.nodes()
    statement = say(goal="won", marks=frozenset(race.second))
    return proof_lines(statement, nodes), _most_passes(nodes)


def _most_passes(nodes: list[_core.ProofNode]) -> int:
    """The most passes of the loser on any line; the graph has no cycle."""
    most: dict[tuple[int, int], int] = {}
    stack = [(0, _MOVER)]
    while stack:
        i, who = stack[-1]
        edges = [(edge.move, (edge.child, 1 - who)) for edge in nodes[i].edges]
        open_ = [child for _, child in edges if child not in most]
        if open_:
            stack += open_
            continue
        stack.pop()
        after = (most[child] + (move == -1 and who != _MOVER) for move, child in edges)
        most[i, who] = max(after, default=0)
    return most[0, _MOVER]
