"""The kernel against the plain Python twin, on random and on real positions."""

from __future__ import annotations

import gzip
import itertools
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from gokan import _core
from gokan.go import Position
from gokan.strength import Additions, weigh
from gokan.strength.options import core_options

from .twin import Twin

THOROUGH = bool(os.environ.get("GOKAN_THOROUGH"))
STOP = 1e-12


def random_positions(count: int) -> Iterator[Position]:
    chance = random.Random(2010)
    for _ in range(count):
        side = chance.choice((3, 4, 5, 6, 7) if not THOROUGH else (4, 5, 7, 9, 13))
        position = Position.empty(side)
        for _ in range(chance.randrange(1, side * side + 1)):
            moves = position.legal_moves()
            position = position.play(chance.choice(moves) if moves else -1)
        yield position


def real_positions(data: Path, count: int) -> Iterator[Position]:
    chance = random.Random(2010)
    with gzip.open(data / "pro_train.tsv.gz", "rt") as lines:
        for _, line in zip(range(count), lines, strict=False):
            text = line.rstrip("\n").split("\t")[4]
            moves = [text[i : i + 2] for i in range(0, len(text), 2)]
            position = Position.empty(19)
            for move in moves[: chance.randrange(10, 220)]:
                column, row = (ord(letter) - ord("a") for letter in move)
                position = position.play_forced(-1 if move == ".." else row * 19 + column)
            yield position


def agree(positions: Iterator[Position], *, raised: bool = True) -> tuple[int, int]:
    """Compare; how many were compared, and how many did not converge on either side."""
    compared = lost = 0
    for position in positions:
        solved = weigh(
            position, stop=STOP, max_iter=5000, static_life=False, raise_last_liberty=raised
        )
        if not solved.converged:
            lost += 1
            continue
        twin = Twin(position, raised=raised)
        twin.solve(stop=STOP)
        if not twin.converged:
            lost += 1
            continue
        compared += 1
        largest = max(abs(twin.white(p) - w) for p, w in enumerate(solved.white))
        assert largest < 1e-9, f"{largest} apart\n{position}"
        assert twin.score() == pytest.approx(solved.score, abs=1e-7)
    return compared, lost


@pytest.mark.parametrize("raised", [True, False])
def test_random_positions(raised: bool) -> None:
    compared, lost = agree(random_positions(2000 if THOROUGH else 300), raised=raised)
    print(f"compared {compared}, not converged {lost}")
    assert compared > lost


def test_real_positions(data_dir: Path) -> None:
    compared, lost = agree(real_positions(data_dir, 500 if THOROUGH else 25))
    print(f"compared {compared}, not converged {lost}")
    assert compared > lost


def test_static_life_agrees_with_pinning_the_twin() -> None:
    position = Position.from_diagram(
        """
        . X . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . X . . . .
        """
    )
    solved = weigh(position, stop=STOP)
    twin = Twin(position)
    twin.pin(position.point("B5"), 1)
    for vertex in ("A5", "C5"):
        twin.own(position.point(vertex), 1)
    twin.solve()
    assert twin.converged
    assert solved.converged
    assert solved.white == pytest.approx([twin.white(p) for p in range(35)], abs=1e-9)
    assert solved.blocks[0].certain


def test_every_kind_of_machine_rounds_alike() -> None:
    """A step is plain arithmetic: nowhere a product and a sum at once, which rounds otherwise."""
    side = 7
    chance = random.Random(4)
    white = [chance.random() for _ in range(side * side)]
    options = core_options(
        stop=STOP,
        max_iter=1,
        raise_last_liberty=True,
        static_life=False,
        additions=Additions(edge=0.7),
    )

    def others(values: list[float], row: int, column: int) -> float:
        def at(r: int, c: int) -> float:
            return values[r * side + c] if 0 <= r < side and 0 <= c < side else 0.7

        upright = at(row - 1, column) * at(row + 1, column)
        return 1 - upright * (at(row, column - 1) * at(row, column + 1))

    black = [1 - v for v in white]
    expected = []
    for row, column in itertools.product(range(side), repeat=2):
        w, b = others(black, row, column), others(white, row, column)
        expected.append(w * (1 / (w + b)))
    assert _core.seds_step(Position.empty(side).core, options, [], white) == expected
