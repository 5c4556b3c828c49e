"""The command line: what is shown, what is refused, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gokan import __version__
from gokan.cli import COMMANDS, run

SGF = (
    "(;GM[1]FF[4]SZ[5]KM[2.5]PB[Ann]BR[3d]PW[Ben]RE[B+R]EV[Cup]"
    "C[Start.];B[cc]C[The centre.]TR[cc];W[bb]LB[dd:a]"
    "(;B[dd];W[];B[tt])(;B[bc]C[A variation.];W[cb]))"
)


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.sgf"
    path.write_text(SGF)
    return str(path)


def _gokan(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "gokan", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, **options)  # type: ignore[call-overload,no-any-return]


# --- the program as a whole --------------------------------------------------------------------


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"gokan {__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)
    for name in COMMANDS:
        assert run([name, "--help"]) == 0
        assert "Usage: gokan " + name in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["shew"], "shew"),
        (["show"], "'FILE'"),
        (["show", "x.sgf", "--mode", "3"], "--mode"),
        (["show", "x.sgf", "--move", "three"], "--move"),
        (["gtp", "--size", "nine"], "--size"),
        (["gtp", "--player", "honinbo"], "honinbo"),
        (["gtp", "--rules", "ing-2099"], "ing-2099"),
        (["gtp", "--size", "26"], "26"),
        (["match", "random"], "'B'"),
        (["match", "random", "random", "--games", "0"], "at least one"),
        (["match", "random", "random", "--handicap", "99"], "99"),
        (["match", "random", "random", "--colors", "red"], "red"),
        (["match", "random", "no-such-engine"], "no-such-engine"),
    ],
)
def test_mistakes_get_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gokan: ")
    assert captured.err.endswith(".\n")
    assert captured.err.count("\n") == 1
    assert sentence in captured.err


def test_a_closed_pipe_is_quiet(game: str) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "gokan", "show", game]
    process = subprocess.Popen(command, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 141
    assert err == b""


def test_ctrl_c_is_quiet() -> None:
    command = [sys.executable, "-m", "gokan", "match", "random", "random", "--games", "100000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


# --- show --------------------------------------------------------------------------------------


def test_show_the_last_move(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", game]) == 0
    out = capsys.readouterr().out
    assert out == (
        "Ann 3d (black) against Ben (white), Cup, B+R\n"
        "  A B C D E\n"
        "5 . . . . . 5\n"
        "4 . O . . . 4\n"
        "3 . . X . . 3\n"
        "2 . . . X . 2\n"
        "1 . . . . . 1\n"
        "  A B C D E\n"
        "Move 5 of 5: Black passes; White to play; captured: 0 by Black, 0 by White\n"
    )


def test_move_numbers_count_moves_played(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for number in range(6):
        assert run(["show", game, "--move", str(number), "--json"]) == 0
        shown.append(json.loads(capsys.readouterr().out))
    assert [data["number"] for data in shown] == [0, 1, 2, 3, 4, 5]
    assert [len(data["position"]["black"]) for data in shown] == [0, 1, 1, 2, 2, 2]
    assert shown[0]["comment"] == "Start."
    assert shown[0]["move"] is None
    assert shown[1]["move"] == {"color": "black", "vertex": "C3"}
    assert shown[1]["marks"] == {"C3": "triangle"}
    assert shown[2]["labels"] == {"D2": "a"}
    assert [step["vertex"] for step in shown[2]["next"]] == ["D2", "B3"]
    assert shown[4]["move"] == {"color": "white", "vertex": "pass"}


def test_json_keys_are_stable(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["show", game, "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    assert " ".join(data) == (
        "game games black white event date result handicap moves node number move comment marks "
        "labels next position warnings"
    )
    assert data["position"]["rules"]["komi"] == 2.5


def test_variations(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", game, "--variation", "2/2/1"]) == 0
    out = capsys.readouterr().out
    assert "Move 3 of 5: Black B3" in out
    assert "A variation." in out
    assert run(["show", game, "--variation", "2/2/1", "--move", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["move"]["vertex"] == "C4"
    assert run(["show", game, "--variation", "2/2/1", "--move", "5"]) == 2
    assert run(["show", game, "--variation", "2/9/1"]) == 2
    assert run(["show", game, "--variation", "up"]) == 2


def test_pictures(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "board.svg"
    assert run(["show", game, "--move", "1", "--output", str(target)]) == 0
    assert capsys.readouterr().out == ""
    svg = target.read_text("utf-8")
    assert svg.startswith("<svg")
    assert run(["show", game, "--move", "1", "--format", "svg"]) == 0
    assert capsys.readouterr().out == svg
    assert run(["show", game, "--format", "svg", "--theme", "dark"]) == 0
    assert run(["show", game, "--format", "svg", "--theme", "plaid"]) == 2
    assert run(["show", game, "--format", "gif"]) == 2
    assert run(["show", game, "--format", "svg", "--json"]) == 2


def test_png_needs_its_extra_and_says_so(game: str, tmp_path: Path) -> None:
    target = tmp_path / "board.png"
    status = run(["show", game, "--output", str(target)])
    if status == 0:
        assert target.read_bytes().startswith(b"\x89PNG")
    else:
        assert status == 2
        assert not target.exists()


def test_stdin_and_several_games(capsys: pytest.CaptureFixture[str]) -> None:
    two = (SGF + "(;SZ[3];B[bb])").encode()
    done = _gokan("show", "-", "--game", "2", "--json", input=two)
    assert done.returncode == 0
    data = json.loads(done.stdout)
    assert (data["game"], data["games"], data["position"]["width"]) == (2, 2, 3)
    done = _gokan("show", "-", "--game", "3", input=two)
    assert done.returncode == 2
    assert b"2 games" in done.stderr


def test_files_that_cannot_be_shown(tmp_path: Path, game: str) -> None:
    junk = tmp_path / "junk.sgf"
    junk.write_bytes(os.urandom(4096).replace(b"(", b"x"))
    empty = tmp_path / "empty.sgf"
    empty.write_bytes(b"")
    for arguments in (
        ["show", str(tmp_path / "missing.sgf")],
        ["show", str(tmp_path)],
        ["show", str(junk)],
        ["show", str(empty)],
        ["show", game, "--move", "6"],
        ["show", game, "--move", "-1"],
        ["show", game, "--output", str(tmp_path / "no" / "folder.txt")],
    ):
        done = _gokan(*arguments)
        assert done.returncode == 2, arguments
        assert done.stdout == b""
        assert done.stderr.startswith(b"gokan: ")
        assert done.stderr.count(b"\n") == 1, done.stderr
        assert b"Traceback" not in done.stderr


def test_nothing_half_written(game: str, tmp_path: Path) -> None:
    target = tmp_path / "board.txt"
    target.write_text("before")
    assert run(["show", game, "--move", "99", "--output", str(target)]) == 2
    assert target.read_text() == "before"
    assert run(["show", game, "--output", str(target)]) == 0
    assert target.read_text("utf-8").startswith("Ann")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.txt", "game.sgf"]


def test_colors_only_where_wanted(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def colored(*arguments: str) -> bool:
        assert run(["show", game, *arguments]) == 0
        return "\x1b[" in capsys.readouterr().out

    assert not colored()
    assert colored("--color", "always")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert colored()
    assert not colored("--color", "never")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colored()
    assert run(["show", game, "--color", "green"]) == 2


def test_strangers_cannot_paint_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rude.sgf"
    path.write_bytes(b"(;SZ[3]PB[\x1b[31mred\\]PW[x];B[bb]C[\x1b]0;title\x07\x9b2J])")
    assert run(["show", str(path)]) in (0, 2)
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err
    assert "\x9b" not in captured.out + captured.err


# --- the small ones ----------------------------------------------------------------------------


def test_rules_and_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--json"]) == 0
    names = [rule["name"] for rule in json.loads(capsys.readouterr().out)["rules"]]
    assert {"chinese", "japanese", "tromp-taylor", "klinger"} <= set(names)
    assert run(["rules"]) == 0
    assert "positional" in capsys.readouterr().out
    assert run(["players"]) == 0
    assert "random" in capsys.readouterr().out


def test_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "random", "random", "--games", "2", "--size", "5", "--komi", "0.5"]
    assert run([*arguments, "--json", "--output", str(tmp_path / "m")]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["games"] == 2
    assert captured.err.count("\n") == 2
    assert run(arguments) == 0
    assert "95 % interval" in capsys.readouterr().out


def test_gtp_options_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    """The quick reader of options and the careful one agree."""
    lines = b"query_boardsize\nget_komi\ngenmove b\n"
    quick = _gokan("gtp", "--size", "7", "--komi=3.5", "--seed", "4", input=lines)
    careful = _gokan("gtp", "--size=7", "--komi", "3.5", "--seed=4", "--", input=lines)
    assert quick.returncode == careful.returncode == 0
    assert quick.stdout == careful.stdout
    assert quick.stdout.startswith(b"= 7\n\n= 3.5\n\n")


@pytest.mark.parametrize("closed", [0, 1, 2])
@pytest.mark.parametrize("arguments", [["show", "-"], ["gtp"], ["rules"], ["shew"]])
def test_closed_streams(arguments: list[str], closed: int) -> None:
    """A stream that was closed beforehand gives no traceback."""
    code = f"import os, sys; os.close({closed}); os.execv(sys.executable, sys.argv[1:])"
    command = [sys.executable, "-c", code, sys.executable, "-m", "gokan", *arguments]
    done = subprocess.run(command, input=b"name\n", capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") <= 1
    if closed == 1:
        assert done.returncode == 2


@pytest.mark.parametrize(
    "words", [["study", "worst"], ["study", "misses"], ["train", "owners"], ["train", "ownership"]]
)
def test_former_names_of_commands_still_work(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--help"]) == 0
    assert words[1] in capsys.readouterr().out
