"""Wolf's system for every legal move of many positions on a GPU, against one processor core.

Positions are taken from game records (`--games`, a .jsonl file with an `sgf` field) at the move
numbers of the paper's Table 1, or from random games. Reported are static evaluations per second
of the kernel alone and of the whole call (collecting blocks and legal moves, copying), the
same source on one core, the largest difference of a whole score between both (none is expected),
and from the processor's own system in double precision.

    python benchmarks/bench_strength_gpu.py [--games FILE] [--positions 20000]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

from gokan import _core, strength
from gokan.go import Position
from gokan.strength import batch as seds

FINE_STOP, FINE_SWEEPS = 1e-7, 5000
SAMPLE = 300
MOVE_NUMBERS = (10, 30, 100, 130, 200, 300)


def main() -> None:
    """Print the table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=Path)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--stop", type=float, default=1e-3)
    parser.add_argument("--max-iter", type=int, default=200)
    options = parser.parse_args()
    pool = from_games(options.games) if options.games else from_random_games()
    figures: dict[str, Any] = {"benchmark": "strength_gpu", "stop": options.stop}
    names = ("move", "candidates", "sweeps", "GPU evals/s", "whole call", "one core", "ratio")
    widths = (6, 12, 8, 14, 13, 11, 8)
    heading = "".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    print(f"{heading}{'largest difference':>20}{'from weigh':>12}")
    for number, found in pool.items():
        positions = [found[i % len(found)] for i in range(options.positions)]
        figures[str(number)] = row = measure(positions, options.stop, options.max_iter)
        print(
            f"{number:>6}{row['candidates']:>12,}{row['mean_sweeps']:>8.1f}"
            f"{row['gpu_per_second']:>14,.0f}{row['call_per_second']:>13,.0f}"
            f"{row['core_per_second']:>11,.0f}"
            f"{row['gpu_per_second'] / row['core_per_second']:>8.0f}"
            f"{row['largest_difference']:>20.2g}{row['largest_difference_from_weigh']:>12.2g}"
        )
    print(json.dumps(figures))


def measure(positions: list[Position], stop: float, max_iter: int) -> dict[str, Any]:
    import cupy

    cores = [position.core for position in positions]
    seds.rank_batch(positions[:10], stop=stop, max_iter=max_iter)  # compiles
    began = time.perf_counter()
    prepared = _core.prepare_seds_batch(cores)
    uploaded = seds.Uploaded(prepared)
    score, sweeps = uploaded.evaluate(stop, max_iter, True)
    score_here = score.get()
    call = time.perf_counter() - began
    start, end = cupy.cuda.Event(), cupy.cuda.Event()
    times = []
    for _ in range(5):
        start.record()
        uploaded.evaluate(stop, max_iter, True)
        end.record()
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(start, end) / 1e3)
    count = len(score_here)
    few = _core.prepare_seds_batch(cores[:40])
    began = time.perf_counter()
    few.evaluate(stop, max_iter, True, False)
    core = time.perf_counter() - began
    # Solved finely on both: at a coarse stop one sweep more or less hides the arithmetic.
    ours, _ = seds.Uploaded(few).evaluate(FINE_STOP, FINE_SWEEPS, True)
    raw = few.evaluate(FINE_STOP, FINE_SWEEPS, True, False).score
    reference = np.frombuffer(raw, np.float32)
    difference = np.abs(ours.get() - reference)
    apart, compared = against_weigh(positions, few, reference)
    return {
        "candidates": count,
        "mean_sweeps": float(sweeps.get().mean()),
        "gpu_per_second": count / min(times),
        "call_per_second": count / call,
        "core_per_second": len(reference) / core,
        "largest_difference": float(difference.max()),
        "different_bits": float((ours.get() != reference).mean()),
        "largest_difference_from_weigh": apart,
        "compared_with_weigh": compared,
    }


def against_weigh(
    positions: list[Position], batch: _core.SedsBatch, scores: np.ndarray
) -> tuple[float, int]:
    """How far whole scores are from the processor's own system in double precision, solved to 1e-9.

    A sample of the candidates for which that system converges.
    """
    index, move = np.frombuffer(batch.position, np.uint32), np.frombuffer(batch.move, np.uint16)
    worst, compared = 0.0, 0
    for i in random.Random(1).sample(range(len(move)), min(SAMPLE, len(move))):
        after = positions[index[i]].play(int(move[i]))
        exact = strength.weigh(after, stop=1e-9, max_iter=20_000, static_life=False)
        if exact.converged:
            worst = max(worst, abs(float(scores[i]) - exact.score))
            compared += 1
    return worst, compared


def from_games(path: Path) -> dict[int, list[Position]]:
    from gokan.go.game import Game

    pool: dict[int, list[Position]] = {number: [] for number in MOVE_NUMBERS}
    for line in path.read_text(encoding="utf-8").splitlines():
        game = Game.parse(json.loads(line)["sgf"])
        for number in MOVE_NUMBERS:
            if len(game.main_line()) > number + 1:
                pool[number].append(game.position(number))
    return {number: found for number, found in pool.items() if found}


def from_random_games() -> dict[int, list[Position]]:
    choose = random.Random(1).choice
    pool: dict[int, list[Position]] = {number: [] for number in MOVE_NUMBERS}
    for _ in range(50):
        position = Position.empty(19)
        for number in range(1, max(MOVE_NUMBERS) + 1):
            position = position.play(choose(position.legal_moves()))
            if number in pool:
                pool[number].append(position)
    return pool


if __name__ == "__main__":
    main()
