"""`gokan train groups`: what it refuses, and going on with an unfinished file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gokan.cli import run

PROBLEM: dict[str, Any] = {
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


def test_problems_like_those_measured_with_are_left_out(tmp_path: Path) -> None:
    """Mirrored, in the other colours, and with one stone more outside."""
    twin = {
        **PROBLEM,
        "id": "twin",
        "black": [[18 - x, y] for x, y in PROBLEM["white"]],
        "white": [[18 - x, y] for x, y in PROBLEM["black"]] + [[9, 9]],
        "to_play": "W",
        "first_moves": [[17, 0]],
    }
    other = {**PROBLEM, "id": "other", "black": [*PROBLEM["black"][3:], [0, 5], [1, 5], [2, 5]]}
    paths = [tmp_path / name for name in ("kept.jsonl", "taken.jsonl", "out.jsonl")]
    paths[0].write_text(json.dumps(PROBLEM) + "\n", "utf-8")
    paths[1].write_text("".join(json.dumps(row) + "\n" for row in (twin, other)), "utf-8")
    assert groups(paths[2], "--problems", paths[1], "--without", paths[0], "--as-listed") == 0
    assert {json.loads(line)["id"] for line in paths[2].read_text("utf-8").splitlines()} <= {
        "other"
    }
    assert groups(tmp_path / "all.jsonl", "--problems", paths[1]) == 0
    assert "twin" in (tmp_path / "all.jsonl").read_text("utf-8")


def test_moves_of_a_book_are_taken_where_reading_says_nothing(tmp_path: Path) -> None:
    """Reading proves nothing, and finds other moves: those listed are taken, the fate is open."""
    stones = {
        "black": [[x, y] for x, y in PROBLEM["white"]] + [[5, 1], [6, 1], [7, 2]],
        "white": [[0, 3], [1, 3], [2, 3], [3, 3], [9, 3], [9, 4]],
    }
    record = {**PROBLEM, **stones, "id": "open", "goal": "live", "target": [1, 1]}
    record["first_moves"] = [[12, 12]]
    problems, out = tmp_path / "problems.jsonl", tmp_path / "out.jsonl"
    problems.write_text(json.dumps(record) + "\n", "utf-8")
    few = ("--nodes", 1000, "--moves-nodes", 1000)
    assert groups(out, "--problems", problems, *few) == 0
    assert out.read_text("utf-8") == ""
    assert groups(out, "--problems", problems, "--as-listed", *few) == 0
    (row,) = (json.loads(line) for line in out.read_text("utf-8").splitlines())
    assert (row["fate"], row["grade"], row["first_moves"]) == (None, "listed", [[12, 12]])
    assert [1, 1] in row["group"]
    assert groups(out, "--problems", problems, "--as-listed", *few) == 0  # goes on: nothing new
    assert len(out.read_text("utf-8").splitlines()) == 1


def test_made_ones_like_those_measured_with_are_left_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    every, few, left = (tmp_path / f"{name}.jsonl" for name in ("every", "few", "left"))
    assert groups(every, "--made", 40, "--seed", 3) == 0
    few.write_text("".join(every.read_text("utf-8").splitlines(keepends=True)[:5]), "utf-8")
    assert groups(left, "--made", 40, "--seed", 3, "--without", few) == 0
    kept = left.read_text("utf-8").splitlines()
    assert not set(kept) & set(few.read_text("utf-8").splitlines())
    assert set(kept) < set(every.read_text("utf-8").splitlines())
    problems, measured = tmp_path / "p.jsonl", tmp_path / "m.jsonl"
    assert run(["train", "problems", str(measured), "--number", "4", "--jobs", "1"]) == 0
    asked = ["train", "problems", str(problems), "--number", "6", "--jobs", "1"]
    assert run([*asked, "--without", str(measured)]) == 0
    keys = [
        {json.loads(line)["key"] for line in path.read_text("utf-8").splitlines()}
        for path in (problems, measured)
    ]
    assert len(keys[0]) == 6
    assert not keys[0] & keys[1]
    few.write_text('{"black": 3}\n', "utf-8")
    capfd.readouterr()
    assert groups(tmp_path / "none.jsonl", "--made", 4, "--without", few) == 2
    assert "line 1 does not say where black and white stones stand." in capfd.readouterr().err


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_do_not_change_the_file(tmp_path: Path, jobs: int) -> None:
    problems, out = tmp_path / "problems.jsonl", tmp_path / "out.jsonl"
    rows = [{**PROBLEM, "id": f"copy {n}"} for n in range(5)]
    problems.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert groups(out, "--problems", problems, "--jobs", jobs) == 0
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["task"] for row in found] == list(range(5))
    assert {row["fate"] for row in found} == {"dead"}


def test_two_runs_do_not_write_into_one_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from gokan.batch import appending

    with appending(tmp_path / "out.jsonl", lambda text: None):
        assert groups(tmp_path / "out.jsonl", "--made", 2) == 2
    assert "in use by another run" in capfd.readouterr().err
