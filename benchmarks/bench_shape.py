"""How long it takes to recognise every shape of a whole professional game, by level.

2L is everything up to level 2 with the learned classes, 3L up to level 3. Reading the record and
following it on the board (`observe`) is timed apart. "of 250" is the slowest game's time for 250
moves, in proportion; "ms a move" is a move's share of its game. Then one move after the other is
added to games that go on (`Growing`), each timed by itself.
"""

from __future__ import annotations

import json
import statistics
import time
from itertools import islice
from pathlib import Path

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.go import Game
from gokan.shape.ets import Setting
from gokan.shape.go.index import Growing, Index
from gokan.shape.go.observe import View, observe
from gokan.shape.learn.learned import shipped

GAMES = 100
TARGET_S = 0.2  # for a game of 250 moves, one core


def main() -> None:
    """Print a line for each level and close with one JSON line."""
    games = DATA / "pro_games.jsonl"
    if not games.exists():
        print("no games: set GOKAN_DATA")
        return
    with games.open(encoding="utf-8") as lines:
        records = [json.loads(line)["sgf"] for line in islice(lines, GAMES)]
    begun = time.process_time()
    views = [observe(Game.parse(record)) for record in records]
    print(f"reading and observing: {1000 * (time.process_time() - begun) / GAMES:.1f} ms a game")
    rows = [row(views, level) for level in (0, 1, 2, 3)]
    learned = shipped().setting
    Index(views[0], setting=learned)  # definitions are read once
    rows += [row(views, level, learned) for level in (2, 3)]
    print("level  elements a game  ms a game  slowest  of 250  ms a move")
    for level, (count, mean, worst, long, move) in zip(
        ("0", "1", "2", "3", "2L", "3L"), rows, strict=True
    ):
        print(f"{level:>5}  {count:15.0f}  {mean:9.1f}  {worst:7.1f}  {long:6.1f}  {move:9.3f}")
    print("one move added      mean ms  median  95 in 100  slowest")
    added = {}
    for name, setting in (("up to level 1", None), ("2", None), ("2L", learned)):
        times = moves(games, 1 if "1" in name else 2, setting)
        cut = statistics.quantiles(times, n=20)
        added[name] = statistics.mean(times)
        print(
            f"{name:17}  {added[name]:9.2f}  {statistics.median(times):6.2f}  {cut[-1]:9.2f}"
            f"  {max(times):7.2f}"
        )
    whole = rows[-1]
    print(
        json.dumps(
            {
                "benchmark": "shape",
                "games": len(views),
                "ms_per_game": round(whole[1], 1),
                "ms_one_move": round(added["2L"], 2),
                "target_ratio": round(whole[1] / 1000 / TARGET_S, 3),
            }
        )
    )


def moves(path: Path, level: int, setting: Setting | None) -> list[float]:
    """Milliseconds of each move of the first ten games."""
    times = []
    with path.open(encoding="utf-8") as lines:
        for line in islice(lines, 10):
            game = Game.parse(json.loads(line)["sgf"])
            growing = Growing(game.position(0), levels=level, setting=setting)
            for position in [game.position(n) for n in range(1, len(game) + 1)]:
                begun = time.process_time()
                growing.add(position)
                times.append(1000 * (time.process_time() - begun))
    return times


def row(
    views: list[View], level: int, setting: Setting | None = None
) -> tuple[float, float, float, float, float]:
    times, counts = [], []
    for view in views:
        begun = time.process_time()
        index = Index(view, levels=level, setting=setting)
        times.append(1000 * (time.process_time() - begun))
        counts.append(index.worlds.count(level))
    moves = [len(view.rounds) for view in views]
    long = max(250 * spent / count for spent, count in zip(times, moves, strict=True))
    return (
        statistics.mean(counts),
        statistics.mean(times),
        max(times),
        long,
        sum(times) / sum(moves),
    )


if __name__ == "__main__":
    main()
