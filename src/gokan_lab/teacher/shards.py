"""Labels in files: what a teacher said of turns of games, with the games themselves.

A shard is one line that says what it is, one line of JSON, and a body. The JSON holds the teacher
and its settings, the side of the boards, the counts, and the checksum of the body; the body is
compressed and holds the lines of the games, then the labels, one after the other. About 250 bytes
a position: a point's owner in four bits, the sixteen likeliest moves in sixteen each.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan_lab.teacher.lines import SIDES, GameLine, inflate

__all__ = [
    "LIKELIEST",
    "SUFFIX",
    "Gathering",
    "Shard",
    "label_type",
    "labels_in",
    "pack_owners",
    "unpack_owners",
]

MAGIC = b"gokan labels 1\n"
SUFFIX = ".labels"
LIKELIEST = 16
_LEVELS = 15  # steps between White's and Black's
_MOST = 1 << 24  # labels in a file
_MOST_TEXT = 1 << 28  # bytes of its games
_LONGEST_HEAD = 1 << 20
_FURTHEST = 10_000  # a lead or a spread beyond is no answer
_TOGETHER = 256  # answers packed at once
_COLUMNS = "ABCDEFGHJKLMNOPQRST"


def label_type(side: int) -> np.dtype[Any]:
    """What is kept of one position; everything as Black sees it.

    >>> label_type(19).itemsize
    245
    """
    points = side * side
    return np.dtype(
        [
            ("game", "<u4"),  # which of the games of the shard
            ("turn", "<u2"),
            ("lead", "<f4"),
            ("win", "<f2"),
            ("spread", "<f2"),  # the standard deviation of how the game may end
            ("visits", "<u2"),
            ("owners", "u1", ((points + 1) // 2,)),
            ("moves", "<u2", (LIKELIEST,)),
            ("shares", "u1", (LIKELIEST,)),  # in 255ths; a move without one is none
        ]
    )


def pack_owners(owners: Any) -> Any:
    """Rows of owners between -1 and 1 in four bits each.

    >>> packed = pack_owners(np.array([[-1.0, 0.1, 1.0]]))
    >>> unpack_owners(packed, 3).astype(float).round(2).tolist()
    [[-1.0, 0.07, 1.0]]
    """
    levels = np.rint((np.clip(owners, -1, 1) + 1) / 2 * _LEVELS).astype(np.uint8)
    if levels.shape[1] % 2:
        levels = np.concatenate([levels, np.zeros((len(levels), 1), np.uint8)], 1)
    return levels[:, ::2] | (levels[:, 1::2] << 4)


def unpack_owners(packed: Any, points: int) -> Any:
    """The owners again."""
    levels = np.stack([packed & 15, packed >> 4], 2).reshape(len(packed), -1)[:, :points]
    return levels.astype(np.float32) / _LEVELS * 2 - 1


@dataclass(frozen=True, slots=True)
class Shard:
    """The labels of some games of one side."""

    side: int
    games: tuple[GameLine, ...]
    labels: np.ndarray[Any, Any]  # of `label_type(side)`
    about: dict[str, Any]
    """Who the teacher was, and with what settings."""

    def write(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        text = "\n".join(game.text() for game in self.games).encode()
        body = zlib.compress(len(text).to_bytes(8, "little") + text + self.labels.tobytes(), 3)
        header = {
            **self.about,
            "side": self.side,
            "games": len(self.games),
            "labels": len(self.labels),
            "sha256": hashlib.sha256(body).hexdigest(),
        }
        header["check"] = _check(header)
        write_whole(path, MAGIC + json.dumps(header).encode() + b"\n" + body)

    @classmethod
    def read(cls, path: Path) -> Shard:
        """Read a file of `write`; one that is damaged is refused."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InvalidInput(f"The labels {path} cannot be read: {error.strerror}.") from None
        return cls.parse(data, str(path))

    @classmethod
    def parse(cls, data: bytes, name: str) -> Shard:
        """From the bytes of a file of this name."""
        about, body = _head(data, name)
        try:
            if hashlib.sha256(body).hexdigest() != about.pop("sha256"):
                raise ValueError
            side, count = about.pop("side"), about.pop("labels")
            if side not in SIDES or not 0 <= count <= _MOST:
                raise ValueError
            whole = inflate(body, _MOST_TEXT + count * label_type(side).itemsize)
            end = 8 + int.from_bytes(whole[:8], "little")
            games = tuple(GameLine.parse(line) for line in whole[8:end].decode().split("\n"))
            labels = np.frombuffer(whole[end:], label_type(side))
            if len(labels) != count or len(games) != about.pop("games"):
                raise ValueError
            if any(game.side != side for game in games) or not _fitting(games, labels):
                raise ValueError
        except (ValueError, KeyError, TypeError, InvalidInput, zlib.error):
            raise _damaged(name) from None
        return cls(side, games, labels, about)


def labels_in(path: Path) -> int:
    """How many labels a file says that it holds; the rest is not read."""
    try:
        with path.open("rb") as file:
            about, _ = _head(file.read(len(MAGIC)) + file.readline(_LONGEST_HEAD), str(path))
        return int(about["labels"])
    except (OSError, KeyError, TypeError, ValueError):
        raise _damaged(str(path)) from None


