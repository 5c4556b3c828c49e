"""A board in chunks, and made again from them."""

from __future__ import annotations

import pytest

from gokan.errors import InvalidInput
from gokan.go import Game, Position
from gokan.shape import parse
from gokan.shape.chunks import chunks

GAME = Game.load("examples/zobrist-cowan.sgf")


def test_the_board_comes_back_from_its_chunks() -> None:
    found = chunks(parse(GAME, move=106, learned=True))
    assert found.held >= 0.9 * found.stones
    assert found.wrong == 0
    for shape in found.chosen:
        assert all(found.regenerated[p] == found.position.board[p] for p in shape.stones)


def test_learned_classes_hold_more_than_those_made_by_hand() -> None:
    by_hand = chunks(parse(GAME, move=106), groups=False)
    learned = chunks(parse(GAME, move=106, learned=True), groups=False)
    assert learned.held > by_hand.held
    assert all(not s.name.endswith("-group") for s in learned.chosen)


def test_small_chunks_only() -> None:
    found = chunks(parse(GAME, move=106, learned=True), largest=4)
    assert found.chosen
    assert all(len(s.stones) <= 4 for s in found.chosen)


def test_limits_are_refused_in_a_sentence() -> None:
    shapes = parse(Position.empty(9).play("C3"))
    with pytest.raises(InvalidInput, match="share"):
        chunks(shapes, share=0.0)
    assert chunks(shapes).to_dict()["stones"] == 1
