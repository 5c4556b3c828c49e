"""Examples for generated rules: a small board on which each of them speaks, drawn from its map."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from gokan.errors import GokanError
from gokan.go import BLACK, Position
from gokan.goals.knowledge.base import KnowledgeBase
from gokan.goals.knowledge.rule import Example, Rule

__all__ = ["exemplified"]

_TRIED = tuple(product((1, 2, 3), (False, True), (0, 1)))
"""How far the board goes on, whether doubtful cells are the enemy's, and what stands around."""
_CHANCES = 400


def exemplified(rule: Rule) -> Rule:
    """The rule with an example where it speaks, if it has none and its map makes one.

    >>> from gokan.goals.knowledge import load
    >>> bare = replace(load().rule("last-liberty"), matches=(), misses=())
    >>> print(exemplified(bare).matches[0].text)
    X X X X
    X O * X
    X X X X
    """
    if rule.matches or len(rule.maps) > 1:
        return rule
    base = KnowledgeBase([replace(rule, counterpart="")])
    for position in _boards(rule):
        points, stones = set[int](), set[int]()
        for said in base.match(position, color=BLACK, filtered=False):
            points |= {*said.moves, *said.centre}
            stones |= {s for p in said.objects for s in position.block(p).stones}
        if not stones:
            continue
        marks = [
            "*" if p in points and not c else "@" if p in stones and c == BLACK else ".XO"[c]
            for p, c in enumerate(position.board)
        ]
        width = position.width
        rows = [" ".join(marks[k : k + width]) for k in range(0, len(marks), width)]
        free = frozenset(p for p in points if not position.board[p])
        held = frozenset(p for p in stones if position.board[p] == BLACK)
        example = Example(position.board, width, free, held, "\n".join(rows))
        if not KnowledgeBase([replace(rule, matches=(example,))]).check():
            return replace(rule, matches=(example,))
    return rule


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
        enemy, share = dice.random() < 0.5, dice.choice((0.2, 0.4, 0.6))
        empty, full = (one.on_board(around=a, margin=2, enemy=enemy) for a in (0, 1))
        if empty is None or full is None:
            continue
        board = bytes(
            dice.choice((1, 1, 2)) if a != b and dice.random() < share else a
            for a, b in zip(empty.board, full.board, strict=True)
        )
        try:
            yield Position.from_board(board, empty.width, to_play=BLACK)
        except GokanError:
            continue
