"""How many positions a second the network judges on one core, planes included.

    python benchmarks/bench_intuition.py [--seconds 5] [--peer FILE.onnx]

The share of the planes is told apart. With the same network as an .onnx file (`gokan train export`)
onnxruntime on one thread runs beside it as a peer. Times are the processor's, not the clock's. With
`GOKAN_KERNELS=bytes` in the environment the inside of the network is in whole numbers.
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
    parser.add_argument("--peer", default="")
    options = parser.parse_args()
    seconds = options.seconds
    peer = _peer(options.peer) if options.peer else None
    network = load()
    game = Game.load(str(EXAMPLE))
    rows = {
        "19×19": game.position(120),
        "13×13": Position.empty(13).play("D4").play("K10"),
        "9×9": Position.empty(9).play("E5").play("C3"),
    }
    print(f"{network!r}, {network.card['weights']} weights, one thread")
    print(f"{'board':8}{'positions/s':>14}{'of it planes':>16}{'onnxruntime':>14}")
    told = {}
    for name, position in rows.items():
        whole = _rate(lambda p=position: network.evaluate([p]), seconds)  # type: ignore[misc]
        planes = _rate(
            lambda p=position: _core.intuition_planes([p.core], [0.0]),  # type: ignore[misc]
            seconds / 5,
        )
        other = peer(position, seconds) if peer else 0.0
        beside = f"{other:14.1f}" if other else f"{'-':>14}"
        print(f"{name:8}{whole:14.1f}{100 * whole / planes:15.1f}%{beside}")
        told[name] = {"positions_per_second": round(whole, 1), "planes": round(planes, 1)}
        if other:
            told[name]["onnxruntime"] = round(other, 1)
    print(json.dumps({"benchmark": "intuition", **told}, ensure_ascii=False))


def _peer(path: str) -> Callable[[Position, float], float]:
    import numpy as np
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def rate(position: Position, seconds: float) -> float:
        data = np.frombuffer(_core.intuition_planes([position.core], [0.0]), np.float32)
        planes = data.reshape(1, _core.INTUITION_PLANES, position.height, position.width)
        return _rate(lambda: session.run(None, {"planes": planes}), seconds)

    return rate


def _rate(job: Callable[[], object], seconds: float) -> float:
    """Calls per second, the best of five stretches."""
    job()
    best = 0.0
    for _ in range(5):
        count, start = 0, time.thread_time()
        while time.thread_time() - start < seconds / 5:
            job()
            count += 1
        best = max(best, count / (time.thread_time() - start))
    return best


if __name__ == "__main__":
    main()
