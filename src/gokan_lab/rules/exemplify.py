"""Examples for generated rules: a small board on which each of them speaks, drawn from its map."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from gokan.errors import GokanError
from gokan.go import BLACK, Position
from gokan.goals.knowledge.base import KnowledgeBase
from gokan.goals.knowledge.rule import (
    EMPTY_KIND,
    ENEMY_KINDS,
    OFF_BOARD,
    OWN_KINDS,
    Example,
    Map,
    Rule,
)

__all__ = ["exemplified"]

_TRIED = tuple(product((1, 2, 3), (False, True), (0, 1)))
"""How far the board goes on, whether doubtful cells are the enemy's, and what stands around."""
_CHANCES = 4000


def exemplified(rule: Rule) -> Rule:
    """The rule with an example where it speaks, if it has none and its map makes one.

    >>> from gokan.goals.knowledge import load
    >>> bare = replace(load().rule("last-liberty"), matches=(), misses=())
    >>> print(exemplified(bare).matches[0].text)
    . X . .
    X O * .
    . X . .
    """
    if rule.matches or len(rule.maps) > 1:
        return rule
    base = KnowledgeBase([replace(rule, counterpart="")])
    for position in _boards(rule):
        if not base.match(position, color=BLACK, filtered=False):
            continue
        example = _drawn(base, _bare(base, position))
        if not KnowledgeBase([replace(rule, matches=(example,))]).check():
            return replace(rule, matches=(example,))
    return rule


def _bare(base: KnowledgeBase, position: Position) -> Position:
    """The position without the stones that the rule can do without."""
    for point in range(len(position.board)):
        if not position.board[point]:
            continue
        board = bytearray(position.board)
        board[point] = 0
        try:
            fewer = Position.from_board(bytes(board), position.width, to_play=BLACK)
        except GokanError:
            continue
        if base.match(fewer, color=BLACK, filtered=False):
            position = fewer
    return position


def _drawn(base: KnowledgeBase, position: Position) -> Example:
    """The board with what the rule speaks about: points as *, stones as @."""
    points, stones = set[int](), set[int]()
    for said in base.match(position, color=BLACK, filtered=False):
        points |= {*said.moves, *said.centre}
        stones |= {s for p in said.objects for s in position.block(p).stones}
    marks = [
        "*" if p in points and not c else "@" if p in stones and c == BLACK else ".XO"[c]
        for p, c in enumerate(position.board)
    ]
    width = position.width
    rows = [" ".join(marks[k : k + width]) for k in range(0, len(marks), width)]
    free = frozenset(p for p in points if not position.board[p])
    held = frozenset(p for p in stones if position.board[p] == BLACK)
    return Example(position.board, width, free, held, "\n".join(rows))


def _boards(rule: Rule) -> Iterator[Position]:
    """Boards on which the map stands: the plain ones first, then with stones around by chance."""
    one = rule.maps[0]
    for margin, enemy, around in _TRIED:
        if rule.solid:
            around = 1 - around  # the border is one block: own stones join it, as a rule
        position = one.on_board(around=around, margin=margin, enemy=enemy)
        if position is not None:
            yield position
    dice = random.Random(rule.name)
    for _ in range(_CHANCES):
        board, width = _by_chance(one, dice)
        try:
            yield Position.from_board(board, width, to_play=BLACK)
        except GokanError:
            continue


def _by_chance(one: Map, dice: random.Random) -> tuple[bytes, int]:
    """Cells filled with what they may hold, and more or fewer stones around them."""
    columns, rows = one.lines(dice.choice((1, 2, 2, 3)))
    share, other = dice.choice((0.1, 0.2, 0.4, 0.6)), dice.choice((0.0, 0.3, 0.5))
    may = {
        (c.x, c.y): [
            stone
            for stone, kinds in ((0, EMPTY_KIND), (1, OWN_KINDS), (2, ENEMY_KINDS))
            if c.kinds & kinds
        ]
        for c in one.cells
        if c.kinds != OFF_BOARD
    }
    board = bytearray()
    for y in rows:
        for x in columns:
            if (x, y) in may:
                board.append(dice.choice(may[x, y]))
            else:
                filled = dice.random() < share
                board.append((2 if dice.random() < other else 1) if filled else 0)
    return bytes(board), len(columns)
