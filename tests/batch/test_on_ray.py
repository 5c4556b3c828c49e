"""On a Ray cluster, in a process of its own: faults cost what they must and no more."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gokan.batch import outcomes, run
from gokan.batch.work import CRASHED, attempt
from gokan.errors import GokanError, InvalidInput
from tests.batch import jobs
from tests.batch.test_dataset import ROOT, tables


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(ROOT), *sys.path])
    environment = {**os.environ, "PYTHONPATH": paths, "RAY_DISABLE_IMPORT_WARNING": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    pytest.importorskip("ray.cluster_utils")
    folder = tmp_path_factory.mktemp("cluster")
    done = _python("-m", "tests.batch.ray_cluster", str(folder))
    return json.loads(done.stdout.splitlines()[-1]), folder


def loop(kinds: list[str]) -> list[list[Any]]:
    came = [attempt(jobs.answer, item) for item in jobs.items(kinds)]
    return [[one.index, one.id, one.error, one.crashed] for one in came]


def test_a_crash_costs_one_item(found: tuple[dict[str, Any], Path]) -> None:
    sane = loop(["plain", "plain", "sentence", "mistake", "plain", "plain", "plain"])
    for crashed in (1, 5):
        sane[crashed][2:] = [CRASHED, True]
    assert found[0]["mixed"] == sane


def test_a_worker_that_is_killed_and_a_node_that_is_gone_cost_nothing(
    found: tuple[dict[str, Any], Path],
) -> None:
    assert found[0]["nodes"] == 3
    assert found[0]["killed"] == loop(["slow"] * 30)
    assert found[0]["node gone"] == loop(["slow"] * 60)


def test_the_data_set_is_the_same(found: tuple[dict[str, Any], Path], tmp_path: Path) -> None:
    run(jobs.JOB, jobs.items(["plain", "sentence", "slow"] * 6), tmp_path, workers=1, shard=4)
    assert tables(found[1] / "ray") == tables(tmp_path)


def test_what_ends_the_whole_run_is_one_sentence(found: tuple[dict[str, Any], Path]) -> None:
    assert found[0]["fails"] == "There is no network here."
    assert "the program is another than here" in found[0]["other"]


@pytest.mark.skipif(shutil.which("ss") is None, reason="ss lists open ports")
def test_nobody_else_reaches_the_cluster(found: tuple[dict[str, Any], Path]) -> None:
    assert found[0]["listening"] == []


def test_a_cluster_of_our_own_ends_with_the_work() -> None:
    pytest.importorskip("ray")
    code = (
        "from gokan.batch import outcomes\nfrom tests.batch import jobs, ray_cluster\nimport sys\n"
        "assert 'ray' not in sys.modules\n"
        "come = outcomes(jobs.items(['slow'] * 9), jobs.make, workers=2, cluster='local')\n"
        "values = [next(come).value]\nprint(ray_cluster._listening())\n"
        "values += [one.value for one in come]\n"
        "import ray\nprint(len(values), ray.is_initialized())\n"
    )
    assert _python("-c", code).stdout.splitlines()[-2:] == ["[]", "9 False"]


def test_where_there_is_none_it_is_one_sentence() -> None:
    pytest.importorskip("ray")
    code = (
        "from gokan.batch import outcomes\nfrom gokan.errors import InvalidInput\n"
        "from tests.batch import jobs\n"
        "try:\n    outcomes(jobs.items(['plain']), jobs.make, cluster='no address')\n"
        "except InvalidInput as error:\n    print(error)\n"
    )
    told = _python("-c", code).stdout.splitlines()[-1]
    assert told.startswith("There is no Ray cluster to work on at 'no address': ")


def test_a_missing_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GokanError, match=r"pip install 'gokan.cluster.'"):
        outcomes(jobs.items(["plain"]), jobs.make, cluster="auto")
    with pytest.raises(InvalidInput, match="must stand in a module"):
        outcomes(jobs.items(["plain"]), lambda: jobs.answer, cluster="auto")
