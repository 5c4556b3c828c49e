"""`gokan explain` on the command line and over GTP."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gokan.cli import run
from gokan.gtp.engine import Engine

RECORD = "(;SZ[6]AB[dc][bd][ce][de]AW[cd][dd];B[ed])"


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "ladder.sgf"
    path.write_text(RECORD)
    return str(path)


def test_text_and_json(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", record]) == 0
    assert "starts a ladder that works" in capsys.readouterr().out
    assert run(["explain", record, "--move", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["move"] == "E3"
    assert data["sentences"][0]["kind"] == "ladder works"
    assert run(["explain", record, "--instead", "A1", "--most", "1"]) == 0
    assert "ladder" not in capsys.readouterr().out.splitlines()[0]


def test_why_not_here_in_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever a move is worth on the rest of the board: a problem asks about one group."""
    path = tmp_path / "problem.sgf"
    path.write_text("(;SZ[9]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da]PL[B])")
    for point in ("A9", "J1"):
        assert run(["explain", str(path), "--instead", point, "--most", "2"]) == 0
        first, second = capsys.readouterr().out.splitlines()
        assert first == f"{point} does not work: White answers B9. (read)"
        assert second.startswith("Black B9 kills the white group at C8")
    assert run(["explain", str(path), "--instead", "B9", "--most", "1"]) == 0
    assert capsys.readouterr().out.startswith("Black B9 kills")
    assert run(["explain", str(path), "--instead", "A8"]) == 2
    assert "the point is occupied" in capsys.readouterr().err


def test_pictures_and_pages(record: str, tmp_path: Path) -> None:
    for ending, beginning in ((".svg", b"<svg"), (".html", b"<!doctype html>")):
        target = tmp_path / f"why{ending}"
        assert run(["explain", record, "--output", str(target)]) == 0
        assert target.read_bytes().startswith(beginning)


def test_verify(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", record, "--verify", "--level", "quick"]) == 0
    out = capsys.readouterr().out
    assert "fails" not in out
    assert "holds: Black E3 starts a ladder" in out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--move", "2"], "so there is no move 2"),
        (["--level", "high"], "--level is 'high'"),
        (["--format", "gif"], "--format is 'gif'"),
        (["--instead", "C3"], "the point is occupied"),
    ],
)
def test_mistakes_are_sentences(
    record: str, capsys: pytest.CaptureFixture[str], words: list[str], wanted: str
) -> None:
    assert run(["explain", record, *words]) == 2
    assert wanted in capsys.readouterr().err


def test_gtp() -> None:
    engine = Engine()
    for line in ("boardsize 9", "play black D5", "play black E4", "play black E6", "play white E5"):
        engine.respond(line)
    said = engine.respond("explain black F5")
    assert "captures the white stone at E5" in said
    every = engine.respond("move_reasons black F5")
    assert "exact captures: Black F5 captures" in every
    assert engine.respond("explain black E5").startswith("?")


def test_a_problem_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "problem.sgf"
    path.write_text("(;SZ[6]AW[da][ab][bb][cb][db]AB[ea][eb][ac][bc][cc][dc][ec]PL[B])")
    assert run(["explain", str(path)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"Black B6 kills the white group at C5 \(B6 .*\)\. \(proved\)", out[0])
    assert "A6 does not work: White answers B6. (read)" in out
    assert run(["explain", str(path), "--verify"]) == 0
    assert "holds: Black B6 kills" in capsys.readouterr().out


def test_a_record_that_breaks_off_is_reviewed_up_to_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text("(;SZ[7];B[cc];W[ee];B[ec];W[c")
    command = ["review", str(path), "--numbers", "strength", "--level", "quick"]
    assert run([*command, "--output", str(tmp_path)]) == 0
    assert "what stands before is used" in capsys.readouterr().err
    told = json.loads((tmp_path / "broken.review.json").read_text())
    assert [move["vertex"] for move in told["moves"]] == ["C5", "E3", "E5"]
    path.write_text("(;SZ[7")
    assert run([*command, "--output", str(tmp_path)]) == 2


def test_a_move_of_a_record_that_breaks_off_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text(RECORD.removesuffix(")") + ";W[a")
    assert run(["explain", str(path), "--level", "quick"]) == 0
    said = capsys.readouterr()
    assert "starts a ladder that works" in said.out
    assert "what stands before is used" in said.err


def test_of_several_games_it_is_said_that_the_first_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.sgf"
    path.write_text(RECORD + "(;SZ[7];B[dd];W[dc])")
    note = "two.sgf holds 2 games; this is the first (another: --game)"
    review = ["--level", "quick", "--numbers", "strength", "--output", str(tmp_path / "out")]
    for command in (
        ["explain", str(path), "--level", "quick"],
        ["review", str(path), *review],
        ["review", str(tmp_path), *review],
    ):
        assert run(command) == 0
        assert note in capsys.readouterr().err
    assert run(["review", str(path), "--game", "2", *review]) == 0
    assert "holds 2 games" not in capsys.readouterr().err
