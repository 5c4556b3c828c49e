"""Items in several processes: the same outcomes as in a loop, whatever happens to a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan.batch import Item, Outcome, outcomes
from gokan.batch.work import CRASHED, attempt
from gokan.errors import InvalidInput
from tests.batch import jobs

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = st.lists(st.sampled_from(["plain", "plain", "slow", "sentence", "mistake"]), max_size=30)


def told(one: Outcome) -> tuple[object, ...]:
    """All that may not depend on how it was worked on."""
    return one.index, one.id, one.value, one.error, one.crashed


def loop(kinds: list[str]) -> list[tuple[object, ...]]:
    return [told(attempt(jobs.answer, item)) for item in jobs.items(kinds)]


@settings(max_examples=4, deadline=None)
@given(kinds=KINDS, workers=st.integers(1, 3), in_order=st.booleans())
def test_any_number_of_workers_gives_what_a_loop_gives(
    kinds: list[str], workers: int, in_order: bool
) -> None:
    come = outcomes(jobs.items(kinds), jobs.make, workers=workers, in_order=in_order)
    found = [told(one) for one in come]
    assert found == loop(kinds) if in_order else sorted(found) == loop(kinds)


def test_a_crash_costs_one_item() -> None:
    kinds = ["plain"] * 4 + ["crash"] + ["slow"] * 5 + ["crash", "plain"]
    found = [told(one) for one in outcomes(jobs.items(kinds), jobs.make, workers=2, in_order=True)]
    crashed = [one for one in found if one[4]]
    assert [(one[0], one[1], one[3]) for one in crashed] == [
        (4, "game 4", CRASHED),
        (10, "game 10", CRASHED),
    ]
    sane = loop([kind.replace("crash", "plain") for kind in kinds])
    assert [one for one in found if not one[4]] == [sane[k] for k in range(12) if k not in (4, 10)]


def test_a_worker_that_is_killed_costs_nothing() -> None:
    kinds = ["slow"] * 30
    found: list[tuple[object, ...]] = []
    for one in outcomes(jobs.items(kinds), jobs.make, workers=2):
        if len(found) == 5:
            os.kill(one.worker, signal.SIGKILL)
        found.append(told(one))
    assert sorted(found) == loop(kinds)


def test_items_are_taken_only_as_fast_as_outcomes() -> None:
    taken: list[int] = []

    def endless() -> Iterator[Item]:
        for k in count():
            taken.append(k)
            yield Item(k, str(k), (k, "plain"))

    found = outcomes(endless(), jobs.make, workers=2)
    assert len(list(islice(found, 10))) == 10
    assert len(taken) <= 10 + 6
    time.sleep(0.2)
    assert len(taken) <= 10 + 6
    found.close()


def test_nobody_is_left_over() -> None:
    found = outcomes(jobs.items(["slow"] * 100), jobs.make, workers=2)
    workers = {one.worker for one in islice(found, 8)}
    before = time.monotonic()
    found.close()
    assert time.monotonic() - before < 5
    for worker in workers:
        assert ended(worker)


def test_a_stop_is_heard_while_items_are_slow() -> None:
    stop = threading.Event()
    found = outcomes(jobs.items(["slow"] * 1000), jobs.make, workers=2, stopped=stop.is_set)
    got = []
    for one in found:
        got.append(one)
        if len(got) == 3:
            stop.set()
    assert 3 <= len(got) < 20


def test_what_cannot_travel_is_done_here() -> None:
    found = list(outcomes(jobs.items(["plain"] * 3), lambda: jobs.answer, workers=2))
    assert [told(one) for one in found] == loop(["plain"] * 3)


def test_a_job_that_cannot_begin_is_one_sentence() -> None:
    for workers in (1, 2):
        with pytest.raises(InvalidInput, match="no network here"):
            list(outcomes(jobs.items(["plain"] * 3), jobs.make_that_fails, workers=workers))
    with pytest.raises(InvalidInput, match="At least one worker"):
        outcomes([], jobs.make, workers=0)


def test_a_program_whose_processes_cannot_begin_is_told_so(tmp_path: Path) -> None:
    """Before, every item was said to have crashed, one by one."""
    script = tmp_path / "script.py"
    script.write_text(
        "from gokan.batch import outcomes\nfrom gokan.errors import GokanError\n"
        "from tests.batch import jobs\n"
        "try:\n    list(outcomes(jobs.items(['plain'] * 9), jobs.make, workers=2))\n"
        "except GokanError as error:\n    print(error)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, str(script)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("Other processes end before they begin.")


def ended(process: int) -> bool:
    """Whether it is gone, at the latest in five seconds."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_heavy_libraries_are_loaded_only_when_needed() -> None:
    code = (
        "import gokan, gokan.batch, gokan.batch.sql, gokan.cli, sys\n"
        "print(sorted({'ray', 'duckdb', 'polars', 'numpy', 'multiprocessing'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
