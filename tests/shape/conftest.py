"""Real games for tests of shape."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from gokan.go import Game, Position


@pytest.fixture(scope="session")
def pro_games(data_dir: Path) -> list[list[Position]]:
    """The positions in turn of forty professional games."""
    with (data_dir / "pro_games.jsonl").open(encoding="utf-8") as lines:
        games = [Game.parse(json.loads(line)["sgf"]) for line in islice(lines, 40)]
    return [[game.position(n) for n in range(len(game) + 1)] for game in games]
