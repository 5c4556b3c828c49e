"""Answers of the goals far from any enclosed problem, against reading's proofs.

    python benchmarks/bench_goal_open.py [--positions 100] [--sizes 7,9]

Random positions; of each one block, with the side to move that the position has. Those count in
which reading proves whether the goal can be reached. What the goals say and call "learned"
is compared with that, without and with the second judge (`gokan.goals.second`).
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator

from gokan.go import Position
from gokan.goals import solve
from gokan.intuition import glance
from gokan.reading import Budget, Problem
from gokan.reading import solve as read

NODES = 60


def main() -> None:
    """Ask, compare and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=100, help="of each size")
    options.add_argument("--sizes", default="7,9")
    chosen = options.parse_args()
    counted: Counter[str] = Counter()
    for size in map(int, chosen.sizes.split(",")):
        for position, stone, wins in decided(size, chosen.positions):
            for name, second in (("alone", None), ("second judge", glance)):
                found = solve(position, stone, nodes=NODES, second=second)
                if found.certainty == "learned":
                    right = found.result == ("reached" if wins else "missed")
                    counted[f"{name}, {found.goal}: {'right' if right else 'wrong'}"] += 1
    for name in sorted(counted):
        print(f"{name:30} {counted[name]:4}")
    print(json.dumps(counted))


def decided(size: int, count: int) -> Iterator[tuple[Position, int, bool]]:
    """Positions with a stone of which reading proves whether the side to move reaches its goal."""
    dice = random.Random(size)
    while count:
        position = Position.empty(size)
        for _ in range(dice.randint(size * size // 4, size * size * 3 // 5)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(dice.choice(moves))
        block = dice.choice(position.blocks())
        stone = block.stones[0]
        goal = "live" if block.color == position.to_play else "kill"
        problem = Problem(position, (stone,), goal)  # type: ignore[arg-type]
        said = read(problem, budget=Budget(nodes=15_000), details=False, trials=False)
        if said.proved and said.result in ("win", "loss"):
            count -= 1
            yield position, stone, said.result == "win"


if __name__ == "__main__":
    main()
