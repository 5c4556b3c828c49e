"""The two matchers of Wong's section 2.1 as he describes them, small enough to be read.

`Diagram` is GNU Go's automaton over strings: a pattern is read from its centre along a spiral into
a row of signs, and one walk along the board's own row finds every pattern (figures 2.2 to 2.5).
`Goliath` keeps three integers for every 5×5 window, and after a move looks only at the windows that
the changed points belong to. `gokan_lab.study.matchers` has both in C++, for books of templates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position

__all__ = ["PATH", "PRINTED", "Diagram", "Goliath", "string_of"]

PRINTED = {
    "2.2": ".XXX.OOO??.#.",
    "2.3": ".OXXXO??.??.?",
    "2.4": ".OXX.O??.?X?",
}
"""The strings that the thesis prints; that of figure 2.4 has twelve signs, the others thirteen."""

PATH: tuple[tuple[int, int], ...] = (
    (0, 0),
    *((0, -1), (1, 0), (0, 1), (-1, 0)),
    *((1, -1), (1, 1), (-1, 1), (-1, -1)),
    *((0, -2), (2, 0), (0, 2), (-2, 0)),
)
"""Thirteen points (columns right, rows down), ring by ring outwards, each ring clockwise from the
top. The figures with the arrows are lost: only that the path starts at the centre and turns is
known, and how many points it has."""

_SIGNS = {0: ".", BLACK: "X", WHITE: "O"}
_LETTERS = "OX.#"  # in this order the states of figure 2.5 get his numbers


def string_of(position: Position, point: int | str, length: int = len(PATH)) -> str:
    """The board around a point as a row of signs: X black, O white, `.` empty, # off the board.

    >>> board = Position.empty(5).play("C4").play("D3")
    >>> string_of(board, "C3")
    '.XO..........'
    >>> string_of(Position.empty(5), "A1")
    '...##.###..##'
    """
    if not 1 <= length <= len(PATH):
        raise InvalidInput(f"A string has 1 to {len(PATH)} signs, not {length}.")
    at = position.point(point) if isinstance(point, str) else point
    row, column = divmod(at, position.width)
    signs = []
    for right, down in PATH[:length]:
        x, y = column + right, row + down
        inside = 0 <= x < position.width and 0 <= y < position.height
        signs.append(_SIGNS[position.board[y * position.width + x]] if inside else "#")
    return "".join(signs)


@dataclass(frozen=True, slots=True)
class State:
    """One state: how many signs are read, which patterns may still fit, and which have ended."""

    read: int
    alive: frozenset[int]
    ended: frozenset[int]


class Diagram:
    """The state diagram of a set of strings; `?` fits anything on the board, `#` anything at all.

    >>> diagram = Diagram([PRINTED["2.3"], PRINTED["2.4"]])
    >>> [diagram.walk(".OXX"[:n])[-1] for n in range(5)]
    [1, 2, 3, 4, 5]
    >>> diagram.walk(".OXXX")[-1], diagram.walk(".OXX.")[-1]
    (6, 7)
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        for pattern in patterns:
            if not pattern or not set(pattern) <= set("XO.?#"):
                raise InvalidInput(f"A string is made of X, O, `.`, ? and #, not {pattern!r}.")
        self.patterns = tuple(patterns)
        first = State(0, frozenset(range(len(patterns))), frozenset())
        self.states: list[State] = [first]
        self.arrows: list[dict[str, int]] = [{}]
        known = {first: 0}
        at = 0
        while at < len(self.states):  # breadth first, so that states are numbered as they are met
            for letter in _LETTERS:
                after = self._after(self.states[at], letter)
                if after is None:
                    continue
                if after not in known:
                    known[after] = len(self.states)
                    self.states.append(after)
                    self.arrows.append({})
                self.arrows[at][letter] = known[after]
            at += 1

    def _after(self, state: State, letter: str) -> State | None:
        going = [n for n in state.alive if len(self.patterns[n]) > state.read]
        alive = frozenset(n for n in going if _fits(self.patterns[n][state.read], letter))
        ended = state.ended | {n for n in alive if len(self.patterns[n]) == state.read + 1}
        if not alive:
            return None
        return State(state.read + 1, alive, ended)

    def walk(self, signs: str) -> list[int]:
        """The numbers of the states, from 1, that a row passes; it ends where none fits."""
        at, passed = 0, [1]
        for letter in signs:
            if letter not in self.arrows[at]:
                break
            at = self.arrows[at][letter]
            passed.append(at + 1)
        return passed

    def found(self, signs: str) -> frozenset[int]:
        """Which patterns fit a row of signs, by one walk."""
        return self.states[self.walk(signs)[-1] - 1].ended


