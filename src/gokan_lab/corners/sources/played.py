"""Corner groups from problems that the solver plays itself: right and wrong answers (section 5.2).

A problem with a first move and nothing more gives one snapshot. Here the solver finds every first
move that works on the pattern alone, lets the opponent resist and answers again, and it punishes
first moves that fail. After its own moves the group is what the winner wanted, by reading, so these
are the snapshots that the thesis took from books, as many as there are problems.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from gokan.errors import GokanError
from gokan.go import BLACK, PASS, Color, Position
from gokan.reading import Budget, Problem, solve
from gokan_lab.corners.pattern import SIDE, Corner
from gokan_lab.corners.sources.books import BookCorner, snapshot

__all__ = ["played_corners"]

_NODES = 20_000
_REPLIES = 2
"""How many ways the opponent resists after a first move that works."""


def played_corners(
    pattern: Corner, to_move: Color, *, wrong: int = 3, seed: int = 1, nodes: int = _NODES
) -> Iterator[BookCorner]:
    r"""Snapshots of answers to a pattern: up to two right first moves, so many wrong ones.

    >>> four = Corner.from_text("....XO..\nXXXXXO..\nOOOOOO.." + "\n........" * 5)
    >>> list(played_corners(four, BLACK))  # it lives whoever moves: no problem
    []
    >>> three = Corner.from_text("...XO...\nXXXXO...\nOOOOO..." + "\n........" * 5)
    >>> [(one.moves, one.alive, one.right) for one in played_corners(three, BLACK, wrong=1)][:1]
    [(1, True, True)]
    """
    root = pattern.position().setup(to_play=to_move)
    works = _working(root, nodes, every=True)
    if not works or not _working(root.setup(to_play=to_move.opponent), nodes):
        return  # nobody's move decides, or it is a ko, or too hard
    dice = random.Random(f"{seed} {pattern}")
    lives = to_move == BLACK
    for move in works[:2]:
        after = root.play(move)
        yield from snapshot(after, lives, 1, right=True)
        replies = _room(after)
        dice.shuffle(replies)
        for reply in replies[:_REPLIES]:
            yield from _answered(after.play(reply), lives, 3, nodes)
    fails = [move for move in _room(root) if move not in works]
    dice.shuffle(fails)
    for move in fails[:wrong]:
        yield from _answered(root.play(move), not lives, 2, nodes)


def _answered(position: Position, lives: bool, moves: int, nodes: int) -> Iterator[BookCorner]:
    """The snapshot after the move that settles it for the side to play, if there is one."""
    if not position.stones(BLACK):
        return
    for move in _working(position, nodes)[:1]:
        yield from snapshot(position.play(move), lives, moves, right=moves % 2 == 1)


def _working(position: Position, nodes: int, *, every: bool = False) -> Sequence[int]:
    """Moves that win for the side to play, one or every; none if it does not win, or by ko."""
    target = tuple(position.stones(BLACK))
    problem = Problem(position, target, "live" if position.to_play == BLACK else "kill")
    try:
        found = solve(
            problem, budget=Budget(nodes=nodes), all_moves=every, details=False, trials=False
        )
    except GokanError:
        return ()
    if found.result != "win":
        return ()
    return [move for move in found.winning_moves or found.pv[:1] if move != PASS]


def _room(position: Position) -> list[int]:
    """Legal points that the enclosed stones reach over empty points of the corner."""
    width = position.width
    seen = set(position.stones(BLACK))
    todo = list(seen)
    while todo:
        for point in position.neighbors(todo.pop()):
            row, column = divmod(point, width)
            if point not in seen and not position.board[point] and max(row, column) < SIDE:
                seen.add(point)
                todo.append(point)
    return [p for p in sorted(seen) if not position.board[p] and position.is_legal(p)]
