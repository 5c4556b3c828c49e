"""Games and problems of our own to train on."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from gokan.go import Position
from gokan.play.eyes import is_own_eye


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random games of our own in the form of the table."""
    rng = random.Random(3)
    lines = []
    for number in range(6):
        position, moves = Position.empty(19), ""
        for _ in range(60):
            choices = [
                m for m in position.legal_moves() if not is_own_eye(position, m, position.to_play)
            ]
            move = rng.choice(choices)
            moves += chr(97 + move % 19) + chr(97 + move // 19)
            position = position.play(move)
        result = ("B+R", "W+2.5", "B+0.5")[number % 3]
        lines.append(f"gö{number}\t2000\t6.5\t{result}\t{moves}..")
    path = tmp_path_factory.mktemp("games") / "games.tsv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made problems with their answers."""
    from itertools import islice

    from gokan.reading.generate import make_problems

    path = tmp_path_factory.mktemp("problems") / "problems.jsonl"
    made = islice(make_problems(5, jobs=1, nodes=2000), 60)
    path.write_text("".join(json.dumps(row) + "\n" for row in made), "utf-8")
    return path
