"""A data set that is killed, damaged, fought over and gone on with ends as one made in peace."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan.batch import Dataset, Items, journal, run, writing
from gokan.batch.parts import Form
from gokan.batch.work import Job
from gokan.errors import GokanError, InvalidInput
from tests.batch import jobs

KINDS = ["plain", "plain", "sentence", "plain", "mistake", "plain", "plain", "plain", "plain"]
FORMS: list[Form] = ["jsonl", "parquet"]
ROOT = Path(__file__).resolve().parent.parent.parent


def tables(folder: Path) -> dict[str, bytes]:
    """All that may not depend on how the run went."""
    found = {
        str(path.relative_to(folder)): path.read_bytes()
        for table in ("rows", "items")
        for path in (folder / table).iterdir()
    }
    return {**found, "manifest": (folder / "manifest.json").read_bytes()}


def expected(kinds: list[str]) -> list[tuple[int, str, int, str, None]]:
    """The rows of a plain loop."""
    return [
        (k, f"game {k}", k * n, f"é{n}", None)
        for k, kind in enumerate(kinds)
        if kind in ("plain", "slow")
        for n in range(k % 4)
    ]


def peaceful(folder: Path, shard: int = 4, kinds: list[str] | None = None) -> dict[str, bytes]:
    run(jobs.JOB, jobs.items(kinds or KINDS), folder, workers=1, shard=shard)
    return tables(folder)


@settings(max_examples=20, deadline=None)
@given(
    kinds=st.lists(st.sampled_from(["plain", "sentence", "mistake"]), max_size=20),
    shard=st.integers(1, 7),
    form=st.sampled_from(FORMS),
)
def test_rows_are_those_of_a_loop(
    tmp_path_factory: pytest.TempPathFactory, kinds: list[str], shard: int, form: Form
) -> None:
    if form == "parquet":
        pytest.importorskip("polars")
    folder = tmp_path_factory.mktemp("data")
    found = run(jobs.JOB, jobs.items(kinds), folder, workers=1, shard=shard, form=form)
    assert [tuple(row.values()) for row in found.rows()] == expected(kinds)
    items = list(found.items())
    assert [item["item"] for item in items] == list(range(len(kinds)))
    errors = {"plain": None, "sentence": "There is no game", "mistake": "ValueError: at"}
    for item, kind in zip(items, kinds, strict=True):
        assert (item["error"] or "").startswith(errors[kind] or "")
        assert (item["error"] is None) == (kind == "plain")
        assert item["facts"] == ({"number": item["item"]} if kind == "plain" else None)
    assert found.manifest.complete
    assert found.manifest.failed == sum(kind != "plain" for kind in kinds)
    found.check()
    assert set(found.seconds()) == set(range(len(kinds)))


@pytest.mark.parametrize("form", FORMS)
def test_workers_do_not_change_a_byte(tmp_path: Path, form: Form) -> None:
    if form == "parquet":
        pytest.importorskip("polars")
    kinds = random.Random(3).choices(["plain", "slow", "sentence"], k=40)
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        run(jobs.JOB, jobs.items(kinds), folder, workers=workers, shard=7, form=form)
    assert tables(tmp_path / "1") == tables(tmp_path / "3")


def test_a_crash_is_written_down_with_its_name(tmp_path: Path) -> None:
    kinds = ["plain", "crash", "plain"]
    found = run(jobs.JOB, jobs.items(kinds), tmp_path, workers=2)
    [crashed] = [item for item in found.items() if item["crashed"]]
    assert crashed["id"] == "game 1"
    assert [tuple(row.values()) for row in found.rows()] == expected(kinds)


# --- kill -9 ---------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked to be killed")
def test_killed_at_every_step_no_row_is_lost_or_doubled(tmp_path: Path) -> None:
    whole = peaceful(tmp_path / "peace")
    steps = 0
    for at in range(200):
        folder = tmp_path / f"killed{at}"
        status = _forked(lambda to=folder, at=at: _killed_at(at, to))  # type: ignore[misc]
        steps = at
        if status == 0:
            break
        assert status == signal.SIGKILL
        run(jobs.JOB, jobs.items(KINDS), folder, workers=1, shard=4)
        assert tables(folder) == whole, f"killed at step {at}"
        assert not list(folder.rglob(".gokan-*"))
        assert not list((folder / "open").iterdir())
    assert steps > 25


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked to be killed")
def test_killed_again_and_again_it_still_ends(tmp_path: Path) -> None:
    whole = peaceful(tmp_path / "peace")
    chance = random.Random(32)
    for _ in range(200):
        at = chance.randrange(25)
        if _forked(lambda at=at: _killed_at(at, tmp_path / "killed")) == 0:  # type: ignore[misc]
            break
    assert tables(tmp_path / "killed") == whole


def _killed_at(step: int, folder: Path) -> None:
    """Run, and die by kill -9 before or in the middle of the step-th writing."""
    left = step

    def one_step() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    def dying(function: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*given: Any, **more: Any) -> Any:
            if one_step():
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*given, **more)

        return instead

    add = journal.add

    def add_half(path: Path, entry: journal.Entry) -> None:
        if one_step():
            with path.open("ab") as file:
                line = entry.line()
                file.write(line[: len(line) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        add(path, entry)

    journal.add = add_half
    for name in ("write_part", "write_whole"):
        setattr(writing, name, dying(getattr(writing, name)))
    Path.unlink = dying(Path.unlink)  # type: ignore[method-assign]
    Path.replace = dying(Path.replace)  # type: ignore[method-assign]
    run(jobs.JOB, jobs.items(KINDS), folder, workers=1, shard=4)


def _forked(function: Callable[[], None]) -> int:
    """How a child ended that does this: 0, or the signal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which do not matter here
        child = os.fork()
    if child == 0:
        status = 1
        try:
            function()
            status = 0
        finally:
            os._exit(status)
    _, how = os.waitpid(child, 0)
    assert os.WIFSIGNALED(how) or os.WEXITSTATUS(how) == 0
    return os.WTERMSIG(how) if os.WIFSIGNALED(how) else 0


