"""How long it takes to recognise every shape of a whole professional game, by level.

L is everything up to level 3 with the learned classes.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from itertools import islice
from pathlib import Path

from gokan.go import Game
from gokan.shape.ets import Setting
from gokan.shape.go.index import Index
from gokan.shape.go.observe import View, observe
from gokan.shape.learn.learned import shipped

DATA = Path(os.environ.get("GOKAN_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
GAMES = 100
TARGET_S = 0.2  # for a game of 250 moves, one core


def main() -> None:
    """Print a line for each level and close with one JSON line."""
    games = DATA / "pro_games.jsonl"
    if not games.exists():
        print("no games: set GOKAN_DATA")
        return
    with games.open(encoding="utf-8") as lines:
        views = [observe(Game.parse(json.loads(line)["sgf"])) for line in islice(lines, GAMES)]
    rows = [row(views, level) for level in (0, 1, 2, 3)]
    learned = shipped().setting
    Index(views[0], setting=learned)  # definitions are read once
    rows.append(row(views, 3, learned))
    print("level  elements a game  ms a game  slowest  ms a move")
    for level, (count, mean, worst, move) in zip("0123L", rows, strict=True):
        print(f"{level:>5}  {count:15.0f}  {mean:9.1f}  {worst:7.1f}  {move:9.3f}")
    whole = rows[-1]
    print(
        json.dumps(
            {
                "benchmark": "shape",
                "games": len(views),
                "ms_per_game": round(whole[1], 1),
                "target_ratio": round(whole[1] / 1000 / TARGET_S, 3),
            }
        )
    )


def row(
    views: list[View], level: int, setting: Setting | None = None
) -> tuple[float, float, float, float]:
    times, counts = [], []
    for view in views:
        begun = time.process_time()
        index = Index(view, levels=level, setting=setting)
        times.append(1000 * (time.process_time() - begun))
        counts.append(index.worlds.count(level))
    moves = sum(len(view.rounds) for view in views)
    return statistics.mean(counts), statistics.mean(times), max(times), sum(times) / moves


if __name__ == "__main__":
    main()