def _head(data: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    if not data.startswith(MAGIC):
        other = data.startswith(MAGIC.rstrip(b"1\n"))
        told = "were written by another version of Gokan" if other else "are no labels"
        raise InvalidInput(f"The labels {name} {told}.")
    head, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        about = json.loads(head)
        check = about.pop("check", None)
    except (ValueError, AttributeError, RecursionError):
        raise _damaged(name) from None
    if not isinstance(about, dict) or check not in (None, _check(about)):
        raise _damaged(name)
    return about, body


def _check(header: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(header).encode())


def _damaged(name: str) -> InvalidInput:
    return InvalidInput(f"The labels {name} are damaged: they do not fit their checksum.")


def _fitting(games: Sequence[GameLine], labels: Any) -> bool:
    """Does each label belong to a turn of a game, and is every move one of the board's?"""
    if not len(labels):
        return True
    if labels["game"].max() >= len(games) or labels["moves"].max() > games[0].side ** 2:
        return False
    ends = np.array([len(game.moves) // 2 for game in games])
    numbers = (labels["lead"], labels["win"], labels["spread"])
    finite = all(bool(np.isfinite(values).all()) for values in numbers)
    return finite and bool((labels["turn"] <= ends[labels["game"]]).all())


class Gathering:
    """The labels of some games of one side while they come, in any order.

    What an answer holds is checked and packed at once, so that a large file needs little memory.
    """

    def __init__(self, games: Sequence[GameLine]) -> None:
        self.games, self.side = tuple(games), games[0].side
        turns = [(k, turn) for k, game in enumerate(games) for turn in sorted(set(game.turns))]
        self._row = {pair: row for row, pair in enumerate(turns)}
        self._labels = np.zeros(len(turns), label_type(self.side))
        self._labels["game"] = [game for game, _ in turns]
        self._labels["turn"] = [turn for _, turn in turns]
        self._have = np.zeros(len(turns), bool)
        self._waiting: list[tuple[int, Any, Any]] = []

    def add(self, number: int, answer: dict[str, Any]) -> bool:
        """Take an answer about a game, winrates as Black's; whether it is one that can be used."""
        points = self.side * self.side
        try:
            root = answer["rootInfo"]
            row = self._row[number, answer["turnNumber"]]
            lead, win, spread = (float(root[k]) for k in ("scoreLead", "winrate", "scoreStdev"))
            visits = int(root["visits"])
            owners = np.array(answer["ownership"], np.float32)
            chances = np.asarray(_chances(answer, points, self.side), np.float32)
            if owners.shape != (points,) or chances.shape != (points + 1,):
                return False
            if chances.max() <= 0 or chances.min() < 0:
                return False
        except (KeyError, IndexError, ValueError, TypeError, OverflowError):
            return False
        if not np.isfinite([lead, win, spread, float(owners.sum()), float(chances.sum())]).all():
            return False
        if abs(lead) > _FURTHEST or not 0 <= win <= 1 or not 0 <= spread <= _FURTHEST or visits < 0:
            return False
        label = self._labels[row]
        label["lead"], label["win"], label["spread"] = lead, win, spread
        label["visits"] = min(visits, 65535)
        self._have[row] = True
        self._waiting.append((row, owners, chances))
        if len(self._waiting) >= _TOGETHER:
            self._pack()
        return True

    def _pack(self) -> None:
        if not self._waiting:
            return
        rows, owners, chances = zip(*self._waiting, strict=True)
        at = list(rows)
        self._labels["owners"][at] = pack_owners(np.stack(owners))
        self._labels["moves"][at], self._labels["shares"][at] = _likeliest(np.stack(chances))
        self._waiting = []

    def shard(self, about: dict[str, Any]) -> Shard:
        """What has come, in the order of games and turns."""
        self._pack()
        return Shard(self.side, self.games, self._labels[self._have], about)


def _chances(answer: dict[str, Any], points: int, side: int) -> Any:
    """Of the moves: by the network's look, or after a longer search by visits."""
    if answer["rootInfo"]["visits"] <= 1:
        return np.maximum(np.array(answer["policy"], np.float32), 0)
    chances = np.zeros(points + 1, np.float32)
    for info in answer["moveInfos"]:
        chances[_index(info["move"], side)] += info["visits"]
    return chances


def _index(vertex: str, side: int) -> int:
    if vertex.lower() == "pass":
        return side * side
    column, row = _COLUMNS.index(vertex[0].upper()), int(vertex[1:])
    if not (column < side and 0 < row <= side):
        raise ValueError(vertex)
    return side * (side - row) + column


def _likeliest(chances: Any) -> tuple[Any, Any]:
    most = min(LIKELIEST, chances.shape[1])
    moves = np.argpartition(-chances, most - 1, 1)[:, :most]
    found = np.take_along_axis(chances, moves, 1)
    total = found.sum(1, keepdims=True)
    shares = np.rint(255 * found / np.maximum(total, 1e-9)).astype(np.uint8)
    return moves, shares
