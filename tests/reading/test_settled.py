"""What is settled for good against brute force: the enemy plays on without an answer, and then the
owner, moving first, takes whatever block is left.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from gokan.errors import IllegalPosition
from gokan.go import BLACK, EMPTY, WHITE, Color, Position
from gokan.go.life import unconditional
from gokan.reading.safe.settled import settled

DEEPEST = 16  # moves in which a block must fall


def positions(width: int, height: int, cells: Iterator[tuple[int, ...]]) -> Iterator[Position]:
    for stones in cells:
        rows = [
            " ".join(".XO"[s] for s in stones[i : i + width])
            for i in range(0, width * height, width)
        ]
        try:
            yield Position.from_diagram("\n".join(rows)).with_rules("japanese")
        except IllegalPosition:
            continue


def regions(position: Position) -> Iterator[tuple[Color, set[int]]]:
    """The regions that are settled beyond unconditional life and territory."""
    life = unconditional(position)
    for owner, alive in ((BLACK, life.alive_black), (WHITE, life.alive_white)):
        left = set(range(len(position.board))) - set(alive) if alive else set()
        while left:
            region, todo = set[int](), [left.pop()]
            for p in todo:
                region.add(p)
                near = set(position.neighbors(p)) & left
                left -= near
                todo += near
            if settled(position, min(region)) == owner != life.owner(min(region)):
                yield owner, region


def unanswered(position: Position, region: set[int], enemy: Color) -> set[Position]:
    """All positions that the enemy can reach while the owner passes, the first one included."""
    seen = {position.board: position}
    todo = [position]
    for now in todo:
        for p in region:
            if now.is_legal(p, enemy):
                then = now.play(p, enemy).setup(to_play=enemy.opponent)  # no ban outlives a pass
                if then.board not in seen:
                    seen[then.board] = then
                    todo.append(then)
    return set(seen.values())


def falls(position: Position, stone: int, owner: Color) -> bool:
    """Whether the owner, moving first, captures the block of a stone, by iterative deepening."""

    def reached(now: Position, mover: Color, left: int, known: dict[object, int]) -> bool:
        if now.board[stone] != owner.opponent:
            return True
        if left == 0:
            return False
        key = now.board, now.ko, mover
        if mover == owner:
            if known.get(key, 99) <= left:
                return True
            if known.get((key, "not"), -1) >= left:
                return False
            moves = [p for p in range(len(now.board)) if now.is_legal(p, mover)]
            near = set(now.block(stone).liberties)
            moves.sort(key=lambda p: p not in near)
            for p in moves:
                if reached(now.play(p, mover), owner.opponent, left - 1, known):
                    known[key] = min(known.get(key, 99), left)
                    return True
            known[key, "not"] = left
            return False
        replies = [now.play(p, mover) for p in range(len(now.board)) if now.is_legal(p, mover)]
        replies.append(now.setup(to_play=owner))  # a pass
        return all(reached(then, owner, left - 1, known) for then in replies)

    known: dict[object, int] = {}
    return any(reached(position, owner, depth, known) for depth in range(1, DEEPEST + 1, 2))


def check(position: Position) -> int:
    """How many regions of the position were settled by more than Benson's theorem."""
    number = 0
    for owner, region in regions(position):
        number += 1
        enemy = owner.opponent
        for then in unanswered(position, region, enemy):
            alive = unconditional(then)
            lives = alive.alive_black if enemy == BLACK else alive.alive_white
            assert region.isdisjoint(lives), (position, then)
            heads = {then.block(p).stones[0] for p in region if then.board[p] == enemy}
            for head in heads:
                assert falls(then, head, owner), (position, then, then.vertex(head))
    return number


def test_every_position_on_three_by_three() -> None:
    cells = itertools.product((0, 1, 2), repeat=9)
    assert sum(check(position) for position in positions(3, 3, cells)) == 8


def walled(rng: random.Random, width: int, height: int) -> tuple[int, ...]:
    """Black has two eyes on the left, and the right is scattered over."""
    cells = []
    for row in range(height):
        left = [0, 1] if row in (0, height - 1) else [1, 1]
        cells += left + rng.choices([0, 1, 2], [4, 1, 4], k=width - 2)
    return tuple(cells)


@pytest.mark.parametrize(("width", "height", "tries"), [(4, 3, 300), (4, 4, 300), (5, 4, 120)])
def test_walls_with_anything_beside_them(width: int, height: int, tries: int) -> None:
    rng = random.Random(width * height)
    drawn = (walled(rng, width, height) for _ in range(tries))
    assert sum(check(position) for position in positions(width, height, drawn)) > tries / 20


@pytest.mark.slow
def test_every_region_beside_walls_on_four_by_four() -> None:
    """Black lives on the two columns at the left; everything on the other two."""
    walls = ((0, 1), (1, 1), (1, 1), (0, 1))
    number = 0
    for cells in itertools.product((0, 1, 2), repeat=8):
        rows = [(*walls[r], *cells[2 * r : 2 * r + 2]) for r in range(4)]
        for position in positions(4, 4, iter([tuple(s for row in rows for s in row)])):
            number += check(position)
    assert number > 500


@pytest.mark.slow
def test_random_boards_of_five_by_five() -> None:
    rng = random.Random(55)
    drawn = (walled(rng, 5, 5) for _ in range(600))
    assert sum(check(position) for position in positions(5, 5, drawn)) > 20


def test_the_size_of_a_region_does_not_matter() -> None:
    """A long strip of enemy stones along live walls, with a hundred liberties and one eye."""
    rows = ["X . X . X" + " X" * 14, "X" + " X" * 18]
    rows += [". O" + " ." * 17, "X" + " X" * 18, "X X . X . X X" + " X" * 12]
    position = Position.from_diagram("\n".join(rows))
    assert settled(position, position.point("B3")) == BLACK
    assert settled(position, position.point("T3")) == BLACK


def test_three_stones_inside_are_not_enough() -> None:
    """Whoever takes three stones has room for two eyes; two stones inside leave one eye."""
    board = """
        . X . X . . . . .
        X X X X X X X X X
        O O O O O O O O X
        O {} O X
        O O O O O O O O X
        X X X X X X X X X
        . X . X . . . . .
    """
    for inside, owner in (
        (". X X . O O", BLACK),
        (". X X X . O", EMPTY),
        (". X . O O O", BLACK),
        (". X . . O O", EMPTY),
        (". X . . . O", EMPTY),
    ):
        position = Position.from_diagram(board.format(inside))
        assert settled(position, position.point("A5")) == owner, inside
        assert settled(position, position.point("C4")) == owner, inside
