"""Groups whose life or death is proved at the root: pins of their own kind (`gokan.play.pins`).

The evaluator leans one way; the question is put to the side it speaks against. A block that it
gives to the opponent is asked to live, moving first: if that is proved to fail, the block falls
whoever moves. One that it gives to its owner is asked to be killed, likewise. Reading looks at the
region around the block with its walls, races included; an answer that hangs on ko is none.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSet
from typing import TYPE_CHECKING

from gokan.go import Block, Color, Position
from gokan.play.player import Stop, never

if TYPE_CHECKING:
    from gokan.play.pins import Pin
    from gokan.reading import Solution

__all__ = ["pinned_groups", "proved_again"]

NODES = 3000
"""Positions that a question may cost; preparing it may cost some more."""
DEARER = 3
"""A position read for life or death takes so many times as long as one read for capture."""
_LEAST = 10_000 * DEARER  # nodes that must be left for another question
_SMALLEST = 2  # stones
_MOST = 4  # questions
_AGAIN = 1000


def pinned_groups(
    position: Position,
    unsure: Mapping[Block, float],
    taken: MutableSet[int],
    nodes: int,
    stop: Stop = never,
) -> list[Pin]:
    """The blocks whose fate is proved, the largest first, as far as the nodes reach.

    `unsure` says how far each block is thought to survive, from -1 to 1. Zones stay clear of the
    points in `taken`, which is added to. The nodes are those of reading for capture. After a `stop`
    nothing more is asked.

    >>> position = Position.from_diagram('''
    ...     . X . O X . .
    ...     X O O O X . .
    ...     . X X X X . .
    ...     . . . . . . .
    ...     . . . . . . .''', rules="chinese")
    >>> unsure = {block: -0.3 for block in position.blocks() if block.color == Color.WHITE}
    >>> pins = pinned_groups(position, unsure, set(), 100_000)
    >>> [(position.vertex(pin.stones[0]), pin.falls) for pin in pins]
    [('D5', True)]
    """
    from gokan.play.pins import Pin

    if position.rules.suicide or position.ko is not None:
        return []
    found: list[Pin] = []
    purse = [nodes // 2]  # the other half is for reading again at the leaves
    left = nodes - purse[0]
    asked = [block for block in unsure if len(block.stones) >= _SMALLEST]
    for block in sorted(asked, key=lambda one: (-len(one.stones), one.stones[0]))[:_MOST]:
        if left < _LEAST or stop():
            break
        if block.stones[0] in taken:
            continue
        falls = unsure[block] < 0
        answer = _asked(position, block.stones[0], falls, NODES)
        left -= DEARER * answer.nodes
        if not _shown(answer, falls):
            continue
        zone = _zone(position, block, answer)
        if zone & taken:
            continue
        taken |= zone
        points = tuple(sorted(zone))
        colors = bytes(position.board[point] for point in points)
        found.append(Pin(block.color, block.stones, points, colors, falls, purse))
    return found


def proved_again(position: Position, pin: Pin) -> bool:
    """Is it proved from a position further on too? Only as long as there are nodes for it."""
    purse = pin.left
    if purse is None or purse[0] < DEARER * _AGAIN or position.ko is not None:
        return False
    answer = _asked(position, pin.stones[0], pin.falls, _AGAIN)
    purse[0] -= DEARER * answer.nodes
    return _shown(answer, pin.falls)


def _asked(position: Position, stone: int, falls: bool, nodes: int) -> Solution:
    """The question put to the side that is thought to fail; it moves first."""
    from gokan.reading import Problem, solve

    owner = position.color_at(stone)
    mover = owner if falls else owner.opponent
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    problem = Problem.make(turned, target=position.block(stone).stones)
    return solve(problem, nodes=nodes, all_moves=False, details=False, trials=False)


def _shown(answer: Solution, falls: bool) -> bool:
    """Did the side that moved first fail, proved, against any number of ko threats?"""
    sure = answer.result == "loss" and answer.proved and answer.up_to is None
    return sure and not answer.repetition and not answer.endless and answer.killed is falls


def _zone(position: Position, block: Block, answer: Solution) -> set[int]:
    """The region with what is around it; for a block that falls also what its walls breathe."""
    zone = {*answer.region.points, *block.stones, *block.liberties}
    zone |= {near for point in tuple(zone) for near in position.neighbors(point)}
    if answer.killed:
        for wall in {position.block(p) for p in zone if _is(position, p, block.color.opponent)}:
            zone |= {*wall.stones, *wall.liberties}
    return zone


def _is(position: Position, point: int, color: Color) -> bool:
    return position.board[point] == color
