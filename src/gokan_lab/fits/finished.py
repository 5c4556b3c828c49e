"""Finished games whose dead stones the players agreed on, and positions drawn from them.

A file has a game in each line, as JSON with `id`, `sgf` and the stones that were dead at the count:
`dead_black` and `dead_white`, each a list of columns and rows from the top left.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from gokan.errors import InvalidInput
from gokan.go import Game, Position

__all__ = ["FinishedGame", "games_named", "read_finished"]

_LATEST, _EARLIEST, _BEFORE_THE_END = 30, 50, 40


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A record with the stones that were dead in the end."""

    id: str
    game: Game
    dead: frozenset[int]
    result: str = ""

    @property
    def length(self) -> int:
        """Moves in the record."""
        return len(self.game.moves())

    def drawn(self) -> tuple[int, int]:
        """Numbers of moves, always the same: one of the middle and one of the end."""
        dice, last = random.Random(self.id), self.length
        middle = dice.randint(_EARLIEST, max(_EARLIEST + 1, last - _BEFORE_THE_END))
        return min(middle, last), max(0, last - dice.randint(0, _LATEST))

    def stood(self, position: Position, stones: Sequence[int]) -> bool:
        """Whether most of these stones of a position are there in the end, alive."""
        final = self.game.position(self.length)
        color = position.board[stones[0]]
        return 2 * sum(final.board[p] == color and p not in self.dead for p in stones) > len(stones)


def read_finished(path: Path, without: Collection[str] = ()) -> list[FinishedGame]:
    """The games of a file, but for those left out."""
    try:
        lines = path.read_text("utf-8").splitlines()
        return [_finished(row) for row in map(json.loads, lines) if str(row["id"]) not in without]
    except OSError as error:
        raise InvalidInput(f"The games {path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, KeyError):
        raise InvalidInput(f"The file {path} holds something other than finished games.") from None


def _finished(row: dict[str, object]) -> FinishedGame:
    game = Game.parse(str(row["sgf"]))
    width = game.start.width
    dead = frozenset(
        width * y + x
        for name in ("dead_black", "dead_white")
        for x, y in row[name]  # type: ignore[attr-defined]
    )
    return FinishedGame(str(row["id"]), game, dead, str(row.get("result", "")))


def games_named(path: Path) -> frozenset[str]:
    """The games of a file (JSON lines with `id`, may be gzipped), with and without what stands
    before a slash, and as names of lines of games that have no colons.
    """
    try:
        data = path.read_bytes()
        text = gzip.decompress(data) if path.suffix == ".gz" else data
        found = [str(json.loads(line)["id"]) for line in text.decode().splitlines()]
    except OSError as error:
        raise InvalidInput(f"The games {path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, KeyError, EOFError):
        raise InvalidInput(f"The file {path} holds something other than games.") from None
    short = [name.partition("/")[2] or name for name in found]
    return frozenset({*found, *short, *(name.replace(":", "-") for name in short)})