def _command(folder: Path, count: int, kind: str = "slow", workers: int = 2) -> list[str]:
    told = [str(folder), str(workers), "5", str(count), kind]
    return [sys.executable, "-m", "tests.batch.jobs", *told]


def _begun(folder: Path, count: int, done: int) -> subprocess.Popen[bytes]:
    """A run in another process that has done so many items."""
    running = subprocess.Popen(_command(folder, count), cwd=ROOT, stderr=subprocess.PIPE)
    for _ in range(1200):
        time.sleep(0.05)
        if len(_log(folder)) >= done or running.poll() is not None:
            return running
    running.kill()
    raise AssertionError("it does not begin")


def _log(folder: Path) -> list[dict[str, Any]]:
    path = folder / "log.jsonl"
    lines = path.read_text().split("\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_driver_with_workers_is_killed(tmp_path: Path, seed: int) -> None:
    count = 60
    done = random.Random(seed).randrange(1, 40)
    running = _begun(tmp_path / "killed", count, done)
    workers = {told["worker"] for told in _log(tmp_path / "killed")}
    running.kill()
    running.communicate()
    assert workers
    assert all(_gone(worker) for worker in workers)
    run(jobs.JOB, jobs.items(["slow"] * count), tmp_path / "killed", workers=2, shard=5)
    assert tables(tmp_path / "killed") == peaceful(tmp_path / "peace", 5, ["slow"] * count)


def test_ctrl_c_ends_within_five_seconds_and_goes_on(tmp_path: Path) -> None:
    running = _begun(tmp_path / "stopped", 400, 8)
    before = time.monotonic()
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert time.monotonic() - before < 5
    assert running.returncode == 0
    assert said.decode().split() == ["stopping"]
    stopped = Dataset(tmp_path / "stopped")
    assert not stopped.manifest.complete
    resumed: list[int] = []
    run(
        jobs.JOB,
        jobs.items(["slow"] * 400),
        tmp_path / "stopped",
        workers=2,
        shard=5,
        progress=lambda now: resumed.append(now.before),
        stopped=lambda: len(resumed) > 2,
    )
    assert resumed[0] >= 8


def test_two_runs_at_one_folder(tmp_path: Path) -> None:
    running = _begun(tmp_path, 200, 3)
    with pytest.raises(InvalidInput, match=f"in use by another run .process {running.pid} on"):
        run(jobs.JOB, jobs.items(["slow"] * 200), tmp_path, workers=1, shard=5)
    running.kill()
    running.communicate()
    again = run(jobs.JOB, jobs.items(["slow"] * 200), tmp_path, workers=2, shard=5)
    assert [tuple(row.values()) for row in again.rows()] == expected(["slow"] * 200)


def _gone(process: int) -> bool:
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        if f"{process} (" in (stat := _stat(process)) and ") Z " in stat:
            return True  # ended, and nobody has asked how
        time.sleep(0.05)
    return False


def _stat(process: int) -> str:
    path = Path(f"/proc/{process}/stat")
    return path.read_text() if path.exists() else ""


# --- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_journal_costs_only_what_is_damaged(tmp_path: Path, seed: int) -> None:
    whole = peaceful(tmp_path / "peace", 100)
    folder = tmp_path / "damaged"
    _stop_after(7, folder, 100)
    [path] = (folder / "open").iterdir()
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(data))
        data[at] ^= 1 << chance.randrange(8)
    del data[len(data) - chance.randrange(3) * 5 :]
    path.write_bytes(data)
    kept: list[int] = []
    note = lambda now: kept.append(now.before)  # noqa: E731
    run(jobs.JOB, jobs.items(KINDS), folder, workers=1, shard=100, progress=note)
    assert tables(folder) == whole
    assert kept[0] < 7


def test_a_line_in_the_journal_of_another_shard_is_not_believed(tmp_path: Path) -> None:
    whole = peaceful(tmp_path / "peace", 4)
    folder = tmp_path / "odd"
    _stop_after(3, folder, 4)
    [path] = (folder / "open").iterdir()
    path.rename(path.with_name("000001.jsonl"))
    run(jobs.JOB, jobs.items(KINDS), folder, workers=1, shard=4)
    assert tables(folder) == whole


