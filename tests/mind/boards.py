"""The twenty positions of the test: own games, the examples, and made ones. No data is needed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from gokan.go import Game, Position
from tests.play.positions import walled_position

ROOT = Path(__file__).resolve().parent.parent.parent
_GAMES: tuple[tuple[int, int, str], ...] = (
    (1, 15, "E6"),
    (1, 40, ""),
    (1, 55, ""),
    (1, 70, ""),
    (2, 15, "E4"),
    (2, 40, ""),
    (2, 70, ""),
    (3, 5, "E5"),
    (3, 70, ""),
    (4, 40, ""),
    (4, 60, ""),
    (4, 70, ""),
    (5, 110, ""),
    (6, 90, "F11"),
)
"""Game, moves made, and a move to explain besides the best."""


def positions() -> Iterator[tuple[str, Position, tuple[str, ...]]]:
    """Every position with its name and moves to explain besides the best."""
    lines = (Path(__file__).parent / "games.txt").read_text("utf-8").splitlines()
    games = [line.split() for line in lines if not line.startswith("#")]
    for number, move, also in _GAMES:
        size, *moves = games[number - 1]
        start = Position.empty(int(size), rules="chinese")
        named = (also,) if also else ()
        yield f"game {number} after {move}", start.play_all(moves[:move]), named
    record = Game.load(ROOT / "examples" / "zobrist-cowan.sgf")
    yield "zobrist-cowan after 112", record.position(112), ("N8",)
    yield "zobrist-cowan after 150", record.position(150), ()
    yield "race", Game.load(ROOT / "examples" / "race.sgf").position(0), ()
    diagram = (ROOT / "examples" / "corner-ko.txt").read_text("utf-8")
    yield "corner ko", Position.from_diagram(diagram), ()
    for seed in (2, 3):
        yield f"walls {seed}", walled_position(random.Random(seed)), ()
