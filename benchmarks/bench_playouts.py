"""Random games per second, against open_spiel's C++ rollouts in the same run.

Both sides draw evenly among all legal moves and the pass, from the empty board, to two passes or
twice the number of points, which is open_spiel's own limit. Its rollouts report no lengths: the
mean length is that of the same policy in its Python loop. Our own default policy, which spares
eyes, is timed as well. One thread; processor time counts, so that other programs disturb little.

What bounds ours: cachegrind counts about 400 instructions, 7 mispredicted branches and under
one first-level cache miss a move, so half of the time goes into guessing wrongly what the four
neighbours of a random point are. Memory is no limit: 11 KB of board are in use on 19x19.

    python benchmarks/bench_playouts.py [--seconds 3]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

from gokan.go import Position, playouts

SIZES = (9, 19)


def main() -> None:
    """Print the table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="per measurement")
    seconds = parser.parse_args().seconds
    figures: dict[str, Any] = {"benchmark": "playouts", "sizes": {}}
    print(f"{'board':8}{'who':32}{'games/s':>10}{'moves/s':>13}{'length':>9}{'ratio':>8}")
    for size in SIZES:
        rows: dict[str, dict[str, float]] = {}
        rows["gokan, all legal moves"] = gokan(size, seconds, "all")
        rows["gokan, sparing eyes"] = gokan(size, seconds, "sensible")
        rows |= open_spiel(size, seconds)
        peer = rows.get("open_spiel, C++ rollouts")
        for name, row in rows.items():
            ratio = row["moves_per_second"] / peer["moves_per_second"] if peer else float("nan")
            row["ratio"] = ratio
            print(
                f"{size}x{size:<5}{name:32}{row['games_per_second']:>10,.0f}"
                f"{row['moves_per_second']:>13,.0f}{row['mean_length']:>9.1f}{ratio:>8.2f}"
            )
        figures["sizes"][size] = rows
    print(json.dumps(figures))


def gokan(size: int, seconds: float, policy: Any) -> dict[str, float]:
    """Our playouts: one call runs many."""
    start = Position.empty(size)

    def batch(games: int, seed: int) -> int:
        limit = 2 * size * size
        return playouts.run(start, games, seed=seed, policy=policy, max_moves=limit).moves

    return timed(batch, seconds, first=200)


def open_spiel(size: int, seconds: float) -> dict[str, dict[str, float]]:
    """The peer's, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        print("(open_spiel is not installed: no ratio; try pip install open_spiel==2.0.2)")
        return {}
    game = pyspiel.load_game(f"go(board_size={size},komi=7.5)")
    choose = random.Random(1).choice

    def python_loop(games: int, seed: int) -> int:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose(state.legal_actions()))
                moves += 1
        return moves

    loop = timed(python_loop, seconds, first=5)

    def rollouts(games: int, seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, seed, False)
        bot.mcts_search(game.new_initial_state())
        return round(games * loop["mean_length"])

    fast = timed(rollouts, seconds, first=20)
    return {"open_spiel, Python loop": loop, "open_spiel, C++ rollouts": fast}


def timed(batch: Callable[[int, int], int], seconds: float, first: int) -> dict[str, float]:
    """Doubles the batch until one takes long enough; reports that one."""
    games, seed = first, 1
    while True:
        began = time.process_time()
        moves = batch(games, seed)
        spent = time.process_time() - began
        if spent >= seconds:
            return {
                "games_per_second": games / spent,
                "moves_per_second": moves / spent,
                "mean_length": moves / games,
            }
        games = max(games * 2, int(games * seconds / max(spent, 1e-6) * 1.1))
        seed += 1


if __name__ == "__main__":
    main()
