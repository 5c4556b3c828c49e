"""How many positions a second the network judges on one core, planes included.

    python benchmarks/bench_intuition.py [--seconds 5]

The share of the planes (our core) and of the network (onnxruntime) is told apart.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from gokan import _core
from gokan.go import Game, Position
from gokan.intuition import load

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "zobrist-cowan.sgf"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    seconds = parser.parse_args().seconds
    network = load()
    game = Game.load(str(EXAMPLE))
    rows = {
        "19×19": game.position(120),
        "13×13": Position.empty(13).play("D4").play("K10"),
        "9×9": Position.empty(9).play("E5").play("C3"),
    }
    print(f"{network!r}, {network.card['weights']} weights, one thread")
    print(f"{'board':8}{'positions/s':>14}{'of it planes':>16}")
    told = {}
    for name, position in rows.items():
        whole = _rate(lambda p=position: network.evaluate([p]), seconds)  # type: ignore[misc]
        planes = _rate(
            lambda p=position: _core.intuition_planes([p.core], [0.0]),  # type: ignore[misc]
            seconds / 5,
        )
        print(f"{name:8}{whole:14.1f}{100 * whole / planes:15.1f}%")
        told[name] = {"positions_per_second": round(whole, 1), "planes": round(planes, 1)}
    print(json.dumps({"benchmark": "intuition", **told}, ensure_ascii=False))


def _rate(job: Callable[[], object], seconds: float) -> float:
    """Calls per second, the best of five stretches."""
    job()
    best = 0.0
    for _ in range(5):
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds / 5:
            job()
            count += 1
        best = max(best, count / (time.perf_counter() - start))
    return best


if __name__ == "__main__":
    main()
