"""Collections of games: a folder, a bundle, a table; read lazily, one record at a time."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, cast

from gokan.errors import GokanError, InvalidInput
from gokan.go import Game, Position, sgf
from gokan.go.archives import ARCHIVES, members

_START = re.compile(rb"\(\s*;")

BOARD = 19
"""The board of the letter-pair tables."""


_Read = tuple[str, str, bytes | str] | tuple[str, str, bytes | str, str]
"""Name, kind, data of a game, and its result where the collection tells it apart."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as a study needs it: where it starts and what was played (-1 is a pass)."""

    start: Position
    moves: tuple[tuple[int, int], ...]
    result: str = ""
    """As the record says it, such as B+3.5; empty where it does not."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game, not yet read, with all that is needed to read it anywhere."""

    index: int
    name: str
    kind: str
    data: bytes | str
    result: str = ""

    def replay(self) -> Replay:
        """Read it; bad games raise one of Gokan's errors."""
        if self.kind == "bad":
            raise InvalidInput(str(self.data))
        if self.kind == "letters":
            return replace(_letters(str(self.data)), result=self.result)
        game = Game.parse(self.data)
        moves = tuple((int(color), move) for color, move in game.moves())
        return Replay(game.start, moves, self.result or game.result or "")


class Collection:
    """Games in a folder of SGF files or an archive of one, a bundle, lines of JSON, or a table.

    Archives are `.zip`, `.tar`, `.tar.gz`, read one file after the other. The files of a folder may
    be bundles (`.sgf`) too. A `.jsonl` has a field `sgf`, a `.tsv` the columns id, year, komi,
    result and moves as letter pairs; `.gz` may follow any of the names.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "two.sgf").write_text("(;SZ[9];B[ee];W[cc])(;SZ[9];B[gc])")
    >>> [(record.name, len(record.replay().moves)) for record in Collection(folder / "two.sgf")]
    [('two.sgf#1', 2), ('two.sgf#2', 1)]
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.exists():
            raise InvalidInput(f"There is no file or folder {self.path}.")
        name = self.path.name.removesuffix(".gz")
        self._kind = "folder" if self.path.is_dir() else Path(name).suffix.lower()
        if self._kind in ARCHIVES:
            self._kind = "archive"
        if self._kind not in ("folder", "archive", ".sgf", ".jsonl", ".tsv"):
            raise InvalidInput(
                f"{self.path} is not a collection: use a folder of SGF files, a .zip or .tar.gz of "
                "them, or a file ending in .sgf, .jsonl or .tsv (with .gz if packed)."
            )

    def __iter__(self) -> Iterator[Record]:
        for index, (name, kind, data, *result) in enumerate(self._read()):
            yield Record(index, name, kind, data, str(result[0]) if result else "")

    def _files(self) -> list[Path]:
        if self._kind != "folder":
            return [self.path]
        return sorted(p for p in self.path.rglob("*") if p.suffix.lower() == ".sgf")

    def _read(self) -> Iterator[_Read]:
        if self._kind == "folder":
            for path in self._files():
                yield from _games_in(path, str(path.relative_to(self.path)))
        elif self._kind == "archive":
            for name, data, why in members(self.path):
                if data is None:
                    yield name, "bad", why
                else:
                    yield from _games_of(data, name)
        elif self._kind == ".sgf":
            yield from self._bundle()
        else:
            yield from self._lines()

    def _lines(self) -> Iterator[_Read]:
        number = 0
        try:
            with self._open() as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield self._line(line, number)
        except (OSError, EOFError, zlib.error) as error:
            if number == 0:
                raise InvalidInput(f"{self.path} cannot be read: {error}.") from None
            yield f"{self.path.name}:{number + 1}", "bad", f"The rest cannot be read: {error}."

    def _open(self) -> IO[bytes]:
        if self.path.suffix == ".gz":
            return cast("IO[bytes]", gzip.open(self.path))
        return self.path.open("rb")

    def _line(self, line: bytes, number: int) -> _Read:
        where = f"{self.path.name}:{number}"
        try:
            text = line.decode()
        except UnicodeDecodeError:
            return where, "bad", "The line is not UTF-8."
        if self._kind == ".tsv":
            fields = text.rstrip("\r\n").split("\t")
            result = fields[3] if len(fields) > 4 else ""
            return fields[0] or where, "letters", fields[-1], result
        try:
            item = json.loads(text)
            return str(item.get("id", where)), "sgf", str(item["sgf"])
        except (ValueError, KeyError, AttributeError, RecursionError):
            return where, "bad", "The line is not a JSON object with a field 'sgf'."

    def _bundle(self) -> Iterator[tuple[str, str, bytes]]:
        try:
            with self._open() as file:
                data = file.read()
        except (OSError, EOFError, zlib.error) as error:
            raise InvalidInput(f"{self.path} cannot be read: {error}.") from None
        yield from _each(Game.parse_all(data), self.path.name)


def _each(games: list[Game], name: str) -> Iterator[tuple[str, str, bytes]]:
    for number, game in enumerate(games, 1):
        yield f"{name}#{number}", "sgf", game.to_sgf()


def _games_in(path: Path, name: str) -> Iterator[tuple[str, str, bytes | str]]:
    """The games of one file in a folder. A single one, or a bad file, is parsed in its turn."""
    try:
        data = sgf.read_file(path)
    except GokanError as error:
        yield name, "bad", str(error).replace(str(path), name)
        return
    yield from _games_of(data, name)


def _games_of(data: bytes, name: str) -> Iterator[tuple[str, str, bytes | str]]:
    games: list[Game] = []
    try:
        if len(_START.findall(data)) > 1:  # games or variations
            games = Game.parse_all(data)
    except GokanError:
        pass
    if len(games) > 1:
        yield from _each(games, name)
    else:
        yield name, "sgf", data


def _letters(text: str) -> Replay:
    if len(text) % 2:
        raise InvalidInput("The moves are not pairs of letters.")
    moves = []
    for at in range(0, len(text), 2):
        pair = text[at : at + 2]
        color = 1 + at // 2 % 2
        if pair == "..":
            moves.append((color, -1))
            continue
        column, row = (ord(letter) - ord("a") for letter in pair)
        if not (0 <= column < BOARD and 0 <= row < BOARD):
            raise InvalidInput(f"{pair!r} is not a move on a board of {BOARD}.")
        moves.append((color, row * BOARD + column))
    return Replay(Position.empty(BOARD), tuple(moves))
