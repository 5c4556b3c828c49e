"""Where a ranker fails worst (section VII-C): the positions to look at, and what the moves were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan.go import Color, Position
from gokan.go.collection import Collection
from gokan_lab.study.tables import Prediction, Row

KINDS = ("capture", "into atari", "first line", "second line", "elsewhere")
"""What a move is, by the first that fits. Into atari: the stone has one liberty (sacrifices)."""


@dataclass(frozen=True, slots=True)
class WorstMove:
    """A played move that the ranker puts near the end."""

    game: str
    number: int
    move: str
    kind: str
    percentile: float
    rank: float
    legal: int
    position: Position

    def to_dict(self) -> dict[str, Any]:
        """Everything but the board as plain data."""
        return {
            "game": self.game,
            "number": self.number,
            "move": self.move,
            "kind": self.kind,
            "percentile": round(self.percentile, 4),
            "rank": self.rank,
            "legal": self.legal,
        }

    def __str__(self) -> str:
        return (
            f"{self.percentile:6.2f} %  {self.game}, move {self.number}: {self.move} "
            f"({self.kind}), place {self.rank:g} of {self.legal}"
        )


def worst(
    collection: Collection | str | Path, prediction: Prediction, *, count: int = 20
) -> tuple[WorstMove, ...]:
    """The worst of a prediction, with their positions.

    >>> import tempfile, pathlib
    >>> from gokan_lab.study import predict
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "game.sgf").write_text("(;SZ[9];B[ee];W[eg];B[aa];W[cf])")
    >>> [found] = worst(folder, predict(folder, ranker="seds", workers=1), count=1)
    >>> print(found.game, found.number, found.move, found.kind)
    game.sgf 3 A9 first line
    """
    if isinstance(collection, (str, Path)):
        collection = Collection(collection)
    return tuple(describe(collection, prediction.names, prediction.worst(count)))


def describe(collection: Collection, names: Sequence[str], rows: Sequence[Row]) -> list[WorstMove]:
    """The rows with their positions, in the order given; the collection is read once."""
    wanted: dict[int, list[Row]] = {}
    for item in rows:
        wanted.setdefault(item.game, []).append(item)
    found: dict[Row, WorstMove] = {}
    for record in collection:
        if record.index not in wanted:
            continue
        replay = record.replay()
        numbers = {row.number: row for row in wanted[record.index]}
        position = replay.start
        for number, (color, move) in enumerate(replay.moves, 1):
            if int(position.to_play) != color:
                position = position.setup(to_play=Color(color))
            if number in numbers:
                row = numbers[number]
                found[row] = WorstMove(
                    names[row.game],
                    number,
                    position.vertex(move),
                    kind(position, move),
                    row.percentile,
                    row.rank,
                    row.legal,
                    position,
                )
            position = position.play_forced(move)
    return [found[row] for row in rows]


def kind(position: Position, move: int) -> str:
    """One of `KINDS`.

    >>> kind(Position.empty(9), 0), kind(Position.empty(9), 10)
    ('first line', 'second line')
    """
    after = position.play_forced(move)
    mover = position.to_play
    if sum(map(bool, after.board)) <= sum(map(bool, position.board)):
        return "capture"
    if after.color_at(move) == mover and len(after.block(move).liberties) == 1:
        return "into atari"
    row, column = divmod(move, position.width)
    line = min(row, column, position.height - 1 - row, position.width - 1 - column)
    return ("first line", "second line")[line] if line < 2 else "elsewhere"