@pytest.mark.parametrize("table", ["rows", "items"])
@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_part_is_refused_and_made_again(tmp_path: Path, table: str, form: Form) -> None:
    if form == "parquet":
        pytest.importorskip("polars")
    again: Callable[[], Dataset] = lambda: run(  # noqa: E731
        jobs.JOB, jobs.items(KINDS), tmp_path, workers=1, shard=4, form=form
    )
    again()
    whole = tables(tmp_path)
    path = sorted((tmp_path / table).iterdir())[1]
    for damaged in (path.read_bytes()[:-3], b"", path.read_bytes() + b"\n"):
        path.write_bytes(damaged)
        with pytest.raises(InvalidInput, match="is damaged; remove it, and the command"):
            again()
        with pytest.raises(InvalidInput, match="is damaged"):
            Dataset(tmp_path).check()
    path.unlink()
    with pytest.raises(InvalidInput, match="has lost part 1"):
        Dataset(tmp_path).check()
    again().check()
    assert tables(tmp_path) == whole


@pytest.mark.parametrize("damage", [b"", b"{}", b"[" * 1000, b'{"format": "gokan.batch"}', b"\xff"])
def test_a_damaged_manifest_is_refused(tmp_path: Path, damage: bytes) -> None:
    peaceful(tmp_path)
    (tmp_path / "manifest.json").write_bytes(damage)
    for again in (lambda: Dataset(tmp_path), lambda: peaceful(tmp_path)):
        with pytest.raises(InvalidInput, match="is damaged, or no manifest"):
            again()
    run(jobs.JOB, jobs.items(KINDS), tmp_path, workers=1, shard=4, afresh=True)
    assert [tuple(row.values()) for row in Dataset(tmp_path).rows()] == expected(KINDS)


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InvalidInput, match=r"holds something else .notes.txt"):
        peaceful(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(InvalidInput, match="Cannot write into"):
        peaceful(tmp_path / "notes.txt")
    with pytest.raises(InvalidInput, match="no data set in"):
        Dataset(tmp_path)


def test_another_run_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = peaceful(tmp_path)
    other: list[tuple[str, Job, Items]] = [
        ("another job", replace(jobs.JOB, name="cubes"), jobs.items(KINDS)),
        ("other settings", replace(jobs.JOB, settings={"setting": 2}), jobs.items(KINDS)),
        ("other inputs", jobs.JOB, jobs.items([*KINDS, "plain"])),
        ("other inputs", jobs.JOB, jobs.items([*KINDS[1:], "sentence"])),
    ]
    for words, job, items in other:
        with pytest.raises(InvalidInput, match=f"another run .{words}.: name another folder"):
            run(job, items, tmp_path, workers=1, shard=4)
    monkeypatch.setattr("gokan.batch.dataset.code_signature", lambda make: "other")
    with pytest.raises(InvalidInput, match="another version of the program"):
        run(jobs.JOB, jobs.items(KINDS), tmp_path, workers=1, shard=4)
    assert tables(tmp_path) == whole
    run(jobs.JOB, jobs.items(KINDS), tmp_path, workers=1, shard=4, afresh=True)
    assert tables(tmp_path)["manifest"] != whole["manifest"]


def test_a_full_disk_is_one_sentence_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    whole = peaceful(tmp_path / "peace", 4)
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))\n"
        "from gokan.batch import run\nfrom tests.batch import jobs\n"
        "from gokan.errors import InvalidInput\n"
        "try:\n"
        f"    run(jobs.JOB, jobs.items({KINDS!r}), sys.argv[1], workers=1, shard=4)\n"
        "except InvalidInput as error:\n    print(error)\n"
    )
    folder = tmp_path / "full"
    command = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.startswith("Cannot write ")
    assert "File too large" in done.stdout
    assert resource
    run(jobs.JOB, jobs.items(KINDS), folder, workers=1, shard=4)
    assert tables(folder) == whole


def test_rows_that_do_not_fit_their_columns_cost_their_item(tmp_path: Path) -> None:
    columns: Any = {"a": "int"}
    wrong: list[Any] = [{"a": "x"}, {"a": True}, {"b": 1}, {"a": 1, "b": 1}, {"a": 1.5}]
    job = Job("wrong", lambda: lambda row: [row], columns)
    found = run(job, Items([(str(k), row) for k, row in enumerate(wrong)]), tmp_path, workers=1)
    assert found.manifest.failed == len(wrong)
    assert not list(found.rows())


def test_items_are_not_an_iterator() -> None:
    with pytest.raises(TypeError, match="more than once"):
        Items(iter([("a", 1)]))
    with pytest.raises(GokanError, match="at least one item"):
        Items([], limit=0)


def _stop_after(many: int, folder: Path, shard: int) -> None:
    told: list[int] = []
    run(
        jobs.JOB,
        jobs.items(KINDS),
        folder,
        workers=1,
        shard=shard,
        progress=lambda now: told.append(now.done),
        stopped=lambda: len(told) >= many,
    )
