"""Everything in one go, very small: it ends at its deadline, and nothing survives it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gokan.errors import GokanError, InvalidInput
from gokan.go import Position
from tests.lab.teacher.helping import fake, some_games
from tests.lab.teacher.test_shards import gathered

pytest.importorskip("numpy")

from gokan_lab.teacher import teach as teach_module
from gokan_lab.teacher.engine import session_members
from gokan_lab.teacher.shards import Shard
from gokan_lab.teacher.teach import Teaching, crew, teach

needs_sessions = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks into /proc")


@pytest.fixture
def plan(tmp_path: Path) -> Iterator[Teaching]:
    rng = random.Random(3)
    lines = []
    for number in range(6):
        position, moves = Position.empty(19), ""
        for _ in range(80):
            move = rng.choice([m for m in position.legal_moves() if m >= 0])
            moves += chr(97 + move % 19) + chr(97 + move // 19)
            position = position.play(move)
        lines.append(f"g{number}\t2000\t6.5\tB+R\t{moves}")
    (tmp_path / "games.tsv").write_text("\n".join(lines) + "\n")
    (tmp_path / "tiny.pt").touch()
    yield Teaching(
        folder=tmp_path / "work", output=str(tmp_path / "out"), start=str(tmp_path / "tiny.pt"),
        teacher=fake("--log", str(tmp_path / "asked")), seconds=45, labelling=0.5,
        recorded=str(tmp_path / "games.tsv"), players=0, small=0, weakened=0.7, as_played=0.3,
        keep="kept", report=1,
        learning=("blocks=1", "channels=32", "batch=24", "least=1", "professional-batch=8",
                  "room=20000", "every=1", "rate=0.002"),
    )  # fmt: skip
    assert not descendants(), "a process is left"


def descendants() -> list[str]:
    """Command lines of processes that belong to a lesson."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode("utf-8", "replace").replace("\0", " ")
        except OSError:
            continue
        mine = f"{os.sep}test_" in words or str(os.getpid()) in words
        if "gokan_lab.teacher" in words and mine and int(path.parent.name) != os.getpid():
            found.append(words)
    return found


def tiny(path: Path) -> None:
    from gokan_lab.training.checkpoint import write_state
    from gokan_lab.training.model import Network

    made = Network(1, 32)
    write_state(path, {"shape": made.shape, "weights": made.state_dict()})


def test_crews_fit_the_cores() -> None:
    for cores in (1, 2, 4, 8, 16, 64):
        made = crew(cores)
        busy = 1 + made.readers + 2 * made.workers + made.threads
        assert busy <= max(5, cores)
    assert crew(16, workers=7).workers == 7


