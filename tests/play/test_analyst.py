"""The contract of analysts and stores, kept by the real ones and by the fakes alike."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gokan.effort import Effort
from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.play.tree.analysis import Analysis, Analyst, Store, key_of
from gokan.play.tree.analyst import SearchAnalyst
from gokan.play.tree.evaluators import make_evaluator
from gokan.play.tree.store import MemoryStore
from gokan.play.tree.store_sqlite import SqliteStore, cache_folder
from tests.play.fake_analyst import FakeAnalyst

FIGHT = Position.from_diagram("""
    . . . . .
    . . X . .
    . X O O .
    . . X O .
    . . . . .""")
LITTLE, MORE = Effort(12, 0), Effort(40, 0)


def searching(store: Store | None = None) -> Analyst:
    return SearchAnalyst(make_evaluator("playouts", "even"), store=store, source="random games")


def fake(store: Store | None = None) -> Analyst:
    return FakeAnalyst(store=store)


ANALYSTS = pytest.mark.parametrize("make", [searching, fake])


def on_disk() -> Store:
    return SqliteStore(Path(tempfile.mkdtemp()) / "analyses.sqlite", warn=pytest.fail)


STORES = pytest.mark.parametrize("make_store", [MemoryStore, on_disk])


def _numbers(one: Analysis) -> object:
    return json.dumps(one.to_dict())


class After:
    """A `Stop` that says so after being asked some times."""

    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self) -> bool:
        self.times -= 1
        return self.times < 0


@ANALYSTS
def test_it_is_an_analyst_with_a_named_source(make: Callable[..., Analyst]) -> None:
    analyst = make()
    assert isinstance(analyst, Analyst)
    assert analyst.source
    found = analyst.analyse(FIGHT, LITTLE)
    assert found.source == analyst.source
    assert found.effort == LITTLE
    assert found.visits == LITTLE.visits
    assert found.complete
    assert found.candidates
    assert found.candidates[0].line[0] == found.move
    assert len(found.ownership) == len(FIGHT.board)


@ANALYSTS
def test_going_deeper_in_steps_is_the_same_as_going_deep_at_once(
    make: Callable[..., Analyst],
) -> None:
    stepwise = make()
    stepwise.analyse(FIGHT, LITTLE)
    assert _numbers(stepwise.analyse(FIGHT, MORE)) == _numbers(make().analyse(FIGHT, MORE))


@ANALYSTS
def test_an_answer_does_not_hang_on_what_was_asked_before(make: Callable[..., Analyst]) -> None:
    asked = make()
    after = FIGHT.play("B2")
    for position, effort in ((FIGHT, MORE), (after, MORE), (after, LITTLE)):
        asked.analyse(position, effort)
    for position in (FIGHT, after):
        for effort in (LITTLE, MORE):
            fresh = make().analyse(position, effort)
            assert _numbers(asked.analyse(position, effort)) == _numbers(fresh)


@ANALYSTS
def test_what_was_stopped_says_so_is_not_kept_and_goes_on(make: Callable[..., Analyst]) -> None:
    analyst = make()
    cut = analyst.analyse(FIGHT, MORE, stop=After(10))
    assert not cut.complete
    assert 0 < cut.visits < MORE.visits
    assert analyst.known(FIGHT) is None
    whole = analyst.analyse(FIGHT, MORE)
    assert whole.complete
    assert whole.visits == MORE.visits
    assert _numbers(whole) == _numbers(make().analyse(FIGHT, MORE))


def test_going_on_costs_only_what_is_new() -> None:
    analyst = FakeAnalyst()
    analyst.analyse(FIGHT, LITTLE)
    analyst.analyse(FIGHT, MORE)
    assert analyst.worked == MORE.visits
    analyst.analyse(FIGHT, LITTLE)
    analyst.analyse(FIGHT, MORE)
    assert analyst.worked == MORE.visits


@ANALYSTS
def test_a_deeper_answer_is_given_only_to_those_who_ask_for_it(
    make: Callable[..., Analyst],
) -> None:
    analyst = make()
    deep = analyst.analyse(FIGHT, MORE)
    assert analyst.known(FIGHT) is deep
    assert analyst.analyse(FIGHT, LITTLE, deeper=True) is deep
    assert analyst.analyse(FIGHT, LITTLE).visits == LITTLE.visits


@ANALYSTS
def test_progress_is_told_and_ends_with_the_answer(make: Callable[..., Analyst]) -> None:
    heard: list[Analysis] = []
    found = make().analyse(FIGHT, LITTLE, progress=heard.append)
    assert heard[-1] == found
    assert all(not one.complete for one in heard[:-1])


@ANALYSTS
def test_several_threads_get_what_one_gets(make: Callable[..., Analyst]) -> None:
    analyst, found = make(), list[str]()
    boards = [FIGHT, FIGHT.play("B2"), FIGHT.play("A1")]

    def ask(position: Position) -> None:
        for effort in (MORE, LITTLE):
            found.append(str(_numbers(analyst.analyse(position, effort))))

    threads = [threading.Thread(target=ask, args=(board,)) for board in boards * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = make()
    expected = {
        str(_numbers(alone.analyse(board, effort))) for board in boards for effort in (MORE, LITTLE)
    }
    assert set(found) == expected
    assert len(found) == 18


@ANALYSTS
@STORES
def test_a_store_that_others_filled_answers(
    make: Callable[..., Analyst], make_store: Callable[[], Store]
) -> None:
    store = make_store()
    first = make(store).analyse(FIGHT, MORE)
    again = make(store)
    found = again.analyse(FIGHT, MORE)
    assert _numbers(found) == _numbers(first)
    if isinstance(again, FakeAnalyst):
        assert again.worked == 0


@STORES
def test_a_store_keeps_sources_and_efforts_apart(make_store: Callable[[], Store]) -> None:
    store = make_store()
    assert isinstance(store, Store)
    one, other = FakeAnalyst(store=store), FakeAnalyst({0: 5.0}, store=store, source="another")
    little, more = one.analyse(FIGHT, LITTLE), one.analyse(FIGHT, MORE)
    theirs = other.analyse(FIGHT, LITTLE)
    assert store.get(FIGHT, "fake", LITTLE) == little
    assert store.get(FIGHT, "fake", MORE) == more
    assert store.get(FIGHT, "another", LITTLE) == theirs != little
    assert store.get(FIGHT, "another", MORE) is None
    assert store.deepest(FIGHT, "fake") == more
    assert store.deepest(FIGHT.play("B2"), "fake") is None
    with pytest.raises(InvalidInput, match="cut short"):
        store.put(one.analyse(FIGHT.play("B2"), MORE, stop=After(3)))
    store.close()


def test_memory_is_bounded_by_what_was_asked_last() -> None:
    store = MemoryStore(most=2)
    analyst = FakeAnalyst(store=store)
    boards = [FIGHT, FIGHT.play("B2"), FIGHT.play("A1")]
    for board in boards:
        analyst.analyse(board, LITTLE)
    assert len(store) == 2
    assert store.deepest(FIGHT, "fake") is None


def test_numbers_are_read_back_from_json() -> None:
    found = searching().analyse(FIGHT, LITTLE)
    data = json.loads(json.dumps(found.to_dict()))
    assert Analysis.numbers_of(FIGHT, data) == found
    with pytest.raises(InvalidInput, match="another position"):
        Analysis.numbers_of(FIGHT.play("B2"), data)
    for spoilt in ({}, {**data, "candidates": 3}, {**data, "win": "high"}):
        with pytest.raises(InvalidInput):
            Analysis.numbers_of(FIGHT, spoilt)


def test_a_key_holds_what_an_answer_may_hang_on() -> None:
    rules = FIGHT.rules
    names = [
        key_of(one)
        for one in (
            FIGHT,
            FIGHT.with_rules(rules.with_(komi=0.5)),
            FIGHT.with_rules("japanese"),
            FIGHT.play("pass"),
            FIGHT.setup(to_play=FIGHT.to_play.opponent),
            FIGHT.with_ko("B2"),
            FIGHT.transform(1),
        )
    ]
    assert len(set(names)) == len(names)


def test_earlier_positions_belong_to_the_key_only_where_they_forbid_something() -> None:
    def two_ways(rules: str) -> tuple[Position, Position]:
        start = Position.empty(9, rules=rules)
        long = ["C3", "D4", "pass", "pass", "E5", "F6", "G7", "A9", "B8", "J1"]
        other = ["E5", "D4", "pass", "pass", "C3", "F6", "G7", "A9", "B8", "J1"]
        return start.play_all(long), start.play_all(other)

    for rules, same in (("chinese", True), ("tromp-taylor", False), ("aga", False)):
        one, other = two_ways(rules)
        assert one == other
        assert (key_of(one) == key_of(other)) is same


def test_the_file_outlives_the_program_and_is_shared(tmp_path: Path) -> None:
    path = tmp_path / "new" / "analyses.sqlite"
    first = SqliteStore(path, warn=pytest.fail)
    found = searching(first).analyse(FIGHT, MORE)
    other = SqliteStore(path, warn=pytest.fail)  # while the first has it open
    assert other.get(FIGHT, found.source, MORE) == found
    first.close()
    assert other.deepest(FIGHT, found.source) == found
    assert other.get(FIGHT.play("B2"), found.source, MORE) is None
    other.close()


def test_the_file_is_bounded_by_what_was_used_last(tmp_path: Path) -> None:
    path = tmp_path / "analyses.sqlite"
    analyst = FakeAnalyst(store=SqliteStore(path, most_bytes=2_000, warn=pytest.fail))
    boards = [FIGHT.setup(white=[p]) for p in FIGHT.legal_moves() if p >= 0][:12]
    for board in boards:
        analyst.analyse(board, LITTLE)
        analyst.store.get(boards[0], "fake", LITTLE)
    analyst.store.close()
    again = SqliteStore(path, warn=pytest.fail)
    kept = [again.deepest(board, "fake") is not None for board in boards]
    assert kept[-1]
    assert 0 < sum(kept) < len(boards)
    again.close()


def test_a_file_that_is_none_is_left_alone_and_memory_serves(tmp_path: Path) -> None:
    path = tmp_path / "analyses.sqlite"
    path.write_bytes(b"this is no database, and somebody may need it" * 40)
    said: list[str] = []
    store = SqliteStore(path, warn=said.append)
    analyst = FakeAnalyst(store=store)
    found = analyst.analyse(FIGHT, LITTLE)
    assert analyst.known(FIGHT) == found
    assert len(said) == 1
    assert "is kept in memory only" in said[0]
    assert path.read_bytes().startswith(b"this is no database")


def test_a_file_of_another_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "analyses.sqlite"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    said: list[str] = []
    assert "another version (99)" in SqliteStore(path, warn=said.append).trouble
    assert len(said) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said: list[str] = []
    store = SqliteStore(tmp_path / "file" / "analyses.sqlite", warn=said.append)
    assert store.trouble
    assert len(said) == 1
    FakeAnalyst(store=store).analyse(FIGHT, LITTLE)


def test_a_spoilt_row_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "analyses.sqlite"
    store = SqliteStore(path, warn=pytest.fail)
    found = FakeAnalyst(store=store).analyse(FIGHT, LITTLE)
    store.close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE analyses SET data = ?", (b"rubbish",))
    file.close()
    again = SqliteStore(path, warn=pytest.fail)
    assert again.get(FIGHT, "fake", LITTLE) is None
    assert FakeAnalyst(store=again).analyse(FIGHT, LITTLE) == found
    again.close()


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GOKAN_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("GOKAN_CACHE")
    assert cache_folder().name == "gokan"
