"""Solved problems and proved groups as rows to learn life and death from.

A row is a record like those of games, and for each point three bits: may the first move be looked
for here, does it win here, does a stone of the group stand here. What has a winning first move
gives two rows: as it is, with the side to move first, and after its best move, when nothing helps
any more. Half of them get other problems into the other corners, so that a board is not always
empty around them. Both rows are told last moves equally often, of stones by chance: else a last
move near by would stand only where it settled everything, and any would be taken for such a one.

Lines of `gokan train problems` ask about all stones of the defender; those of `gokan train groups`
name the `group` and its `fate`; where that is open, only the moves are learned.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from gokan import _core
from gokan.batch import Items, outcomes, values
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Color, Position
from gokan.intuition.near import first_moves_near
from gokan_lab.training.life import CANDIDATE, FATES, GROUP, OPEN, WINS, LifeRows
from gokan_lab.training.lines import read_lines
from gokan_lab.training.records import META_BYTES, NO_MARGIN, POINTS, RECORD
from gokan_lab.training.twins import Twins

__all__ = ["LifeRows", "life_rows"]

_ALIVE, _DEAD, _KO = (FATES.index(fate) for fate in ("alive", "dead", "ko"))

_SIDE = 19
_APART = 3  # empty lines between two problems on one board
_KOMI = 7.5
_BOARDS, _MANY = 24_000, 1000
_TOLD = 5  # last moves at most
_HELD_OUT = 0.05  # of the problems: they are measured with, not learned from


def life_rows(
    path: Path, *, seed: int = 1, copies: int = 2, jobs: int = 1, without: Twins | None = None
) -> LifeRows:
    """Rows from a file of problems, each problem on `copies` boards with other company; without a
    number of copies, of more than a thousand problems so many that there are about 24,000 boards.

    Twins of the problems `without` are left out.
    """
    chosen = _problems(path, without)
    if not chosen:
        raise InvalidInput(f"There are no problems on 19×19 in {path}.")
    if not copies:
        copies = max(1, round(_BOARDS / len(chosen))) if len(chosen) > _MANY else 1
    size = -(-len(chosen) // jobs)
    parts = [(chosen[k : k + size], seed + k, copies) for k in range(0, len(chosen), size)]
    items = Items([(f"{path}, from problem {k + 1}", part) for k, part in enumerate(parts)])
    made = list(values(outcomes(items, _rows_maker, workers=jobs, in_order=True)))
    return LifeRows(
        np.concatenate([part.records for part in made]),
        np.concatenate([part.points for part in made]),
        np.concatenate([part.status for part in made]),
        np.concatenate([part.held for part in made]),
    )


def _rows_maker() -> Callable[[tuple[Sequence[_Problem], int, int]], LifeRows]:
    return lambda part: _rows(*part)


def _problems(path: Path, without: Twins | None) -> list[_Problem]:
    lines = [one for one in read_lines(path) if one[1].get("size", _SIDE) == _SIDE]
    found = [(row, _problem(path, number, row)) for number, row in lines]
    twins = without.among([row for row, _ in found]) if without else [False] * len(found)
    return [problem for (_, problem), twin in zip(found, twins, strict=True) if not twin]


def _problem(path: Path, number: int, row: dict[str, Any]) -> _Problem:
    try:
        return _Problem.read(row)
    except KeyError as error:
        wrong = f"it does not say {error.args[0]!r}"
    except (ValueError, TypeError) as error:
        wrong = str(error)
    raise InvalidInput(
        f"{path} cannot be read: line {number} is not a problem to learn from: {wrong}."
    )


@dataclass(frozen=True, slots=True)
class _Problem:
    black: tuple[int, ...]
    white: tuple[int, ...]
    to_play: Color
    fate: int  # of the group if that side plays first
    wins: tuple[int, ...]
    fails: tuple[int, ...]  # if any are known; otherwise all other moves near the group
    group: tuple[int, ...]  # the stones whose life is asked for
    held: bool  # for measuring

    @classmethod
    def read(cls, row: dict[str, Any]) -> _Problem:
        black, white = _points(row, "black"), _points(row, "white")
        if not black or not white:
            raise ValueError("both sides need stones")
        if "fate" in row:
            group = _points(row, "group")
            if row["fate"] not in (None, *FATES):
                raise ValueError(f"a fate is one of {', '.join(FATES)}, or null")
            fate = OPEN if row["fate"] is None else FATES.index(row["fate"])
        else:
            kill = row["goal"] == "kill"
            group = black if (row["to_play"] == "B") != kill else white
            fate = _DEAD if kill else _ALIVE
            fate = _KO if row["result"]["verdict"] == "ko" else fate
        return cls(
            black=black,
            white=white,
            to_play=BLACK if row["to_play"] == "B" else WHITE,
            fate=fate,
            wins=_points(row, "first_moves"),
            fails=_points({"failing": (), **row}, "failing"),
            group=group,
            held=random.Random(str(row.get("id", ""))).random() < _HELD_OUT,
        )

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The lines around all its stones."""
        ys, xs = zip(*(divmod(p, _SIDE) for p in self.black + self.white), strict=True)
        return min(ys), max(ys), min(xs), max(xs)

    def swapped(self) -> _Problem:
        other = WHITE if self.to_play == BLACK else BLACK
        return replace(self, black=self.white, white=self.black, to_play=other)


