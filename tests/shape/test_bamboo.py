"""Bamboo joints: blocks of any form that overlap twice (Con2 7, 4.7.2), against geometry."""

from __future__ import annotations

import random

import pytest

from gokan.go import Position
from gokan.shape import parse
from gokan.shape.go.index import Index
from gokan.shape.go.observe import observe
from gokan.shape.parse import Shapes

Joint = tuple[int, frozenset[int]]


def by_eye(position: Position) -> set[Joint]:
    """Two stones beside each other, two empty points beside them, two stones beside those."""
    width, height, board = position.width, position.height, position.board
    found = set()
    for start in range(width * height):
        row, column = divmod(start, width)
        for dx, dy in ((1, 0), (0, 1)):
            ranks = [
                [(column + i * dx + j * dy, row + i * dy + j * dx) for i in (0, 1)]
                for j in (0, 1, 2)
            ]
            if any(not (0 <= x < width and 0 <= y < height) for rank in ranks for x, y in rank):
                continue
            colors = [{board[y * width + x] for x, y in rank} for rank in ranks]
            if colors[1] == {0} and colors[0] == colors[2] and colors[0] in ({1}, {2}):
                points = frozenset(y * width + x for rank in ranks for x, y in rank)
                found.add((min(colors[0]), points))
    return found


def by_class(shapes: Shapes) -> list[Joint]:
    return [
        (1 if s.name.startswith("black") else 2, frozenset(s.core))
        for s in shapes.now(level=2)
        if s.name.endswith("bamboo-joint")
    ]


@pytest.mark.parametrize("seed", range(40))
def test_every_bamboo_joint_of_a_random_board_is_found_once(seed: int) -> None:
    chance = random.Random(seed)
    side = chance.randint(4, 9)
    stones: tuple[list[int], list[int]] = ([], [])
    for point in range(side * side):
        if chance.random() < 0.55:
            stones[chance.random() < 0.3].append(point)
    try:
        position = Position.empty(side).setup(black=stones[0], white=stones[1])
    except Exception:  # a block without liberties
        position = Position.empty(side)
    found = by_class(parse(position))
    assert len(found) == len(set(found))
    assert set(found) == by_eye(position)


def test_every_bamboo_joint_of_professional_games_is_found(pro_games: list[list[Position]]) -> None:
    wanted = found = 0
    for positions in pro_games[:8]:
        seen = {(n, *joint) for n, p in enumerate(positions) for joint in by_eye(p)}
        told = set()
        for s in parse(positions).shapes:
            if s.name.endswith("bamboo-joint"):
                color = 1 if s.name.startswith("black") else 2
                told |= {(n, color, frozenset(s.core)) for n in range(s.start, s.end + 1)}
        assert told == seen
        wanted, found = wanted + len(seen), found + len(told)
    assert found == wanted > 100


BLOCKS = """
    . . . . . . . .
    . X X . . . . .
    . X X . X . . .
    . . X . X X . .
    . . . . . . . .
    . . . . . . . .
    """


def test_a_joint_goes_on_while_its_blocks_grow() -> None:
    before = Position.from_diagram(BLOCKS)
    assert [points for _, points in by_class(parse(before))]
    grown = before.setup(black=["G3"])
    shapes = parse([before, grown])
    told = shapes.explain()
    assert "makes a black bamboo joint" not in told
    assert "ends a black bamboo joint" not in told
    (line,) = (x for x in told.split("\n") if x.startswith("Black bamboo joint"))
    assert line == "Black bamboo joint: C4 D4 E4 C3 D3 E3, there since move 0."


def test_a_joint_of_a_block_with_itself_is_not_told() -> None:
    ring = Position.from_diagram(". . . . . .\n. X X X X .\n. X . . X .\n. X X X X .\n. . . . . .")
    shapes = parse(ring)
    assert by_class(shapes)
    assert "bamboo" not in shapes.explain()
    index = Index(observe(ring), levels=2)
    assert any(index.name(e.kind) == "black-bamboo-joint" for e in index.elements(2))
