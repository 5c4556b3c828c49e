"""Who owned what at the end of counted games: lines that `gokan train ownership` writes.

A line names the game, its recorded margin and the count that the found owners lead to. Where the
two agree, the owners are a lesson; `gokan train network --owners` learns from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gokan.errors import InvalidInput
from gokan.go import Color, Position
from gokan_lab.training.lines import read_lines

__all__ = ["counted", "games_in", "lost", "read_owners", "summary"]

_NEAR = 1.0  # points: an open ko, or a neutral point that was left
_FEW = 8.0  # no more points have to be filled
_LETTERS = ".XO"  # in the order of Color
_SIGNED = bytes.maketrans(b".XO", bytes((0, 1, 255)))  # nobody's, Black's, White's


def counted(position: Position, owner: Sequence[int], recorded: float) -> dict[str, Any]:
    """The count of a record's last position if each point ends up with such an `owner`.

    A block is dead if most of its points end up with the other side. Players also stop before
    points are filled that must be, so a count without these may agree as well.

    >>> position = Position.from_diagram('''
    ...     . X . X O O .
    ...     X X X X O . O
    ...     . O . X O O .
    ...     X X X X O . O
    ... ''', rules="japanese")
    >>> column = [*[Color.BLACK] * 4, *[Color.WHITE] * 3]
    >>> counted(position, column * 4, -3.5)
    {'count': -4.5, 'agrees': True, 'owner': 'XXXXOOOXXXXOOOXXXXOOOXXXXOOO'}
    >>> counted(position, column * 4, 3.5)["agrees"]
    False
    """
    dead = lost(position, [_sign(side) for side in owner])
    score = position.score(dead)
    count = score.margin
    if _NEAR < abs(count - recorded) <= _FEW:
        filled = position.score(dead, fill=True).margin
        count = min(count, filled, key=lambda margin: abs(margin - recorded))
    return {
        "count": count,
        "agrees": abs(count - recorded) <= _NEAR,
        "owner": "".join(_LETTERS[side] for side in score.owner),
    }


def lost(position: Position, owner: Sequence[float]) -> list[int]:
    """The stones of all blocks that the other side owns, with Black's points above 0."""
    stones: list[int] = []
    for block in position.blocks():
        if _sign(block.color) * sum(owner[point] for point in block.stones) < 0:
            stones += block.stones
    return stones


def read_owners(path: Path) -> dict[bytes, bytes]:
    """For each game whose count agrees, by its name, the owners as signed bytes in Black's view."""
    found = {}
    for number, row in read_lines(path):
        _check(path, number, row)
        if row["agrees"]:
            found[row["id"].encode()] = row["owner"].encode().translate(_SIGNED)
    if not found:
        raise InvalidInput(f"No game in {path} has a count that agrees with its record.")
    return found


def games_in(path: Path) -> set[str]:
    """The games that a file has already; a line cut short is taken off."""
    if not path.parent.is_dir():
        raise InvalidInput(f"There is no folder {path.parent} for the owners.")
    if not path.exists():
        return set()
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        path.write_bytes(whole)
    rows = read_lines(path)
    for number, row in rows:
        _check(path, number, row)
    return {row["id"] for _, row in rows}


def summary(path: Path) -> dict[str, int]:
    """How many games of a file came to an end, agree, and agree exactly."""
    rows = [row for _, row in read_lines(path)]
    agree = [row for row in rows if row["agrees"]]
    return {
        "games": len(rows),
        "ended": sum(bool(row["owner"]) for row in rows),
        "agree": len(agree),
        "exact": sum(row["count"] == row["recorded"] for row in agree),
    }


def _check(path: Path, number: int, row: dict[str, Any]) -> None:
    owner = row.get("owner")
    good = isinstance(row.get("id"), str) and isinstance(owner, str) and set(owner) <= {*_LETTERS}
    if not good or (row.get("agrees") and len(owner or "") != 361):
        raise InvalidInput(
            f"{path} cannot be read: line {number} is not one of `gokan train ownership`."
        )


def _sign(side: int) -> int:
    return 1 if side == Color.BLACK else -1 if side == Color.WHITE else 0
