"""Which group a problem is about, when nobody says.

A problem is about a group for which it matters who moves first. So every group is read for a
moment: does the side to move reach its goal, and would it still if it passed? The group that hangs
on the move is the target; groups that are shut in come first, then the largest. A stone or two can
be saved or taken in most positions, so they are meant only if no larger group can be. Where some
of the stones live (or die) anyway, the problem may be about the others: so if no group hangs on the
move, parts of them are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, EMPTY, PASS, WHITE, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.groups.gathering import gather
from gokan.reading.groups.parts import parts
from gokan.reading.regions.reader import ENDLESS, KILLED, MANY
from gokan.reading.regions.region import DEFENDER_ANCHOR, Region, find_region

__all__ = ["groups_of", "likely_target"]

_NODES = (20_000, 200_000)  # for one question about one group, then for those left open
_MOST = 1_200_000  # for all of them
_MEMORY = 8 << 20
_FEW = 2  # stones that are hardly what a problem is about

Outcome = Literal["hangs", "reached", "missed"]
"""The mover's goal: he must move for it, he has it anyway, or he cannot have it."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    stones: tuple[int, ...]
    """One stone of each block."""
    size: int
    region: Region

    @property
    def few(self) -> bool:
        return self.size <= _FEW

    @property
    def shut_in(self) -> bool:
        return not any(cell & DEFENDER_ANCHOR for cell in self.region.cells)

    @property
    def room(self) -> int:
        board = self.region.position.board
        return sum(1 for p in self.region.points if board[p] == EMPTY)


def likely_target(
    position: Position,
    goal: str | None = None,
    hint: Sequence[int] = (),
    *,
    budget: Budget | Meter | None = None,
) -> tuple[list[int], str]:
    r"""One stone of each block of the group, and how it was found.

    With a goal only the groups count for which the side to move can have it. A hint is believed
    unless that group is seen not to hang on the move, or may run away, while another group of more
    than a stone or two hangs. When the time is over, what was seen until then decides.

    >>> position = Position.from_diagram(". . . O X\nO O O O X\nX X X X X\n. . . . .")
    >>> stones, how = likely_target(position)
    >>> [position.vertex(p) for p in stones], how
    (['D4'], 'the target is the group whose life depends on the move')
    """
    given = started(budget, usual=Budget())
    left = given.part(nodes=_MOST)
    if hint:
        meant = _candidate(position, hint)
        if not meant.shut_in and position.to_play != meant.region.color:
            meant = _shut_in_part(position, meant)
        outcome = _outcome(position, meant, left, _NODES[0])
        if outcome == "hangs" or (outcome is None and meant.shut_in):
            return list(meant.stones), "the target is the group that was hinted at"
    mover = position.to_play
    colors = {mover if goal == "live" else mover.opponent}
    if goal is None or hint:
        colors = {BLACK, WHITE}
    groups: list[_Candidate] = []
    for group in groups_of(position):
        if group.region.color in colors:
            groups.append(group)
        if groups and given.over:
            break
    if not any(position.board):
        raise InvalidInput("The board is empty; a problem needs stones.")
    if not groups:
        raise InvalidInput(f"There is no group that {mover} could {goal}.")
    left = given.part(nodes=_MOST)
    groups.sort(key=lambda g: (not g.shut_in, -g.size, g.stones))
    found, settled, unsettled = _hanging(position, [g for g in groups if not g.few], left)
    if not found and not hint and not unsettled:
        found, _, _ = _hanging(position, [g for g in groups if g.few], left)
    if found:
        return list(found.stones), "the target is the group whose life depends on the move"
    smaller = _parts(position, settled) if not given.over else []
    smaller += [g for g in groups if hint and set(g.stones) < set(meant.stones)]
    found, _, _ = _hanging(position, smaller, left)
    if found:
        return list(found.stones), "the target is the part whose life depends on the move"
    if hint:
        return list(hint), "the target is the group that was hinted at"
    least = min(groups, key=lambda g: (g.few, not g.region.sealed, not g.shut_in, g.room, g.stones))
    return list(least.stones), "the target is the group with the least room"


Settled = list[tuple[_Candidate, Outcome]]


def _shut_in_part(position: Position, group: _Candidate) -> _Candidate:
    """A group without the stones that stand in the open: they cannot be meant to be taken."""
    for part in parts(position, group.stones):
        inside = find_region(position, part, layer=0, thin=0).points
        rest = _candidate(position, [p for p in group.stones if p in inside])
        if rest.shut_in and 2 * rest.size > group.size:
            return rest
    return group


def _hanging(
    position: Position, groups: list[_Candidate], left: Meter
) -> tuple[_Candidate | None, Settled, list[_Candidate]]:
    """The first group that hangs on the move, those that do not, and those about which that is not
    settled. What is not settled soon is asked about again.
    """
    settled: Settled = []
    waiting = groups
    for nodes in _NODES:
        again = []
        for group in waiting:
            outcome = _outcome(position, group, left, nodes)
            if outcome == "hangs":
                return group, settled, []
            if outcome is None:
                again.append(group)
            else:
                settled.append((group, outcome))
        waiting = again
    return None, settled, waiting


def _parts(position: Position, settled: Settled) -> list[_Candidate]:
    """Parts of the groups of which only some stones can be taken, or saved; the largest first."""
    found = []
    for group, outcome in settled:
        attacks = position.to_play != group.region.color
        if outcome == ("missed" if attacks else "reached"):
            found += [_candidate(position, part) for part in parts(position, group.stones)]
    return sorted(found, key=lambda g: (not g.shut_in, -g.size, g.stones))


def groups_of(position: Position) -> Iterator[_Candidate]:
    """All groups on the board, each with its region."""
    for group in gather(position):
        yield _candidate(position, group.blocks(position))


def _candidate(position: Position, stones: Sequence[int]) -> _Candidate:
    region = find_region(position, stones)
    return _Candidate(tuple(stones), len(region.target), region)


def _outcome(position: Position, group: _Candidate, left: Meter, most: int) -> Outcome | None:
    """Whether the mover gets more by moving than by passing; None if that is not settled."""
    region = group.region
    attacks = position.to_play != region.color
    ko = region.cell(position.ko) if position.ko in region.points else -1
    try:
        solver = _core.ProofSolver(region.width, region.height, region.cells, _MEMORY)
    except ValueError:
        return "missed"
    # Whatever threats the other side has; if that is too much, with many threats of his own.
    for threats in ((0, MANY), (ENDLESS, 0)) if attacks else ((ENDLESS, 0), (0, MANY)):
        found = []
        for moves in ([], [PASS]):
            limits = left.limits(most)
            if limits is None:
                return None
            answer = solver.solve(0 if attacks else 1, ko, _core.KoThreats(*threats), moves, limits)
            left.spend(nodes=answer.nodes)
            if not answer.verdict:
                return None
            found.append((answer.verdict == KILLED) == attacks)
            if found == [False]:
                break
        if found == [True, False]:
            return "hangs"
        if found == [True, True]:
            return "reached"
    return "missed"
