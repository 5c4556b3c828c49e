"""Labels from a teacher that knows nothing and fails in every way that teachers fail."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gokan.errors import GokanError, InvalidInput
from gokan_lab.teacher import engine as engine_module
from gokan_lab.teacher.lines import GameLine, write_games
from tests.lab.teacher.helping import fake, some_games

pytest.importorskip("numpy")

from gokan_lab.teacher.engine import Engine, EngineFailed
from gokan_lab.teacher.labelling import DONE, Labelling, label, worker_of
from gokan_lab.teacher.shards import Shard


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Six files of ten games with five turns each."""
    folder = tmp_path / "games"
    folder.mkdir()
    for number in range(1, 7):
        write_games(folder / f"players-09-{number:06d}.games.gz", some_games(10, seed=number))
    return folder


def labelled(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.labels"))}


def test_each_turn_gets_its_label(games: Path, tmp_path: Path) -> None:
    assert label(Labelling(games, tmp_path / "labels", fake("--warn"))) == 300
    shard = Shard.read(tmp_path / "labels" / "players-09-000003.labels")
    assert list(shard.games) == some_games(10, seed=3)
    pairs = list(zip(shard.labels["game"].tolist(), shard.labels["turn"].tolist(), strict=True))
    assert pairs == [(k, turn) for k, game in enumerate(shard.games) for turn in game.turns]
    assert shard.about["teacher"] == {
        "command": Path(sys.executable).name,
        "version": "0.1-fake",
        "network": "fakenet",
    }
    assert shard.about["settings"]["visits"] == 1
    assert label(Labelling(games, tmp_path / "labels", "no-such-program")) == 0  # nothing is left


def test_several_jobs_and_machines_give_the_same_shards_as_one(games: Path, tmp_path: Path) -> None:
    label(Labelling(games, tmp_path / "one", fake()))
    label(Labelling(games, tmp_path / "many", fake("--shuffle", "37"), jobs=3))
    made = [
        label(Labelling(games, tmp_path / "two", fake(), workers=2, worker=worker))
        for worker in (0, 1)
    ]
    assert labelled(tmp_path / "one") == labelled(tmp_path / "many") == labelled(tmp_path / "two")
    assert made == [150, 150]


def test_a_file_stays_with_its_worker_when_others_appear() -> None:
    names = [Path(f"weakened-19-{number:06d}.games.gz") for number in range(40)]
    shares = [[name for name in names if worker_of(name, 4) == k] for k in range(4)]
    assert [len(share) for share in shares] == [10] * 4


def test_killed_in_the_middle_and_gone_on_with(games: Path, tmp_path: Path) -> None:
    labels, log = tmp_path / "labels", tmp_path / "log"
    command = [sys.executable, "-m", "gokan_lab.teacher", "labels"]
    teacher = fake("--slow", "0.01", "--log", str(log))
    options = ["--games", str(games), "--labels", str(labels), "--teacher", teacher]
    child = subprocess.Popen([*command, *options], start_new_session=True)
    try:
        wait_for(lambda: len(labelled(labels)) >= 2)
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    before = labelled(labels)
    assert 2 <= len(before) < 6
    label(Labelling(games, labels, fake()))
    label(Labelling(games, tmp_path / "whole", fake()))
    assert labelled(labels) == labelled(tmp_path / "whole")
    assert before.items() <= labelled(labels).items()  # what was there has not been made again


def test_a_teacher_that_dies_is_started_once_more(games: Path, tmp_path: Path) -> None:
    assert label(Labelling(games, tmp_path / "labels", fake("--dies", "120"))) == 300
    label(Labelling(games, tmp_path / "whole", fake()))
    assert labelled(tmp_path / "labels") == labelled(tmp_path / "whole")


def test_a_teacher_that_always_dies_is_given_up(games: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineFailed, match=r"ended \(exit 3\); it said: the GPU has gone\.$"):
        label(Labelling(games, tmp_path / "labels", fake("--dies", "7")))
    assert not labelled(tmp_path / "labels")


def test_garbage_is_refused_in_a_sentence(games: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineFailed, match="said b'Segmentation fault, or so"):
        label(Labelling(games, tmp_path / "labels", fake("--garbage", "4")))
    with pytest.raises(EngineFailed, match="answers unasked"):
        label(Labelling(games, tmp_path / "labels", fake("--twice")))


def test_a_turn_that_is_no_number_is_refused_in_a_sentence(games: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineFailed, match="answers unasked"):
        label(Labelling(games, tmp_path / "labels", fake("--odd-turn")))


def test_a_teacher_with_another_view_is_refused(games: Path, tmp_path: Path) -> None:
    """Or every second label would be learned the wrong way round."""
    with pytest.raises(EngineFailed, match="does not tell winrates as Black's"):
        label(Labelling(games, tmp_path / "labels", fake("--own-view", "--warn")))
    assert not labelled(tmp_path / "labels")


def test_turns_that_the_teacher_refuses_are_left_out(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert label(Labelling(games, tmp_path / "labels", fake("--refuse", "10"))) == 270
    assert "30 positions were refused" in capsys.readouterr().err
    assert label(Labelling(games, tmp_path / "hollow", fake("--no-lead", "10"))) == 270


def test_games_that_the_teacher_refuses_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    games = some_games(10)
    short = [replace(game, moves=game.moves[:8], turns=(0, 2, 4)) for game in games]
    mixed = [game if k % 2 else short[k] for k, game in enumerate(games)]
    write_games(folder / "a-1.games.gz", mixed)
    many = [game.at(range(7, len(game.moves) // 2)) for game in games]
    assert label(Labelling(folder, tmp_path / "labels", fake("--refuse-games"))) >= 15
    shard = Shard.read(tmp_path / "labels" / "a-1.labels")
    assert {0, 2, 4, 6, 8} <= set(shard.labels["game"].tolist())
    write_games(folder / "b-1.games.gz", many)
    with pytest.raises(InvalidInput, match=r"refuses all positions of .*b-1.*: too long for me\."):
        label(Labelling(folder, tmp_path / "labels", fake("--refuse-games")))


def test_a_silent_teacher_is_not_waited_for_for_ever(games: Path, tmp_path: Path) -> None:
    begun = time.monotonic()
    plan = Labelling(games, tmp_path / "labels", fake("--silent", "30"), patience=1.5)
    with pytest.raises(EngineFailed, match=r"has not answered for 1\.5 seconds and was ended\.$"):
        label(plan)
    assert time.monotonic() - begun < 60


def test_a_program_that_says_nothing_at_all() -> None:
    engine = Engine(f"{sys.executable} -c 'import time; time.sleep(600)'", patience=0.3)
    with pytest.raises(EngineFailed, match="has not answered"):
        list(engine.answers(some_games(1)))
    engine.close()


@pytest.mark.skipif(os.name != "posix", reason="a script of the shell")
def test_a_script_around_the_teacher_ends_with_it(tmp_path: Path) -> None:
    """What the script had started held the pipe open, and the end was awaited for ever."""
    note = tmp_path / "pid"
    script = f"{sys.executable} -c 'import time; time.sleep(60)' & echo $! > {note}; wait"
    begun = time.monotonic()
    engine = Engine(shlex.join(["sh", "-c", script]), patience=0.3)
    try:
        with pytest.raises(EngineFailed, match="has not answered"):
            list(engine.answers(some_games(1)))
    finally:
        engine.close()
    assert time.monotonic() - begun < 30
    wait_for(lambda: not runs(int(note.read_text())))


def runs(pid: int) -> bool:
    """Nobody's child: it is gone, or waits to be taken away."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def test_what_complains_at_length_does_not_block(games: Path, tmp_path: Path) -> None:
    assert label(Labelling(games, tmp_path / "labels", fake("--noise", "20"))) == 300


def test_no_more_is_asked_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where one game has more turns than that."""
    monkeypatch.setattr(engine_module, "_AHEAD", 12)
    monkeypatch.setattr(engine_module, "_IN_A_QUERY", 10)
    games = [game.at(range(9)) for game in some_games(20)]
    engine = Engine(fake())
    most = answered = 0
    for _ in engine.answers(
        [*games, GameLine("long", 9, 0, "", "", "B", ".." * 40, tuple(range(41)))]
    ):
        answered += 1
        most = max(most, engine._asked)
    engine.close()
    assert answered == 20 * 9 + 41
    assert most <= 12


def test_follow_waits_for_more_files(tmp_path: Path) -> None:
    folder, labels = tmp_path / "games", tmp_path / "labels"
    folder.mkdir()
    plan = ["--games", str(folder), "--labels", str(labels), "--teacher", fake(), "--follow", "1"]
    child = subprocess.Popen([sys.executable, "-m", "gokan_lab.teacher", "labels", *plan])
    try:
        for number in (1, 2):
            write_games(folder / f"a-{number}.games.gz", some_games(2, seed=number))
            wait_for(lambda number=number: len(labelled(labels)) == number)  # type: ignore[misc]
        (folder / DONE).touch()
        assert child.wait(30) == 0
    finally:
        child.kill()
        child.wait()


def test_each_kind_gets_its_turn(tmp_path: Path) -> None:
    """A folder full of one kind does not keep another from being labelled."""
    folder, labels = tmp_path / "games", tmp_path / "labels"
    folder.mkdir()
    for kind, numbers in (("as-played-19", range(1, 9)), ("players-19", (1, 2)), ("b-9", (1,))):
        for number in numbers:
            write_games(folder / f"{kind}-{number:06d}.games.gz", some_games(1, seed=number))
    label(Labelling(folder, labels, fake(), most=5))
    assert set(labelled(labels)) == {
        "as-played-19-000001.labels",
        "as-played-19-000002.labels",
        "b-9-000001.labels",
        "players-19-000001.labels",
        "players-19-000002.labels",
    }


def test_stopped_between_two_files(games: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    label(Labelling(games, labels, fake()), lambda: len(labelled(labels)) >= 2)
    assert len(labelled(labels)) == 2
    assert label(Labelling(games, labels, fake(), most=1)) == 50
    assert label(Labelling(games, labels, fake())) == 150


def test_ctrl_c_pressed_again_waits_for_no_file(games: Path, tmp_path: Path) -> None:
    """A file may be the work of hours where the teacher searches long."""
    labels, log = tmp_path / "labels", tmp_path / "log"
    command = [sys.executable, "-m", "gokan_lab.teacher", "labels", "--jobs", "2"]
    teacher = fake("--slow", "2", "--log", str(log))
    options = ["--games", str(games), "--labels", str(labels), "--teacher", teacher]
    child = subprocess.Popen([*command, *options], start_new_session=True)
    try:
        wait_for(log.exists)
        for _ in range(2):
            child.send_signal(signal.SIGINT)
            time.sleep(0.5)
        assert child.wait(30) == 130  # a file takes 100 seconds
    finally:
        child.kill()
        child.wait()
    assert not labelled(labels)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"jobs": 0}, "number of jobs"),
        ({"visits": 0}, "number of visits"),
        ({"workers": 2, "worker": 2}, "number of this worker"),
        ({"patience": 0}, "patience"),
        ({"teacher": "no-such-program"}, "'no-such-program' cannot be started: No such file"),
        ({"teacher": "a 'quote"}, "cannot be started: No closing quotation"),
        ({"teacher": ""}, "cannot be started: it has no name"),
        ({"games": Path("nowhere")}, "There is no folder nowhere of games"),
    ],
)
def test_bad_plans_are_refused_in_a_sentence(
    games: Path, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    plan = replace(Labelling(games, tmp_path / "labels", fake()), **change)  # type: ignore[arg-type]
    with pytest.raises(GokanError, match=told) as error:
        label(plan)
    assert "\n" not in str(error.value)


def test_a_file_in_place_of_the_folder(games: Path, tmp_path: Path) -> None:
    (tmp_path / "labels").write_text("")
    with pytest.raises(InvalidInput, match="is no folder for labels"):
        label(Labelling(games, tmp_path / "labels", fake()))


def wait_for(so: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)
