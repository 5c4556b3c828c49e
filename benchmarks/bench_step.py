"""One call at a time from Python: play a move, list the legal moves, replay a game.

Each is timed against the same step of open_spiel in the same run, in the middle of one random
game that both play. "Copy and play" is the match for our immutable positions; to replay a game
open_spiel changes one state in place, ours is one call. The least of many repeats counts.

    python benchmarks/bench_step.py
"""

from __future__ import annotations

import json
import random
import timeit
from collections.abc import Callable
from typing import Any

from gokan.go import PASS, Position

SIZES = (9, 19)
REPEATS = 40


def main() -> None:
    """Print the table and the JSON line."""
    figures: dict[str, Any] = {"benchmark": "step", "sizes": {}}
    print(f"{'board':8}{'step':34}{'gokan µs':>10}{'peer µs':>10}{'ratio':>8}")
    for size in SIZES:
        moves = random_game(size, size * size // 2)
        ours = our_steps(size, moves)
        theirs = their_steps(size, moves)
        rows = {}
        for step, seconds in ours.items():
            peer = theirs.get(step)
            ratio = peer / seconds if peer else None
            rows[step] = {
                "us": seconds * 1e6,
                "peer_us": peer * 1e6 if peer else None,
                "ratio": ratio,
            }
            print(
                f"{size}x{size:<5}{step:34}{seconds * 1e6:>10.3f}"
                f"{f'{peer * 1e6:.3f}' if peer else '-':>10}{f'{ratio:.2f}' if ratio else '-':>8}"
            )
        figures["sizes"][size] = rows
    print(json.dumps(figures))


def our_steps(size: int, moves: list[int]) -> dict[str, float]:
    """Seconds per call of each step of ours."""
    start = Position.empty(size)
    middle = start.play_all(moves)
    point = middle.legal_moves()[len(middle.legal_moves()) // 2]
    superko = Position.empty(size, rules="tromp-taylor").play_all(moves)

    def replay() -> None:
        position = start
        for move in moves:
            position = position.play(move)

    return {
        "legal moves, empty board": least(start.legal_moves),
        "legal moves, middle of a game": least(middle.legal_moves),
        "legal moves, positional superko": least(superko.legal_moves),
        "copy and play": least(lambda: middle.play(point)),
        "play one by one, per move": least(replay, number=5) / len(moves),
        "replay a game, per move": least(lambda: start.play_all(moves), number=20) / len(moves),
    }


def their_steps(size: int, moves: list[int]) -> dict[str, float]:
    """The same of open_spiel, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        print("(open_spiel is not installed: no ratio; try pip install open_spiel==2.0.2)")
        return {}
    game = pyspiel.load_game(f"go(board_size={size},komi=7.5)")

    def action(point: int) -> int:  # its rows run from the bottom
        if point == PASS:
            return size * size
        row, column = divmod(point, size)
        return (size - 1 - row) * size + column

    start = game.new_initial_state()
    middle = game.new_initial_state()
    for move in moves:
        middle.apply_action(action(move))
    point = middle.legal_actions()[len(middle.legal_actions()) // 2]
    actions = [action(move) for move in moves]

    def replay() -> None:
        state = game.new_initial_state()
        for one in actions:
            state.apply_action(one)

    return {
        "legal moves, empty board": least(start.legal_actions),
        "legal moves, middle of a game": least(middle.legal_actions),
        "copy and play": least(lambda: middle.child(point)),
        "replay a game, per move": least(replay, number=5) / len(moves),
    }


def random_game(size: int, length: int) -> list[int]:
    """The moves of one random game without passes."""
    choose = random.Random(7).choice
    position = Position.empty(size)
    moves = []
    for _ in range(length):
        move = choose(position.legal_moves())
        position = position.play(move)
        moves.append(move)
    return moves


def least(call: Callable[[], object], number: int = 500) -> float:
    """The least seconds per call over many repeats."""
    return min(timeit.repeat(call, number=number, repeat=REPEATS)) / number


if __name__ == "__main__":
    main()
