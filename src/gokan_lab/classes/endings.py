"""Games with a known end: whose each point is, and which stones are dead (Section 5.3.1).

A record may say it (`final_black`, `dead_white` and so on, as counted games of servers do). Else
random games from the last position guess, and the guess is taken only if the count that it gives
is the result on record to the half point; other games are left out.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from gokan.errors import GokanError, InvalidInput
from gokan.go import Color, Game, Position
from gokan.go.playouts import run

SIDE = 19
PLAYOUTS = 1000
SURE = 0.3
"""How much more often one side must own a point in the random games than the other."""
_RESULT = re.compile(r"([BW])\+(\d+(?:\.\d+)?)\Z")


@dataclass(frozen=True, slots=True)
class Ending:
    """A game on 19x19 from its first move to its counted end."""

    game: str
    moves: tuple[tuple[int, int], ...]
    """Colour and point (-1 for a pass) of each move."""
    end: Position
    owner: tuple[int, ...]
    """1 where a point is Black's, 2 where it is White's, 0 for neither."""

    @property
    def dead(self) -> frozenset[int]:
        """Stones that stand on the other side's points."""
        return frozenset(
            p for p, c in enumerate(self.end.board) if c and self.owner[p] not in (0, c)
        )


def endings(path: str | Path) -> Iterator[Ending]:
    """The games of a `.jsonl` (with `sgf`, and final points or `komi` and `result`) or a `.tsv`
    (id, year, komi, result, moves as letter pairs) whose end is known.
    """
    name = Path(path).name.removesuffix(".gz")
    if not Path(path).is_file() or not name.endswith((".jsonl", ".tsv")):
        raise InvalidInput(f"{path} is not a .jsonl or .tsv of games.")
    read = _from_json if name.endswith(".jsonl") else _from_letters
    with _open(Path(path)) as lines:
        for line in lines:
            try:
                found = read(line.decode())
            except (GokanError, ValueError, KeyError, TypeError, AttributeError):
                continue  # a bad game is not the end of the collection
            if found is not None:
                yield found


def _open(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _from_letters(line: str) -> Ending | None:
    name, _, komi, result, letters = line.rstrip("\r\n").split("\t")
    moves = []
    for at in range(0, len(letters) - 1, 2):
        pair = letters[at : at + 2]
        point = -1 if pair == ".." else ord(pair[0]) - 97 + SIDE * (ord(pair[1]) - 97)
        moves.append((1 + at // 2 % 2, point))
    return _guessed(name, moves, Position.empty(SIDE), float(komi), result)


def _from_json(line: str) -> Ending | None:
    item: dict[str, Any] = json.loads(line)
    game = Game.parse(item["sgf"])
    if game.start.width != SIDE or game.start.height != SIDE or any(game.start.board):
        return None
    moves = [(int(color), point) for color, point in game.moves()]
    if "final_black" not in item:
        return _guessed(str(item["id"]), moves, game.start, float(item["komi"]), item["result"])
    owner = [0] * (SIDE * SIDE)
    for key, color in (("black_territory", 1), ("white_territory", 2)):
        for column, row in item[key]:
            owner[row * SIDE + column] = color
    for key, color in (("final_black", 1), ("final_white", 2)):
        dead = {tuple(p) for p in item["dead_black" if color == 1 else "dead_white"]}
        for column, row in item[key]:
            owner[row * SIDE + column] = 3 - color if (column, row) in dead else color
    return Ending(str(item["id"]), tuple(moves), _last(moves, game.start), tuple(owner))


def _guessed(
    name: str, moves: list[tuple[int, int]], start: Position, komi: float, result: str
) -> Ending | None:
    said = _RESULT.match(result)
    if said is None:
        return None
    end = _last(moves, start)
    shares = run(end, PLAYOUTS, seed=1).owner
    owner = tuple(1 if o > SURE else 2 if o < -SURE else 0 for o in shares)
    lead = end.prisoners(Color.WHITE) - end.prisoners(Color.BLACK) - komi
    for color, here in zip(end.board, owner, strict=True):
        if here and here != color:  # empty, or with a prisoner to take off
            lead += (1 + bool(color)) * (1 if here == 1 else -1)
    wanted = float(said[2]) * (1 if said[1] == "B" else -1)
    return Ending(name, tuple(moves), end, owner) if abs(lead - wanted) < 0.25 else None


def _last(moves: list[tuple[int, int]], start: Position) -> Position:
    position = start
    for color, point in moves:
        position = position.play_forced(point, Color(color))
    return position
