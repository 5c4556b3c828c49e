"""Openings for matches: a few moves drawn from the network's policy, one opening on each line.

python tools/make_openings.py --size 9 --moves 4 --count 60 > openings-9.txt
gokan match gokan gnugo --openings openings-9.txt
"""

from __future__ import annotations

import argparse
import random

from gokan.go import Position
from gokan.intuition import judge


def main() -> None:
    """Print openings that differ from each other, not only by a turn of the board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    told: set[bytes] = set()
    while len(told) < options.count:
        position = Position.empty(options.size)
        vertices = []
        for _ in range(options.moves):
            likely = [move for move in judge(position).moves[:20] if move.move >= 0]
            (drawn,) = dice.choices(likely, [move.chance for move in likely])
            vertices.append(position.vertex(drawn.move))
            position = position.play(drawn.move)
        seen = _turned(position)
        if seen not in told:
            told.add(seen)
            print(*vertices, flush=True)


def _turned(position: Position) -> bytes:
    """The board in the way that comes first of the eight."""
    size = position.width
    board = position.board
    ways = []
    for way in range(8):
        turned = bytearray(len(board))
        for point, color in enumerate(board):
            row, column = divmod(point, size)
            row = size - 1 - row if way & 1 else row
            column = size - 1 - column if way & 2 else column
            row, column = (column, row) if way & 4 else (row, column)
            turned[row * size + column] = color
        ways.append(bytes(turned))
    return min(ways)


if __name__ == "__main__":
    main()
