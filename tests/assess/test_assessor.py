"""The contract of assessors, kept by the room's own and by the fake alike."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gokan.assess.assessor import SenseAssessor
from gokan.assessment import GROUP_WORDS, LINK_WORDS, Assessor
from gokan.certainty import Certainty
from gokan.effort import QUICK
from gokan.errors import GokanError
from gokan.go import Position
from tests.assess.fake_assessor import FakeAssessor

CORNER = Position.from_diagram("""
    . O . O X .
    O O O O X .
    X X X X X .
    . . . . . .
    . . X . X .
    . . . . . .""")

ASSESSORS = pytest.mark.parametrize("make", [FakeAssessor, SenseAssessor])


@ASSESSORS
def test_every_stone_belongs_to_one_group(make: Callable[[], Assessor]) -> None:
    assessor = make()
    assert isinstance(assessor, Assessor)
    found = assessor.board(CORNER, QUICK)
    stones = [p for group in found.groups for p in group.stones]
    assert sorted(stones) == [p for p, stone in enumerate(CORNER.board) if stone]
    for group in found.groups:
        assert group.word in GROUP_WORDS
        assert isinstance(group.certainty, Certainty)
        assert 0 <= group.chance <= 1
        assert {CORNER.color_at(p) for p in group.stones} == {group.color}
        assert found.of(group.stones[0]) is group
    assert json.loads(json.dumps(found.to_dict()))["groups"]


@ASSESSORS
def test_one_group_is_told_as_the_board_tells_it(make: Callable[[], Assessor]) -> None:
    assessor = make()
    board = assessor.board(CORNER, QUICK)
    for group in board.groups:
        alone = assessor.group(CORNER, group.stones[-1], QUICK)
        assert (set(alone.stones), alone.word) == (set(group.stones), group.word)


@ASSESSORS
def test_the_same_question_has_the_same_answer(make: Callable[[], Assessor]) -> None:
    asked, fresh = make(), make()
    asked.board(CORNER.play("A1"), QUICK)
    assert asked.board(CORNER, QUICK) == fresh.board(CORNER, QUICK)


@ASSESSORS
def test_links_have_a_word_and_stones_of_one_block_are_connected(
    make: Callable[[], Assessor],
) -> None:
    assessor, point = make(), CORNER.point
    one = assessor.link(CORNER, point("A5"), point("D6"), QUICK)
    assert (one.word, one.certainty) == ("connected", Certainty.EXACT)
    assert assessor.link(CORNER, point("C2"), point("E2"), QUICK).word in LINK_WORDS
    for first, second in (("A5", "A4"), ("A1", "C2"), ("C2", "A1")):
        with pytest.raises(GokanError):
            assessor.link(CORNER, point(first), point(second), QUICK)
    with pytest.raises(GokanError):
        assessor.group(CORNER, point("A1"), QUICK)


def test_the_fake_says_what_is_scripted() -> None:
    fake = FakeAssessor({"C2": ("dead", Certainty.READ)})
    group = fake.group(CORNER, CORNER.point("C2"), QUICK)
    assert (group.word, group.certainty, group.lost) == ("dead", Certainty.READ, True)
    assert fake.board(CORNER, QUICK).dead == {CORNER.point("C2")}