def _fits(wanted: str, letter: str) -> bool:
    if wanted == "#":
        return True
    return letter != "#" if wanted == "?" else letter == wanted


class Goliath:
    r"""Boon's matcher for 5×5 patterns, which after a move looks only around what has changed.

    A pattern is five lines of X, O, `.` and `?`. Three integers hold where it wants black stones,
    white stones and empty points; a window of the board holds where these are. It fits if an AND
    gives the pattern back; empty points are compared first. All eight orientations are tried.

    >>> matcher = Goliath(["?????\n?.X.?\n?XO.?\n?.X.?\n?????"])
    >>> position = Position.empty(9)
    >>> _ = matcher.look(position)
    >>> for vertex in ("E5", "E6", "A1", "E4", "A2", "D5"):
    ...     position = position.play(vertex)
    >>> sorted(matcher.look(position)), matcher.looked < 81 * 2
    ([], True)
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = [_bitmaps(pattern) for pattern in patterns]
        self.looked = 0
        """Windows compared since the matcher was made."""
        self._board = b""
        self._size = (0, 0)
        self._windows: list[tuple[int, int, int]] = []
        self._hits: list[frozenset[tuple[int, int]]] = []

    def look(self, position: Position) -> set[tuple[int, int, int]]:
        """Every fit on the board: pattern, orientation, point at the centre."""
        size = (position.width, position.height)
        if size != self._size:
            self._board, self._size = b"", size
            count = size[0] * size[1]
            self._windows, self._hits = [(0, 0, 0)] * count, [frozenset()] * count
        changed = [
            p
            for p, color in enumerate(position.board)
            if not self._board or self._board[p] != color
        ]
        self._board = bytes(position.board)
        for centre in self._around(changed):
            self.looked += 1
            window = self._window(centre)
            if window != self._windows[centre] or not self._hits[centre]:
                self._windows[centre] = window
                self._hits[centre] = self._match(window)
        return {(n, o, centre) for centre, hits in enumerate(self._hits) for n, o in hits}

    def _around(self, points: list[int]) -> set[int]:
        width, height = self._size
        return {
            y * width + x
            for point in points
            for y in range(max(0, point // width - 2), min(height, point // width + 3))
            for x in range(max(0, point % width - 2), min(width, point % width + 3))
        }

    def _window(self, centre: int) -> tuple[int, int, int]:
        width, height = self._size
        maps = [0, 0, 0]
        for down in range(-2, 3):
            for right in range(-2, 3):
                y, x = centre // width + down, centre % width + right
                if 0 <= y < height and 0 <= x < width:
                    maps[self._board[y * width + x]] |= 1 << (5 * (down + 2) + right + 2)
        return maps[0], maps[1], maps[2]

    def _match(self, window: tuple[int, int, int]) -> frozenset[tuple[int, int]]:
        empty, black, white = window
        return frozenset(
            (number, turned)
            for number, orientations in enumerate(self.patterns)
            for turned, (e, b, w) in enumerate(orientations)
            if empty & e == e and black & b == b and white & w == w
        )


def _bitmaps(pattern: str) -> list[tuple[int, int, int]]:
    rows = pattern.split()
    if len(rows) != 5 or any(len(row) != 5 or not set(row) <= set("XO.?") for row in rows):
        raise InvalidInput("A pattern of Goliath is five lines of five signs: X, O, `.` and ?.")
    found = []
    for _ in range(2):
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            flat = "".join(rows)
            e, b, w = (sum(1 << at for at, s in enumerate(flat) if s == sign) for sign in ".XO")
            found.append((e, b, w))
        rows = [row[::-1] for row in rows]
    return found
