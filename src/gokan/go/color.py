"""Black, White and empty."""

from __future__ import annotations

from enum import IntEnum

from gokan.errors import InvalidInput


class Color(IntEnum):
    """What stands on a point. The numbers are those of `Position.board`.

    >>> Color.BLACK.opponent
    <Color.WHITE: 2>
    >>> str(Color.parse("w"))
    'white'
    """

    EMPTY = 0
    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other side; empty stays empty."""
        return _OPPONENT[self]

    @property
    def letter(self) -> str:
        """'B', 'W', or '.' for empty."""
        return ".BW"[self]

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Color:
        """Read a side from b, black, x, w, white or o, in any case."""
        try:
            return _NAMES[text.strip().lower()]
        except KeyError:
            raise InvalidInput(f"{text!r} is not a colour: say black or white") from None


def side(color: Color | int | str) -> Color:
    """Black or White, from its number, its name or a letter; one sentence for anything else.

    >>> side(2), side("b")
    (<Color.WHITE: 2>, <Color.BLACK: 1>)
    >>> side(0)
    Traceback (most recent call last):
        ...
    gokan.errors.InvalidInput: 0 is not a colour: say black or white
    """
    if isinstance(color, str):
        return Color.parse(color)
    if color not in (1, 2):
        raise InvalidInput(f"{color!r} is not a colour: say black or white")
    return Color(color)


BLACK = Color.BLACK
WHITE = Color.WHITE
EMPTY = Color.EMPTY

COLORS = (EMPTY, BLACK, WHITE)  # by number: faster than Color(n)
_OPPONENT = (EMPTY, WHITE, BLACK)
_NAMES = {"b": BLACK, "black": BLACK, "x": BLACK, "w": WHITE, "white": WHITE, "o": WHITE}
