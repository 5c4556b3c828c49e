"""Zobrist's choice of a move: the sums of the templates, and what the lookahead finds needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gokan import _core
from gokan.go import PASS, Color, Position
from gokan.sight.library import Library, load

NEEDED = 4000
"""What a move gets that is needed to make or to stop a capture."""

PASS_BELOW = 100
"""When no move reaches this sum, the program passes."""

MOVES_EACH = 2
"""The depth of the lookahead, per side."""


@dataclass(frozen=True, slots=True)
class Needed:
    """A chain whose fate depends on who moves first, and the moves that decide it for the mover."""

    target: int
    owner: Color
    stones: int
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The weight of every point for the side to move, the mask, and what is needed."""

    color: Color
    weights: tuple[int, ...]
    marks: tuple[int, ...]
    needed: tuple[Needed, ...]


def judge(
    position: Position, *, library: Library | None = None, moves_each: int = MOVES_EACH
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
    library = library or load()
    color = position.to_play
    weights, marks = library.scan(position)
    needed = look_ahead(position, marks, moves_each=moves_each) if moves_each else ()
    for chain in needed:
        for move in chain.moves:
            weights[move] += NEEDED
    return Judgement(color, tuple(weights), tuple(marks), needed)


def look_ahead(
    position: Position, marks: Sequence[int], *, moves_each: int = MOVES_EACH
) -> tuple[Needed, ...]:
    """Search inside the mask, each side first: which chains depend on who moves first?"""
    found = _core.sight_look_ahead(position.core, list(marks), position.to_play, moves_each)
    return tuple(Needed(at, Color(owner), n, tuple(moves)) for at, owner, n, moves in found)


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
