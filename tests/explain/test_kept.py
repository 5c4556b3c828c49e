"""Whole reviews on disk: found as they were, or not at all."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from gokan.explain.reviews.answer import Review
from gokan.explain.reviews.ledger import keep_review, kept_review
from gokan.explain.reviews.reviewing import kept_as, review
from gokan.go import Game
from gokan.play.tree import kept

GAME = Game.parse("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[cg])")


@pytest.fixture(scope="module")
def made() -> Review:
    return review(GAME, level="quick", numbers="strength")


def test_what_is_kept_is_found_as_it_was(made: Review, tmp_path: Path) -> None:
    assert kept_review("a", folder=tmp_path) is None
    assert not kept.any_kept(folder=tmp_path)
    assert keep_review(made, "a", folder=tmp_path)
    found = kept_review("a", folder=tmp_path)
    assert found is not None
    assert found.to_dict() == made.to_dict()
    assert kept_review("b", folder=tmp_path) is None


def test_a_review_that_was_stopped_is_not_kept(made: Review, tmp_path: Path) -> None:
    assert not keep_review(replace(made, complete=False), "a", folder=tmp_path)
    assert not kept.any_kept(folder=tmp_path)


@pytest.mark.parametrize("data", [b"", b"no review", b"x\x9c" + b"\0" * 50])
def test_a_damaged_one_is_as_good_as_none(made: Review, tmp_path: Path, data: bytes) -> None:
    keep_review(made, "a", folder=tmp_path)
    (tmp_path / "a").write_bytes(data)
    assert kept_review("a", folder=tmp_path) is None
    whole = tmp_path / "b"
    keep_review(made, "b", folder=tmp_path)
    whole.write_bytes(whole.read_bytes()[:-20])
    assert kept_review("b", folder=tmp_path) is None


def test_those_used_last_stay(
    made: Review, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST", 3)
    for number, name in enumerate("abcd"):
        keep_review(made, name, folder=tmp_path)
        os.utime(tmp_path / name, (number, number))
    kept_review("b", folder=tmp_path)  # used again
    keep_review(made, "e", folder=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "d", "e"]


def test_where_nothing_can_be_written_nothing_is_kept(made: Review, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert not keep_review(made, "a", folder=blocked)
    assert kept_review("a", folder=blocked) is None


def test_the_name_hangs_on_everything_that_is_asked() -> None:
    asked = [
        kept_as(GAME, level="quick", numbers="strength"),
        kept_as(GAME, level="usual", numbers="strength"),
        kept_as(GAME, level="quick", numbers="strength", player="black"),
        kept_as(GAME, level="quick", numbers="strength", most=3),
        kept_as(Game.parse("(;SZ[9]KM[6];B[ee])"), level="quick", numbers="strength"),
        kept.name_of(b"", "quick"),
    ]
    assert len(set(asked)) == len(asked)
    assert kept_as(GAME, level="quick", numbers="strength") == asked[0]
