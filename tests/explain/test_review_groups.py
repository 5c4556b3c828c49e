"""The stories of groups: the move told is the one after which the stones that died are dead, and
the words are those of the assessment.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gokan.assess.assessor import SenseAssessor
from gokan.assessment import GroupAssessment
from gokan.effort import QUICK
from gokan.explain.reviews import groups
from gokan.explain.reviews.answer import GroupStory
from gokan.explain.reviews.groups import Looks, stories
from gokan.explain.reviews.record import frames
from gokan.go import Game, Position

ROOT = Path(__file__).resolve().parents[2]
LOOKS = Looks(every=40, effort=QUICK)
_SAID = {"alive in seki": "seki", "part of the killing": "alive", "in danger": "open"}


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load(ROOT / "examples" / "zobrist-cowan.sgf")


@pytest.fixture(scope="module")
def found(game: Game) -> Iterator[tuple[GroupStory, ...]]:
    """Without the network, so that the test does not hang on its numbers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(groups, "forecast", lambda _: None)
        yield stories(frames(game)[0], game.position(0), LOOKS)


def _group(position: Position, stone: int) -> GroupAssessment:
    return SenseAssessor(network=False).group(position, stone, QUICK)


def test_a_death_is_told_of_the_stones_that_died(game: Game, found: tuple[GroupStory, ...]) -> None:
    """It halved with the stones of before the group came apart, and told 155 instead of 151."""
    deaths = [
        c
        for story in found
        for c in story.changes
        if c.word.removeprefix("likely ") == "dead" and "L14" in c.stones
    ]
    assert [one.move for one in deaths] == [151]
    before, after = (game.position(move) for move in (148, 151))
    assert _group(before, before.point("L14")).word != "dead"
    assert _group(after, after.point("L14")).word == "dead"


def test_every_word_is_that_of_the_assessment(game: Game, found: tuple[GroupStory, ...]) -> None:
    """It was that of trial games alone, and `status` said another about the same stones."""
    asked = 0
    for story in found:
        for change in story.changes:
            if change.word == "captured":
                assert change.certainty == "exact"
                continue
            position = game.position(change.move)
            group = _group(position, min(map(position.point, change.stones)))
            word = change.word.removeprefix("likely ")
            assert _SAID.get(word, word) == group.word, (change, group)
            assert change.word == "in danger" or change.certainty == str(group.certainty)
            asked += 1
    assert asked > 4
