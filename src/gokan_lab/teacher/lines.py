"""Games as lines of text, and files of them: what the three jobs hand to each other.

`core/intuition/crowd.h` describes a line. A file is gzipped text; its first line is a JSON header.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput
from gokan.files import write_whole

__all__ = [
    "PASS",
    "SIDES",
    "SUFFIX",
    "GameLine",
    "games_of",
    "inflate",
    "read_games",
    "write_games",
]

PASS = ".."
FORMAT, VERSION = "gokan-games", 1
SUFFIX = ".games.gz"
SIDES = range(5, 20)
_WIDEST_KOMI = 4000
_LAST_TURN = 65535  # that a shard has room for
_LARGEST = 1 << 28  # bytes of a file when it is unpacked
_POINTS = re.compile("(?:[a-s]{2})*")
_MOVES = re.compile(r"(?:[a-s]{2}|\.\.)*")
_NUMBER = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?(e-?[0-9]{1,3})?")
_TURNS = re.compile("([0-9]{1,6}(,[0-9]{1,6})*)?")


@dataclass(frozen=True, slots=True)
class GameLine:
    r"""One game: Black's stones set up and White's, who moves first, moves as pairs of letters, and
    the turns (numbers of moves made) that are to be labelled. Komi is that of a count by area.

    >>> line = GameLine("a", 9, 7.0, "ccgg", "", "W", "eeef", (0, 2))
    >>> line.text()
    'a\t9\t7.0\tccgg\tW\teeef\t0,2'
    >>> GameLine.parse(line.text()) == line
    True
    >>> line.vertices()
    ['E5', 'E4']
    """

    id: str
    side: int
    komi: float
    black: str
    white: str
    first: str
    moves: str
    turns: tuple[int, ...]

    def __post_init__(self) -> None:
        if "\t" in self.id or "\n" in self.id:
            raise InvalidInput(f"The name of a game cannot be {self.id[:60]!r}: it is one line.")

    @classmethod
    def parse(cls, text: str) -> GameLine:
        """From a line of a file. Whether the moves are legal is not asked here."""
        line = cls._parsed(text.rstrip("\n").split("\t"))
        if line is None:
            raise InvalidInput(f"This is no line of a game: {text[:60]!r}.")
        return line

    @classmethod
    def _parsed(cls, fields: list[str]) -> GameLine | None:
        if len(fields) != 7:
            return None
        name, side_text, komi_text, stones, first, moves, turns_text = fields
        black, slash, white = ("", "", "") if stones == "-" else stones.partition("/")
        shapes = (
            (_NUMBER, komi_text),
            (_POINTS, black),
            (_POINTS, white),
            (_MOVES, moves),
            (_TURNS, turns_text),
        )
        if not all(shape.fullmatch(field) for shape, field in shapes):
            return None
        side = int(side_text) if side_text in {str(side) for side in SIDES} else 0
        komi = float(komi_text)
        turns = tuple(int(turn) for turn in turns_text.split(",") if turn)
        stones_set = re.findall("..", black + white)
        if (
            not side
            or not abs(komi) <= _WIDEST_KOMI
            or first not in {"B", "W"}
            or bool(slash) != bool(white)
            or not stones
            or max(black + white + moves, default="") >= chr(97 + side)
            or len(set(stones_set)) != len(stones_set)
            or max(turns, default=0) > min(len(moves) // 2, _LAST_TURN)
        ):
            return None
        return cls(name, side, komi, black, white, first, moves, turns)

    def text(self) -> str:
        """As a line of a file, without its end."""
        stones = self.black + (f"/{self.white}" if self.white else "") or "-"
        turns = ",".join(map(str, self.turns))
        fields = (self.id, self.side, self.komi, stones, self.first, self.moves, turns)
        return "\t".join(map(str, fields))

    def at(self, turns: Iterable[int]) -> GameLine:
        """The same game, about other turns."""
        return replace(self, turns=tuple(turns))

    def vertices(self, letters: str | None = None) -> list[str]:
        """Points as players write them, of the moves or of other pairs of letters."""
        text = self.moves if letters is None else letters
        return [self._vertex(text[i : i + 2]) for i in range(0, len(text), 2)]

    def _vertex(self, pair: str) -> str:
        if pair == PASS:
            return "pass"
        column, row = ord(pair[0]) - 97, ord(pair[1]) - 97
        return "ABCDEFGHJKLMNOPQRST"[column] + str(self.side - row)


def write_games(path: Path, games: Iterable[GameLine], **about: Any) -> int:
    """Write a file of games of one side, whole or not at all; how many."""
    games = list(games)
    lines = [game.text() for game in games]
    turns = sum(len(game.turns) for game in games)
    header = {"format": FORMAT, "version": VERSION, "games": len(lines), "turns": turns, **about}
    text = "\n".join([json.dumps(header), *lines]) + "\n"
    write_whole(path, gzip.compress(text.encode(), 4, mtime=0))
    return len(lines)


def read_games(path: Path) -> list[GameLine]:
    """The games of a file, of one side."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"The games in {path} cannot be read: {error.strerror}.") from None
    return games_of(data, str(path))


def games_of(data: bytes, name: str) -> list[GameLine]:
    """The games in the bytes of a file of this name."""
    try:
        lines = inflate(data, _LARGEST, 31).decode().removesuffix("\n").split("\n")
        header = json.loads(lines[0])
    except (ValueError, RecursionError, zlib.error):
        raise InvalidInput(f"The games in {name} cannot be read: it is damaged.") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InvalidInput(f"{name} is no file of games.")
    if header.get("version") != VERSION:
        raise InvalidInput(f"{name} was written by another version of Gokan.")
    games = [GameLine.parse(line) for line in lines[1:]]
    if len(games) != header.get("games") or len({game.side for game in games}) > 1:
        raise InvalidInput(f"The games in {name} cannot be read: it is damaged.")
    return games


def inflate(data: bytes, most: int, bits: int = 15) -> bytes:
    """What was compressed; a ValueError if it is cut short, larger than `most`, or goes on.

    >>> inflate(zlib.compress(b"komi"), 4)
    b'komi'
    """
    stream = zlib.decompressobj(bits)
    whole = stream.decompress(data, most + 1)
    if not stream.eof or len(whole) > most or stream.unused_data:
        raise ValueError("not the size that it should have")
    return whole
