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
from gokan_lab.teacher.lines import GameLine

__all__ = ["LIKELIEST", "SUFFIX", "Shard", "label_type", "pack_owners", "unpack_owners"]

MAGIC = b"gokan labels 1\n"
SUFFIX = ".labels"
LIKELIEST = 16
_LEVELS = 15  # steps between White's and Black's


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
        write_whole(path, MAGIC + json.dumps(header).encode() + b"\n" + body)

    @classmethod
    def read(cls, path: Path) -> Shard:
        """Read a file of `write`; one that is damaged is refused."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InvalidInput(f"The labels {path} cannot be read: {error.strerror}.") from None
        if not data.startswith(MAGIC):
            other = data.startswith(MAGIC.split()[0] + b" labels")
            told = "were written by another version of Gokan" if other else "are no labels"
            raise InvalidInput(f"The labels {path} {told}.")
        head, _, body = data[len(MAGIC) :].partition(b"\n")
        try:
            about = json.loads(head)
            if hashlib.sha256(body).hexdigest() != about.pop("sha256"):
                raise ValueError
            side, count = int(about.pop("side")), int(about.pop("labels"))
            whole = zlib.decompress(body)
            end = 8 + int.from_bytes(whole[:8], "little")
            games = tuple(GameLine.parse(line) for line in whole[8:end].decode().split("\n"))
            labels = np.frombuffer(whole[end:], label_type(side))
            if len(labels) != count or len(games) != about.pop("games"):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error):
            raise InvalidInput(
                f"The labels {path} are damaged: they do not fit their checksum."
            ) from None
        return cls(side, games, labels, about)

    @classmethod
    def of(
        cls,
        games: Sequence[GameLine],
        answers: Sequence[tuple[int, dict[str, Any]]],
        about: dict[str, Any],
    ) -> Shard:
        """From answers of a program that speaks the analysis JSON, winrates as Black's."""
        side = games[0].side
        points = side * side
        labels = np.zeros(len(answers), label_type(side))
        owners = np.zeros((len(answers), points), np.float32)
        chances = np.zeros((len(answers), points + 1), np.float32)
        for row, (number, answer) in enumerate(answers):
            root = answer["rootInfo"]
            label = labels[row]
            label["game"], label["turn"] = number, answer["turnNumber"]
            label["lead"], label["win"] = root["scoreLead"], root["winrate"]
            label["spread"], label["visits"] = root["scoreStdev"], root["visits"]
            owners[row], chances[row] = answer["ownership"], _chances(answer, points, side)
        labels["owners"] = pack_owners(owners)
        labels["moves"], labels["shares"] = _likeliest(chances)
        return cls(side, tuple(games), labels, about)


def _chances(answer: dict[str, Any], points: int, side: int) -> Any:
    """Of the moves: by the network's look, or after a longer search by visits."""
    if answer["rootInfo"]["visits"] <= 1:
        return np.maximum(answer["policy"], 0)
    chances = np.zeros(points + 1, np.float32)
    for info in answer["moveInfos"]:
        chances[_index(info["move"], side)] += info["visits"]
    return chances


def _index(vertex: str, side: int) -> int:
    if vertex.lower() == "pass":
        return side * side
    return side * (side - int(vertex[1:])) + "ABCDEFGHJKLMNOPQRST".index(vertex[0].upper())


def _likeliest(chances: Any) -> tuple[Any, Any]:
    most = min(LIKELIEST, chances.shape[1])
    moves = np.argpartition(-chances, most - 1, 1)[:, :most]
    found = np.take_along_axis(chances, moves, 1)
    total = found.sum(1, keepdims=True)
    shares = np.rint(255 * found / np.maximum(total, 1e-9)).astype(np.uint8)
    return moves, shares
