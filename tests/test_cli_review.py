"""`gokan review` on the command line: files, stopping, going on, folders, mistakes of the user."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gokan.cli import run
from gokan.go import Game

GAME = "(;SZ[9]KM[7]PB[Ann]PW[Ben];B[ee];W[gc];B[gg];W[cg];B[cc];W[ce];B[df];W[dg])"
FAST = ["--level", "quick", "--most", "2", "--numbers", "strength"]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME, "utf-8")
    return path


def test_three_files_and_a_text(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(["review", str(record), "--output", str(out), "--problems", *FAST]) == 0
    said = capsys.readouterr()
    assert "written:" in said.out
    assert "looking at every move" in said.err
    data = json.loads((out / "game.review.json").read_text("utf-8"))
    assert data["complete"]
    assert len(data["moves"]) == 8
    assert "<title>Ann – Ben</title>" in (out / "game.review.html").read_text("utf-8")
    made = Game.load(out / "game.review.sgf")
    assert len(made) == 8
    assert made.main_line()[1].value is not None
    assert record.read_text("utf-8") == GAME


def test_json_goes_to_stdout_and_nothing_else_does(
    record: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["review", str(record), "--json", *FAST]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "gokan-review/1"
    assert not (record.parent / "review").exists()


def test_a_folder_has_an_index_and_leaves_out_what_is_broken(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (record.parent / "other.sgf").write_text("(;SZ[7]PB[Ann];B[dd];W[cc])", "utf-8")
    (record.parent / "broken.sgf").write_text("not a game", "utf-8")
    out = tmp_path / "out"
    assert run(["review", str(record.parent), "--output", str(out), *FAST]) == 0
    assert "2 of 3 games reviewed" in capsys.readouterr().out
    index = json.loads((out / "index.json").read_text("utf-8"))
    assert [game["page"] for game in index["games"]] == ["game.review.html", "other.review.html"]
    assert list(index["failed"]) == ["broken.sgf"]
    assert next(one["games"] for one in index["people"] if one["name"] == "Ann") == 2
    before = (out / "game.review.json").stat().st_mtime_ns
    assert run(["review", str(record.parent), "--output", str(out), "--resume", *FAST]) == 0
    assert (out / "game.review.json").stat().st_mtime_ns == before, "it was complete"


def test_records_in_folders_below_are_said_to_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games"
    for folder in (games, games / "old", games / "old" / "first"):
        folder.mkdir()
    for name in ("old/a.sgf", "old/first/b.SGF", "old/a.review.sgf", "old/a.problems.sgf"):
        (games / name).write_text(GAME, "utf-8")
    out = tmp_path / "out"
    assert run(["review", str(games), "--output", str(out), *FAST]) == 2
    assert "folders below it have 2." in capsys.readouterr().err
    for name in ("game.sgf", "game.problems.sgf"):
        (games / name).write_text(GAME, "utf-8")
    assert run(["review", str(games), "--output", str(out), *FAST]) == 0
    said = capsys.readouterr()
    assert "1 of 1 games reviewed" in said.out
    assert f"folders below {games} are left out (2)" in said.err


def test_ctrl_c_leaves_a_review_that_can_be_gone_on_with(repo: Path, tmp_path: Path) -> None:
    record = (repo / "examples" / "zobrist-cowan.sgf").read_bytes()
    game = tmp_path / "begin.sgf"
    game.write_bytes(b";".join(record.split(b";")[:62]) + b")")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "gokan", "review", str(game), "--output", str(out), *FAST]
    command += ["--player", "white"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    written = out / "begin.review.json"
    for _ in range(600):
        if written.exists() or process.poll() is not None:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    part = json.loads(written.read_text("utf-8"))
    assert not part["complete"]
    assert len(part["moves"]) == 60
    assert b"--resume" in err
    whole = subprocess.run([*command, "--resume"], capture_output=True)
    assert whole.returncode == 0, whole.stderr
    done = json.loads(written.read_text("utf-8"))
    assert done["complete"]
    assert [one["vertex"] for one in done["moves"]] == [one["vertex"] for one in part["moves"]]
    assert {one["color"] for one in done["moves"] if one["matters"]} <= {"white"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--level", "long"], "--level is 'long' but must be one of quick, usual, deep."),
        (["--player", "green"], "'green' is not a colour: say black or white."),
        (["--most", "-1"], "The number of moves to tell must lie between 0 and 1000, not at -1."),
        (["--numbers", "dice"], "must be one of auto, search, strength."),
        (["--game", "2"], "holds 1 game, so there is no game 2."),
    ],
)
def test_mistakes_get_a_sentence(
    words: list[str], sentence: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", str(record), "--output", str(record.parent / "out"), *words]) == 2
    assert sentence in capsys.readouterr().err
    assert not (record.parent / "out" / "game.review.json").exists()


def test_a_damaged_review_is_not_gone_on_with(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "game.review.json").write_text('{"schema": "gokan-review/1"}', "utf-8")
    assert run(["review", str(record), "--output", str(out), "--resume", *FAST]) == 2
    assert "cannot be continued" in capsys.readouterr().err


def test_an_empty_folder_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(tmp_path)]) == 2
    assert "There is no game record" in capsys.readouterr().err


def test_a_folder_goes_on_only_with_the_same_record_and_options(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, games = tmp_path / "out", tmp_path / "games"
    games.mkdir()
    (games / "game.sgf").write_text(GAME, "utf-8")
    asked = ["review", str(games), "--output", str(out), "--resume", *FAST]
    assert run(asked) == 0
    made = out / "game.review.json"
    stamp = made.stat().st_mtime_ns
    capsys.readouterr()
    assert run(asked) == 0
    assert made.stat().st_mtime_ns == stamp
    assert "starting over" not in capsys.readouterr().err
    assert run([*asked, "--player", "black"]) == 0
    assert "other options; starting over" in capsys.readouterr().err
    assert json.loads(made.read_text("utf-8"))["asked"] == {"player": "black", "most": 2}
    (games / "game.sgf").write_text(GAME.replace("W[dg]", "W[dh]"), "utf-8")
    assert run([*asked, "--player", "black"]) == 0
    assert "another record" in capsys.readouterr().err
    assert json.loads(made.read_text("utf-8"))["moves"][-1]["vertex"] == "D2"


def test_the_numbers_of_another_program(record: Path, tmp_path: Path) -> None:
    oracle = shlex.join([sys.executable, "-m", "gokan", "analysis", "--values", "playouts"])
    out = tmp_path / "out"
    asked = ["review", str(record), "--level", "quick", "--most", "1", "--output", str(out)]
    assert run([*asked, "--oracle", oracle]) == 0
    data = json.loads((out / "game.review.json").read_text("utf-8"))
    assert data["numbers"]["source"] == "oracle"
    assert run([*asked, "--oracle", "no-such-program"]) == 2
    assert run([*asked, "--oracle", oracle, "--numbers", "strength"]) == 2


def test_a_position_without_moves_is_not_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "problem.txt"
    path.write_text(". X O\n. . .\n")
    assert run(["review", str(path), "--output", str(tmp_path / "out"), *FAST]) == 2
    assert "no moves to review" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_first_page_is_announced(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(["review", str(record), "--output", str(out), *FAST]) == 0
    said = capsys.readouterr().err
    assert said.count("a first page with the score of every move is ready") == 1
    assert str(out / "game.review.html") in said


def test_explain_quotes_the_review_and_agrees_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "game.sgf", tmp_path / "out"
    path.write_text("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[aa];B[cc];W[ce])", "utf-8")
    assert run(["review", str(path), "--output", str(out), "--level", "quick"]) == 0
    reviewed = out / "game.review.json"
    fourth = json.loads(reviewed.read_text("utf-8"))["moves"][3]
    assert fourth["searched"], "the corner point loses most"
    best, other = fourth["candidates"][0], fourth["vertex"]
    own = next(one for one in fourth["candidates"] if one["vertex"] == other)
    loss = own["lead"] - best["lead"]
    assert loss > 2
    capsys.readouterr()
    asked = ["explain", str(path), "--move", "4", "--level", "quick", "--review", str(reviewed)]
    assert run([*asked, "--json"]) == 0
    said = capsys.readouterr()
    assert "numbers of the review, 48 visits each" in said.err
    assert json.loads(said.out)["loss"] == pytest.approx(loss, abs=0.06)
    assert json.loads(said.out)["best"] == best["vertex"]
    assert run([*asked, "--instead", best["vertex"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["loss"] == pytest.approx(0)
    assert run([*asked, "--instead", "J1"]) == 0
    assert "did not search J1 at length" in capsys.readouterr().err
    path.write_text("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[ab];B[cc])", "utf-8")
    assert run(asked) == 2
    assert "of another game" in capsys.readouterr().err
    reviewed.write_text("[" * 100_000, "utf-8")
    assert run(asked) == 2
    assert "is not a review" in capsys.readouterr().err


def test_a_second_review_finds_the_searches_of_the_first_on_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOKAN_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "game.sgf"
    answers: list[Any] = []
    spent: list[Any] = []
    path.write_text("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[aa])", "utf-8")
    for more in ([], [], ["--no-cache"]):
        shutil.rmtree(tmp_path / "cache" / "reviews", ignore_errors=True)  # the searches alone
        out = tmp_path / f"out{len(answers)}"
        asked = ["review", str(path), "--output", str(out), "--level", "quick", *more]
        assert run(asked) == 0
        answers.append((out / "game.review.json").read_bytes())
        said = capsys.readouterr().err
        spent.append(float(said.split("every position searched ")[1].split(",")[0]))
    assert answers[0] == answers[1] == answers[2], "the same with an empty store, a full one, none"
    assert spent[1] < spent[0] / 2
    assert (tmp_path / "cache" / "analyses.sqlite").exists()


def test_the_same_review_is_not_made_twice_and_explain_finds_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOKAN_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[ab];B[cc];W[cg])", "utf-8")
    answers: list[bytes] = []
    for more in ([], [], ["--no-cache"]):
        out = tmp_path / f"out{len(answers)}"
        assert run(["review", str(path), "--output", str(out), "--level", "quick", *more]) == 0
        answers.append((out / "game.review.json").read_bytes())
        assert ("reviewed before" in capsys.readouterr().err) is (len(answers) == 2)
    assert answers[0] == answers[1] == answers[2]
    review = json.loads(answers[0])
    number = next(move["number"] for move in review["moves"] if move["searched"])
    asked = ["explain", str(path), "--move", str(number), "--level", "quick", "--json"]
    assert run(asked) == 0
    found = capsys.readouterr()
    assert "seen deeper in the review, 48 visits each" in found.err
    assert run([*asked, "--review", str(tmp_path / "out0" / "game.review.json")]) == 0
    assert capsys.readouterr().out == found.out
    assert run([*asked, "--no-cache"]) == 0
    assert "review" not in capsys.readouterr().err
    path.write_text("(;SZ[9]KM[7];B[ee];W[gc];B[gg];W[ab];B[cc];W[dg])", "utf-8")
    assert run(["explain", str(path), "--move", str(number), "--level", "quick"]) == 0
    assert "review" not in capsys.readouterr().err, "the review is of another game"
