"""The opening book: constraints with which corners begin, learned from games (Section 5.3.3).

A stone in a corner is two elements of level 1, its distances from the two edges. What a corner
holds, in the order it came, is a class element in formation; what was played next there is the
constraint that furthers it. A book is a text file of such constraints:

    o4-4 x3-6        o6-3   812 of 3301

The side to play has a stone on the four-four point (`o`), then the opponent approached (`x`); of
3,301 times that a corner was like this, the move shown was played next 812 times. Lines are counted
from the edges; mirrored corners are one. `-` stands for an empty corner.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.go import Position

BOOK = "opening.txt"
LINES = 6
"""A corner reaches so many lines from both edges: level 1 knows distances up to five points."""
MOST = 6
"""Stones in a corner after which the book says nothing."""
_UNTIL = 60  # moves of a game that are its opening
_SMALLEST = 13  # boards with four corners of their own

Stone = tuple[bool, int, int]
"""Whether it is the opponent's, and the lines it stands on."""


@dataclass(frozen=True, slots=True)
class Line:
    """One constraint of the book. Certainty: measured, in the games it was learned from."""

    there: tuple[Stone, ...]
    step: tuple[int, int]
    played: int
    possible: int

    @property
    def share(self) -> float:
        """Of the times that a corner was like this, how often this came next."""
        return self.played / self.possible

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "there": _written(self.there),
            "step": "{}-{}".format(*self.step),
            "played": self.played,
            "possible": self.possible,
        }

    def explain(self) -> str:
        """In words.

        >>> print(Line(((False, 4, 4), (True, 3, 6)), (6, 3), 8, 20).explain())
        the book's 6-3 point after own 4-4 and the opponent's 3-6 (played 8 of 20 times)
        """
        whose = ("own", "the opponent's")
        after = [f"{whose[enemy]} {a}-{b}" for enemy, a, b in self.there]
        said = f" after {' and '.join(after)}" if after else " of an empty corner"
        a, b = self.step
        return f"the book's {a}-{b} point{said} (played {self.played} of {self.possible} times)"


