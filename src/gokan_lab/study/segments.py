"""Zobrist's wish (1969, Results): do people divide a board as the program does?

"A drawing of a GO board could be shown to a human subject with the instructions to segment the
board with dashed lines. The results could be compared with the segmentation given by the program."
The page `segments` shows the boards and saves what was drawn; `agreement` compares. Two divisions
are compared by the adjusted Rand index over points: 1 for the same, about 0 for chance.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

from gokan.checks import nested_too_deeply
from gokan.errors import GokanError, InvalidInput
from gokan.go import Color, Position
from gokan.go.collection import Collection, Record

Areas = Sequence[Hashable | None]
"""Per point, row by row from the top, the name of its area; None where there is none."""

KIND = "gokan segments"
LEANS = 0.02
"""Strength gives a point to nobody where its influence is nearer to the middle than this."""


def by_sight(position: Position) -> list[int | None]:
    """The segments of sight: contiguous points of one sign of influence."""
    from gokan import sight

    return [None if area < 0 else area for area in sight.see(position).segment_of]


def by_strength(position: Position) -> list[int | None]:
    """Contiguous points that lean to one side in Wolf's system; dead stones are the enemy's."""
    from gokan import strength

    weighing = strength.weigh(position)
    owner = [
        0 if abs(b - w) < LEANS else 1 if b > w else 2
        for b, w in zip(weighing.black, weighing.white, strict=True)
    ]
    areas: list[int | None] = [None] * len(owner)
    for start, side in enumerate(owner):
        if not side or areas[start] is not None:
            continue
        areas[start] = start
        waiting = [start]
        while waiting:
            for near in position.neighbors(waiting.pop()):
                if owner[near] == side and areas[near] is None:
                    areas[near] = start
                    waiting.append(near)
    return areas


def by_electrons(position: Position) -> list[int | None]:
    """The areas of one sign of potential, with stones as charges: a rival of 1969."""
    from gokan import sight

    return [None if area < 0 else area for area in sight.electrons(position).area_of]


def by_oil(position: Position) -> list[int | None]:
    """The areas of oil and water that spread on blotter paper: the other rival of 1969."""
    from gokan import sight

    return [None if area < 0 else area for area in sight.oil_and_water(position).area_of]


PROGRAMS: dict[str, Callable[[Position], list[int | None]]] = {
    "sight": by_sight,
    "strength": by_strength,
    "electrons": by_electrons,
    "oil": by_oil,
}
"""Who else divides a board; the results of each are compared with the drawing."""


def adjusted_rand(one: Areas, other: Areas) -> float:
    """How alike two divisions of the same points are, chance taken off (Hubert and Arabie, 1985).

    Points that one of the two puts nowhere are left out. Divisions that both put everything into
    one area, or every point into its own, are the same.

    >>> adjusted_rand("aabb", "xxyy"), round(adjusted_rand("aabb", "xyxy"), 3)
    (1.0, -0.5)
    """
    if len(one) != len(other):
        raise InvalidInput(f"Two divisions of {len(one)} and {len(other)} points do not compare.")
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    together = sum(comb(n, 2) for n in Counter(pairs).values())
    in_one = sum(comb(n, 2) for n in Counter(a for a, _ in pairs).values())
    in_other = sum(comb(n, 2) for n in Counter(b for _, b in pairs).values())
    every = comb(len(pairs), 2)
    expected = in_one * in_other / every if every else 0.0
    most = (in_one + in_other) / 2
    if most == expected:
        return 1.0
    return (together - expected) / (most - expected)


@dataclass(frozen=True, slots=True)
class Board:
    """A position of the experiment, and what it is called."""

    name: str
    position: Position

    def to_dict(self) -> dict[str, Any]:
        """As the page reads it: stones 0, 1, 2 row by row, the divisions of the programs."""
        position = self.position
        return {
            "name": self.name,
            "width": position.width,
            "height": position.height,
            "stones": list(position.board),
            "programs": {name: divide(position) for name, divide in PROGRAMS.items()},
        }


def choose_boards(
    collection: Collection | str | Path, *, count: int = 10, seed: int = 0
) -> tuple[Board, ...]:
    """Positions for the experiment: each of another game while there are enough, from all stages.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "game.sgf").write_text("(;SZ[9];B[ee];W[eg];B[gf];W[cf];B[cc];W[gc])")
    >>> [board.name for board in choose_boards(folder, count=2)]
    ['game.sgf, move 2', 'game.sgf, move 4']
    """
    if isinstance(collection, (str, Path)):
        collection = Collection(collection)
    if count < 1:
        raise InvalidInput(f"At least one position is needed, not {count}.")
    games = list(collection)
    random.Random(seed).shuffle(games)
    boards: list[Board] = []
    while len(boards) < count and games:
        record = games.pop(0)
        # The first early in its game, the last late, so that no two of one game are alike.
        board = _board(record, (len(boards) + 0.5) / count)
        if board is not None:
            boards.append(board)
            games.append(record)  # again when all others have had their turn
    if not boards:
        raise InvalidInput(f"There are no games in {collection.path}.")
    return tuple(boards)


def _board(record: Record, part: float) -> Board | None:
    """A position of a game, or None if there are no moves or they cannot be read or played."""
    try:
        replay = record.replay()
        move = max(1, round(len(replay.moves) * part))
        position = replay.start
        for color, point in replay.moves[:move]:
            position = position.play_forced(point, Color(color))
    except GokanError:
        return None
    return Board(f"{record.name}, move {move}", position) if replay.moves else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was drawn on one board: how many areas, and the index with each program."""

    name: str
    areas: int
    index: Mapping[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        rounded = {name: round(value, 4) for name, value in self.index.items()}
        return {"name": self.name, "areas": self.areas, "adjusted_rand": rounded}


def agreement(path: str | Path) -> tuple[Agreement, ...]:
    """Read what the page saved and compare it with every program, computed here."""
    return tuple(_compare(board) for board in _read(path))


def _compare(board: tuple[str, Position, list[int]]) -> Agreement:
    name, position, areas = board
    index = {who: adjusted_rand(areas, divide(position)) for who, divide in PROGRAMS.items()}
    return Agreement(name, len(set(areas)), index)


def _read(path: str | Path) -> list[tuple[str, Position, list[int]]]:
    try:
        text = Path(path).read_text("utf-8")
        if nested_too_deeply(text):
            raise ValueError
        data = json.loads(text)
        if data["kind"] != KIND:
            raise ValueError
        found = []
        for board in data["boards"]:
            width, stones, areas = board["width"], board["stones"], board["areas"]
            numbers = [width, *stones, *areas]  # a number in place of a list is a TypeError
            if len(areas) != len(stones) or not all(type(n) is int for n in numbers):
                raise ValueError
            position = Position.from_board(bytes(stones), width)
            found.append((str(board["name"]), position, areas))
    except OSError as error:
        raise InvalidInput(f"Cannot read {path}: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InvalidInput(f"{path} does not hold what the page `segments` saves.") from None
    return found
