"""Zobrist's choice of a move: the sums of the templates, and what the lookahead finds needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gokan import _core
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import PASS, Color, Position
from gokan.sight.library import Library, load

NEEDED = 4000
"""What a move gets that is needed to make or to stop a capture; once, however many it decides."""

PASS_BELOW = 100
"""When no move reaches this sum, the program passes."""

MOVES_EACH = 2
"""The depth of the lookahead, per side."""

LADDER_MOVES = 100
"""Forced moves that are followed beyond it, without branching."""

MAX_NODES = 3000
"""Positions looked at for one chain before the ladder alone is asked."""

Ladders = Literal["followed", "exact"]


@dataclass(frozen=True, slots=True)
class Needed:
    """A chain whose fate depends on who moves first, and the moves that decide it for the mover."""

    target: int
    owner: Color
    stones: int
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the lookahead found, what it cost, and where it had to give up."""

    needed: tuple[Needed, ...]
    given_up: tuple[int, ...]
    """Chains, by a stone, whose search grew too large; for these the ladder alone was asked."""
    nodes: int
    """Positions looked at, the forced moves of ladders not counted."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The weight of every point for the side to move, the mask, and what is needed."""

    color: Color
    weights: tuple[int, ...]
    marks: tuple[int, ...]
    outlook: Outlook

    @property
    def needed(self) -> tuple[Needed, ...]:
        """The chains that hang in the balance."""
        return self.outlook.needed


def judge(
    position: Position,
    *,
    library: Library | None = None,
    moves_each: int = MOVES_EACH,
    ladders: Ladders = "followed",
) -> Judgement:
    """Apply all templates, look ahead inside the mask, and sum up; `moves_each=0` looks not ahead.

    >>> position = Position.from_diagram('''
    ...     . . . . . .
    ...     . O X . . .
    ...     O X . . X .
    ...     . O . . . .
    ...     . . O . . .
    ...     . . . . . .''')
    >>> found = judge(position)
    >>> [(position.vertex(n.target), [position.vertex(m) for m in n.moves]) for n in found.needed]
    [('B4', ['C4'])]
    """
    _check(moves_each, ladders)
    library = library or load()
    weights, marks = library.scan(position)
    outlook = Outlook((), (), 0)
    if moves_each:
        outlook = look_ahead(position, marks, moves_each=moves_each, ladders=ladders)
    for move in {move for chain in outlook.needed for move in chain.moves}:
        weights[move] += NEEDED
    return Judgement(position.to_play, tuple(weights), tuple(marks), outlook)


def look_ahead(
    position: Position,
    marks: Sequence[int | str],
    *,
    moves_each: int = MOVES_EACH,
    ladders: Ladders = "followed",
    max_nodes: int = MAX_NODES,
    ladder_moves: int = LADDER_MOVES,
) -> Outlook:
    """Search inside the mask, each side first: which chains depend on who moves first?

    Beyond `moves_each` moves per side ataris are followed up to `ladder_moves` without branching,
    100 as in the paper (a longer ladder counts as an escape); with `ladders="exact"` they are read
    with all branches. `marks` are points; names such as "C4" will do.

    >>> position = Position.from_diagram('''
    ...     . . . . .
    ...     . O . . .
    ...     O X . . .
    ...     . O . . .
    ...     . . . . .''')
    >>> [chain] = look_ahead(position, ["C3"]).needed
    >>> position.vertex(chain.target), [position.vertex(m) for m in chain.moves]
    ('B3', ['C3'])
    """
    _check(moves_each, ladders)
    whole("number of nodes", max_nodes, 1, 1_000_000)
    whole("number of forced moves", ladder_moves, 0, 100_000)
    points = [_point(position, mark) for mark in marks]
    found = _core.sight_look_ahead(
        position.core,
        points,
        position.to_play,
        moves_each,
        ladders == "exact",
        max_nodes,
        ladder_moves,
    )
    # The search knows simple ko only; superko may forbid what would decide.
    needed = tuple(
        Needed(one.target, Color(one.owner), one.stones, legal)
        for one in found.needed
        if (legal := tuple(move for move in one.moves if position.is_legal(move)))
    )
    return Outlook(needed, found.given_up, found.nodes)


def choose(position: Position, *, library: Library | None = None) -> int:
    """The point with the highest sum, or a pass when no sum reaches 100.

    Among equals the one nearest the top right, where a first move is traditionally played.

    >>> start = Position.empty(19)
    >>> start.vertex(choose(start))
    'Q16'
    """
    best = ranked(position, judge(position, library=library).weights)[:1]
    return best[0][0] if best and best[0][1] >= PASS_BELOW else PASS


def ranked(position: Position, weights: Sequence[int]) -> list[tuple[int, int]]:
    """The legal moves with their sums, best first."""
    width = position.width
    order = sorted(position.legal_moves(), key=lambda p: (-weights[p], -(p % width), p // width))
    return [(p, weights[p]) for p in order]


def _check(moves_each: int, ladders: str) -> None:
    whole("number of moves per side", moves_each, 0, 4)
    if ladders not in ("followed", "exact"):
        raise InvalidInput(f"Ladders are 'followed' or 'exact', not {ladders!r}.")


def _point(position: Position, mark: int | str) -> int:
    point = position.point(mark) if isinstance(mark, str) else mark
    if not isinstance(point, int) or not 0 <= point < position.width * position.height:
        raise InvalidInput(f"A mark is a point of the board, not {mark!r}.")
    return point
