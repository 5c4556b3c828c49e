"""The stories of groups: the move told is the one after which the stones that died are dead."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan.explain.reviews.groups import Looks, stories
from gokan.explain.reviews.record import frames
from gokan.go import Game
from gokan.reading import Budget
from gokan.reading.trials.outlook import outlook

ROOT = Path(__file__).resolve().parents[2]
LOOKS = Looks(every=40, games=100, nodes=200)


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load(ROOT / "examples" / "zobrist-cowan.sgf")


def test_a_death_is_told_of_the_stones_that_died(game: Game) -> None:
    """It halved with the stones of before the group came apart, and told 155 instead of 151."""
    found = stories(frames(game)[0], game.position(0), LOOKS)
    deaths = [c for story in found for c in story.changes if c.word == "dead" and "L14" in c.stones]
    assert [(one.move, one.certainty) for one in deaths] == [(151, "measured")]
    for move, dead in ((150, False), (151, True)):
        position = game.position(move)
        stones = [position.point(v) for v in deaths[0].stones]
        there = [p for p in stones if position.board[p]]
        heads = sorted({position.block(p).stones[0] for p in there})
        tried = outlook(position, heads, budget=Budget(), games=LOOKS.games)
        assert (tried.word == "dead") is dead


def test_only_captures_are_exact(game: Game) -> None:
    found = stories(frames(game)[0], game.position(0), LOOKS)
    for story in found:
        for change in story.changes:
            assert change.certainty == ("exact" if change.word == "captured" else "measured")
