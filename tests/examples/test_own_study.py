"""The template for a ranker and a study of one's own runs, in other processes too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.errors import InvalidInput
from gokan_lab.study import rankers
from gokan_lab.study.own import STUDIES, job, made_by

GAMES = ["(;SZ[9];B[ee];W[ef];B[eg];W[fg])", "(;SZ[9];B[cc];W[cd])", "broken", "(;SZ[9];B[gc])"]


@pytest.fixture
def place(repo: Path, tmp_path: Path) -> Path:
    (tmp_path / "own_study.py").write_bytes((repo / "examples" / "own_study.py").read_bytes())
    (tmp_path / "games").mkdir()
    for number, text in enumerate(GAMES):
        (tmp_path / "games" / f"{number}.sgf").write_text(text)
    return tmp_path


def gokan(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gokan", "study", *arguments]
    environment = {**os.environ, "XDG_CACHE_HOME": str(place / "cache")}
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True)


def test_a_ranker_of_ones_own(place: Path) -> None:
    line = ["predict", "games", "--ranker", "own_study:nearest", "--ranker", "random", "--json"]
    answers = []
    for workers in ("1", "2"):
        done = gokan(place, *line, "--workers", workers)
        assert done.returncode == 0, done.stderr
        nearest, by_chance = json.loads(done.stdout)["rankers"]
        assert nearest["positions"] == 7
        assert nearest["mean_rank"] < by_chance["mean_rank"]
        del nearest["ms_per_position"]
        answers.append(nearest)
    assert answers[0] == answers[1]


def test_a_study_of_ones_own(place: Path) -> None:
    done = gokan(place, "own", "own_study:first_corner", "games", "--out", "C", "--form", "jsonl")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "written: C, 4 games, 1 failed\n"
    assert "skipped 2.sgf: " in done.stderr
    [part] = (place / "C" / "rows").iterdir()
    corners = [json.loads(line)["corner"] for line in part.read_text().splitlines()]
    assert corners == ["upper left", "upper left", "upper right"]


def test_a_changed_file_is_another_study(place: Path) -> None:
    line = ["own", "own_study:first_corner", "games", "--out", "C", "--form", "jsonl"]
    assert gokan(place, *line).returncode == 0
    source = place / "own_study.py"
    source.write_text(source.read_text() + "\n# changed\n")
    done = gokan(place, *line)
    assert done.returncode == 2
    assert "another version of the program" in done.stderr


def test_installed_packages_offer_both(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = place / "own_study-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: own-study\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[gokan.rankers]\nnearest = own_study:nearest\n"
        "[gokan.studies]\nfirst-corner = own_study:first_corner\n"
    )
    monkeypatch.syspath_prepend(place)
    [info] = [info for info in rankers() if info.name == "nearest"]
    assert info.about == "Moves near the last one come first."
    assert job("first-corner").name == "first corner"
    assert run(["study", "own", "second-corner", str(place / "games"), "--out", "x"]) == 2


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere:make", "No module named 'nowhere'"),
        ("math:nothing", "nothing"),
        ("math:pi", "not a function"),
        ("fractions:Fraction", "must give a gokan.batch.Job, not Fraction"),
        ("nothing", "There is no study called 'nothing'"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(name: str, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        job(name)


def test_a_file_that_is_no_python(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "no_python_here.py").write_text("def (")
    monkeypatch.chdir(place)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(InvalidInput, match="line 1 of no_python_here is no Python"):
        made_by(STUDIES, "no_python_here:job")
