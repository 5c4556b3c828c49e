"""A formation on a board: the stones one after another, found by search and not by a picture.

This is the generating direction: what a learned class says about ties, edges and order is turned
into positions. The core then says which formation stands there, so nothing is taken on trust.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from gokan import _core
from gokan.errors import IllegalPosition, InvalidInput
from gokan.go import Color, Position
from gokan.shape.learn.formation import Formation

SIZE = 19
_REACH = ((0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3))  # of each kind of tie
_MIDDLE = range(7, 12)


def realise(
    formation: Formation,
    *,
    order: tuple[int, ...] | None = None,
    together: bool = False,
    seed: int | None = None,
    mover: Color = Color.BLACK,
) -> list[Position]:
    """Positions from an empty board to the formation, a stone at a time, the new stone last.

    `order` says in which order the stones that were there before come; `together` wants a place
    where the new stone ends nothing. With a `seed` the place on the board is drawn at random,
    otherwise it is the first one found. Raises InvalidInput if the
    formation cannot stand on a board.
    """
    chance = None if seed is None else random.Random(seed)
    for points in _placements(formation, chance):
        first = order if order is not None else tuple(range(formation.new))
        try:
            made = _positions(formation, points, (*first, formation.new), mover)
        except IllegalPosition:
            continue
        if _is_there(formation, points, made[-2], mover) and (not together or is_together(made)):
            return made
    raise InvalidInput(f"the formation {formation.code} cannot stand on a board of {SIZE}.")


def is_together(positions: list[Position]) -> bool:
    """Whether no tie of the stones that were there before is ended by the new one."""
    before, after = (_core.shape_ties(positions[at].core) for at in (-2, -1))
    ties, later = ({(t.kind, t.one, t.other) for t in now.stones} for now in (before, after))
    edges, edges_later = (
        Counter((e.distance, e.point) for e in now.edges) for now in (before, after)
    )
    return ties <= later and edges <= edges_later


def _placements(formation: Formation, chance: random.Random | None) -> Iterator[list[int]]:
    """Points for the stones that fit ties and edges pair by pair."""
    order = [formation.new]
    while len(order) < len(formation.stones):
        tied = [
            i
            for i in range(len(formation.stones))
            if i not in order and any(formation.tie(i, j) is not None for j in order)
        ]
        order.append(tied[0])
    places: dict[int, tuple[int, int]] = {}

    def go(depth: int) -> Iterator[list[int]]:
        if depth == len(order):
            yield [places[i][1] * SIZE + places[i][0] for i in range(len(order))]
            return
        stone = order[depth]
        for spot in candidates(stone, order[:depth]):
            places[stone] = spot
            yield from go(depth + 1)
            del places[stone]

    def candidates(stone: int, placed: list[int]) -> list[tuple[int, int]]:
        if not placed:
            found = _first_spots(formation)
        else:
            near = next(j for j in placed if formation.tie(stone, j) is not None)
            kind = formation.tie(stone, near)
            assert kind is not None
            x, y = places[near]
            found = [(x + dx, y + dy) for dx, dy in _offsets(kind)]
        good = [s for s in found if fits(stone, s, placed)]
        if chance is not None:
            chance.shuffle(good)
        return good

    def fits(stone: int, spot: tuple[int, int], placed: list[int]) -> bool:
        x, y = spot
        if not (0 <= x < SIZE and 0 <= y < SIZE) or spot in places.values():
            return False
        for d in formation.stones[stone].edges:
            if d not in (x, y, SIZE - 1 - x, SIZE - 1 - y):
                return False
        for other in placed:
            kind = formation.tie(stone, other)
            reach = tuple(sorted((abs(x - places[other][0]), abs(y - places[other][1]))))
            if kind is not None and reach != _REACH[kind]:
                return False
        return True

    yield from go(0)


def _first_spots(formation: Formation) -> list[tuple[int, int]]:
    """Where the new stone may be: around a corner if the edge matters, else in the middle."""
    if any(s.edges for s in formation.stones):
        return [(x, y) for y in range(SIZE) for x in range(SIZE)]
    return [(x, y) for y in _MIDDLE for x in _MIDDLE]


def _offsets(kind: int) -> list[tuple[int, int]]:
    a, b = _REACH[kind]
    return sorted(
        {(sx * x, sy * y) for x, y in ((a, b), (b, a)) for sx in (1, -1) for sy in (1, -1)}
    )


def _is_there(formation: Formation, points: list[int], before: Position, mover: Color) -> bool:
    position = before.setup(to_play=mover)
    new = points[-1]
    if not position.is_legal(new):
        return False
    found = _core.formations_of(position.core, [0] * SIZE**2, new, [formation.code])
    return any({*one.points} == {*points} for one in found)


def _positions(
    formation: Formation, points: list[int], order: tuple[int, ...], mover: Color
) -> list[Position]:
    now = Position.empty(SIZE)
    made = [now]
    stones: dict[Color, list[int]] = {Color.BLACK: [], Color.WHITE: []}
    for i in order:
        side = mover.opponent if formation.stones[i].enemy else mover
        stones[side].append(points[i])
        made.append(now.setup(black=stones[Color.BLACK], white=stones[Color.WHITE]))
    return made
