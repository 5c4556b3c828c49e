"""Facts about a position kept under play and undo, against the same code from scratch.

    python benchmarks/bench_goal_state.py [--steps 200]

Positions come from random play on 19×19 with 60 to 200 stones. A step is a move with everything
asked after it, or its undo with everything asked again; from scratch is a new state of the same
position with everything asked. Processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import time

from gokan.go import BLACK, WHITE, Position
from gokan.goals.state import State


def everything(state: State) -> object:
    """All that the state keeps: connections, groups, cores, eyes, auras, what the rules say."""
    said = [state.kept.said(color) for color in (BLACK, WHITE)]
    return state.cores, state.groups, said


def main() -> None:
    """Print a table, and one JSON line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--steps", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    dice = random.Random(chosen.seed)
    print(f"{'stones':>6} {'kept (ms)':>10} {'scratch (ms)':>13} {'ratio':>6}")
    result = {}
    for stones in (60, 120, 200):
        state = State(Position.empty(19), nodes=0)
        for _ in range(stones):
            state.play(dice.choice(state.position.legal_moves()))
        everything(state)
        kept = scratch = 0.0
        for k in range(chosen.steps):
            move = dice.choice(state.position.legal_moves())
            begun = time.process_time()
            state.play(move)
            everything(state)
            kept += time.process_time() - begun
            begun = time.process_time()
            everything(State(state.position, nodes=0))
            scratch += time.process_time() - begun
            begun = time.process_time()
            state.undo()
            everything(state)
            kept += time.process_time() - begun
            if k % 2:
                state.play(move)
                everything(state)
        one, other = 1000 * kept / (2 * chosen.steps), 1000 * scratch / chosen.steps
        print(f"{stones:6} {one:10.2f} {other:13.2f} {other / one:6.1f}")
        result[stones] = {"kept_ms": one, "scratch_ms": other, "ratio": other / one}
    print(json.dumps({"bench": "goal_state", **{str(k): v for k, v in result.items()}}))


if __name__ == "__main__":
    main()
