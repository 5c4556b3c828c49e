"""The core's records and crowds: from the installed module, else compiled here and now."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np

from gokan.errors import InvalidInput
from gokan_lab.training.records import BYTES, META_BYTES

__all__ = ["Crowd", "prepare", "record_bytes", "turn_records"]


def prepare() -> None:
    """Compile what has to be compiled, if anything."""
    if not _core():
        _plain()


def record_bytes(side: int) -> int:
    """The size of a record of a board of this side."""
    return BYTES * side * side + META_BYTES


def turn_records(line: str, side: int, turns: int) -> Any:
    """One row for each turn of a line, or None if the game cannot be replayed."""
    size = record_bytes(side)
    if core := _core():
        told = core.intuition_turn_records(line)
        return None if told is None else np.frombuffer(told, np.uint8).reshape(-1, size)
    rows = np.empty((turns, size), np.uint8)
    text = line.encode()
    plain = _plain()
    made = plain.gokan_turn_records(text, len(text), rows.ctypes.data, rows.nbytes)
    return None if made < 0 else rows[:made]


class Crowd:
    """Many games at once on boards of one side, one move in each at a time."""

    def __init__(self, side: int, games: int) -> None:
        self.side, self.games = side, games
        core = _core()
        self._core = core.Crowd(side, games) if core else None
        plain: Any = None if core else _plain()
        self._plain = plain
        self._at = None if core else plain.gokan_crowd(side, games)

    def __del__(self) -> None:
        if getattr(self, "_at", None):
            self._plain.gokan_crowd_end(self._at)

    def start(self, game: int, line: str) -> None:
        """Let a game begin at the end of a line."""
        text = line.encode()
        if self._core:
            ready = self._core.start(game, line)
        else:
            ready = self._plain.gokan_crowd_start(self._at, game, text, len(text))
        if not ready:
            raise InvalidInput(f"This game cannot be replayed: {line[:60]!r}.")

    def look(self, threads: int) -> Any:
        """A record of each game as it stands."""
        if self._core:
            told = self._core.look(threads)
            return np.frombuffer(told, np.uint8).reshape(self.games, -1).copy()
        rows = np.empty((self.games, record_bytes(self.side)), np.uint8)
        self._plain.gokan_crowd_look(self._at, threads, rows.ctypes.data)
        return rows

    def play(self, moves: Any) -> Any:
        """One move in each game; 0 where it goes on, 1 where it is over, 2 if it is not legal."""
        chosen = np.ascontiguousarray(moves, np.int16)
        if self._core:
            return np.frombuffer(self._core.play(chosen.tobytes()), np.uint8)
        outcomes = np.empty(self.games, np.uint8)
        self._plain.gokan_crowd_play(self._at, chosen.ctypes.data, outcomes.ctypes.data)
        return outcomes


def _core() -> Any:
    try:
        from gokan import _core
    except ImportError:
        return None
    return _core


@cache
def _plain() -> Any:
    from gokan_lab.training.records import library

    plain = library()
    pointer, number, long = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
    plain.gokan_turn_records.argtypes = [ctypes.c_char_p, long, pointer, long]
    plain.gokan_turn_records.restype = long
    plain.gokan_crowd.argtypes, plain.gokan_crowd.restype = [number, number], pointer
    plain.gokan_crowd_end.argtypes = [pointer]
    plain.gokan_crowd_start.argtypes = [pointer, number, ctypes.c_char_p, long]
    plain.gokan_crowd_look.argtypes = [pointer, number, pointer]
    plain.gokan_crowd_play.argtypes = [pointer, pointer, pointer]
    return plain
