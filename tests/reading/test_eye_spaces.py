"""Every eye space of up to seven points in the middle of the board, without liberties outside."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.reading import status

Shape = frozenset[tuple[int, int]]
_SIZE = 13
_NAMED = {
    "straight three": "...",
    "bent three": "../.",
    "square four": "../..",
    "pyramid four": ".../ . ",
    "bulky five": "../../.",
    "crossed five": " . /.../ . ",
    "rabbity six": " . /.../.. ",
    "square nine without two opposite corners": "../.../ ..",
}
_WORDS = {
    "square four": "dead",
    # With Black in the middle there is no second eye, and no kill either.
    "square nine without two opposite corners": "alive in seki",
}


def drawn(picture: str) -> Shape:
    return frozenset(
        (column, row)
        for row, line in enumerate(picture.split("/"))
        for column, what in enumerate(line)
        if what == "."
    )


def least(shape: Shape) -> tuple[tuple[int, int], ...]:
    """One of the eight ways to turn it, moved to the corner."""
    turned = []
    for i in range(8):
        points = [(-c if i & 1 else c, -r if i & 2 else r) for c, r in shape]
        points = [(r, c) if i & 4 else (c, r) for c, r in points]
        left, top = min(c for c, _ in points), min(r for _, r in points)
        turned.append(tuple(sorted((c - left, r - top) for c, r in points)))
    return min(turned)


def shapes(points: int) -> set[tuple[tuple[int, int], ...]]:
    """All connected shapes, however turned."""
    if points == 1:
        return {((0, 0),)}
    return {
        least(frozenset((*small, (c + x, r + y))))
        for small in shapes(points - 1)
        for c, r in small
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if (c + x, r + y) not in small
    }


def around(points: set[tuple[int, int]]) -> set[tuple[int, int]]:
    near = {(c + x, r + y) for c, r in points for x in (-1, 0, 1) for y in (-1, 0, 1)}
    return near - points


def enclosed(shape: tuple[tuple[int, int], ...]) -> Position | None:
    """White around the shape, Black around White; None if White is not one block."""
    inside = {(c + 3, r + 3) for c, r in shape}
    white = around(inside)
    black = around(inside | white)
    position = Position.empty(_SIZE, _SIZE).setup(
        black=[r * _SIZE + c for c, r in black], white=[r * _SIZE + c for c, r in white]
    )
    blocks = [block for block in position.blocks() if block.color == WHITE]
    return position if len(blocks) == 1 else None


@pytest.mark.parametrize(
    ("points", "count"), [(1, 1), (2, 1), (3, 2), (4, 5), (5, 12), (6, 35), (7, 107)]
)
def test_which_eye_spaces_are_alive(points, count):
    names = {least(drawn(picture)): name for name, picture in _NAMED.items()}
    seen = 0
    for shape in sorted(shapes(points)):
        position = enclosed(shape)
        if position is None:
            continue
        seen += 1
        answer = status(position, position.stones(WHITE)[0])
        name = names.get(shape, "")
        word = _WORDS.get(name, "unsettled" if name else "dead" if points < 3 else "alive")
        assert answer.word == word, shape
        assert answer.attack.ko is None
        assert answer.attack.problem.position.to_play == BLACK
        if word == "unsettled" and points > 3:  # one vital point for the attacker
            assert len(answer.attack.winning_moves) == 1
    assert seen == count
