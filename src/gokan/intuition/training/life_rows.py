"""Solved problems of `gokan train problems` as rows to learn life and death from.

A row is a record like those of games, and for each point three bits: may the first move be looked
for here, does it win here, does a stone of the group stand here. Each problem gives two rows: as
it is, with the side to move first, and after its best move, when nothing helps any more. Half of
them get other problems into the other corners, so that a board is not always empty around them.

A problem asks about all stones of the defender, or about those that its field `group` lists.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Color, Position
from gokan.intuition.near import first_moves_near
from gokan.intuition.training.records import META_BYTES, NO_MARGIN, POINTS, RECORD

__all__ = ["ALIVE", "CANDIDATE", "DEAD", "GROUP", "KO", "WINS", "LifeRows", "life_rows"]

CANDIDATE, WINS, GROUP = 1, 2, 4
"""The bits of a point."""
ALIVE, DEAD, KO = 0, 1, 2
"""What becomes of the group if the side to move plays first."""

_SIDE = 19
_APART = 3  # empty lines between two problems on one board
_KOMI = 7.5


@dataclass(frozen=True, slots=True)
class LifeRows:
    """Records, the bits of their points, and the status of the group."""

    records: np.ndarray[Any, np.dtype[np.uint8]]
    points: np.ndarray[Any, np.dtype[np.uint8]]
    status: np.ndarray[Any, np.dtype[np.uint8]]


def life_rows(path: Path, *, seed: int = 1, copies: int = 2, jobs: int = 1) -> LifeRows:
    """Rows from a file of problems, each problem on `copies` boards with other company."""
    try:
        problems = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        chosen = [_Problem.read(row) for row in problems if row.get("size", _SIDE) == _SIDE]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInput(f"The problems in {path} cannot be read: {error}.") from None
    if not chosen:
        raise InvalidInput(f"There are no problems on 19×19 in {path}.")
    size = -(-len(chosen) // jobs)
    parts = [(chosen[k : k + size], seed + k, copies) for k in range(0, len(chosen), size)]
    if jobs == 1:
        made = [_rows(*parts[0])]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            made = list(pool.map(_rows, *zip(*parts, strict=True)))
    return LifeRows(
        np.concatenate([part.records for part in made]),
        np.concatenate([part.points for part in made]),
        np.concatenate([part.status for part in made]),
    )


@dataclass(frozen=True, slots=True)
class _Problem:
    black: tuple[int, ...]
    white: tuple[int, ...]
    to_play: Color
    kill: bool
    ko: bool
    wins: tuple[int, ...]
    group: tuple[int, ...]  # the stones whose life is asked for

    @classmethod
    def read(cls, row: dict[str, Any]) -> _Problem:
        def points(pairs: Sequence[Sequence[int]]) -> tuple[int, ...]:
            return tuple(_SIDE * int(y) + int(x) for x, y in pairs)

        black, white = points(row["black"]), points(row["white"])
        kill = row["goal"] == "kill"
        defender = black if (row["to_play"] == "B") != kill else white
        return cls(
            black=black,
            white=white,
            to_play=BLACK if row["to_play"] == "B" else WHITE,
            kill=kill,
            ko=row["result"]["verdict"] == "ko",
            wins=points(row["first_moves"]),
            group=points(row["group"]) if "group" in row else defender,
        )

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The lines around all its stones."""
        ys, xs = zip(*(divmod(p, _SIDE) for p in self.black + self.white), strict=True)
        return min(ys), max(ys), min(xs), max(xs)

    def swapped(self) -> _Problem:
        other = WHITE if self.to_play == BLACK else BLACK
        return replace(self, black=self.white, white=self.black, to_play=other)


def _rows(problems: Sequence[_Problem], seed: int, copies: int) -> LifeRows:
    dice = random.Random(seed)
    records, points, status = [], [], []
    for problem in problems:  # its copies stay together, so that some can be kept for measuring
        for _ in range(copies):
            chosen = problem if dice.random() < 0.5 else problem.swapped()
            position = _board(chosen, problems, dice)
            records.append(_record(position))
            points.append(_bits(position, chosen, chosen.wins))
            status.append(KO if chosen.ko else DEAD if chosen.kill else ALIVE)
            if chosen.ko:
                continue
            after = position.play(dice.choice(chosen.wins))
            records.append(_record(after))
            points.append(_bits(after, chosen, ()))
            status.append(DEAD if chosen.kill else ALIVE)
    return LifeRows(np.stack(records), np.stack(points), np.array(status, np.uint8))


def _board(problem: _Problem, others: Sequence[_Problem], dice: random.Random) -> Position:
    """The problem, half of the time with others elsewhere."""
    black, white = set(problem.black), set(problem.white)
    boxes = [problem.box]
    for _ in range(dice.choice((0, 0, 0, 2, 4, 6))):
        other = dice.choice(others)
        other = other if dice.random() < 0.5 else other.swapped()
        if all(_far(other.box, box) for box in boxes):
            boxes.append(other.box)
            black |= set(other.black)
            white |= set(other.white)
    empty = Position.empty(_SIDE, rules="chinese")
    return empty.setup(black=black, white=white, to_play=problem.to_play)


def _far(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return (
        a[0] > b[1] + _APART or b[0] > a[1] + _APART or a[2] > b[3] + _APART or b[2] > a[3] + _APART
    )


def _record(position: Position) -> Any:
    row = np.zeros(RECORD, np.uint8)
    row[: RECORD - META_BYTES] = np.frombuffer(_core.intuition_features(position.core), np.uint8)
    meta = row[RECORD - META_BYTES :]
    black = position.to_play == BLACK
    last = position.last_move
    recent = [last if last is not None and last >= 0 else POINTS] + [POINTS] * 4
    meta[:12] = np.array([*recent, POINTS], "<u2").view(np.uint8)
    meta[16:18] = np.array([NO_MARGIN], "<i2").view(np.uint8)
    meta[18] = np.array([round(2 * (-_KOMI if black else _KOMI))], np.int8).view(np.uint8)[0]
    meta[20] = black
    return row


def _bits(position: Position, problem: _Problem, wins: Sequence[int]) -> Any:
    bits = np.zeros(POINTS, np.uint8)
    board = position.board
    stones = [p for p in problem.group if board[p]]
    bits[stones] |= GROUP
    if wins:
        bits[first_moves_near(position, stones)] |= CANDIDATE
        bits[list(wins)] |= CANDIDATE | WINS
    return bits
