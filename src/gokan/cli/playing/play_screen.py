"""The board of `gokan play` on a terminal: a cursor that arrow keys move, and typed commands.

`Screen` knows keys by their names and hands out what to show, so it can be tried without a
terminal; `run_screen` reads the keyboard.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gokan.play.table import Table

__all__ = ["Screen", "key_names", "run_screen"]

KEYS = "Arrow keys and Enter play; or type D4, pass, undo, hint, score, why, save FILE, help, quit."
_NARROWEST = 28  # places that words need beside the board
_OWNED = 0.5  # of ownership: a point that is shown as somebody's
_STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Screen:
    """A table with a cursor and a line that is being typed."""

    def __init__(self, table: Table, said: str = "") -> None:
        self.table = table
        self.said = said
        self.typed = ""
        middle = table.position.height // 2
        self.cursor = middle * table.position.width + table.position.width // 2

    def press(self, key: str) -> bool:
        """Take a key; False when the game is left."""
        if key in _STEPS:
            self._step(*_STEPS[key])
        elif key == "enter" or (key == " " and not self.typed):
            return self._do(self.typed or self.table.position.vertex(self.cursor))
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "escape":
            self.typed = ""
        elif len(key) == 1 and key.isprintable():
            self.typed += key
        return True

    def text(self, columns: int = 80, rows: int = 40) -> str:
        """The whole screen, so that it fits: the words under the board, beside it where there is
        more room, or as many of them as there is room for.
        """
        from gokan.go import diagram

        position = self.table.position
        board = diagram.ansi(
            position.width,
            position.height,
            position.board,
            marks={**self._owners(), self.cursor: "◇"},
            last_move=position.last_move,
        ).splitlines()
        prompt = f"{position.vertex(self.cursor)} > {self.typed}"
        free = rows - len(board) - 1
        under = self._words(columns - 1, free)
        if under is None:
            across = max(map(_width, board))
            beside = self._words(columns - across - 4, rows - 1)
            if beside is not None and columns - across - 4 >= _NARROWEST:
                board = _joined(board, beside, across + 3)
                return "\n".join([*board, prompt])
            under = self._words(columns - 1, free, cut=True)
        return "\n".join([*board, *(under or []), prompt])

    def _words(self, columns: int, rows: int, *, cut: bool = False) -> list[str] | None:
        """What is said, with the state of the game and the hints as far as there are rows for it;
        None where there are not enough, unless it may be cut.
        """
        standing, said, hints = (
            _wrapped(text, columns) for text in (self.table.standing(), self.said, KEYS)
        )
        full = [*standing, "", *said, "", *hints]
        for lines in (full, [*standing, *said], said):
            if len(lines) <= rows:
                return lines
        return [*said[: rows - 1], "…"][: max(0, rows)] if cut else None

    def _step(self, x: int, y: int) -> None:
        width, height = self.table.position.width, self.table.position.height
        row, column = divmod(self.cursor, width)
        column, row = min(max(column + x, 0), width - 1), min(max(row + y, 0), height - 1)
        self.cursor = row * width + column

    def _owners(self) -> dict[int, str]:
        """After `score`: empty points, and stones that are lost, by the letter of their owner."""
        board = self.table.position.board
        marks = {}
        for point, value in enumerate(self.table.owners):
            if abs(value) > _OWNED and board[point] != (1 if value > 0 else 2):
                marks[point] = "B" if value > 0 else "W"
        return marks

    def _do(self, line: str) -> bool:
        self.typed = ""
        said = self.table.say(line)
        self.said = said.text
        if self.table.owners:  # on the board already
            self.said = f"{said.text.splitlines()[0]} B and W mark whose points these would be."
        if self.table.pointed is not None:
            self.cursor = self.table.pointed
        return not said.leave


def _wrapped(text: str, columns: int) -> list[str]:
    import textwrap

    lines = text.strip().splitlines()
    return [part for line in lines for part in textwrap.wrap(line, max(1, columns)) or [""]]


def _width(line: str) -> int:
    """How many places a line takes on the screen."""
    return len(re.sub("\x1b\\[[0-9;]*m", "", line))


def _joined(left: list[str], right: list[str], at: int) -> list[str]:
    """Two columns of lines, the second beginning at a place."""
    return [
        f"{one}{' ' * (at - _width(one))}{two}" if two else one
        for one, two in zip_longest(left, right, fillvalue="")
    ]


def run_screen(table: Table, opening: str) -> None:
    """Play on the terminal until the game is left."""
    screen = Screen(table, opening)

    def draw() -> None:
        _show(screen.text(*shutil.get_terminal_size()))

    def thinking() -> None:
        screen.said = f"{table.called} is thinking …"
        draw()

    table.thinking = thinking
    with _raw() as keys:
        while True:
            draw()
            key = next(keys, "end")
            if key == "end" or not screen.press(key):
                break
    print(f"\n{screen.said}")


def _show(text: str) -> None:
    rows = text.replace("\n", "\x1b[K\r\n")
    sys.stdout.write(f"\x1b[H{rows}\x1b[K\x1b[J")
    sys.stdout.flush()


@contextmanager
def _raw() -> Iterator[Iterator[str]]:
    """The keyboard, key by key, on a screen of its own that is put back at the end."""
    import termios
    import tty

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    sys.stdout.write("\x1b[?1049h")
    try:
        tty.setcbreak(file)
        with _resized() as resized:
            yield _keys(file, resized)
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?1049l")
        sys.stdout.flush()


@contextmanager
def _resized() -> Iterator[int]:
    """A file that has something to read once the terminal has got another size."""
    import signal

    told, teller = os.pipe()
    os.set_blocking(teller, False)
    handler = signal.signal(signal.SIGWINCH, lambda number, frame: None)
    wakes = signal.set_wakeup_fd(teller, warn_on_full_buffer=False)
    try:
        yield told
    finally:
        signal.set_wakeup_fd(wakes)
        signal.signal(signal.SIGWINCH, handler)
        os.close(told)
        os.close(teller)


def _keys(file: int, resized: int) -> Iterator[str]:
    """What is pressed; and `resize`, which is no key, so that the screen is drawn again."""
    from select import select

    while True:
        ready, _, _ = select([file, resized], [], [])
        if resized in ready:
            os.read(resized, _CHUNK)
            yield "resize"
        if file not in ready:
            continue
        data = more = os.read(file, _CHUNK)
        # The rest of a key that came in part is on its way; Escape alone has none.
        while more and _UNFINISHED.search(data) and select([file], [], [], _REST)[0]:
            more = os.read(file, _CHUNK)
            data += more
        yield from key_names(data)
        if not more:
            return


_CHUNK = 4096  # bytes read at once
_REST = 0.05  # seconds that the rest of a key may take
_UNFINISHED = re.compile(rb"(?:\x1b|\x1b[\[O][0-9;]*|[\xc0-\xff][\x80-\xbf]{0,2})\Z")
_ESCAPES = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
}
_NAMES = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\x04": "end"}


def key_names(data: bytes) -> Iterator[str]:
    r"""What a terminal sends, as names of keys.

    >>> list(key_names(b"\x1b[A\x1b[Cd4\r\x7f\x1b"))
    ['up', 'right', 'd', '4', 'enter', 'backspace', 'escape']
    """
    while data:
        if data[:3] in _ESCAPES:
            yield _ESCAPES[data[:3]]
            data = data[3:]
        elif data[:1] == b"\x1b":
            yield "escape"
            end = 1
            if data[1:2] in (b"[", b"O"):  # another key, of no use here
                end = next((n for n, b in enumerate(data[2:], 3) if 0x40 <= b <= 0x7E), len(data))
            data = data[end:]
        else:
            sign = data[:4].decode("utf-8", "ignore")[:1] or " "
            yield _NAMES.get(sign, sign)
            data = data[max(1, len(sign.encode())) :]