class Book:
    """Constraints by what is there."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = tuple(lines)
        self._after: dict[tuple[Stone, ...], list[Line]] = {}
        for line in self.lines:
            self._after.setdefault(line.there, []).append(line)

    @staticmethod
    def read(text: str) -> Book:
        """A book from its text; a bad line is named."""
        lines = []
        for number, row in enumerate(text.splitlines(), 1):
            if not row.strip() or row.startswith("#"):
                continue
            found = _ROW.fullmatch(row.strip())
            if not found or int(found[5]) < int(found[4]):
                raise InvalidInput(f"line {number} of the opening book cannot be read: {row!r}.")
            there = tuple(
                (word[0] == "x", int(word[1]), int(word[3])) for word in _STONE.findall(found[1])
            )
            lines.append(Line(there, (int(found[2]), int(found[3])), int(found[4]), int(found[5])))
        return Book(lines)

    def text(self) -> str:
        """The lines of its file, the most frequent corner first."""
        ordered = sorted(
            self.lines, key=lambda m: (len(m.there), -m.possible, m.there, -m.played, m.step)
        )
        return "".join(
            f"{_written(m.there):<32} o{m.step[0]}-{m.step[1]}  {m.played} of {m.possible}\n"
            for m in ordered
        )

    def propose(self, position: Position, ages: Sequence[int]) -> dict[int, Line]:
        """The steps for the side to play, by point; `ages` as the ranker knows them.

        >>> found = opening_book().propose(Position.empty(19), [1000] * 361)
        >>> Position.empty(19).point("Q16") in found
        True
        """
        size = position.width
        if position.height != size or size < _SMALLEST:
            return {}
        found: dict[int, Line] = {}
        for corner in range(4):
            stones = _corner(position, ages, corner)
            if stones is None:
                continue
            there, turned = _canonical(stones)
            both = there == _mirrored(there)
            for line in self._after.get(there, ()):
                a, b = line.step
                for x, y in {(b, a) if turned else (a, b)} | ({(a, b), (b, a)} if both else set()):
                    point = _point(x, y, corner, size)
                    best = found.get(point)
                    if position.is_legal(point) and (best is None or best.share < line.share):
                        found[point] = line
        return found


@cache
def opening_book() -> Book:
    """The book that comes with Gokan."""
    try:
        text = (files("gokan.shape") / "learned" / BOOK).read_text("utf-8")
    except FileNotFoundError:
        raise GokanError(
            "The opening book is missing from this installation;"
            " learn one with 'gokan train classes'."
        ) from None
    return Book.read(text)


def learn_book(games: Iterable[str], *, least: int = 20, share: float = 0.02) -> Book:
    """A book from games on 19x19, each as pairs of letters, Black first, `..` for a pass.

    A corner must have been like this at least `least` times (with either side to play, each time
    that a side was to play counts), and the step must have come next in `share` of them.
    """
    possible: Counter[tuple[Stone, ...]] = Counter()
    played: Counter[tuple[tuple[Stone, ...], tuple[int, int]]] = Counter()
    for game in games:
        _count(game, possible, played)
    return Book(
        Line(there, step, times, possible[there])
        for (there, step), times in sorted(played.items())
        if possible[there] >= least and times >= max(share * possible[there], least / 4)
    )


def _count(
    game: str,
    possible: Counter[tuple[Stone, ...]],
    played: Counter[tuple[tuple[Stone, ...], tuple[int, int]]],
) -> None:
    corners: list[list[Stone]] = [[], [], [], []]
    for i in range(0, min(len(game) - 1, 2 * _UNTIL), 2):
        mover = i // 2 % 2
        where = None
        if game[i] != ".":
            where = _lines(ord(game[i]) - 97, ord(game[i + 1]) - 97, 19)
        for corner, stones in enumerate(corners):
            if len(stones) > MOST:
                continue
            seen = [(enemy != bool(mover), a, b) for enemy, a, b in stones]
            there, turned = _canonical(seen)
            possible[there] += 1
            if where is not None and where[0] == corner:
                a, b = where[1:]
                step = (b, a) if turned else (a, b)
                if there == _mirrored(there):
                    step = min(step, step[::-1])
                played[there, step] += 1
        if where is not None:
            corners[where[0]].append((bool(mover), *where[1:]))


def _lines(x: int, y: int, size: int) -> tuple[int, int, int] | None:
    """The corner that a point belongs to, and its lines."""
    a, b = min(x, size - 1 - x) + 1, min(y, size - 1 - y) + 1
    if a > LINES or b > LINES:
        return None
    return (x > size // 2) + 2 * (y > size // 2), a, b


def _point(a: int, b: int, corner: int, size: int) -> int:
    x = size - a if corner & 1 else a - 1
    y = size - b if corner & 2 else b - 1
    return y * size + x


def _corner(position: Position, ages: Sequence[int], corner: int) -> list[Stone] | None:
    """The stones of a corner in the order they came; None if there are many or it is unknown."""
    found = []
    for a in range(1, LINES + 1):
        for b in range(1, LINES + 1):
            point = _point(a, b, corner, position.width)
            if position.board[point]:
                enemy = position.board[point] != position.to_play
                found.append((-ages[point], (enemy, a, b)))
    if len(found) > MOST or len({age for age, _ in found}) < len(found):
        return None
    return [stone for _, stone in sorted(found)]


def _canonical(stones: Sequence[Stone]) -> tuple[tuple[Stone, ...], bool]:
    """The same for a corner and its mirror image; whether the lines changed places."""
    here = tuple(stones)
    there = _mirrored(here)
    return (there, True) if there < here else (here, False)


def _mirrored(stones: tuple[Stone, ...]) -> tuple[Stone, ...]:
    return tuple((enemy, b, a) for enemy, a, b in stones)


def _written(stones: tuple[Stone, ...]) -> str:
    return " ".join(f"{'x' if enemy else 'o'}{a}-{b}" for enemy, a, b in stones) or "-"


_STONE = re.compile(r"[ox]\d-\d")
_ROW = re.compile(r"(-|[ox]\d-\d(?: [ox]\d-\d)*) +o(\d)-(\d) +(\d+) of (\d+)")