def _points(row: dict[str, Any], name: str) -> tuple[int, ...]:
    pairs = row[name]
    try:
        found = [(int(x), int(y)) for x, y in pairs]
    except (ValueError, TypeError):
        found = [(-1, -1)]
    if not all(0 <= x < _SIDE and 0 <= y < _SIDE for x, y in found):
        raise ValueError(f"{name!r} must hold points such as [3, 15], counted from 0")
    return tuple(_SIDE * y + x for x, y in found)


def _rows(problems: Sequence[_Problem], seed: int, copies: int) -> LifeRows:
    dice = random.Random(seed)
    records, points, status, held = [], [], [], []
    for problem in problems:
        for _ in range(copies):
            chosen = problem if dice.random() < 0.5 else problem.swapped()
            position = _board(chosen, problems, dice)
            records.append(_record(position, _recent(position, dice)))
            points.append(_bits(position, chosen, chosen.wins))
            status.append(chosen.fate)
            held.append(chosen.held)
            if chosen.fate in {_KO, OPEN} or not chosen.wins:
                continue
            after = position.play(dice.choice(chosen.wins))
            if not any(after.board[p] for p in chosen.group):
                continue
            records.append(_record(after, _recent(after, dice)))
            points.append(_bits(after, chosen, ()))
            status.append(chosen.fate)
            held.append(chosen.held)
    return LifeRows(
        np.stack(records), np.stack(points), np.array(status, np.uint8), np.array(held, bool)
    )


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


def _recent(position: Position, dice: random.Random) -> list[int]:
    """Last moves, the latest first, as they are told of one board in two: stones by chance, the
    latest of the side that is not to move. Whoever looks at a problem has no other.
    """
    if dice.random() < 0.5:
        return []
    to_play = position.to_play
    stones = {color: [p for p, c in enumerate(position.board) if c == color] for color in (1, 2)}
    found: list[int] = []
    for back in range(dice.randint(1, _TOLD)):
        side = stones[to_play] if back % 2 else stones[3 - to_play]
        left = [p for p in side if p not in found]
        if not left:
            break
        found.append(dice.choice(left))
    return found


def _record(position: Position, recent: Sequence[int]) -> Any:
    row = np.zeros(RECORD, np.uint8)
    row[: RECORD - META_BYTES] = np.frombuffer(_core.intuition_features(position.core), np.uint8)
    meta = row[RECORD - META_BYTES :]
    black = position.to_play == BLACK
    told = [*recent, *[POINTS] * (_TOLD - len(recent))]
    meta[:12] = np.array([*told, POINTS], "<u2").view(np.uint8)
    meta[16:18] = np.array([NO_MARGIN], "<i2").view(np.uint8)
    meta[22:24] = np.array([round(2 * (-_KOMI if black else _KOMI))], "<i2").view(np.uint8)
    meta[20] = black
    return row


def _bits(position: Position, problem: _Problem, wins: Sequence[int]) -> Any:
    bits = np.zeros(POINTS, np.uint8)
    board = position.board
    stones = [p for p in problem.group if board[p]]
    bits[stones] |= GROUP
    if wins:
        others = problem.fails or first_moves_near(position, stones)
        bits[list(others)] |= CANDIDATE
        bits[list(wins)] |= CANDIDATE | WINS
    return bits
