"""Seki: two groups that live because neither side can begin.

Evaluators know little of it, for there are few examples to learn from. So where two blocks with no
liberties but shared ones and eyes face each other, reading is asked about both: does each stand
although the opponent moves first, and has neither two eyes? Then nobody is to play there, and at
the end nothing of it is dead. Suicide, where the rules allow it, is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from gokan import reading
from gokan.go import BLACK, EMPTY, WHITE, Block, Position
from gokan.play.stop import Stop, never

__all__ = ["Seki", "find_sekis"]

_PROOF, _READING, _WALL = 2000, 5000, 1000  # nodes for a question
_FIRM = 3  # a wall with more liberties is not asked about
_LIBERTIES = 6  # a block with more is not held in a seki
_MOST = 6  # pairs that are asked about


@dataclass(frozen=True, slots=True)
class Seki:
    """Two blocks in seki with each other."""

    black: Block
    white: Block
    shared: frozenset[int]
    """The liberties that neither can take."""

    @property
    def stones(self) -> frozenset[int]:
        """Of both."""
        return frozenset({*self.black.stones, *self.white.stones})


def find_sekis(position: Position, *, stop: Stop = never) -> tuple[Seki, ...]:
    """The sekis on the board that reading finds until it is stopped.

    >>> position = Position.from_diagram('''
    ...     X O . X X X X . O
    ...     X O O O O O O O O
    ...     X X X X X X X X X
    ...     . X . X . X . X .
    ...     X X X X X X X X X''')
    >>> [sorted(map(position.vertex, seki.shared)) for seki in find_sekis(position)]
    [['C5', 'H5']]
    """
    if position.ko is not None:
        return ()
    rules = position.rules
    plain = position.with_rules(rules.with_(suicide=False)) if rules.suicide else position
    found: list[Seki] = []
    for black, white, shared in list(_facing(plain))[:_MOST]:
        if stop():
            break
        both = _stands(plain, black) and not stop() and _stands(plain, white)
        if both and not stop() and not _walls_fall(plain, black, white):
            found.append(Seki(black, white, shared))
    return tuple(found)


def _facing(position: Position) -> Iterator[tuple[Block, Block, frozenset[int]]]:
    """Pairs of blocks that share liberties and have no others, or one eye each."""
    board = position.board
    common: dict[tuple[Block, Block], set[int]] = defaultdict(set)
    for point, color in enumerate(board):
        near = position.neighbors(point)
        if color != EMPTY or len({board[p] for p in near} - {EMPTY}) < 2:
            continue
        blocks = {position.block(p) for p in near if board[p] != EMPTY}
        few = [block for block in blocks if len(block.liberties) <= _LIBERTIES]
        for black in (block for block in few if block.color == BLACK):
            for white in (block for block in few if block.color == WHITE):
                common[black, white].add(point)
    for (black, white), shared in common.items():
        own = [set(block.liberties) - shared for block in (black, white)]
        even = len(own[0]) == len(own[1]) <= 1 and len(shared) + len(own[0]) > 1
        quiet = even and not _taken_there(position, shared)
        if quiet and _eye(position, own[0], black) and _eye(position, own[1], white):
            yield black, white, frozenset(shared)


def _taken_there(position: Position, points: set[int]) -> bool:
    """Is a block in atari at one of the points? Then a move there takes something."""
    board = position.board
    near = {q for point in points for q in position.neighbors(point) if board[q] != EMPTY}
    return any(len(position.block(stone).liberties) == 1 for stone in near)


def _eye(position: Position, points: set[int], block: Block) -> bool:
    """Is each of the points shut in by the block's side?"""
    board = position.board
    return all(board[near] == block.color for p in points for near in position.neighbors(p))


def _stands(position: Position, block: Block) -> bool:
    """Does the block stand without two eyes, though the enemy moves first? Proved or read."""
    enemy = block.color.opponent
    turned = position if position.to_play == enemy else position.setup(to_play=enemy)
    problem = reading.Problem.make(turned, target=block.stones)
    failure = reading.fails(problem, nodes=_PROOF)
    return not failure.eyes if failure.proved else _read(problem)


def _read(problem: reading.Problem) -> bool:
    from gokan.reading.life.solve import solve_in
    from gokan.reading.regions.region import find_region

    region = find_region(problem.position, problem.target)
    answer = solve_in(problem, region, budget=reading.Budget(nodes=_READING))
    return answer.result == "loss" and bool(answer.seki)


def _walls_fall(position: Position, *held: Block) -> bool:
    """Can a wall around the two be taken by who moves first? Reading trusts walls."""
    board = position.board
    inside = {stone for block in held for stone in block.stones}
    beside = {q for p in inside for q in position.neighbors(p) if board[q] != EMPTY} - inside
    for wall in {position.block(stone) for stone in beside}:
        if len(wall.liberties) <= _FIRM:
            enemy = wall.color.opponent
            turned = position if position.to_play == enemy else position.setup(to_play=enemy)
            if reading.capture(turned, wall.stones[0], nodes=_WALL).code:
                return True
    return False
