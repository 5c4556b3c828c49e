"""Moves and blocks as rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan.batch import Job, games, run
from gokan.cli import run as command
from gokan_lab.study.census import blocks, moves


def rows(job: Job, text: str, folder: Path) -> list[dict[str, object]]:
    (folder / "game.sgf").write_text(text)
    return list(run(job, games(folder / "game.sgf"), folder / job.name, workers=1).rows())


def test_blocks_have_liberties_eyes_and_a_fate(tmp_path: Path) -> None:
    # White's corner has two eyes; Black's stone in atari is taken by the fourth move.
    text = "(;SZ[5]AW[ba][bb][ab][bc][ac][bd][be]AB[ea][da][ed];W[eb];B[dd];W[db];B[ce];W[ca])"
    found = {row["vertex"]: row for row in rows(blocks(at=3), text, tmp_path)}
    white, taken = found["B5"], found["D5"]
    assert (white["stones"], white["eyes"], white["dies"]) == (7, 2, False)
    assert (taken["stones"], taken["liberties"], taken["dies"]) == (2, 1, True)
    assert found["D2"]["eyes"] == 0
    (tmp_path / "later").mkdir()
    assert not rows(blocks(at=99), text, tmp_path / "later")


def test_what_a_move_costs_is_what_both_see_of_it(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    from gokan.go import Game
    from gokan.intuition import load

    text = "(;SZ[9]KM[7];B[ee];W[aa];B[];W[cc])"
    found = rows(moves(), text, tmp_path)
    assert [(row["move"], row["line"], row["vertex"]) for row in found] == [
        (1, 5, "E5"),
        (2, 1, "A9"),
        (4, 3, "C7"),
    ]
    game = Game.parse(text)
    leads = [load().evaluate([game.position(n)])[0].lead for n in range(3)]
    assert found[0]["loss"] == pytest.approx(leads[0] + leads[1], abs=1e-2)
    assert found[1]["loss"] == pytest.approx(leads[1] + leads[2], abs=1e-2)
    assert float(str(found[1]["loss"])) > float(str(found[0]["loss"])) + 3  # a corner point


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[9];B[ee];W[cc])")
    line = ["study", "blocks", str(tmp_path / "game.sgf"), "--at", "2", "--workers", "1"]
    for _ in range(2):
        assert command([*line, "--out", str(tmp_path / "out"), "--form", "jsonl"]) == 0
        assert capsys.readouterr().out == f"written: {tmp_path / 'out'}, 1 game, 0 failed\n"
    assert command([*line, "--out", str(tmp_path / "x"), "--form", "csv"]) == 2
    assert "as jsonl or parquet, not as 'csv'" in capsys.readouterr().err
