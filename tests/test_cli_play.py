"""`gokan play` by keys: the screen without a terminal, and the program on a real one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import pytest

from gokan.cli.playing.play_screen import Screen, key_names
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.table import Table


@pytest.fixture
def screen() -> Screen:
    player = GokanPlayer(visits=4, values="playouts", priors="even", resign=0, seed=1)
    table = Table(size=5, player=player, show=lambda position: "")
    return Screen(table, "You play black.")


def test_the_cursor_stays_on_the_board_and_enter_plays(screen: Screen) -> None:
    assert screen.text().endswith("C3 > ")
    for _ in range(9):
        screen.press("up")
        screen.press("left")
    assert screen.text().endswith("A5 > ")
    assert screen.press("enter")
    assert screen.table.position.move_number == 2
    assert str(screen.table.position["A5"]) == "black"
    assert "Gokan plays" in screen.text()
    assert screen.press(" ")
    assert "occupied" in screen.text()
    assert screen.table.position.move_number == 2


def test_lines_can_be_typed_and_mended(screen: Screen) -> None:
    for key in key_names(b"d5\x7f4"):
        screen.press(key)
    assert screen.text().endswith("C3 > d4")
    screen.press("enter")
    assert str(screen.table.position["D4"]) == "black"
    for key in "nonsense":
        screen.press(key)
    screen.press("escape")
    assert screen.typed == ""
    for key in "save x y":  # a space belongs to what is typed
        screen.press(key)
    assert screen.typed == "save x y"
    screen.press("escape")
    for key in "quit":
        screen.press(key)
    assert not screen.press("enter")


def test_keys_that_mean_nothing_do_nothing(screen: Screen) -> None:
    before = screen.text()
    for key in key_names(b"\x1b[5~\x1bOP\x1b[1;5C\x01"):
        screen.press(key)
    assert screen.text() == before


def test_the_screen_fits_a_small_terminal() -> None:
    player = GokanPlayer(visits=1, values="playouts", priors="even", resign=0, seed=1)
    screen = Screen(Table(size=19, player=player, show=lambda position: ""), "word " * 200)
    for rows in (22, 24, 30, 60):
        lines = screen.text(80, rows).splitlines()
        assert len(lines) <= rows
        assert lines[-1] == "K10 > "
    assert "Arrow keys" in screen.text(80, 60)
    assert "Arrow keys" not in screen.text(60, 24)


def test_words_stand_beside_the_board_where_there_is_no_room_under_it() -> None:
    player = GokanPlayer(visits=1, values="playouts", priors="even", resign=0, seed=1)
    said = "White is ahead by about 11.8 points. " * 4 + "The first choice is R14."
    screen = Screen(Table(size=19, player=player, show=lambda position: ""), said)
    shown = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in screen.text(80, 24).splitlines()]
    assert len(shown) <= 24
    assert max(map(len, shown)) < 80
    words = " ".join(line[46:].strip() for line in shown)
    assert "choice is R14." in words
    assert "Black has captured 0" in words
    assert "Arrow keys" in words
    assert "…" in screen.text(60, 24)  # no room there either
    tall = screen.text(80, 60)
    assert tall.count("choice is R14.") == 1
    assert "R14" not in "".join(tall.splitlines()[:21])


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal() -> None:
    import fcntl
    import pty
    import signal
    import struct
    import termios

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gokan", "play", "--size", "5", "--level", "1", "--seed", "1"]
    program = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(theirs)

    def until(words: str) -> str:
        heard, end = "", time.monotonic() + 60
        while words not in heard and time.monotonic() < end:
            heard += os.read(ours, 4096).decode("utf-8", "replace")
        assert words in heard
        return heard

    try:
        until("C3 > ")
        os.write(ours, b"\x1b[A")
        until("C4 > ")
        os.write(ours, b"\r")
        until("Gokan plays")
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 30, 0, 0))
        program.send_signal(signal.SIGWINCH)
        until("C4 > ")  # drawn again, for the new size
        os.write(ours, b"\x1b[D" * 40 + b"\x1b[B" * 40 + b"\r")  # keys held down
        until("Gokan plays")
        os.write(ours, b"\x1b")  # a key that comes in two parts
        os.write(ours, b"[A")
        until("A2 > ")
        os.write(ours, b"quit\r")
        until("Thank you for the game.")
        assert program.wait(timeout=60) == 0
    finally:
        program.kill()
        program.wait()
        os.close(ours)


def test_the_screen_says_how_the_game_stands(screen: Screen) -> None:
    assert "Move 0, black to play; Black has captured 0, White 0" in screen.text()
    shown: list[str] = []
    screen.table.thinking = lambda: shown.append(screen.text())
    screen.press("enter")
    assert "Move 1, white to play" in shown[0]  # one's own stone is there before the answer
    for key in "score":
        screen.press(key)
    screen.press("enter")
    assert "mark whose points" in screen.text()
    assert "#" not in screen.text()
    for key in "hint":
        screen.press(key)
    screen.press("enter")
    assert screen.table.position.vertex(screen.cursor) in screen.said
    assert "mark whose" not in screen.text()
