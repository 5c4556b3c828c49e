"""Games to ask about, and the teacher that knows nothing."""

from __future__ import annotations

import random
import shlex
import sys
from pathlib import Path

from gokan.go import Color, Position
from gokan_lab.teacher.lines import PASS, GameLine

FAKE = Path(__file__).with_name("fake_teacher.py")


def fake(*options: str) -> str:
    """A command line."""
    return shlex.join([sys.executable, str(FAKE), *options])


def some_games(number: int, *, seed: int = 1, side: int = 9, turns: int = 5) -> list[GameLine]:
    """Legal games: no point is played twice, no block is ever surrounded (every other column)."""
    rng = random.Random(f"{seed} {side}")
    games = []
    for k in range(number):
        points = [(x, y) for x in range(0, side, 2) for y in range(0, side, 2)]
        rng.shuffle(points)
        moves = [chr(97 + x) + chr(97 + y) for x, y in points[: rng.randint(8, 16)]]
        moves.insert(4, PASS)
        chosen = tuple(sorted(rng.sample(range(len(moves)), turns)))
        games.append(GameLine(f"game-{k}", side, 7.0, "", "", "B", "".join(moves), chosen))
    return games


def replayed(line: GameLine) -> list[Position]:
    """The positions of a game, by the rules of `gokan.go`; an error if a move is not legal."""
    black, white = line.vertices(line.black), line.vertices(line.white)
    start = Position.empty(line.side).setup(black=black, white=white)
    found = [start.with_to_play(Color.parse(line.first))]
    for vertex in line.vertices():
        found.append(found[-1].play(vertex))
    return found
