"""Reading the arguments of a command, one after the other.

Each method takes the next word. A word that does not fit is a `syntax error`, which is all the
protocol lets us say; the reason goes to stderr.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gokan.errors import GokanError
from gokan.go import PASS, Color
from gokan.gtp.protocol import GtpError

if TYPE_CHECKING:
    from gokan.go import Position

__all__ = ["Arguments"]

# Python's own int and float also take underscores and the digits of every script.
_INTEGER = re.compile(r"[+-]?[0-9]{1,4000}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,99}\.?[0-9]{0,99}|\.[0-9]{1,99})(?:[eE][+-]?[0-9]{1,4})?")


class Arguments:
    """The words after a command, taken from the left.

    >>> from gokan.go import Position
    >>> args = Arguments(["white", "d4", "7"])
    >>> str(args.color()), args.move(Position.empty(9)), args.integer()
    ('white', 48, 7)
    >>> args.end()
    """

    __slots__ = ("_next", "words")

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self._next = 0

    def more(self) -> bool:
        """Is there another word?"""
        return self._next < len(self.words)

    def word(self, what: str = "an argument") -> str:
        """The next word as it is."""
        if not self.more():
            raise GtpError("syntax error", f"{what} is missing")
        self._next += 1
        return self.words[self._next - 1]

    def rest(self) -> str:
        """All remaining words, joined by single spaces."""
        words = self.words[self._next :]
        self._next = len(self.words)
        return " ".join(words)

    def end(self) -> None:
        """Refuse words that nobody asked for."""
        if self.more():
            raise GtpError("syntax error", f"{self.words[self._next]!r} is one argument too many")

    def color(self) -> Color:
        """`b`, `w`, `black` or `white`, in any case."""
        word = self.word("a colour")
        color = {"b": Color.BLACK, "w": Color.WHITE}.get(word.lower()[:1])
        if color is None or word.lower() not in ("b", "w", "black", "white"):
            raise GtpError("syntax error", f"{word!r} is not a colour; write black or white")
        return color

    def move(self, position: Position) -> int:
        """A vertex or `pass`."""
        word = self.word("a vertex")
        try:
            return position.point(word)
        except GokanError as error:
            raise GtpError("syntax error", str(error)) from None

    def point(self, position: Position) -> int:
        """A vertex on the board; `pass` does not count."""
        move = self.move(position)
        if move == PASS:
            raise GtpError("syntax error", "a pass is not a point on the board")
        return move

    def stone(self, position: Position) -> int:
        """A vertex where a stone stands."""
        point = self.point(position)
        if position.color_at(point) == Color.EMPTY:
            raise GtpError("vertex must not be empty", f"{position.vertex(point)} is empty")
        return point

    def integer(self, what: str = "a number") -> int:
        """A whole number."""
        word = self.word(what)
        if not _INTEGER.fullmatch(word):
            raise GtpError("syntax error", f"{word!r} is not {what}")
        return int(word)

    def number(self, what: str = "a number") -> float:
        """A finite number, with or without decimals."""
        word = self.word(what)
        if not _NUMBER.fullmatch(word) or not math.isfinite(float(word)):
            raise GtpError("syntax error", f"{word!r} is not {what}")
        return float(word)
