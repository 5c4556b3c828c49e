"""Unconditional life and ladders: microseconds an answer, against the Python twins of the tests.

Positions come from random games on 19x19 that spare eyes, cut off at various lengths: unlike real
games they are full of blocks in atari. The long ladder runs across the whole empty board. Calls
are made from Python one by one, so what they cost besides reading is in the figures. Processor
time is counted, so that a busy machine does little harm; both sides get the same questions.

    python benchmarks/bench_exact.py [--seconds 2]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gokan.go import Position
from gokan.go.ladder import ladder
from gokan.go.life import unconditional
from tests.reference.ladder import captured
from tests.reference.life import benson

LONG_LADDER = ("Q4", ["R5", "P4", "Q3", "R3"], ["Q4", "R4"])


def main() -> None:
    """Print the table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="per measurement")
    seconds = parser.parse_args().seconds
    positions = [random_position(seed) for seed in range(40)]
    figures: dict[str, Any] = {"benchmark": "exact", "rows": {}}
    print(f"{'question':40}{'us':>10}{'twin, us':>12}{'ratio':>8}")
    for name, ours, twin in (
        ("unconditional life, both colours", *life(positions)),
        ("ladder, block with 1 or 2 liberties", *short_ladders(positions)),
        ("ladder of 59 moves", *long_ladder()),
    ):
        fast, slow = rate(ours, seconds), rate(twin, seconds)
        figures["rows"][name] = {"us": fast, "twin_us": slow, "ratio": slow / fast}
        print(f"{name:40}{fast:>10.2f}{slow:>12.0f}{slow / fast:>8.0f}")
    print(json.dumps(figures))


Question = Callable[[], Any]
Pair = tuple[list[Question], list[Question]]


def life(positions: list[Position]) -> Pair:
    """The whole question for each position."""

    def twin(position: Position) -> None:
        for color in (1, 2):
            benson(19, 19, stones(position), color)

    return (
        [partial(unconditional, position) for position in positions],
        [partial(twin, position) for position in positions],
    )


def short_ladders(positions: list[Position]) -> Pair:
    """The attack on every block with few liberties."""
    asked = [
        (position, block.stones[0])
        for position in positions
        for block in position.blocks()
        if len(block.liberties) < 3
    ]
    asked = random.Random(0).sample(asked, 200)
    return (
        [partial(ladder, position, target, first="attack") for position, target in asked],
        [partial(twin_ladder, position, target) for position, target in asked],
    )


def long_ladder() -> Pair:
    """From one corner to the other."""
    target, black, white = LONG_LADDER
    position = Position.empty(19).setup(black=black, white=white)
    reading = ladder(position, target, first="attack")
    assert reading.captured
    assert len(reading.moves) == 59
    return (
        [partial(ladder, position, target, first="attack")],
        [partial(twin_ladder, position, position.point(target))],
    )


def twin_ladder(position: Position, target: int) -> bool:
    return captured(19, 19, stones(position), target, first="attack")


def rate(questions: list[Question], seconds: float) -> float:
    """Microseconds of processor time a question: all of them, again and again for `seconds`."""
    asked, start = 0, time.process_time()
    while True:
        for question in questions:
            question()
        asked += len(questions)
        spent = time.process_time() - start
        if spent > seconds:
            return spent / asked * 1e6


def stones(position: Position) -> dict[int, int]:
    return {point: color for point, color in enumerate(position.board) if color}


def random_position(seed: int) -> Position:
    """A random game that does not fill one-point eyes, up to a random length."""
    dice = random.Random(seed)
    position = Position.empty(19)
    for _ in range(dice.randint(20, 420)):
        moves = position.legal_moves()
        dice.shuffle(moves)
        for move in moves:
            around = position.neighbors(move)
            if not all(position.color_at(q) is position.to_play for q in around):
                position = position.play(move)
                break
        else:
            position = position.play("pass")
    return position


if __name__ == "__main__":
    main()
