"""`gokan train groups`: what it refuses, and going on with an unfinished file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gokan.cli import run

PROBLEM = {
    "id": "three in the corner",
    "size": 19,
    "black": [[0, 2], [1, 2], [2, 2], [3, 2], [4, 2], [4, 1], [4, 0]],
    "white": [[0, 1], [1, 1], [2, 1], [3, 1], [3, 0]],
    "to_play": "B",
    "goal": "kill",
    "first_moves": [[1, 0]],
}


def groups(*arguments: object) -> int:
    return run(["train", "groups", *map(str, arguments)])


@pytest.mark.parametrize("line", ["[1]", "7", "{"])
def test_lines_that_are_no_problems_are_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], line: str
) -> None:
    path = tmp_path / "problems.jsonl"
    path.write_text(line + "\n", "utf-8")
    assert groups(tmp_path / "out.jsonl", "--problems", path) == 2
    assert "problems.jsonl cannot be read" in capfd.readouterr().err
    assert not (tmp_path / "out.jsonl").exists()


def test_games_that_are_not_there_leave_no_empty_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert groups(tmp_path / "out.jsonl", "--games", tmp_path / "none.tsv") == 2
    assert capfd.readouterr().err.endswith("none.tsv cannot be read: No such file or directory.\n")
    assert not (tmp_path / "out.jsonl").exists()


def test_a_number_of_games_below_zero_is_refused(tmp_path: Path) -> None:
    assert groups(tmp_path / "out.jsonl", "--made", 2, "--number", -3) == 2


@pytest.mark.parametrize("cut", ["", '{"id": "ma'])
def test_made_corners_are_continued(tmp_path: Path, cut: str) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert groups(whole, "--made", 5) == 0
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    assert [json.loads(line)["grade"] for line in lines] == ["proved"] * 5
    part.write_text("".join(lines[:2]) + cut, "utf-8")
    assert groups(part, "--made", 5) == 0
    assert part.read_text("utf-8") == whole.read_text("utf-8")


def test_a_task_that_was_cut_short_is_done_again(tmp_path: Path) -> None:
    problems, out = tmp_path / "problems.jsonl", tmp_path / "out.jsonl"
    problems.write_text(json.dumps(PROBLEM) + "\n", "utf-8")
    assert groups(out, "--problems", problems) == 0
    whole = out.read_text("utf-8")
    assert [json.loads(line)["fate"] for line in whole.splitlines()] == ["dead"]
    out.write_text(whole + whole[:20], "utf-8")
    assert groups(out, "--problems", problems) == 0
    assert out.read_text("utf-8") == whole


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"a": 1}\n{"b"', "utf-8")
    assert groups(path, "--made", 2) == 2
    assert path.read_text("utf-8") == '{"a": 1}\n{"b"'
