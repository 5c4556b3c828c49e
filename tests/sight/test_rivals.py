"""Electrons, oil and water: what the paper says of them, on boards rebuilt from its text."""

from __future__ import annotations

from gokan import sight
from gokan.go import BLACK, Position

WALL = Position.from_diagram("""
    . . . . . O . . .
    . . . . . O . . .
    . . . . . O . . .
    . . . . . O . . .
    . . X . . O . . .
    . . . . . O . . .
    . . . . . O . . .
    . . . . . O . . .
    . . . . . O . . .""")
BARE = WALL.setup(empty=[WALL.point("C5")])


def test_a_charge_is_felt_behind_a_wall_and_oil_is_not() -> None:
    """ "The electric charge analogy would give the black stone … some weight to the right of the
    wall …, whereas oil from the black stone would never get past the wall of water."
    """
    behind = [WALL.point(f"{column}{row}") for column in "GHJ" for row in range(1, 10)]
    with_stone, without = sight.electrons(WALL).values, sight.electrons(BARE).values
    assert all(with_stone[p] > without[p] for p in behind)
    oil = sight.oil_and_water(WALL).values
    assert all(oil[p] == -1 for p in behind)
    seen = sight.see(WALL).influence
    assert all(seen[p] <= 0 for p in behind)  # his own: "the black stone has no influence" there


def test_oil_does_not_tell_how_strongly_a_point_is_surrounded() -> None:
    """ "The electric charge analogy would show four strongly surrounded squares"."""
    loose = Position.from_diagram("""
        . . . . .
        . . . . .
        . . . . .
        X . . . .
        . . . . .""")
    tight = Position.from_diagram("""
        . . . . .
        . . . . .
        X X X . .
        . . X . .
        . . X . .""")
    corner = tight.point("A1")
    assert sight.oil_and_water(loose).values[corner] == sight.oil_and_water(tight).values[corner]
    assert sight.electrons(tight).values[corner] > 1.5 * sight.electrons(loose).values[corner]


def test_swapping_colours_swaps_signs_and_turning_turns() -> None:
    board = bytes({0: 0, 1: 2, 2: 1}[c] for c in WALL.board)
    swapped = Position.from_board(board, 9, to_play=BLACK)
    turned = Position.from_board(bytes(reversed(WALL.board)), 9, to_play=BLACK)
    for divide in (sight.electrons, sight.oil_and_water):
        values = divide(WALL).values
        assert all(abs(a + b) < 1e-9 for a, b in zip(values, divide(swapped).values, strict=True))
        back = reversed(divide(turned).values)
        assert all(abs(a - b) < 1e-9 for a, b in zip(values, back, strict=True))


def test_every_area_is_of_one_sign_and_hangs_together() -> None:
    for divide in (sight.electrons, sight.oil_and_water):
        found = divide(WALL)
        for number, area in enumerate(found.areas):
            assert len({found.values[p] > 0 for p in area}) == 1
            reached, waiting = {area[0]}, [area[0]]
            while waiting:
                for near in WALL.neighbors(waiting.pop()):
                    if found.area_of[near] == number and near not in reached:
                        reached.add(near)
                        waiting.append(near)
            assert reached == set(area)
        assert "areas" in found.explain()
        assert "<svg" in str(found.draw())


def test_an_empty_board_is_nobodys() -> None:
    empty = Position.empty(9)
    assert sight.electrons(empty).areas == sight.oil_and_water(empty).areas == ()