@needs_sessions
def test_everything_in_one_go(
    plan: Teaching, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    tiny(Path(plan.start))
    for number in (24, 25, 50):  # two of them held out, and there is room for one
        shard = gathered(some_games(10, seed=number, side=19))
        (plan.folder / "labels").mkdir(parents=True, exist_ok=True)
        shard.write(plan.folder / "labels" / f"old-{number:06d}.labels")
    size = (plan.folder / "labels" / "old-000025.labels").stat().st_size
    plan = replace(plan, keep_mb=1.5 * size / 1e6)
    begun = time.monotonic()
    told = teach(plan)
    assert time.monotonic() - begun < plan.seconds + 5
    assert told["labels"] > 150
    assert told["finished"]
    assert json.loads((tmp_path / "out.json").read_text())["steps"] > 0
    assert (tmp_path / "out.pt").exists()
    assert (tmp_path / "out.averaged.pt").exists()
    names = [path.name for path in (plan.folder / "labels").glob("*.labels")]
    kinds = [path.name.split("-19-")[0] for path in (plan.folder / "games").glob("*.games.gz")]
    assert set(kinds) == {"weakened", "as-played"}
    assert kinds.count("weakened") <= 0.7 * len(kinds) + 5  # its share, and a few files
    assert [path.name for path in (plan.folder / "kept").iterdir()] == ["old-000025.labels"]
    # Each turn was asked about once, but for the files that were begun when labelling ended.
    for name in names:
        shard = Shard.read(plan.folder / "labels" / name)
        pairs = set(zip(shard.labels["game"].tolist(), shard.labels["turn"].tolist(), strict=True))
        assert len(pairs) == len(shard.labels)
    said = capsys.readouterr().err
    assert "a second" in said
    assert "learner: " in said
    with pytest.raises(InvalidInput, match=r"The time in .* is over"):
        teach(replace(plan, seconds=5))


@needs_sessions
def test_a_learner_that_fails_is_told_of_and_nothing_survives(plan: Teaching) -> None:
    with pytest.raises(GokanError, match=r"^The learner failed 3 times: .*"):
        teach(plan)  # its network is an empty file, or torch is missing
    clock = json.loads((plan.folder / "clock.json").read_text())
    assert 0 < clock["spent"] < plan.seconds


@needs_sessions
def test_ctrl_c_leaves_nothing(plan: Teaching) -> None:
    ended = stopped_after(plan, signal.SIGINT)
    assert ended.returncode == 130
    assert b"the same command goes on from here" in ended.stderr
    assert json.loads((plan.folder / "clock.json").read_text())["spent"] > 0


@needs_sessions
def test_kill_9_leaves_nothing_either(plan: Teaching) -> None:
    ended = stopped_after(plan, signal.SIGKILL)
    assert ended.returncode == -signal.SIGKILL
    until = time.monotonic() + 20
    while descendants() and time.monotonic() < until:
        time.sleep(0.1)


def stopped_after(plan: Teaching, how: signal.Signals) -> subprocess.CompletedProcess[bytes]:
    """Run it as a program, and stop it when there are labels."""
    pytest.importorskip("torch")
    words = [f"--{name}={value}" for name, value in _fields(plan)]
    command = [sys.executable, "-m", "gokan_lab.teacher", "teach", *words]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    end = time.monotonic() + 60
    # The learner would fail here for want of a network: it waits as if it had one.
    while not list(plan.folder.glob("labels/*.labels")) and time.monotonic() < end:
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(how)
    _, said = child.communicate(timeout=60)
    assert not session_members(child.pid)
    return subprocess.CompletedProcess(command, child.returncode, b"", said)


def _fields(plan: Teaching) -> Iterator[tuple[str, Any]]:
    for name in plan.__slots__:
        value = getattr(plan, name)
        if value != "":
            yield name, ",".join(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seconds": 0}, "after how many seconds"),
        ({"labelling": 0.0}, "share of the time"),
        ({"labelling": 1.5}, "share of the time"),
        ({"weakened": -1.0}, "shares of the positions"),
        ({"weakened": 0.0, "as_played": 0.0}, "shares of the positions"),
        ({"recorded": ""}, "Name a table of recorded games"),
        ({"recorded": "nowhere"}, "There is no table of games nowhere"),
        ({"start": "nowhere"}, "There is no network nowhere"),
        ({"start": ""}, "Name the network to begin with"),
        ({"output": "nowhere/out"}, "There is no folder nowhere"),
        ({"learning": ("batch",)}, "NAME=VALUE"),
        ({"workers": -1}, "number of workers"),
    ],
)
def test_bad_plans_are_refused_in_a_sentence(
    plan: Teaching, change: dict[str, Any], told: str
) -> None:
    with pytest.raises(InvalidInput, match=told) as error:
        teach(replace(plan, **change))
    assert "\n" not in str(error.value)


def test_two_runs_in_one_folder_are_refused(plan: Teaching) -> None:
    plan.folder.mkdir()
    with (
        teach_module._alone(plan.folder),
        pytest.raises(InvalidInput, match=r"is in use by another run: wait until it ends"),
    ):
        teach(plan)
    assert not (plan.folder / "clock.json").exists()
    with teach_module._alone(plan.folder):  # it was let go
        pass


def test_a_copy_that_was_cut_short_is_no_shard(
    plan: Teaching, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lay there as a shard without its end, and measuring with that folder was refused."""
    labels, kept = plan.folder / "labels", plan.folder / plan.keep
    labels.mkdir(parents=True)
    kept.mkdir()
    gathered(some_games(10, side=19)).write(labels / "old-000025.labels")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", _killed)
        patched.setattr(Path, "unlink", _killed)
        with pytest.raises(KeyboardInterrupt):
            teach_module._Conductor(plan, lambda: False)._keep()
    assert not list(kept.glob("*.labels"))
    assert teach_module._Conductor(plan, lambda: False)._keep() > 1000
    assert [path.name for path in kept.glob("*.labels")] == ["old-000025.labels"]


def _killed(path: Path, *rest: Any, **more: Any) -> None:
    raise KeyboardInterrupt


@needs_sessions
def test_what_has_ended_is_not_ended_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By then its number may belong to somebody else."""
    process = teach_module._Process("none", ["nothing"], tmp_path / "log", 0, 1)
    process.start()
    process.end()
    asked: list[int] = []

    def nobody(pid: int) -> list[int]:
        asked.append(pid)
        return []

    monkeypatch.setattr(teach_module, "session_members", nobody)
    process.end()
    assert not asked
    assert not process.on


def test_a_damaged_clock_is_refused(plan: Teaching) -> None:
    plan.folder.mkdir()
    (plan.folder / "clock.json").write_text("{")
    with pytest.raises(InvalidInput, match="is damaged"):
        teach(plan)
