"""GTP version 2 on the wire: lines in, responses out. Knows nothing about the game.

The rules of the protocol that live here: control characters vanish, a tab is a space, `#` starts
a comment, an empty line is nothing, a number before the command comes back in the response, and a
response ends with an empty line and therefore may not contain one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["MAX_LINE", "GtpError", "Request", "clean", "format_response", "parse", "tidy"]

MAX_LINE = 1 << 20
"""Longest line read, in bytes: room for any game in one command, and a bound for hostile input."""

_CONTROL = {code: None for code in (*range(32), 127) if code != 9} | {9: " "}
_ID = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Request:
    """One command as it came in.

    >>> parse("7 play b D4")
    Request(id='7', name='play', arguments=('b', 'D4'))
    """

    id: str
    name: str
    arguments: tuple[str, ...] = ()


class GtpError(Exception):
    """A command that fails. `message` is the response; `detail` tells people more, on stderr.

    The protocol fixes many messages ("illegal move"), so reasons go into the detail.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


def parse(line: str) -> Request | None:
    """Read one line. Gives `None` where the line asks for nothing.

    >>> parse("  # only a comment") is None
    True
    >>> parse("12")
    Request(id='12', name='', arguments=())
    """
    words = clean(line).split()
    if not words:
        return None
    number = ""
    if _ID.fullmatch(words[0]):
        number = words.pop(0)
    if not words:
        return Request(number, "")
    return Request(number, words[0], tuple(words[1:]))


def clean(line: str) -> str:
    r"""Remove control characters and comments; tabs become spaces.

    >>> clean("boardsize\t9\x07 # small\r\n")
    'boardsize 9 '
    """
    return line.translate(_CONTROL).partition("#")[0]


def format_response(number: str, text: str, *, ok: bool = True) -> str:
    r"""The complete response, with its closing empty line.

    >>> format_response("3", "D4")
    '=3 D4\n\n'
    >>> format_response("", "unknown command", ok=False)
    '? unknown command\n\n'
    """
    said = tidy(text)
    if said and text.startswith("\n"):  # a diagram starts on a line of its own
        said = f"\n{said}"
    return f"{'=' if ok else '?'}{number} {said}\n\n"


def tidy(text: str) -> str:
    r"""Make any text fit for a response: no empty lines inside, no control characters.

    >>> tidy("one\n\n  \ntwo\n")
    'one\ntwo'
    """
    lines = (line.translate(_CONTROL).rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)
