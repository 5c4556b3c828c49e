"""The library: written whole or not at all, read again, moved on from every earlier schema."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from gokan.go.game import Game
from gokan.play.session import Session
from gokan.serve.store import KeptGame, KeptReview, NotKept, Seat, Store, StoreFailed

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


def kept(id: str = "a") -> KeptGame:
    return KeptGame(id, "play", Seat(name="Ann"), Seat("gokan", 5), seed=7)


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path / "library")
    session = Session.new(9, handicap=2)
    game = store.add(kept(), session)
    session.play(40, "the middle")
    store.change(game, session, request="request-1")
    store.close()
    again = Store(tmp_path / "library").game("a")
    assert again.session is not None
    assert again.session.to_dict() == session.to_dict()
    assert (again.revision, again.moves, again.white) == (2, 1, Seat("gokan", 5))


def test_a_change_of_an_older_revision_is_refused_and_nothing_is_changed() -> None:
    store = Store(":memory:")
    game = store.add(kept(), Session.new(9))
    store.change(game, Session.new(9))
    with pytest.raises(StoreFailed, match="somebody else"):
        store.change(game, Session.new(9), request="late-one")
    assert not store.has_answered("a", "late-one")
    assert store.game("a").revision == 2


def test_requests_are_remembered_for_a_while_only() -> None:
    store = Store(":memory:")
    session = Session.new(9)
    game = store.add(kept(), session, request="first-of-all")
    for number in range(205):
        game = store.change(game, session, request=f"request-{number}")
    assert store.has_answered("a", "request-204")
    assert store.has_answered("a", "request-10")
    assert not store.has_answered("a", "request-2")


def test_reviews_go_with_their_game() -> None:
    store = Store(":memory:")
    store.add(kept(), Session.new(9))
    store.put_review(KeptReview("r", "a", "quick", "running"))
    store.put_review(KeptReview("r", "a", "quick", "done", 1.0, answer="{}"))
    assert store.review("r").answer == "{}"
    assert [one.state for one in store.reviews("a")] == ["done"]
    assert store.reviews(state="running") == []
    store.delete_game("a")
    assert store.reviews() == []
    with pytest.raises(NotKept):
        store.review("r")
    with pytest.raises(NotKept):
        store.game("a")


def test_a_record_is_kept_byte_for_byte() -> None:
    store = Store(":memory:")
    data = b"(;SZ[9]KT[\xff\xfex];B[ee])"
    game = KeptGame("b", "record", Seat(), Seat(), record=data)
    store.add(game, Session.follow(Game.parse(data)))
    assert store.game("b").record == data


def test_a_full_disk_says_so_and_leaves_what_was(tmp_path: Path) -> None:
    store = Store(tmp_path / "library")
    session = Session.new(9)
    game = store.add(kept(), session)
    pages = sqlite3.connect(tmp_path / "library").execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 1}")
    session.play(40, "x" * 100_000)
    with pytest.raises(StoreFailed, match="The disk is full: nothing was changed"):
        store.change(game, session)
    before = store.game("a").session
    assert before is not None
    assert not before.turns
    store._db.execute("PRAGMA max_page_count = 100000")
    assert store.change(game, session).moves == 1


def test_writes_are_on_the_disk_when_they_are_confirmed(tmp_path: Path) -> None:
    store = Store(tmp_path / "library")
    assert store._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert store._db.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


@pytest.mark.parametrize("script", SCHEMAS, ids=lambda path: path.stem)
def test_every_earlier_schema_is_moved_on(script: Path, tmp_path: Path) -> None:
    """Libraries as each version wrote them, with a game, a request and a review in them."""
    old = sqlite3.connect(tmp_path / "library")
    old.executescript(script.read_text("utf-8"))
    old.close()
    store = Store(tmp_path / "library")
    game = store.game("0123456789abcdef")
    assert game.session is not None
    assert [turn.move for turn in game.session.turns] == [40, 22]
    assert (game.black.name, game.white.player, game.white.level) == ("Ann", "gokan", 5)
    assert store.has_answered(game.id, "request-1")
    assert store.reviews(game.id)[0].state == "done"
    session = game.session
    session.play(60)
    assert store.change(game, session).revision == game.revision + 1


def test_a_library_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    newer = sqlite3.connect(tmp_path / "library")
    newer.execute("PRAGMA user_version = 999")
    newer.close()
    with pytest.raises(StoreFailed, match="newer Gokan"):
        Store(tmp_path / "library")


def test_what_is_no_library_is_told(tmp_path: Path) -> None:
    (tmp_path / "library").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreFailed, match="Cannot open the library"):
        Store(tmp_path / "library")
