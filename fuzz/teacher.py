"""Fuzz the readers of game lines, files of games, and labels: refused in a sentence, or sound."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib

from gokan import _core
from gokan.errors import GokanError
from gokan_lab.teacher.lines import GameLine, games_of
from gokan_lab.teacher.shards import MAGIC, Shard


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for line in text.split("\n")[:20]:
        _line(line)
    _games(data)
    _games(gzip.compress(data, 1))
    _shard(data)
    _shard(_with_right_sums(data))


def _line(text: str) -> None:
    told = _core.intuition_turn_records(text)
    try:
        line = GameLine.parse(text)
    except GokanError:
        return
    assert GameLine.parse(line.text()) == line
    _ = line.vertices(), line.vertices(line.black), line.vertices(line.white)
    assert told is None or len(told) == len(line.turns) * (4 * line.side**2 + 24)


def _games(data: bytes) -> None:
    try:
        games = games_of(data, "fuzzed")
    except GokanError:
        return
    assert len({game.side for game in games}) <= 1


def _shard(data: bytes) -> None:
    try:
        shard = Shard.parse(data, "fuzzed")
    except GokanError:
        return
    for row in shard.labels[:50]:
        game = shard.games[int(row["game"])]
        assert int(row["turn"]) <= len(game.moves) // 2
        assert game.side == shard.side


def _with_right_sums(data: bytes) -> bytes:
    """A shard whose head and body are these bytes, as if it had been written so."""
    head, _, body = data.removeprefix(MAGIC).partition(b"\n")
    packed = zlib.compress(body, 1)
    try:
        about = json.loads(head)
    except (ValueError, RecursionError):
        about = {"side": 9, "games": 1, "labels": 0}
    if isinstance(about, dict):
        about.pop("check", None)
        about["sha256"] = hashlib.sha256(packed).hexdigest()
    return MAGIC + json.dumps(about).encode() + b"\n" + packed
