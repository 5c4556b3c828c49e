"""Games as lines of text, and files of them: what the three jobs hand to each other.

`core/intuition/crowd.h` describes a line. A file is gzipped text; its first line is a JSON header.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput
from gokan.files import write_whole

__all__ = ["PASS", "GameLine", "read_games", "write_games"]

PASS = ".."
FORMAT, VERSION = "gokan-games", 1
SUFFIX = ".games.gz"


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

    @classmethod
    def parse(cls, text: str) -> GameLine:
        """From a line of a file."""
        try:
            name, side, komi, stones, first, moves, turns = text.rstrip("\n").split("\t")
            black, _, white = stones.removeprefix("-").partition("/")
            numbers = tuple(int(turn) for turn in turns.split(",") if turn)
            return cls(name, int(side), float(komi), black, white, first, moves, numbers)
        except ValueError:
            raise InvalidInput(f"This is no line of a game: {text[:60]!r}.") from None

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
    lines = [game.text() for game in games]
    header = {"format": FORMAT, "version": VERSION, "games": len(lines), **about}
    text = "\n".join([json.dumps(header), *lines]) + "\n"
    write_whole(path, gzip.compress(text.encode(), 4, mtime=0))
    return len(lines)


def read_games(path: Path) -> list[GameLine]:
    """The games of a file."""
    try:
        lines = gzip.decompress(path.read_bytes()).decode().splitlines()
        header = json.loads(lines[0])
    except (OSError, EOFError, ValueError, IndexError, zlib.error) as error:
        told = getattr(error, "strerror", None) or "it is damaged"
        raise InvalidInput(f"The games in {path} cannot be read: {told}.") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InvalidInput(f"{path} is no file of games.")
    if header.get("version") != VERSION:
        raise InvalidInput(f"{path} was written by another version of Gokan.")
    return [GameLine.parse(line) for line in lines[1:]]
